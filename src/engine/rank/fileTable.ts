/** The files of a segment with their passages, and a sketch of each file. */
import { isHeaderEnding } from '../../languages/table';
import type { Segment } from '../index/segment';
import { fileEnding, type NameParts, nameOf, type Name, type WordMatch } from './nameMatch';
import { rolesOf, type Roles, platformKind, type PlatformKind } from './fileKinds';
import { stemsOfName } from '../text/tokens';
import type { Question } from './question';

// Section: the passages of each file of a segment. Made once per segment, whose files do not change.

/** Files of a segment by row; the passages of row `r` are `firsts[r]` to `firsts[r + 1]`. */
export interface FileTable {
  sources: readonly string[];
  firsts: Uint32Array;
  /** Made when the file is first ranked. */
  traits: (FileTraits | undefined)[];
  /** Made when the file is first selected. */
  nameParts: (NameParts | undefined)[];
  /** By passage, the first passage of the same definition; valid where `hasHomes` is 1 for the file. */
  homes: Uint32Array;
  hasHomes: Uint8Array;
}

/** What a path tells of its file. */
interface FileTraits {
  path: PathWords;
  roles: Roles;
  /** Whether the file is for this machine's platform. */
  platform: PlatformKind | undefined;
  version: FolderVersion | undefined;
  isHeader: boolean;
}

export interface PathWords {
  /** Stems of the file's name, or of its folder's name when the file's name is a general one. */
  name: Name;
  folders: Name;
}

/** General names: a file of such a name is known by the name of its folder. */
const generalNames = new Set(
  'index main mod init __init__ lib types base default package core common utils util'.split(' '),
);

const tables = new WeakMap<Segment, FileTable>();

function build(segment: Segment): FileTable {
  const { sources, firsts } = segment.records;
  return {
    sources,
    firsts,
    traits: [],
    nameParts: [],
    homes: new Uint32Array(segment.records.length),
    hasHomes: new Uint8Array(sources.length),
  };
}

export function fileTableOf(segment: Segment): FileTable {
  const known = tables.get(segment);
  if (known) return known;
  const made = build(segment);
  tables.set(segment, made);
  return made;
}

/** By passage, the first passage of the same definition; filled only for passages of the file in `row`. */
export function homesOf(segment: Segment, row: number): Uint32Array {
  const { homes, hasHomes, firsts } = fileTableOf(segment);
  if (hasHomes[row]) return homes;
  hasHomes[row] = 1;
  const known = new Map<number, number>();
  for (let passage = firsts[row]!; passage < firsts[row + 1]!; passage += 1) {
    const symbol = segment.records.symbolNumber(passage);
    const home = (symbol === 0 ? undefined : known.get(symbol)) ?? passage;
    if (symbol !== 0) known.set(symbol, home);
    homes[passage] = home;
  }
  return homes;
}

export function pathWordsOf(place: string): PathWords {
  const segments = place.split('/');
  let file = (segments.pop() ?? '').replace(fileEnding, '');
  const isGeneral = generalNames.has(file.toLowerCase());
  if (isGeneral && segments.length > 0) file = segments.pop() ?? file;
  return { name: nameOf(stemsOfName(file)), folders: nameOf(segments.slice(-3).flatMap(stemsOfName)) };
}

export function traitsOf(place: string): FileTraits {
  return {
    path: pathWordsOf(place),
    roles: rolesOf(place),
    platform: platformKind(place, process.platform),
    version: versionOf(place),
    isHeader: isHeaderEnding(place.slice(place.lastIndexOf('.') + 1)),
  };
}

/** Folders that hold parallel versions of one thing: `v3/`, `v4/`. */
const versionFolder = /^(.*?)\/?v(\d{1,3})\//;

interface FolderVersion {
  /** The folder that holds the versions. */
  base: string;
  version: number;
}

/** The outermost version folder in a path. */
function versionOf(place: string): FolderVersion | undefined {
  const found = versionFolder.exec(place);
  return found ? { base: found[1] ?? '', version: Number(found[2]) } : undefined;
}

// Section: the sketch: what is known of a file after all passages were scored once. Signals that need no more choose
// the files for which the others are computed.

export interface FileSketch extends FileTraits {
  /** Index of the piece of the query space, and of the file in the piece's table. */
  piece: number;
  row: number;
  source: string;
  place: string;
}

/** Sums of passage scores by file, for one view. */
export interface FileSums {
  best: Float64Array;
  /** Sum of the three best passages. */
  three: Float64Array;
  all: Float64Array;
}

export interface Sketch {
  question: Question;
  words: WordMatch;
  files: readonly FileSketch[];
  sums: { main: FileSums };
}

/** Places `first` to before `end` of a column. */
export interface Stretch {
  first: number;
  end: number;
}

/** Best score, sum of the three best and sum of all for each stretch of its column. */
export function sumUp(stretches: readonly Stretch[], columnOf: (at: number) => Float64Array): FileSums {
  const count = stretches.length;
  const sums = { best: new Float64Array(count), three: new Float64Array(count), all: new Float64Array(count) };
  for (let at = 0; at < count; at += 1) sumOf(sums, at, stretches[at]!, columnOf(at));
  return sums;
}

function sumOf(sums: FileSums, at: number, { first, end }: Stretch, scores: Float64Array): void {
  let best = 0;
  let second = 0;
  let third = 0;
  let all = 0;
  for (let place = first; place < end; place += 1) {
    const score = scores[place]!;
    if (score === 0) continue;
    all += score;
    if (score > best) {
      third = second;
      second = best;
      best = score;
    } else if (score > second) {
      third = second;
      second = score;
    } else if (score > third) third = score;
  }
  sums.best[at] = best;
  sums.three[at] = best + second + third;
  sums.all[at] = all;
}
