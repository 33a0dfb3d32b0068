/** The files of a segment with their passages, and what a first look tells of each. */
import type { Segment } from '../index/segment';
import { fileEnding, type NameParts, nameOf, type Name, type WordMatch } from './nameMatch';
import { rolesOf, type Roles, platformKind, type PlatformKind } from './fileKinds';
import { stemsOfName } from '../text/tokens';
import type { Question } from './question';

// Section: which passages of a segment belong to which file. Made once per segment, whose files do not change.

/** Files of a segment by row; the passages of row `r` are `firsts[r]` to `firsts[r + 1]`. */
export interface FileTable {
  sources: readonly string[];
  firsts: Uint32Array;
  /** Made when a file is first looked at. */
  traits: (FileTraits | undefined)[];
  /** Made when it is looked at closer. */
  nameParts: (NameParts | undefined)[];
  /** First passage of the same definition, where `hasHomes` says that the file was looked at. */
  homes: Uint32Array;
  hasHomes: Uint8Array;
}

/** What a path says of its file. */
interface FileTraits {
  path: PathWords;
  roles: Roles;
  /** Whether it is for this machine's platform. */
  platform: PlatformKind | undefined;
  version: FolderVersion | undefined;
}

export interface PathWords {
  /** Stems of the file's name; of its folder's when the name says nothing. */
  name: Name;
  folders: Name;
}

/** Names that say nothing: such a file is called after its folder. */
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

/** By passage the first one of the same definition; of the passages of the file in `row` only. */
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
  };
}

/** Parallel versions of one thing in folders side by side: `v3/`, `v4/`. */
const versionFolder = /^(.*?)\/?v(\d{1,3})\//;

interface FolderVersion {
  /** The folder that holds the versions. */
  base: string;
  version: number;
}

/** The outermost version that a path names. */
function versionOf(place: string): FolderVersion | undefined {
  const found = versionFolder.exec(place);
  return found ? { base: found[1] ?? '', version: Number(found[2]) } : undefined;
}

// Section: the sketch: what is known of a file after the first look. Signals that need no more choose the files for the
// others.

export interface FileSketch extends FileTraits {
  /** Which piece of the space, and which file of its table. */
  piece: number;
  row: number;
  source: string;
  place: string;
}

/** How the passages of each file score by one view. */
export interface FileSums {
  best: Float64Array;
  /** Of the three best. */
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

/** Of each stretch by its column of scores. */
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
