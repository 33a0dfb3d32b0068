/**
 * Applies journals to a library in order of (epoch, number). Drops ghosts: records of an older epoch that the next
 * owner had not read and that were therefore never acknowledged.
 */
import path from 'node:path';
import type { Library, Schema } from '../library';
import {
  NotAFileError,
  type Files,
  isAfter,
  journalName,
  type Generation,
  type Position,
  BarrenRun,
  readLines,
} from './files';
import { decodeHeader, decodeRecord, type JournalHeader } from './journal';

export interface JournalHead {
  generation: Generation;
  name: string;
  /** Missing when the first line is damaged. */
  header: JournalHeader | undefined;
  /** Number of the first record that can be read. */
  firstSeq: number | undefined;
  /** True for a pipe, device or folder with a journal's name. */
  isOdd: boolean;
}

/**
 * Reads the first line of each journal, which says where it begins; entries that are no regular file are marked odd.
 */
export async function readHeads(files: Files, directory: string, journals: Generation[]): Promise<JournalHead[]> {
  const heads: JournalHead[] = [];
  for (const generation of journals) {
    const name = journalName(generation);
    const head: JournalHead = { generation, name, header: undefined, firstSeq: undefined, isOdd: false };
    try {
      await readHead(head, files, path.join(directory, name));
    } catch (error) {
      if (!(error instanceof NotAFileError)) throw error;
      head.isOdd = true;
    }
    heads.push(head);
  }
  return heads;
}

async function readHead(head: JournalHead, files: Files, file: string): Promise<void> {
  for await (const { lines } of readLines(files, file)) {
    if (lines[0]) head.header = decodeHeader(lines[0]);
    for (const line of lines) if ((head.firstSeq ??= decodeRecord(line)?.seq) !== undefined) break;
    break;
  }
}

export interface Replay {
  bytes: number;
  records: number;
  ghosts: number;
  /** Count of missing numbers: lost changes. */
  missing: number;
  /** Journals whose last line was cut off by a crash. */
  torn: string[];
  /** Journals with damaged lines, and how many. */
  damaged: Map<string, number>;
  /** Journals that are no regular file, or hold no usable line over a long stretch. */
  worthless: string[];
}

interface ReplaySource {
  files: Files;
  directory: string;
  heads: JournalHead[];
  schema: Schema;
}

/**
 * Replays journals into the library.
 * @returns what was read, and which of it was damaged, torn or missing
 */
export async function replay(library: Library, { files, directory, heads, schema }: ReplaySource): Promise<Replay> {
  const result: Replay = { bytes: 0, records: 0, ghosts: 0, missing: 0, torn: [], damaged: new Map(), worthless: [] };
  const ends = acknowledgedEnds(heads);
  for (const [index, head] of heads.entries()) {
    if (head.isOdd) {
      result.worthless.push(head.name);
      continue;
    }
    if (head.header) library.migrateTo(Math.min(head.header.schema, schema.current), schema);
    const reader = new JournalReader(library, head, ends[index], result);
    const barren = new BarrenRun();
    for await (const batch of readLines(files, path.join(directory, head.name))) {
      result.bytes += batch.piece.length;
      let madeSense = false;
      for (const line of batch.lines) madeSense = reader.read(line) || madeSense;
      if (batch.rest) reader.readRest(batch.rest);
      if (!barren.isTooLong(batch.piece.length, madeSense)) continue;
      reader.giveUp();
      break;
    }
    reader.finish();
  }
  return result;
}

/** For each journal the last position that counts: the lowest `from` of any later journal. */
function acknowledgedEnds(heads: JournalHead[]): (Position | undefined)[] {
  const ends: (Position | undefined)[] = [];
  let lowest: Position | undefined;
  for (const head of [...heads].reverse()) {
    ends.unshift(lowest);
    const from = head.header?.from;
    if (from && (!lowest || isAfter(lowest, from))) lowest = from;
  }
  return ends;
}

class JournalReader {
  private lineNumber = 0;
  private badLines = 0;
  private goodLines = 0;
  private hasGivenUp = false;

  constructor(
    private readonly library: Library,
    private readonly head: JournalHead,
    private readonly end: Position | undefined,
    private readonly result: Replay,
  ) {
    const from = head.header?.from;
    // The writer had read further than we could: the changes between are lost.
    if (from && isAfter(from, library.last)) this.skipTo(from);
  }

  /** @returns whether the line is one of a journal */
  read(line: Buffer): boolean {
    this.lineNumber += 1;
    const isGood = (this.lineNumber === 1 && this.head.header !== undefined) || this.readRecord(line);
    if (isGood) this.goodLines += 1;
    else this.badLines += 1;
    return isGood;
  }

  /** Stops reading this journal. */
  giveUp(): void {
    this.badLines += 1;
    this.hasGivenUp = true;
  }

  /** Reads the bytes after the last line feed: a change that was being written when its process ended. */
  readRest(rest: Buffer): void {
    // A record complete except for its line feed still counts.
    if (rest.length === 0) return;
    if (this.readRecord(rest) || this.readRecord(rest.subarray(0, -1))) return void (this.goodLines += 1);
    this.result.torn.push(this.head.name);
    // A journal without a first line is damage, not a crash: it gets its name after its header is on disk.
    if (this.lineNumber === 0) this.badLines += 1;
  }

  finish(): void {
    if (this.lineNumber === 0 && this.badLines === 0) this.badLines = 1; // emptied
    if (this.badLines === 0) return;
    if (this.hasGivenUp && this.goodLines === 0) this.result.worthless.push(this.head.name);
    else this.result.damaged.set(this.head.name, this.badLines);
  }

  private readRecord(line: Buffer): boolean {
    const record = decodeRecord(line);
    if (!record) return false;
    const position = { epoch: this.head.generation.epoch, seq: record.seq };
    if (this.end && isAfter(position, this.end)) {
      this.result.ghosts += 1;
      return true;
    }
    if (record.seq <= this.library.last.seq) return true; // already in the snapshot
    this.skipTo({ epoch: position.epoch, seq: record.seq - 1 });
    this.library.apply(record, position.epoch);
    this.result.records += 1;
    return true;
  }

  private skipTo(position: Position): void {
    this.result.missing += Math.max(0, position.seq - this.library.last.seq);
    this.library.last = position;
  }
}
