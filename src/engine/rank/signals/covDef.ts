/**
 * covDef: share of the question's weight that occurs in names the file defines, all its definitions together. Idea: the
 * file that defines the subject rather than mentions it. Source: our ablation. Cost: the question's postings once more.
 * Worth: @covDef@
 */
import type { Evidence } from '../evidence';
import { fileTableOf } from '../fileTable';
import type { Signal } from './signal';

function of({ files, question, scorer, words }: Evidence): Float64Array {
  const covered = new Float64Array(files.length);
  const places = new Map(files.map(({ piece, row }, at) => [`${piece}:${row}`, at]));
  const tables = scorer.searched.map(({ segment }) => fileTableOf(segment));
  question.content.forEach((term, index) => {
    const met = new Set<number>();
    scorer.eachPosting(term, (piece, passage, counts) => {
      if ((counts & 0xff) === 0) return;
      const at = places.get(`${piece}:${tables[piece]?.rowOf[passage] ?? -1}`);
      if (at !== undefined) met.add(at);
    });
    for (const at of met) covered[at]! += words.weights[index] ?? 0;
  });
  return covered;
}

export const covDef: Signal = { name: 'covDef', of };
