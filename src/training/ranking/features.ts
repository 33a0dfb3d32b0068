/** Asks the engine's signals about every question of the sets that have files: what the weights are fitted on. */
import { formOf, signalNames, signalValues } from '../../engine/rank/rankFiles';
import type { Corpora } from './corpora';
import type { Prepared, QuestionRow } from './prepared';
import type { QuestionSet } from './questionSets';
import type { Place, Question } from './scores';

/** Of these files the order matters; the rest, worse by their words alone, only cost the fit time. */
const maxFiles = 120;
const digits = 5;

function targetOf(place: string, gold: readonly Place[]): number {
  return gold.findIndex(({ path: file }) => place === file || place.endsWith(`/${file}`) || file.endsWith(`/${place}`));
}

async function rowOf(corpora: Corpora, set: QuestionSet, question: Question): Promise<QuestionRow> {
  const evidence = await corpora.evidence(set, question);
  const values = signalValues(evidence);
  const files = evidence.files.map(({ place }, at) => ({
    path: place,
    target: targetOf(place, question.gold),
    x: values.map((list) => Number((list[at] ?? 0).toFixed(digits))),
  }));
  return {
    query: question.text,
    category: question.category ?? '',
    form: formOf(evidence.question),
    targets: new Set(question.gold.map(({ path: file }) => file)).size,
    files: files.filter(({ target }, at) => at < maxFiles || target >= 0),
  };
}

/** One entry per source of the set. */
export async function prepare(corpora: Corpora, set: QuestionSet): Promise<Prepared[]> {
  const prepared = new Map<string, Prepared>();
  for (const question of set.questions) {
    const { repo } = question;
    const entry = prepared.get(repo) ?? {
      repo,
      isExtra: !set.isOwn,
      signals: signalNames,
      questions: [],
    };
    entry.questions.push(await rowOf(corpora, set, question));
    prepared.set(repo, entry);
  }
  return [...prepared.values()];
}
