/**
 * Measures an embedding alone on a set of snippets in the retrieval benchmark's form: `queries.jsonl`,
 * `corpus.jsonl[.gz]` and `qrels.tsv`. The set is not part of the project: its licence lets us measure, not ship.
 */
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { Embedding } from '../../engine/dense/embedding';
import { subjectTerms } from '../../engine/rank/storeScores';

interface Row {
  id: string;
  text: string;
  language: string;
}

export interface SnippetSet {
  queries: readonly Row[];
  corpus: readonly Row[];
  /** Right snippets by question. */
  right: ReadonlyMap<string, ReadonlySet<string>>;
}

const depth = 10;

function rowsOf(file: string): Row[] {
  const bytes = fs.readFileSync(file);
  const text = (file.endsWith('.gz') ? zlib.gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => {
      const { id, text: own, language } = JSON.parse(row) as Partial<Row>;
      return { id: id ?? '', text: own ?? '', language: language ?? '' };
    });
}

export function readSnippetSet(folder: string): SnippetSet {
  const packed = path.join(folder, 'corpus.jsonl.gz');
  const right = new Map<string, Set<string>>();
  for (const row of fs.readFileSync(path.join(folder, 'qrels.tsv'), 'utf8').split('\n')) {
    const [query, document] = row.split('\t');
    if (query && document) right.set(query, (right.get(query) ?? new Set()).add(document));
  }
  return {
    queries: rowsOf(path.join(folder, 'queries.jsonl')),
    corpus: rowsOf(fs.existsSync(packed) ? packed : path.join(folder, 'corpus.jsonl')),
    right,
  };
}

/** nDCG of the first ten. */
export function ndcg10(found: readonly string[], right: ReadonlySet<string>): number {
  const gain = (place: number) => 1 / Math.log2(place + 2);
  const sum = found.slice(0, depth).reduce((all, id, place) => all + (right.has(id) ? gain(place) : 0), 0);
  const best = Array.from({ length: Math.min(depth, right.size) }, (_, place) => gain(place));
  return best.length === 0 ? 0 : sum / best.reduce((all, value) => all + value, 0);
}

const languageKeys: Readonly<Record<string, string>> = { python: 'py', javascript: 'js', typescript: 'ts' };

/** Mean nDCG@10 of the embedding alone. */
export function measureAlone(embedding: Embedding, { queries, corpus, right }: SnippetSet): number {
  const vectors = corpus.map(({ text, language }) => embedding.code(text, languageKeys[language] ?? language));
  let sum = 0;
  for (const { id, text } of queries) {
    const question = embedding.question(subjectTerms(text));
    const scored = vectors.map((vector, at) => {
      let score = 0;
      if (question && vector) for (let d = 0; d < vector.length; d += 1) score += question[d]! * vector[d]!;
      return { id: corpus[at]?.id ?? '', score };
    });
    scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    sum += ndcg10(
      scored.slice(0, depth).map((one) => one.id),
      right.get(id) ?? new Set(),
    );
  }
  return sum / Math.max(1, queries.length);
}
