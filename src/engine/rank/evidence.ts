/**
 * What the signals read: the passage scores of one question by several views, the files worth ranking, and how each
 * view sums up over a file. Made once per question; signals only read it.
 */
import type { Segment } from '../index/segment';
import { rootOf } from '../text/roots';
import { mainView, type Scorer, type Scores, type View } from './bm25f';
import { presenceOf, type Presence } from './coverage';
import { fileTableOf, pathWordsOf, symbolWordsOf, type PathWords, type SymbolWords } from './fileTable';
import type { Question } from './question';
import { relatedTerms } from './related';
import { WordMatch } from './wordMatch';

/** Files ranked by all signals; what is worse by its words alone is never shown. */
const maxFiles = 400;

/** Fields are names, place, comments, body. */
const views = { main: mainView, flat: [0, 0, 0.6, 1], comments: [0, 0, 1, 0], names: [1, 0, 0, 0] } satisfies Record<
  string,
  View
>;

export interface RankedFile {
  /** Which piece of the space, and which file of its table. */
  piece: number;
  row: number;
  source: string;
  place: string;
  /** Passages `first` up to before `end`. */
  first: number;
  end: number;
  path: PathWords;
}

/** How the passages of each file score by one view. */
export interface FileSums {
  best: Float64Array;
  /** Of the three best. */
  three: Float64Array;
  all: Float64Array;
}

export type ViewName = keyof typeof views | 'synonyms' | 'roots' | 'feedback';

export interface Evidence {
  question: Question;
  scorer: Scorer;
  /** Main scores of all passages, by piece. */
  scores: readonly Scores[];
  files: readonly RankedFile[];
  sums: Record<ViewName, FileSums>;
  words: WordMatch;
  presence: Presence;
  symbolOf: (file: RankedFile, passage: number) => SymbolWords | undefined;
  /** The definition's name as it is written. */
  writtenSymbolOf: (file: RankedFile, passage: number) => string | undefined;
  isAlive: (file: RankedFile, passage: number) => boolean;
}

export interface EvidenceSources {
  /** Main scores by the question widened with words of its best passages. */
  widened: readonly Scores[];
  question: Question;
  scorer: Scorer;
  placeOf: (piece: number, source: string) => string;
}

function segmentOf(scorer: Scorer, piece: number): Segment {
  const segment = scorer.searched[piece]?.segment;
  if (!segment) throw new RangeError(`No piece ${piece} is searched.`);
  return segment;
}

interface Found {
  piece: number;
  row: number;
  best: number;
}

function bestFiles(scorer: Scorer, scores: readonly Scores[]): Found[] {
  const found: Found[] = [];
  scores.forEach((list, piece) => {
    const { rowOf, sources } = fileTableOf(segmentOf(scorer, piece));
    const best = new Float64Array(sources.length);
    for (let passage = 0; passage < list.length; passage += 1) {
      const score = list[passage] ?? 0;
      const row = rowOf[passage] ?? 0;
      if (score > (best[row] ?? 0)) best[row] = score;
    }
    best.forEach((score, row) => score > 0 && found.push({ piece, row, best: score }));
  });
  return found.sort((a, b) => b.best - a.best || a.piece - b.piece || a.row - b.row).slice(0, maxFiles);
}

function describe({ scorer, placeOf }: EvidenceSources, { piece, row }: Found): RankedFile {
  const table = fileTableOf(segmentOf(scorer, piece));
  const source = table.sources[row] ?? '';
  const place = placeOf(piece, source);
  const path = (table.paths[row] ??= pathWordsOf(place));
  return { piece, row, source, place, first: table.firsts[row] ?? 0, end: table.firsts[row + 1] ?? 0, path };
}

function sumUp(files: readonly RankedFile[], scores: readonly Scores[]): FileSums {
  const sums = {
    best: new Float64Array(files.length),
    three: new Float64Array(files.length),
    all: new Float64Array(files.length),
  };
  files.forEach(({ piece, first, end }, at) => {
    let [a, b, c, all] = [0, 0, 0, 0];
    for (let passage = first; passage < end; passage += 1) {
      const score = scores[piece]?.[passage] ?? 0;
      all += score;
      if (score > a) [a, b, c] = [score, a, b];
      else if (score > b) [b, c] = [score, b];
      else if (score > c) c = score;
    }
    sums.best[at] = a;
    sums.three[at] = a + b + c;
    sums.all[at] = all;
  });
  return sums;
}

/** Words of the same root as the question's, found in the index. */
function rootTerms({ scorer, question }: EvidenceSources): Map<string, number> {
  const terms = new Map<string, number>();
  for (const { segment } of scorer.searched) {
    for (const term of question.content) {
      for (const other of relatedTerms(segment, rootOf(term))) terms.set(other, question.weak.has(term) ? 0.5 : 1);
    }
  }
  return terms;
}

export function gatherEvidence(sources: EvidenceSources): Evidence {
  const { question, scorer } = sources;
  const names = Object.keys(views) as (keyof typeof views)[];
  const scored = scorer.score(
    question.terms,
    names.map((name) => views[name]),
  );
  const scores = scored[names.indexOf('main')] ?? [];
  const files = bestFiles(scorer, scores).map((found) => describe(sources, found));
  const sumsBy = (name: keyof typeof views) => sumUp(files, scored[names.indexOf(name)] ?? []);
  const extra = (terms: Map<string, number>) => sumUp(files, scorer.score(terms, [mainView])[0] ?? []);
  const symbolAt = ({ piece }: RankedFile, passage: number) => segmentOf(scorer, piece).records[passage]?.symbol;
  return {
    question,
    scorer,
    scores,
    files,
    sums: {
      main: sumsBy('main'),
      flat: sumsBy('flat'),
      comments: sumsBy('comments'),
      names: sumsBy('names'),
      synonyms: extra(new Map([...question.synonyms.keys()].map((term) => [term, 1]))),
      roots: extra(rootTerms(sources)),
      feedback: sumUp(files, sources.widened),
    },
    words: new WordMatch(question, scorer),
    presence: presenceOf(scorer, question.content),
    symbolOf: (file, passage) => {
      const symbol = symbolAt(file, passage);
      if (symbol === undefined) return undefined;
      return (fileTableOf(segmentOf(scorer, file.piece)).names[passage] ??= symbolWordsOf(symbol));
    },
    writtenSymbolOf: symbolAt,
    isAlive: (file, passage) => scorer.isIn(file.piece, passage),
  };
}
