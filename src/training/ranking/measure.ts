/** Asks every question of a set and scores the answers; leaves them in the form that the sets' own scorers read. */
import fs from 'node:fs';
import path from 'node:path';
import type { FileWeights } from '../../engine/rank/rankFiles';
import type { Corpora, Found } from './corpora';
import type { QuestionSet } from './questionSets';
import { mean, scoreQuestion, type Question, type QuestionScore } from './scores';

export interface Measured {
  question: Question;
  score: QuestionScore;
  found: Found[];
  /** Wall time of the question alone. */
  ms: number;
}

export interface SetFigures {
  ndcg10: number;
  recall1: number;
  recall5: number;
}

/** @param weightsOf weights for the questions about a source; the shipped ones when it gives none */
export async function measure(
  corpora: Corpora,
  set: QuestionSet,
  weightsOf: (repo: string) => FileWeights | undefined = () => undefined,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const question of set.questions) {
    const start = performance.now();
    const found = await corpora.ask(set, question, weightsOf(question.repo));
    const ms = performance.now() - start;
    measured.push({ question, score: scoreQuestion(question.gold, found, set), found, ms });
  }
  return measured;
}

/** The mean over questions, or over the means of the sources. */
export function figuresOf(
  { isPerSource }: Pick<QuestionSet, 'isPerSource'>,
  measured: readonly Measured[],
): SetFigures {
  const groups = new Map<string, QuestionScore[]>();
  for (const { question, score } of measured) {
    const key = isPerSource ? question.repo : '';
    groups.set(key, [...(groups.get(key) ?? []), score]);
  }
  const over = (value: (score: QuestionScore) => number) =>
    mean([...groups.values()].map((scores) => mean(scores.map(value))));
  return {
    ndcg10: over(({ ndcg10 }) => ndcg10),
    recall1: over(({ recall1 }) => recall1),
    recall5: over(({ recall5 }) => recall5),
  };
}

function lineOf({ question: { repo, text }, found, ms }: Measured): string {
  const results = found.map(({ path: file, start, end }) => ({ path: file, startLine: start, endLine: end }));
  return JSON.stringify({ repo, query: text, results, ms: Number(ms.toFixed(2)) });
}

function rowsOf({ folders, snippets }: QuestionSet, { question, found }: Measured): string[] {
  const prefix = folders.size > 1 ? `${question.repo}/` : '';
  return found.map(({ path: file, start, end }, rank) => {
    const place = snippets.length > 0 ? file : `${prefix}${file}:${start}-${end}`;
    return `${question.id}\t${place}\t${1 / (rank + 1)}`;
  });
}

/** `<name>.jsonl` for the repository questions, `<name>.tsv` for the others. */
export function writeResults(folder: string, set: QuestionSet, measured: readonly Measured[]): void {
  fs.mkdirSync(folder, { recursive: true });
  const lines = set.isOwn ? measured.map(lineOf) : measured.flatMap((one) => rowsOf(set, one));
  fs.writeFileSync(path.join(folder, `${set.name}.${set.isOwn ? 'jsonl' : 'tsv'}`), `${lines.join('\n')}\n`);
}
