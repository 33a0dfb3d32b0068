/**
 * The files of a space that are looked at closer: those with the best passages by the question's own words. Their
 * passages are numbered through, file by file, so that everything else is computed for a few thousand passages in short
 * columns and never for the whole space. Cost: one look at each passage's score.
 */
import { topThreshold, type Slots } from '../index/scoring';
import type { PassageRecord, Segment } from '../index/segment';
import type { Scorer, Scores, Selected } from './bm25f';
import { homesOf, fileTableOf, type FileTable } from './fileTable';
import { namePartsOf, type NameParts } from './names';
import { rolesOf, type Roles } from './paths';
import { pathWordsOf, type PathWords } from './fileTable';

export interface SelectedFile {
  /** Which piece of the space, and which file of its table. */
  piece: number;
  row: number;
  source: string;
  place: string;
  /** Slots `first` up to before `end`. */
  first: number;
  end: number;
  path: PathWords;
  parts: NameParts;
  roles: Roles;
}

export interface Selection extends Selected {
  /** Best first. */
  files: readonly SelectedFile[];
  /** By slot: the file's place in `files`, */
  fileOf: Uint32Array;
  /** the passage's place in its segment, */
  passageOf: Uint32Array;
  /** and the slot of the first passage of the same definition. */
  homeOf: Uint32Array;
}

export interface Selecting {
  scorer: Scorer;
  scores: readonly Scores[];
  maxFiles: number;
  placeOf: (piece: number, source: string) => string;
}

interface Found {
  piece: number;
  row: number;
  best: number;
}

function segmentOf(scorer: Scorer, piece: number): Segment {
  const segment = scorer.searched[piece]?.segment;
  if (!segment) throw new RangeError(`No piece ${piece} is searched.`);
  return segment;
}

/** Best passage of each file of a segment. */
function bestByRow({ rowOf, sources }: FileTable, scores: Scores): Float64Array {
  const best = new Float64Array(sources.length);
  for (let passage = 0; passage < scores.length; passage += 1) {
    const score = scores[passage]!;
    if (score > 0 && score > best[rowOf[passage]!]!) best[rowOf[passage]!] = score;
  }
  return best;
}

function bestFiles({ scorer, scores, maxFiles }: Selecting): Found[] {
  const lists = scores.map((list, piece) => bestByRow(fileTableOf(segmentOf(scorer, piece)), list));
  const least = Math.max(topThreshold(lists, maxFiles), Number.MIN_VALUE);
  const found: Found[] = [];
  lists.forEach((list, piece) => {
    for (let row = 0; row < list.length; row += 1)
      if (list[row]! >= least) found.push({ piece, row, best: list[row]! });
  });
  return found.sort((a, b) => b.best - a.best || a.piece - b.piece || a.row - b.row).slice(0, maxFiles);
}

function describe({ scorer, placeOf }: Selecting, { piece, row }: Found, first: number): SelectedFile {
  const table = fileTableOf(segmentOf(scorer, piece));
  const source = table.sources[row] ?? '';
  const place = placeOf(piece, source);
  const path = (table.paths[row] ??= pathWordsOf(place));
  const parts = (table.nameParts[row] ??= namePartsOf(place));
  const roles = (table.roles[row] ??= rolesOf(place));
  const passages = (table.firsts[row + 1] ?? 0) - (table.firsts[row] ?? 0);
  return { piece, row, source, place, first, end: first + passages, path, parts, roles };
}

export function select(selecting: Selecting): Selection {
  const { scorer } = selecting;
  const files: SelectedFile[] = [];
  let size = 0;
  for (const found of bestFiles(selecting)) {
    const file = describe(selecting, found, size);
    size = file.end;
    files.push(file);
  }
  const slots = scorer.searched.map(({ segment }): Slots => new Uint32Array(segment.records.length));
  const selection = {
    files,
    size,
    slots,
    fileOf: new Uint32Array(size),
    passageOf: new Uint32Array(size),
    homeOf: new Uint32Array(size),
  };
  files.forEach((file, at) => number(selection, file, { at, segment: segmentOf(scorer, file.piece), scorer }));
  return selection;
}

function number(
  { slots, fileOf, passageOf, homeOf }: Selection,
  { piece, row, first, end }: SelectedFile,
  { at, segment, scorer }: { at: number; segment: Segment; scorer: Scorer },
): void {
  const table = fileTableOf(segment);
  const homes = homesOf(segment, row);
  const start = table.firsts[row] ?? 0;
  for (let slot = first; slot < end; slot += 1) {
    const passage = start + slot - first;
    fileOf[slot] = at;
    passageOf[slot] = passage;
    homeOf[slot] = first + homes[passage]! - start;
    if (scorer.isIn(piece, passage)) slots[piece]![passage] = slot + 1;
  }
}

export function recordAt(scorer: Scorer, { files, fileOf, passageOf }: Selection, slot: number): PassageRecord {
  const piece = files[fileOf[slot] ?? 0]?.piece ?? 0;
  const record = segmentOf(scorer, piece).records[passageOf[slot] ?? 0];
  if (!record) throw new RangeError(`No passage stands in slot ${slot}.`);
  return record;
}

/** Scores of all passages, for the selected ones. */
export function pick(scores: readonly Scores[], { size, files, passageOf }: Selection): Scores {
  const picked = new Float64Array(size);
  for (const { piece, first, end } of files) {
    const from = passageOf[first]!;
    picked.set(scores[piece]!.subarray(from, from + end - first), first);
  }
  return picked;
}
