/**
 * The files of a space that are looked at closer. Their passages are numbered through, file by file, so that everything
 * else is computed for a few thousand passages in short columns and never for the whole space.
 */
import { borrowSlots, giveBackSlots, setSlots, sortStretches } from '../index/selected';
import type { PassageRecord } from '../index/records';
import type { Scorer, Scores, Selected } from './bm25f';
import { fileTableOf, homesOf } from './fileTable';
import { segmentAt } from './firstLook';
import { namePartsOf, type NameParts } from './names';
import type { IsBefore } from './best';
import type { FileSketch } from './sketch';
import { topThreshold } from './topThreshold';

export interface SelectedFile extends FileSketch {
  /** Slots `first` up to before `end`: its passages, or the best of them in their order. */
  first: number;
  end: number;
  /** How many it has in all. */
  passages: number;
  parts: NameParts;
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
  /** 1 where the passage mostly imports or exports. */
  isListing: Uint8Array;
}

/** Where the passages of a file stand in its segment. */
export function passagesOf(scorer: Scorer, { piece, row }: FileSketch): { first: number; end: number } {
  const { firsts } = fileTableOf(segmentAt(scorer, piece));
  return { first: firsts[row] ?? 0, end: firsts[row + 1] ?? 0 };
}

/** Writes the best passages of a file, as many as the slots from `slot` to before `end`, in their order. */
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
  // Of equal ones the first.
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
  /** Scores of all passages, a list for each segment searched. */
  scores: readonly Scores[];
  /** Of one file. */
  maxPassages: number;
}

/** Of each slot of the file the slot of the first passage of the same definition. */
function writeHomes(homeOf: Uint32Array, homes: Uint32Array, { passageOf, slot: first, end }: Filling): void {
  for (let slot = first; slot < end; slot += 1) {
    const home = homes[passageOf[slot]!]!;
    homeOf[slot] = slot;
    if (home === passageOf[slot]) continue;
    // The parts of a definition mostly stand side by side.
    for (let other = slot - 1; other >= first; other -= 1) {
      if (homes[passageOf[other]!] !== home) continue;
      homeOf[slot] = homeOf[other]!;
      break;
    }
  }
}

/** @param sketches best first */
export function select(sketches: readonly FileSketch[], { scorer, scores, maxPassages }: Selecting): Selection {
  let size = 0;
  const files = sketches.map((sketch): SelectedFile => {
    const { first, end } = passagesOf(scorer, sketch);
    const { nameParts } = fileTableOf(segmentAt(scorer, sketch.piece));
    const parts = (nameParts[sketch.row] ??= namePartsOf(sketch.place));
    const from = size;
    size += Math.min(maxPassages, end - first);
    // Field by field: spreading takes ten times as long.
    const { piece, row, source, place, path, roles, platform, version } = sketch;
    const passages = end - first;
    return { piece, row, source, place, path, roles, platform, version, parts, passages, first: from, end: size };
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

/** No more terms are looked up in it. */
export function release(scorer: Scorer, { slots }: Selection): void {
  slots.forEach((one, piece) => giveBackSlots(segmentAt(scorer, piece), one));
}

export function recordAt(scorer: Scorer, { files, fileOf, passageOf }: Selection, slot: number): PassageRecord {
  const piece = files[fileOf[slot] ?? 0]?.piece ?? 0;
  const record = segmentAt(scorer, piece).records.at(passageOf[slot] ?? 0);
  if (!record) throw new RangeError(`No passage stands in slot ${slot}.`);
  return record;
}

/** By source and row: the same on every machine. */
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

/** Scores of all passages, for the selected ones. */
export function pick(scores: readonly Scores[], { size, files, passageOf }: Selection): Scores {
  const picked = new Float64Array(size);
  for (const { piece, first, end } of files) {
    const column = scores[piece]!;
    for (let slot = first; slot < end; slot += 1) picked[slot] = column[passageOf[slot]!]!;
  }
  return picked;
}
