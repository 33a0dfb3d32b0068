/** Pairs of question and code as term numbers in one growing column. Must not know where they come from, or weights. */
import { pieceKinds, type PieceKind } from './pieces';

/** Most terms kept of each list. */
const maxTerms = { question: 24, name: 8, code: 160, rest: 60 } as const;

export interface PairTerms {
  kind: PieceKind;
  language: number;
  repository: number;
  question: readonly number[];
  name: readonly number[];
  code: readonly number[];
  rest: readonly number[];
}

/** Columns of a row: kind, language, repository, four lengths, then the terms. */
const headLength = 7;

export class Pairs {
  private column: Int32Array = new Int32Array(1 << 20);
  private used = 0;
  readonly starts: number[] = [];

  get size(): number {
    return this.starts.length;
  }

  add(pair: PairTerms): void {
    const lists = [pair.question, pair.name, pair.code, pair.rest];
    const limits = Object.values(maxTerms);
    const lengths = lists.map((list, at) => Math.min(list.length, limits[at] ?? 0));
    const needed = headLength + lengths.reduce((sum, length) => sum + length, 0);
    if (this.used + needed > this.column.length) this.grow();
    this.starts.push(this.used);
    this.column.set([pieceKinds.indexOf(pair.kind), pair.language, pair.repository, ...lengths], this.used);
    let at = this.used + headLength;
    lists.forEach((list, place) => {
      for (let term = 0; term < lengths[place]!; term += 1) this.column[at++] = list[term]!;
    });
    this.used = at;
  }

  private grow(): void {
    const column = new Int32Array(this.column.length * 2);
    column.set(this.column);
    this.column = column;
  }

  kindOf(pair: number): PieceKind {
    return pieceKinds[this.column[this.starts[pair]!]!]!;
  }

  languageOf(pair: number): number {
    return this.column[this.starts[pair]! + 1]!;
  }

  repositoryOf(pair: number): number {
    return this.column[this.starts[pair]! + 2]!;
  }

  /** The terms of one list: 0 question, 1 name, 2 code, 3 rest. A view, not a copy. */
  terms(pair: number, list: 0 | 1 | 2 | 3): Int32Array {
    const start = this.starts[pair]!;
    let at = start + headLength;
    for (let before = 0; before < list; before += 1) at += this.column[start + 3 + before]!;
    return this.column.subarray(at, at + this.column[start + 3 + list]!);
  }

  /** Visits all term numbers, to count or change them in place. */
  eachList(take: (terms: Int32Array, list: number) => void): void {
    for (let pair = 0; pair < this.size; pair += 1) {
      for (const list of [0, 1, 2, 3] as const) take(this.terms(pair, list), list);
    }
  }

  bytes(): { column: Int32Array; starts: Int32Array } {
    return { column: this.column.subarray(0, this.used), starts: Int32Array.from(this.starts) };
  }

  static of(column: Int32Array, starts: Int32Array): Pairs {
    const pairs = new Pairs();
    pairs.column = column;
    pairs.used = column.length;
    for (const start of starts) pairs.starts.push(start);
    return pairs;
  }
}

// Section: chooses the vocabulary: the most frequent terms, with a question's word counting more than one of code.

/** Weight of a question's word, since code repeats its words. */
const questionWorth = 8;
const minSeen = 12;

export interface Vocabulary {
  /** Terms by row. */
  terms: string[];
  /** Row by term number in the pairs; -1 without one. */
  rowOf: Int32Array;
  /** Counts of pairs whose question, or code, holds the term, by row, for initial weights. */
  questions: Uint32Array;
  codes: Uint32Array;
}

export function vocabularyOf(pairs: Pairs, terms: readonly string[], size: number): Vocabulary {
  const counts = [new Uint32Array(terms.length), new Uint32Array(terms.length)] as const;
  const last = new Int32Array(terms.length).fill(-1);
  let lists = 0;
  pairs.eachList((own, list) => {
    lists += 1;
    const side = counts[list === 0 ? 0 : 1];
    for (const term of own) {
      if (last[term] === lists) continue;
      last[term] = lists;
      side[term]! += 1;
    }
  });
  const worth = (term: number): number => counts[0][term]! * questionWorth + counts[1][term]!;
  const kept = Array.from(terms.keys())
    .filter((term) => worth(term) >= minSeen)
    .sort((a, b) => worth(b) - worth(a) || a - b)
    .slice(0, size);
  const rowOf = new Int32Array(terms.length).fill(-1);
  kept.forEach((term, row) => (rowOf[term] = row));
  return {
    terms: kept.map((term) => terms[term]!),
    rowOf,
    questions: Uint32Array.from(kept, (term) => counts[0][term]!),
    codes: Uint32Array.from(kept, (term) => counts[1][term]!),
  };
}
