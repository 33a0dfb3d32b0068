/** The benchmark's figures of one repository: one row per file, gains of 1, mean over the questions. */
import type { Prepared, QuestionRow, Vectors } from './prepared';

export interface Figures {
  ndcg10: number;
  recall1: number;
  recall5: number;
}

const cut = 10;

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function scoreQuestion({ files, targets }: QuestionRow, weights: Float64Array): Figures {
  const ranked = files
    .map(({ x, target, path }) => ({
      target,
      path,
      score: x.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0),
    }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, cut);
  let [gain, ideal] = [0, 0];
  ranked.forEach(({ target }, rank) => (gain += target >= 0 ? 1 / Math.log2(rank + 2) : 0));
  for (let rank = 0; rank < Math.min(cut, targets); rank += 1) ideal += 1 / Math.log2(rank + 2);
  const within = (count: number) => ranked.slice(0, count).filter(({ target }) => target >= 0).length / targets;
  return { ndcg10: gain / ideal, recall1: within(1), recall5: within(5) };
}

export function evaluate({ questions }: Prepared, vectors: Vectors): Figures {
  const scored = questions.map((question) => scoreQuestion(question, vectors[question.form]));
  return {
    ndcg10: mean(scored.map(({ ndcg10 }) => ndcg10)),
    recall1: mean(scored.map(({ recall1 }) => recall1)),
    recall5: mean(scored.map(({ recall5 }) => recall5)),
  };
}
