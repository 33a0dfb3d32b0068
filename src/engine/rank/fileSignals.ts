/** The signals of files, what they read, and the two orders that their weighted sums give. */
import { priorOf } from './fileKinds';
import { type FileSums, type Sketch, sumUp, type FileSketch } from './fileTable';
import type { Question } from './question';
import { weights as fitted } from './weights';
import { type Scores, type Scorer, wordBits, type Presence, type View } from './bm25f';
import { passagesOf, type SelectedFile, type Selection } from './selection';
import { declaredMark } from '../text/tokens';
import { NameMatch, type WordMatch } from './nameMatch';

// Section: what the signals read: passage scores by several views, and their sums over files. Made once per question.

/** The main one with nothing but comments. Fields are names, place, comments, body. */
const commentsView: View = Float64Array.of(0, 0, 1, 0);

/** Passages are known by their slots. */
export interface Evidence {
  question: Question;
  files: readonly SelectedFile[];
  /** By the question's own words; by the question widened with words of its best passages; by comments alone. */
  sums: Record<'main' | 'widened' | 'comments', FileSums>;
  words: WordMatch;
  presence: Presence;
  /** How well the definition of each passage is named for the question. */
  fits: Float64Array;
  /** Not 0 where the passage declares a name that the question asks for. */
  declares: Uint32Array;
}

export interface EvidenceSources {
  question: Question;
  scorer: Scorer;
  selection: Selection;
  words: WordMatch;
  /** Main scores by slot. */
  main: Scores;
  /** The same by the question widened with words of its best passages. */
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
      // A part of a long definition is named like its beginning.
      fits[slot] =
        home < slot ? fits[home]! : names.fitOf(segment.nameEnds[2 * passage]!, segment.nameEnds[2 * passage + 1]!);
    }
  }
  for (const names of matches) names.end();
  return fits;
}

export function gatherEvidence(sources: EvidenceSources): Evidence {
  const { question, scorer, selection, words, main, widened } = sources;
  const { files } = selection;
  const sums = (scores: Scores) => sumUp(files, () => scores);
  const comments = { weights: commentsView, terms: question.terms, scores: new Float64Array(selection.size) };
  scorer.addSelected(selection, [comments]);
  const asked = question.symbols.map((symbol) => declaredMark + symbol);
  return {
    question,
    files,
    sums: { main: sums(main), widened: sums(widened), comments: sums(comments.scores) },
    words,
    presence: scorer.presence(question.content.slice(0, wordBits), selection),
    fits: fitsOf(sources),
    declares: scorer.presence(asked, selection).any,
  };
}

// Section: the file signals, one number for each file; their weighted sum ranks the files (choice: DECISIONS.md,
// 2026-11-25). To add one: a row here, `npm run measure -- --write`; it stays only if repositories kept apart gain by
// it.

/** Place of the lowest bit that is set. */
function lowestOf(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/** How much of the question's words a passage holds, from one bit per word: the weight of those whose bits are set. */
function weightOf(bits: number, weights: Float64Array): number {
  let sum = 0;
  for (let left = bits; left !== 0; left &= left - 1) sum += weights[lowestOf(left)] ?? 0;
  return sum;
}

/** `Known` is what it reads. */
interface SignalOf<Known> {
  /** Values are divided by the best of the question, so that weights compare; a prior is taken as it is. */
  isPrior?: boolean;
  of: (known: Known) => Float64Array;
}

function perFile<File>({ files }: { files: readonly File[] }, value: (file: File, at: number) => number): Float64Array {
  return Float64Array.from(files, value);
}

/** Known after the first look, so these help to choose the files that the others look at. */
const sketchSignals = {
  /** How likely a file of its role answers at all: tests, examples, documents and so on count less (fileKinds.ts). */
  role: {
    isPrior: true,
    of: (sketch) => perFile(sketch, ({ roles }) => Math.log(priorOf(roles, sketch.question))),
  },
  /** Name and content must agree: the share of the file's name that the question says, times its best passage. */
  nameAndPassage: {
    of: (sketch) =>
      perFile(sketch, ({ path }, at) => sketch.words.cover(path.name).precision * sketch.sums.main.best[at]!),
  },
  /** The share of its name that the question says: a file is called after what it does. */
  fileName: { of: (sketch) => perFile(sketch, ({ path }) => sketch.words.cover(path.name).precision) },
  /** Folders name the area: the share of the question's weight that the three inner ones say. */
  folders: { of: (sketch) => perFile(sketch, ({ path }) => sketch.words.cover(path.folders).recall) },
  /** As a share of six folders: what a project is about lies near its root. */
  depth: {
    isPrior: true,
    of: (sketch) => perFile(sketch, ({ place }) => Math.min(6, place.split('/').length - 1) / 6),
  },
  /**
   * It lies in a folder `v3` and there is a `v4` beside it: the newest is meant, or the one that the question names.
   */
  olderVersion: { isPrior: true, of: olderVersions },
  /**
   * It is for another platform than this machine's, its project has files for this one, and the question names none.
   * Its weight is held near a value set by hand, because one repository in 23 has such twins.
   */
  foreignPlatform: {
    isPrior: true,
    of: (sketch) => {
      const { question, files } = sketch;
      const isTold = !question.about.platforms && files.some(({ platform }) => platform === 'own');
      return perFile(sketch, ({ platform }) => (isTold && platform === 'foreign' ? 1 : 0));
    },
  },
} satisfies Record<string, SignalOf<Sketch>>;

/** Of the chosen files only. */
const closeSignals = {
  /** The three best passages by the question widened with words of its best passages: RM3, Abdul-Jaleel et al. 2004. */
  widened: { of: ({ sums }) => sums.widened.three },
  /** The best passage by its comments alone: they speak the language of questions. */
  comments: { of: ({ sums }) => sums.comments.best },
  /** The five definitions whose names fit best: a file answers with the functions it holds. */
  definitions: { of: bestDefinitions },
  /** 1 where it declares a name that the question asks for, in any spelling. */
  declares: {
    of: (evidence) =>
      perFile(evidence, ({ first, end }) =>
        evidence.declares.subarray(first, end).some((bits) => bits !== 0) ? 1 : 0,
      ),
  },
  /** The share of the question's weight that one passage holds, at best: coordination level matching. */
  together: {
    of: ({ presence, words, ...evidence }) =>
      perFile(evidence, ({ first, end }) => {
        let best = 0;
        for (let slot = first; slot < end; slot += 1) {
          const bits = presence.any[slot]!;
          if (bits !== 0) best = Math.max(best, weightOf(bits, words.weights));
        }
        return best;
      }),
  },
} satisfies Record<string, SignalOf<Evidence>>;

/**
 * What stands in at the first look for the signals of the second: how the passages score by the question's own words.
 * The definitions and comments of a file are guessed by its best one.
 */
const standIns: Readonly<Record<keyof typeof closeSignals, keyof FileSums>> = {
  widened: 'three',
  comments: 'best',
  definitions: 'best',
  declares: 'best',
  together: 'best',
};

const fileSignals: Readonly<Record<string, SignalOf<Evidence>>> = { ...sketchSignals, ...closeSignals };

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
  return perFile({ files }, ({ first, end }) => {
    const found = fits.subarray(first, end).filter((fit) => fit > 0);
    return found
      .sort()
      .subarray(-countedDefinitions)
      .reduce((sum, fit) => sum + fit, 0);
  });
}

/** Of all files, as shares of the best. */
function valuesOf<Known>({ isPrior, of }: SignalOf<Known>, known: Known): Float64Array {
  const values = of(known);
  return isPrior ? values : sharesOfBest(values);
}

function sharesOfBest(values: Float64Array): Float64Array {
  let best = 0;
  for (const value of values) if (value > best) best = value;
  return best > 0 ? values.map((value) => value / best) : values;
}

/** Adds to what each file is worth. */
function addWeighted(worth: Float64Array, values: Float64Array, factor: number): void {
  for (let at = 0; at < worth.length; at += 1) worth[at]! += factor * values[at]!;
}

// Section: ranks files by the weighted sum of all signals, each divided by its best value of the question. Sums, not
// ranks: measured.

/** A sentence or a topic, or a name alone. */
export const forms = ['worded', 'symbol'] as const;
export type Form = (typeof forms)[number];

/** Weight by signal. */
export type FileWeights = Readonly<Record<Form, Readonly<Record<string, number>>>>;

export interface ScoredFile {
  /** Place among the files of the evidence. */
  at: number;
  score: number;
}

export interface RankedFiles {
  /** Best first. */
  files: readonly ScoredFile[];
  /** Score of a file part by part, by signal. */
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

/** @param weights others than the fitted ones, to measure them */
export function rankFiles(evidence: Evidence, weights: FileWeights = fitted): RankedFiles {
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

// Section: the second look: files that may come first in the end, by signals that need only a sketch. A file left out
// here cannot be found. Source: cascade ranking (Wang, Lin, Metzler 2011). Cost: the words of some hundred names.

/** Files that all signals look at. */
const maxFiles = 48;
/** Weight of the density, used only for the shortlist; in the final order it did not help. As last fitted there. */
const densityWeight = 0.87;

export interface Shortlisting extends Omit<Sketch, 'sums'> {
  scorer: Scorer;
  /** Scores of all passages, a list for each segment searched. */
  scores: readonly Scores[];
  weights?: FileWeights | undefined;
}

/** How much of a file is about the question, without giving long files the day: as shares of the best. */
function densities({ sums, files }: Sketch, sizes: readonly number[]): Float64Array {
  return sharesOfBest(Float64Array.from(files, (_, at) => sums.main.all[at]! / Math.sqrt(Math.max(1, sizes[at] ?? 1))));
}

/** Best first, at most `maxFiles`. */
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
  const weights: FileWeights = shortlisting.weights ?? fitted;
  const chosen = weights[formOf(shortlisting.question)];
  for (const [name, signal] of Object.entries(sketchSignals))
    addWeighted(worth, valuesOf<Sketch>(signal, sketch), chosen[name] ?? 0);
  for (const [name, sum] of Object.entries(standIns))
    addWeighted(worth, sharesOfBest(sums.main[sum]), chosen[name] ?? 0);
  const order = Array.from(files, (_, at) => at).sort((a, b) => worth[b]! - worth[a]! || a - b);
  return order.slice(0, maxFiles).map((at) => files[at]!);
}
