/**
 * The files that are selected for a closer look. Their passages are numbered through as slots, file by file, so that
 * everything else is computed for a few thousand passages in short columns and never for the whole space.
 */
import { borrowSlots, giveBackSlots, setSlots, sortStretches } from '../index/selected';
import type { PassageRecord, Records, Segment } from '../index/segment';
import type { Scorer, Scores, Selected } from './bm25f';
import { fileTableOf, homesOf, type FileSketch, traitsOf } from './fileTable';
import { namePartsOf, type NameParts } from './nameMatch';
import { type IsBefore, topThreshold, BestKept } from './topK';
import { splitComments, languageOf } from '../text/comments';

export interface SelectedFile extends FileSketch {
  /** Slots `first` to before `end`: the file's passages, or the best of them, in the order of the file. */
  first: number;
  end: number;
  /** Number of all passages of the file. */
  passages: number;
  parts: NameParts;
}

export interface Selection extends Selected {
  /** Best first. */
  files: readonly SelectedFile[];
  /** By slot, the index in `files` of the file that the passage is of. */
  fileOf: Uint32Array;
  /** By slot, the number of the passage in its segment. */
  passageOf: Uint32Array;
  /** By slot, the slot of the first passage of the same definition; a passage without one names itself. */
  homeOf: Uint32Array;
  /** By slot, 1 where the passage mostly imports or exports. */
  isListing: Uint8Array;
}

/** The range of a file's passages in its segment. */
export function passagesOf(scorer: Scorer, { piece, row }: FileSketch): { first: number; end: number } {
  const { firsts } = fileTableOf(segmentAt(scorer, piece));
  return { first: firsts[row] ?? 0, end: firsts[row + 1] ?? 0 };
}

/** Writes the best passages of a file into the slots from `slot` to before `end`, in the order of the file. */
function writeBest(scores: Scores, passages: { first: number; end: number }, into: Filling): void {
  const { passageOf, slot, end } = into;
  const count = end - slot;
  if (passages.end - passages.first === count) {
    for (let at = 0; at < count; at += 1) passageOf[slot + at] = passages.first + at;
    return;
  }
  const least = topThreshold(scores, passages, count);
  let better = 0;
  for (let passage = passages.first; passage < passages.end; passage += 1) if (scores[passage]! > least) better += 1;
  // Among equal scores the first passages are taken.
  let equal = count - better;
  let next = slot;
  for (let passage = passages.first; passage < passages.end; passage += 1) {
    const score = scores[passage]!;
    if (score < least || (score === least && equal-- <= 0)) continue;
    passageOf[next++] = passage;
  }
}

interface Filling {
  passageOf: Uint32Array;
  slot: number;
  end: number;
}

export interface Selecting {
  scorer: Scorer;
  /** Scores of all passages, one list for each segment searched. */
  scores: readonly Scores[];
  /** Most passages selected of one file. */
  maxPassages: number;
}

/** Writes for each slot of a file the slot of the first passage of the same definition. */
function writeHomes(homeOf: Uint32Array, homes: Uint32Array, { passageOf, slot: first, end }: Filling): void {
  for (let slot = first; slot < end; slot += 1) {
    const home = homes[passageOf[slot]!]!;
    homeOf[slot] = slot;
    if (home === passageOf[slot]) continue;
    // Searched backwards, since the parts of a definition mostly stand side by side.
    for (let other = slot - 1; other >= first; other -= 1) {
      if (homes[passageOf[other]!] !== home) continue;
      homeOf[slot] = homeOf[other]!;
      break;
    }
  }
}

/**
 * Selects passages of the given files.
 * @param sketches best first
 */
export function select(sketches: readonly FileSketch[], { scorer, scores, maxPassages }: Selecting): Selection {
  let size = 0;
  const files = sketches.map((sketch): SelectedFile => {
    const { first, end } = passagesOf(scorer, sketch);
    const { nameParts } = fileTableOf(segmentAt(scorer, sketch.piece));
    const parts = (nameParts[sketch.row] ??= namePartsOf(sketch.place));
    const from = size;
    size += Math.min(maxPassages, end - first);
    // Field by field: spreading takes ten times as long.
    const { piece, row, source, place, path, roles, platform, version, isHeader } = sketch;
    const passages = end - first;
    return {
      piece,
      row,
      source,
      place,
      path,
      roles,
      platform,
      version,
      isHeader,
      parts,
      passages,
      first: from,
      end: size,
    };
  });
  const [fileOf, passageOf, homeOf] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)];
  const isListing = new Uint8Array(size);
  files.forEach((file, at) => {
    const filling = { passageOf, slot: file.first, end: file.end };
    fileOf.fill(at, file.first, file.end);
    writeBest(scores[file.piece]!, passagesOf(scorer, file), filling);
    const segment = segmentAt(scorer, file.piece);
    writeHomes(homeOf, homesOf(segment, file.row), filling);
    for (let slot = file.first; slot < file.end; slot += 1)
      if (segment.records.isListing(passageOf[slot]!)) isListing[slot] = 1;
  });
  const slots = scorer.searched.map(({ segment }) => borrowSlots(segment));
  for (const file of files) setSlots(slots[file.piece]!, passageOf, file);
  slots.forEach(sortStretches);
  return { files, size, fileOf, passageOf, homeOf, isListing, slots };
}

/** Returns the slots for reuse; no more terms may be looked up in the selection. */
export function release(scorer: Scorer, { slots }: Selection): void {
  slots.forEach((one, piece) => giveBackSlots(segmentAt(scorer, piece), one));
}

export function recordAt(scorer: Scorer, { files, fileOf, passageOf }: Selection, slot: number): PassageRecord {
  const piece = files[fileOf[slot] ?? 0]?.piece ?? 0;
  const record = segmentAt(scorer, piece).records.at(passageOf[slot] ?? 0);
  if (!record) throw new RangeError(`No passage stands in slot ${slot}.`);
  return record;
}

/** The order by source and row, which is the same on every machine. */
export function standsBefore(scorer: Scorer, { files, fileOf, passageOf }: Selection): IsBefore {
  const startOf = (slot: number, { piece }: SelectedFile) =>
    segmentAt(scorer, piece).records.columns.starts[passageOf[slot]!]!;
  return (a, b) => {
    const [first, second] = [files[fileOf[a]!]!, files[fileOf[b]!]!];
    if (first.source !== second.source) return first.source < second.source;
    const [start, other] = [startOf(a, first), startOf(b, second)];
    return start === other ? a < b : start < other;
  };
}

/** The scores of the selected passages out of those of all passages. */
export function pick(scores: readonly Scores[], { size, files, passageOf }: Selection): Scores {
  const picked = new Float64Array(size);
  for (const { piece, first, end } of files) {
    const column = scores[piece]!;
    for (let slot = first; slot < end; slot += 1) picked[slot] = column[passageOf[slot]!]!;
  }
  return picked;
}

// Section: the first look: the files with the best passages by the question’s own words. Cost: one look at each
// passage’s score.

export interface Looking {
  scorer: Scorer;
  scores: readonly Scores[];
  maxFiles: number;
  placeOf: (piece: number, source: string) => string;
}

function segmentAt(scorer: Scorer, piece: number): Segment {
  const segment = scorer.searched[piece]?.segment;
  if (!segment) throw new RangeError(`No piece ${piece} is searched.`);
  return segment;
}

/** The best files by their best passages, best first, each as its piece and its row there. */
function bestRows({ scorer, scores, maxFiles }: Looking): { piece: number; row: number }[] {
  const found = new BestKept(maxFiles);
  /** The number of each piece's first file: all files are numbered through. */
  const starts: number[] = [];
  let start = 0;
  scores.forEach((list, piece) => {
    const { records } = segmentAt(scorer, piece);
    keepBest(found, list, { records, start });
    starts.push(start);
    start += records.sources.length;
  });
  return found.sorted().map((file) => {
    const piece = starts.findLastIndex((first) => first <= file);
    return { piece, row: file - starts[piece]! };
  });
}

/** The first place from `from` on whose value is above `least`. Four are compared at a time, since most are below. */
function nextAbove(list: Scores, from: number, least: number): number {
  const last = list.length - 3;
  let at = from;
  while (at < last && list[at]! <= least && list[at + 1]! <= least && list[at + 2]! <= least && list[at + 3]! <= least)
    at += 4;
  while (at < list.length && list[at]! <= least) at += 1;
  return at;
}

/** Adds the files of one piece to the best ones; `start` is the number of the piece's first file. */
function keepBest(found: BestKept, list: Scores, { records, start }: { records: Records; start: number }): void {
  let { least } = found;
  for (let passage = nextAbove(list, 0, least); passage < list.length; passage = nextAbove(list, passage, least)) {
    const row = records.rowOf(passage);
    const end = records.firsts[row + 1]!;
    let best = list[passage]!;
    for (passage += 1; passage < end; passage += 1) if (list[passage]! > best) best = list[passage]!;
    found.add(start + row, best);
    ({ least } = found);
  }
}

/** Sketches of the best files, best first; what a path tells is worked out once per file. */
export function bestFiles(looking: Looking): FileSketch[] {
  return bestRows(looking).map(({ piece, row }) => {
    const table = fileTableOf(segmentAt(looking.scorer, piece));
    const source = table.sources[row] ?? '';
    const place = looking.placeOf(piece, source);
    const { path, roles, platform, version, isHeader } = (table.traits[row] ??= traitsOf(place));
    return { piece, row, source, place, path, roles, platform, version, isHeader };
  });
}

// Section: the openings of files, whose first rows often say what the file is for. They replace the last rows of a long
// list.

/** Rows that are never replaced, and the most openings in a list. */
const keptRows = 10;
const maxOpenings = 6;
/** Least rows of an opening; shorter ones seldom tell any limits. */
const minRows = 4;

/** A passage by its place in the segment of its file. */
export interface Opening {
  /** Index of the file in the selection. */
  file: number;
  passage: number;
}

/** Openings of the best files among `slots` (best first), without those already in the rows that stay. */
export function openingsOf(scorer: Scorer, selection: Selection, slots: readonly number[], limit: number): Opening[] {
  const most = Math.min(maxOpenings, limit - keptRows);
  if (most <= 0) return [];
  const files = [...new Set(slots.map((slot) => selection.fileOf[slot]!))].slice(0, most);
  const stays = ({ file, passage }: Opening) =>
    slots.slice(0, limit - most).some((slot) => isAt({ file, passage }, slot, selection));
  const isLong = ({ file, passage }: Opening) => {
    const { records } = segmentAt(scorer, selection.files[file]!.piece);
    const record = records.at(passage);
    return record !== undefined && record.end - record.start + 1 >= minRows;
  };
  return files
    .map((file) => ({ file, passage: passagesOf(scorer, selection.files[file]!).first }))
    .filter((opening) => !stays(opening) && isLong(opening));
}

/** A number that is assigned, rather than a part of a version or a name. */
const constant = /(?:^|[\s(,])(?:[:=]|:=)\s*-?\d/m;

/** True when an opening holds words about the file or a constant, rather than imports alone. */
export function saysSomething(text: string, language: string): boolean {
  const { code, comments } = splitComments(text, languageOf(language).comments);
  return /\p{L}{2}\s+\p{L}{2}\S*\s+\p{L}/u.test(comments) || constant.test(code);
}

function isAt({ file, passage }: Opening, slot: number, { fileOf, passageOf }: Selection): boolean {
  return fileOf[slot] === file && passageOf[slot] === passage;
}
