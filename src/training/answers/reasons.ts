/** Examples for the fit of reasons: the sentences that may answer a "why", and which of them hold the fact. */
import { draftOf } from '../../engine/answer';
import { reasonCandidates } from '../../engine/answers/reasons';
import type { Rated } from '../../engine/answers/rate';
import type { AnswerSnippet } from '../../engine/types';
import type { FactQuestion } from './answerScores';
import { fitLogistic, logisticOf, type Example } from './logistic';

interface Candidate extends Example {
  question: FactQuestion;
  /** Of the signs, in the order of their numbers. */
  names: string[];
}

/** All sentences of the comment that a sentence belongs to: its reason may be in the next one. */
function commentOf({ unit, passage }: Rated): string {
  if (unit.form !== 'sentence') return unit.text;
  const { codeRow } = unit;
  return passage.units.flatMap((other) => (other.form === 'sentence' && other.codeRow === codeRow ? [other.sentence] : [])).join(' '); // prettier-ignore
}

export function candidatesOf(question: FactQuestion, snippets: readonly AnswerSnippet[]): Candidate[] {
  const { rated, asked } = draftOf(question.text, snippets);
  if (asked.kind !== 'why') return [];
  const says = (question.says ?? []).map((pattern) => new RegExp(pattern));
  return reasonCandidates(rated, asked).map(({ entry, signs }) => {
    const isReason = !question.absent && says.length > 0 && says.every((pattern) => pattern.test(commentOf(entry)));
    return { question, names: Object.keys(signs), x: Object.values<number>({ ...signs }), y: isReason ? 1 : 0 };
  });
}

export interface ReasonFit {
  weights: number[];
  /** Of questions with a reason: how often the likeliest sentence is of it, how often none is likely enough. */
  first: number;
  none: number;
  questions: number;
  packages: number;
}

/** Figures cross-validated by package. */
export function fitReasons(candidates: readonly Candidate[], ridge: number, least: number): ReasonFit {
  const repos = new Set(candidates.map(({ question }) => question.repo));
  const best = new Map<string, { chance: number; y: number }>();
  for (const repo of repos) {
    const weights = fitLogistic(candidates.filter(({ question }) => question.repo !== repo), ridge); // prettier-ignore
    for (const { question, x, y } of candidates) {
      if (question.repo !== repo || question.absent) continue;
      const chance = logisticOf(x, weights);
      if (chance > (best.get(question.id)?.chance ?? -1)) best.set(question.id, { chance, y });
    }
  }
  const judged = [...best.values()];
  const share = (count: number) => count / Math.max(1, judged.length);
  return {
    weights: fitLogistic(candidates, ridge),
    first: share(judged.filter(({ chance, y }) => chance >= least && y === 1).length),
    none: share(judged.filter(({ chance }) => chance < least).length),
    questions: judged.length,
    packages: repos.size,
  };
}
