/** Finds the files that a bug report is about, by the names and words in its text, and the rows it points to. */
import type { ExactPlace, Piece } from '../parts';
import type { Scorer } from '../rank/bm25f';
import { joinIdentifier } from '../text/tokens';
import { fieldCount } from '../index/fields';
import { saturation } from '../index/scoring';
import type { Records, Segment } from '../index/segment';
import type { Point } from '../question/report';
import { nameRuns, segmentsOf } from '../text/plain';

// Section: files that a text names by a path or a dotted name, found by the ends of paths. Cost: one look at each path.

/** A file as its piece and its row there. */
export interface FilePlace {
  piece: number;
  row: number;
}

/** Most files that a name of a single part may mean; it must have the ending. */
const maxNamesakes = 3;
/** Most files that one name may mean. */
const maxFiles = 5;
/** General names: a file of such a name is known by the name of its folder. */
const generalNames = new Set(['index', 'mod', 'init', 'lib', 'main']);

const joints = /(?:::|->|[.#\\/])+/;

/** The last part of a joined name: the `c` of `a.b.c`. */
export function lastPartOf(name: string): string {
  return name.split(joints).findLast((part) => part !== '') ?? '';
}

interface Named {
  /** Parts of the name, joined and lower-case. */
  parts: readonly string[];
  hasEnding: boolean;
}

const ending = /\.[A-Za-z]\w{0,9}$/;

/** Splits a name into parts: a path at its separators, any other name at its dots. */
function partsOf(name: string): Named {
  const isPath = segmentsOf(name).length > 1;
  const hasEnding = ending.test(name) && (isPath || /^[\w-]+\.\w+$/.test(name));
  const bare = hasEnding ? name.replace(ending, '') : name;
  const parts = bare.split(isPath ? /[\\/]+/ : joints).map(joinIdentifier);
  return { parts: parts.filter((part) => part !== ''), hasEnding };
}

/** Parts of a file's path without general names, from its end: `b`, `a` of `a/b/__init__.py`. */
function partsFromEnd(place: string): string[] {
  const parts = place.replace(ending, '').split('/').map(joinIdentifier).reverse();
  return parts.length > 1 && generalNames.has(parts[0]!) ? parts.slice(1) : parts;
}

/** Number of consecutive parts of a name that are the end of the path; the name may go on after them. */
function matchOf(path: readonly string[], { parts }: Named): number {
  let best = 0;
  for (let last = parts.length - 1; last >= 0; last -= 1) {
    let length = 0;
    while (length < path.length && length <= last && path[length] === parts[last - length]) length += 1;
    best = Math.max(best, length);
  }
  return best;
}

interface Found {
  match: number;
  files: FilePlace[];
}

/** The files that each name may mean; names without a file are left out. */
export function filesNamed(
  names: readonly string[],
  pieces: readonly Piece[],
  scorer: Scorer,
): Map<string, FilePlace[]> {
  const asked = new Map<string, { name: string; named: Named }[]>();
  for (const name of new Set(names)) {
    const named = partsOf(name);
    if (named.parts.length < 2 && !named.hasEnding) continue;
    for (const part of new Set(named.parts)) asked.set(part, [...(asked.get(part) ?? []), { name, named }]);
  }
  const found = new Map<string, Found>();
  pieces.forEach(({ part, segment: { records } }, piece) => {
    for (let row = 0; row < records.sources.length; row += 1) {
      if (!scorer.isIn(piece, records.firsts[row]!)) continue;
      const path = partsFromEnd(part.placeOf(records.sources[row]!));
      for (const { name, named } of asked.get(path[0] ?? '') ?? []) {
        const match = matchOf(path, named);
        const best = found.get(name);
        if (match === 0 || (best && best.match > match)) continue;
        if (best?.match === match) best.files.push({ piece, row });
        else found.set(name, { match, files: [{ piece, row }] });
      }
    }
  });
  const isNamed = ([name, { match, files }]: [string, Found]) =>
    match > 1 ? files.length <= maxFiles : partsOf(name).hasEnding && files.length <= maxNamesakes;
  return new Map([...found].filter(isNamed).map(([name, { files }]) => [name, files]));
}

// Section: rows that a text points to, such as `src/x.ts:12`. Of a path from another machine only the end is the same
// here, so the files that share most of it are meant. Cost: one look at each path.

/** Most passages that a text may point to. */
const maxPointed = 8;
/** Names at the end of a frame's function of which its passage has to hold one: the type's and its own. */
const fittingNames = 2;

const stepsFromEnd = (path: string): string[] =>
  segmentsOf(path.toLowerCase())
    .filter((step) => step !== '' && step !== '.' && step !== '..')
    .reverse();

/** What a file's own name counts behind the name of a module, where no path has both; where it is in such a folder. */
const ofModule = { named: 0.4, inside: 0.6 };

/**
 * The number of steps that two paths share from their ends; 0 where a file of a library merely has the same name.
 * @param isOfModule for a name that stands behind that of a module, which need not be a folder: `Shop/Door.swift`
 */
function sharedSteps(written: readonly string[], place: readonly string[], isOfModule: boolean): number {
  let shared = 0;
  while (shared < written.length && written[shared] === place[shared]) shared += 1;
  if (shared > 1 || shared === written.length || shared === place.length) return shared;
  if (!isOfModule || shared === 0) return 0;
  return place.includes(written[1]!) ? ofModule.inside : ofModule.named;
}

/** True for `Shop/Door.swift`: one step before the file, of a path that begins nowhere. */
const isOfModule = (path: string): boolean => segmentsOf(path).length === 2 && stepsFromEnd(path).length === 2;

/** The files with the longest end of each point's path, point by point. */
function filesPointed(points: readonly Point[], pieces: readonly Piece[], scorer: Scorer): FilePlace[][] {
  const written = points.map(({ path }) => stepsFromEnd(path));
  const ofModules = points.map(({ path }) => isOfModule(path));
  const best = points.map(() => ({ shared: ofModule.named, files: [] as FilePlace[] }));
  const names = new Map<string, number[]>();
  for (const [at, [name = '']] of written.entries()) names.set(name, [...(names.get(name) ?? []), at]);
  for (const [piece, { part, segment }] of pieces.entries()) {
    for (const [row, source] of segment.records.sources.entries()) {
      const place = stepsFromEnd(part.placeOf(source));
      for (const at of names.get(place[0] ?? '') ?? []) {
        const shared = scorer.isIn(piece, segment.records.firsts[row]!)
          ? sharedSteps(written[at]!, place, ofModules[at]!)
          : 0;
        if (shared > best[at]!.shared) best[at] = { shared, files: [] };
        if (shared === best[at]!.shared) best[at]!.files.push({ piece, row });
      }
    }
  }
  return best.map(({ files }) => (files.length <= maxFiles ? files : []));
}

/** The passage of a file with a row, the smallest of several, else the last one before; none behind the file's end. */
function passagesAt({ firsts, columns: { starts, ends } }: Records, row: number, line: number): number[] {
  const passages = Array.from({ length: firsts[row + 1]! - firsts[row]! }, (_, at) => firsts[row]! + at);
  if (!passages.some((passage) => ends[passage]! >= line)) return [];
  const begun = passages.filter((passage) => starts[passage]! <= line);
  const holding = begun.filter((passage) => ends[passage]! >= line);
  const size = (passage: number) => ends[passage]! - starts[passage]!;
  return (holding.length > 0 ? holding.sort((a, b) => size(a) - size(b)) : begun.slice(-1)).slice(0, 1);
}

/** True for a runtime's words for a function without a name: `Suite.<anonymous>`, `block (2 levels)`, `<module>`. */
const isNameless = (symbol: string): boolean => symbol.endsWith('>') || symbol.endsWith(')');

/** The folder that a frame's namespace tells of a file without a path: `billing` of `com.acme.billing.Main.run`. */
function folderTold({ path, symbol = '' }: Point): string | undefined {
  const steps = symbol.split('.');
  const type = steps.findIndex((step) => step.charAt(0) !== step.charAt(0).toLowerCase());
  return segmentsOf(path).length === 1 && type > 1 ? steps[type - 1] : undefined;
}

/**
 * False where a file of the name is of another namespace, or neither the text nor the name of a passage has the function
 * of the frame: the code is another by now.
 */
async function fits(point: Point, { part, segment }: Piece, passage: number): Promise<boolean> {
  const { symbol = '' } = point;
  const folder = folderTold(point);
  const place = part.placeOf(segment.records.sourceOf(passage));
  if (folder !== undefined && !segmentsOf(place).slice(0, -1).includes(folder)) return false;
  if (isNameless(symbol)) return true;
  const names = (symbol.replaceAll('$', ' ').match(nameRuns) ?? []).slice(-fittingNames);
  const record = segment.records.at(passage);
  const text = record && `${record.symbol ?? ''} ${(await part.textOf(record)) ?? ''}`;
  return text !== undefined && (names.length === 0 || names.some((name) => text.includes(name)));
}

/**
 * The passages with the rows that a text points to, in the order of the points.
 * @param likely how likely a place is meant, among the files that one path may mean
 */
export async function placesPointed(
  points: readonly Point[],
  { pieces, scorer }: { pieces: readonly Piece[]; scorer: Scorer },
  likely: (place: ExactPlace) => number,
): Promise<ExactPlace[]> {
  const found: ExactPlace[] = [];
  const files = points.length > 0 ? filesPointed(points, pieces, scorer) : [];
  for (const [at, point] of points.entries()) {
    const places = files[at]!.flatMap(({ piece, row }): ExactPlace[] =>
      passagesAt(pieces[piece]!.segment.records, row, point.line - 1).map((passage) => ({ piece, passage })),
    );
    for (const place of places.sort((a, b) => likely(b) - likely(a))) {
      const isNew = !found.some(({ piece, passage }) => piece === place.piece && passage === place.passage);
      if (isNew && (await fits(point, pieces[place.piece]!, place.passage))) found.push(place);
      if (found.length >= maxPointed) return found;
    }
  }
  return found;
}

// Section: BM25F over whole files (Robertson and Zaragoza 2009), since a report mentions many things of one file. Cost:
// the postings of its terms.

/** Weights of a word in a file's symbols and in its path; a word of comments or code has 1. */
const nameWeight = 3;
const pathWeight = 3;
/** How strongly the length of a file lowers its score: the `b` of BM25. */
const lengthShare = 0.5;

/** Scores of all files, by piece and then by the place of their source. */
export type FileScores = Float64Array[];

/** Number of words of each file, by its row. */
function lengthsOf({ records, lengths }: Segment): Float64Array {
  return Float64Array.from(records.sources, (_, row) => {
    let sum = 0;
    for (let at = records.firsts[row]!; at < records.firsts[row + 1]!; at += 1) {
      const first = at * fieldCount;
      sum += lengths[first]! * nameWeight + lengths[first + 2]! + lengths[first + 3]!;
    }
    return sum;
  });
}

interface Norms {
  files: number;
  /** Length norms by which counts are divided: by piece, then by the file's row. */
  values: Float64Array[];
}

function normsOf(scorer: Scorer): Norms {
  const lengths = scorer.searched.map(({ segment }) => lengthsOf(segment));
  let [files, sum] = [0, 0];
  scorer.searched.forEach(({ segment: { records } }, place) => {
    for (let row = 0; row < records.sources.length; row += 1) {
      if (!scorer.isIn(place, records.firsts[row]!)) continue;
      files += 1;
      sum += lengths[place]![row]!;
    }
  });
  const average = Math.max(1, sum / Math.max(1, files));
  return {
    files,
    values: lengths.map((list) => list.map((length) => 1 - lengthShare + lengthShare * (length / average))),
  };
}

/** Files that hold a term: their rows and weighted counts, in two columns. */
class Holders {
  readonly rows: number[] = [];
  readonly counts: number[] = [];
}

/** The postings of a term in one segment, file by file. */
function holdersOf(
  { offsets, passages, codes, counts, records }: Segment,
  id: number,
  isIn: (passage: number) => boolean,
): Holders {
  const holders = new Holders();
  const { firsts } = records;
  const end = offsets[id + 1]!;
  for (let at = offsets[id]!; at < end;) {
    const row = records.rowOf(passages[at]!);
    const last = firsts[row + 1]!;
    let [sum, held, inPlace] = [0, 0, 255];
    for (; at < end && passages[at]! < last; at += 1) {
      if (!isIn(passages[at]!)) continue;
      const packed = counts[codes[at]!]!;
      held += 1;
      sum += nameWeight * (packed & 0xff) + ((packed >>> 16) & 0xff) + (packed >>> 24);
      inPlace = Math.min(inPlace, (packed >>> 8) & 0xff);
    }
    if (held === 0) continue;
    // A word that every passage has in its `place` field is a word of the path.
    const ofPath = held === last - firsts[row]! && inPlace > 0 ? pathWeight : 0;
    holders.rows.push(row);
    holders.counts.push(sum + ofPath);
  }
  return holders;
}

/**
 * Scores whole files by weighted terms.
 * @param terms with the weight of each
 */
export function scoreWholeFiles(scorer: Scorer, terms: ReadonlyMap<string, number>): FileScores {
  const { files, values: norms } = normsOf(scorer);
  const scores = scorer.searched.map(({ segment }) => new Float64Array(segment.records.sources.length));
  for (const [term, weight] of terms) {
    const held = scorer.searched.map(({ segment }, place) => {
      const id = scorer.idIn(term, place);
      return id === undefined ? undefined : holdersOf(segment, id, (passage) => scorer.isIn(place, passage));
    });
    const frequency = held.reduce((sum, holders) => sum + (holders?.rows.length ?? 0), 0);
    if (frequency === 0) continue;
    const value = weight * Math.log(1 + (files - frequency + 0.5) / (frequency + 0.5));
    held.forEach((holders, place) => {
      const [norm, into] = [norms[place]!, scores[place]!];
      holders?.rows.forEach((row, at) => {
        const count = holders.counts[at]! / norm[row]!;
        into[row]! += (value * count) / (saturation + count);
      });
    });
  }
  return scores;
}
