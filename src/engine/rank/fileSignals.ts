/** The signals of files, the evidence they read, and the two orders (shortlist and ranking) by their weighted sums. */
import { priorOf } from './fileKinds';
import { type FileSums, type Sketch, sumUp, type FileSketch } from './fileTable';
import type { Question } from './question';
import { files as fitted } from '../weights.json';
import type { Scores, Scorer, View } from './bm25f';
import { passagesOf, type SelectedFile, type Selection } from './selection';
import { countOf } from '../text/plain';
import { declaredMark } from '../text/tokens';
import { NameMatch, type WordMatch } from './nameMatch';
import type { LikeWords } from '../search/wordsAlike';

// Section: the evidence that signals read: passage scores by several views and their sums over files, made once per
// question.

/** The view that scores comments alone. Fields are names, place, comments, body. */
const commentsView: View = Float64Array.of(0, 0, 1, 0);

/** What the signals read of the selected files; passages are given by slot. */
export interface Evidence {
  question: Question;
  files: readonly SelectedFile[];
  /**
   * Sums over passages: of scores by the question's own words, by the question widened with words of its best passages, by
   * comments alone and by words alike; of the share of the question that words alike cover; of cosines.
   */
  sums: Record<'main' | 'widened' | 'comments' | 'like' | 'cover' | 'meaning', FileSums>;
  words: WordMatch;
  /** By slot, how well the name of the passage's definition fits the question. */
  fits: Float64Array;
  /** By slot, not 0 where the passage declares a name that the question asks for. */
  declares: Uint32Array;
}

/** How like the question the passages are. */
export interface Likeness {
  like: LikeWords;
  /** By slot, the cosine of the question and the passage, at least 0; absent where passages are not compared. */
  meaning?: Scores;
}

export interface EvidenceSources extends Likeness {
  question: Question;
  scorer: Scorer;
  selection: Selection;
  words: WordMatch;
  /** Main scores by slot. */
  main: Scores;
  /** Scores by slot for the question widened with words of its best passages. */
  widened: Scores;
}

function fitsOf({ scorer, selection, words }: EvidenceSources): Float64Array {
  const fits = new Float64Array(selection.size);
  const matches = scorer.searched.map(({ segment }) => new NameMatch(words, segment));
  for (const { piece, first, end } of selection.files) {
    const segment = scorer.searched[piece]?.segment;
    const names = matches[piece];
    for (let slot = first; segment && names && slot < end; slot += 1) {
      const home = selection.homeOf[slot]!;
      const passage = selection.passageOf[slot]!;
      // Every part of a long definition has the fit of its first part.
      fits[slot] =
        home < slot ? fits[home]! : names.fitOf(segment.nameEnds[2 * passage]!, segment.nameEnds[2 * passage + 1]!);
    }
  }
  for (const names of matches) names.end();
  return fits;
}

export function gatherEvidence(sources: EvidenceSources): Evidence {
  const { question, scorer, selection, words, main, widened, like, meaning } = sources;
  const { files } = selection;
  const sums = (scores: Scores) => sumUp(files, () => scores);
  const comments = { weights: commentsView, terms: question.terms, scores: new Float64Array(selection.size) };
  scorer.addSelected(selection, [comments]);
  const asked = question.symbols.map((symbol) => declaredMark + symbol);
  return {
    question,
    files,
    sums: {
      main: sums(main),
      widened: sums(widened),
      comments: sums(comments.scores),
      like: sums(like.scores),
      cover: sums(like.coverage),
      meaning: sums(meaning ?? new Float64Array(selection.size)),
    },
    words,
    fits: fitsOf(sources),
    declares: scorer.presence(asked, selection).any,
  };
}

// Section: the file signals, one number for each file; their weighted sum ranks the files. To add one: a row here, then
// `npm run measure -- --write`; it stays only if it improves held-out repositories.

/** A signal; `Known` is the evidence that it reads. */
interface SignalOf<Known> {
  /**
   * False: values are divided by the question's best value, so that weights are comparable. True: values are used as
   * they are.
   */
  isPrior?: boolean;
  of: (known: Known) => Float64Array;
}

function perFile<File>({ files }: { files: readonly File[] }, value: (file: File, at: number) => number): Float64Array {
  // Many times quicker than `Float64Array.from` with a function.
  const values = new Float64Array(files.length);
  for (let at = 0; at < values.length; at += 1) values[at] = value(files[at]!, at);
  return values;
}

/** Signals that need only a sketch; they also choose the files for which the others are computed. */
const sketchSignals = {
  /** Prior of the file by its role: tests, examples, documents and the like count less (fileKinds.ts). */
  role: {
    isPrior: true,
    of: (sketch) => perFile(sketch, ({ roles }) => Math.log(priorOf(roles, sketch.question))),
  },
  /** The share of the file name's words that the question has: a file is called after what it does. */
  fileName: { of: (sketch) => perFile(sketch, ({ path }) => sketch.words.cover(path.name).precision) },
  /** The share of the question's weight that the three inner folders have: folders name the area. */
  folders: { of: (sketch) => perFile(sketch, ({ path }) => sketch.words.cover(path.folders).recall) },
  /** Depth as a share of six folders: the main parts of a project lie near its root. */
  depth: {
    isPrior: true,
    of: (sketch) => perFile(sketch, ({ place }) => Math.min(6, countOf(place, '/')) / 6),
  },
  /** 1 for a file in a folder `v3` with a `v4` beside it: the newest is meant, or the one that the question names. */
  olderVersion: { isPrior: true, of: olderVersions },
  /** 1 for a header beside the file that defines what it announces. */
  header: { isPrior: true, of: ({ files }) => headersOf(files) },
} satisfies Record<string, SignalOf<Sketch>>;

/** Signals computed for the shortlisted files only. */
const closeSignals = {
  /**
   * Sum of the three best passages by the question widened with words of its best ones: RM3, Abdul-Jaleel et al. 2004.
   */
  widened: { of: ({ sums }) => sums.widened.three },
  /** Sum of the three best passages by the question's words together with words alike (search/wordsAlike.ts). */
  likeWords: { of: ({ sums }) => sums.like.three },
  /** The greatest share of the question's weight in one passage, in its own words or in words alike. */
  likeCoverage: { isPrior: true, of: ({ sums }) => sums.cover.best },
  /** Cosine of the nearest passage; 0 where the space is too large to be compared, or without an embedding. */
  meaning: { isPrior: true, of: ({ sums }) => sums.meaning.best },
  /** The best passage by its comments alone: comments are worded like questions. */
  comments: { of: ({ sums }) => sums.comments.best },
  /** The five definitions whose names fit best. */
  definitions: { of: bestDefinitions },
  /** 1 where the file declares a name that the question asks for, in any spelling. */
  declares: {
    of: (evidence) =>
      perFile(evidence, ({ first, end }) => {
        for (let slot = first; slot < end; slot += 1) if (evidence.declares[slot] !== 0) return 1;
        return 0;
      }),
  },
} satisfies Record<string, SignalOf<Evidence>>;

/** What stands in for them while the shortlist is made, for those that have it: sums of scores by the question's own words. */
const standIns: Readonly<Partial<Record<keyof typeof closeSignals, keyof FileSums>>> = {
  widened: 'three',
  likeWords: 'three',
  comments: 'best',
  definitions: 'best',
  declares: 'best',
};

const fileSignals: Readonly<Record<string, SignalOf<Evidence>>> = { ...sketchSignals, ...closeSignals };

function headersOf(files: readonly FileSketch[]): Float64Array {
  const stemOf = ({ place }: FileSketch) => place.slice(0, place.lastIndexOf('.'));
  const defining = new Set(files.filter(({ isHeader }) => !isHeader).map(stemOf));
  return perFile({ files }, (file) => (file.isHeader && defining.has(stemOf(file)) ? 1 : 0));
}

function olderVersions({ question, files }: Sketch): Float64Array {
  const { versions: asked } = question.about;
  if (asked === 'old') return new Float64Array(files.length);
  const newest = new Map<string, number>();
  for (const { version: found } of files)
    if (found) newest.set(found.base, Math.max(newest.get(found.base) ?? 0, found.version));
  return perFile({ files }, ({ version: found }) => {
    if (!found) return 0;
    const isMeant = asked ? asked.includes(found.version) : found.version === newest.get(found.base);
    return isMeant ? 0 : 1;
  });
}

const countedDefinitions = 5;

function bestDefinitions({ files, fits }: Evidence): Float64Array {
  /** The best fits of one file, ascending. */
  const best = new Float64Array(countedDefinitions);
  return perFile({ files }, ({ first, end }) => {
    best.fill(0);
    for (let slot = first; slot < end; slot += 1) {
      const fit = fits[slot]!;
      if (fit <= best[0]!) continue;
      let at = 0;
      for (; at + 1 < countedDefinitions && best[at + 1]! < fit; at += 1) best[at] = best[at + 1]!;
      best[at] = fit;
    }
    return best.reduce((sum, fit) => sum + fit, 0);
  });
}

/** A signal's values for all files, divided by the best value unless it is a prior. */
function valuesOf<Known>({ isPrior, of }: SignalOf<Known>, known: Known): Float64Array {
  const values = of(known);
  return isPrior ? values : sharesOfBest(values);
}

/** Scores as shares of the best one, since scores have no scale of their own. */
export function sharesOfBest(values: Float64Array): Float64Array {
  let best = 0;
  for (const value of values) if (value > best) best = value;
  return best > 0 ? values.map((value) => value / best) : values;
}

/** Adds a signal's values times its weight to the score of each file. */
function addWeighted(worth: Float64Array, values: Float64Array, factor: number): void {
  for (let at = 0; at < worth.length; at += 1) worth[at]! += factor * values[at]!;
}

// Section: ranks files by the weighted sum of all signals, each divided by its best value for the question. Sums of
// scores rank better than sums of ranks.

/** Forms of questions with weights of their own: a sentence or topic, or a name alone. */
export const forms = ['worded', 'symbol'] as const;
export type Form = (typeof forms)[number];

/** Weight by form of question and by signal, whose best file of a question has the value 1. */
export type FileWeights = Readonly<Record<Form, Readonly<Record<string, number>>>>;

export interface ScoredFile {
  /** Index among the files of the evidence. */
  at: number;
  score: number;
}

export interface RankedFiles {
  /** Best first. */
  files: readonly ScoredFile[];
  /** Contribution of each signal to the score of a file. */
  partsOf: (at: number) => Record<string, number>;
}

export const signalNames = Object.keys(fileSignals);

/** Values of all signals, by signal and then by file. */
export function signalValues(evidence: Evidence): Float64Array[] {
  return Object.values(fileSignals).map((signal) => valuesOf(signal, evidence));
}

export function formOf({ isSymbol }: Question): Form {
  return isSymbol ? 'symbol' : 'worded';
}

/**
 * Ranks the files of the evidence.
 * @param weights instead of the fitted ones, to measure them
 */
export function rankFiles(evidence: Evidence, weights: FileWeights = fitted.weights): RankedFiles {
  const values = signalValues(evidence);
  const chosen = weights[formOf(evidence.question)];
  const factors = signalNames.map((name) => chosen[name] ?? 0);
  const places = evidence.files.map(({ place }) => place);
  const scores = new Float64Array(places.length);
  values.forEach((list, signal) => addWeighted(scores, list, factors[signal]!));
  const files = Array.from(scores, (score, at) => ({ at, score }));
  files.sort((a, b) => b.score - a.score || ((places[a.at] ?? '') < (places[b.at] ?? '') ? -1 : 1));
  const partsOf = (at: number) =>
    Object.fromEntries(
      signalNames
        .map((name, signal) => [name, (factors[signal] ?? 0) * (values[signal]?.[at] ?? 0)] as const)
        .filter(([, part]) => part !== 0),
    );
  return { files, partsOf };
}

// Section: the shortlist: the files that may come first, chosen by signals that need only a sketch. A file left out
// here cannot be found. Source: cascade ranking (Wang, Lin, Metzler 2011). Cost: the words of some hundred names.

/** Most files on the shortlist, for which all signals are computed. */
const maxFiles = 48;
/** Weight of the density, which is used for the shortlist only: it did not help the final order. */
const densityWeight = 0.87;

export interface Shortlisting extends Omit<Sketch, 'sums'> {
  scorer: Scorer;
  /** Scores of all passages, one list for each segment searched. */
  scores: readonly Scores[];
  weights?: FileWeights | undefined;
}

/**
 * Summed passage scores divided by the square root of the file's size, so that long files do not win by length; as
 * shares of the best.
 */
function densities({ sums, files }: Sketch, sizes: readonly number[]): Float64Array {
  return sharesOfBest(Float64Array.from(files, (_, at) => sums.main.all[at]! / Math.sqrt(Math.max(1, sizes[at] ?? 1))));
}

/** The files that may come first, best first, at most `maxFiles`. */
export function shortlist(shortlisting: Shortlisting): FileSketch[] {
  const { files, scorer, scores } = shortlisting;
  if (files.length <= maxFiles) return [...files];
  const stretches = files.map((file) => passagesOf(scorer, file));
  const sums = { main: sumUp(stretches, (at) => scores[files[at]!.piece]!) };
  const sketch: Sketch = { ...shortlisting, sums };
  const density = densities(
    sketch,
    stretches.map(({ first, end }) => end - first),
  );
  const worth = density.map((value) => value * densityWeight);
  const weights: FileWeights = shortlisting.weights ?? fitted.weights;
  const chosen = weights[formOf(shortlisting.question)];
  for (const [name, signal] of Object.entries(sketchSignals))
    addWeighted(worth, valuesOf<Sketch>(signal, sketch), chosen[name] ?? 0);
  for (const [name, sum] of Object.entries(standIns))
    addWeighted(worth, sharesOfBest(sums.main[sum]), chosen[name] ?? 0);
  const order = Array.from(files, (_, at) => at).sort((a, b) => worth[b]! - worth[a]! || a - b);
  return order.slice(0, maxFiles).map((at) => files[at]!);
}
