/**
 * Brings a library up to date from journals, in the order (epoch, number). Drops ghosts: records of an older epoch that
 * its successor had not read, which were therefore never acknowledged.
 */
import path from 'node:path';
import type { Library } from '../library';
import type { Schema } from '../migrations';
import type { Files } from './files';
import { decodeHeader, decodeRecord, type JournalHeader } from './journalFormat';
import { readLines } from './lines';
import { isAfter, journalName, type Generation, type Position } from './names';

export interface JournalHead {
  generation: Generation;
  name: string;
  /** Missing when the first line is damaged. */
  header: JournalHeader | undefined;
  /** Number of the first record that can be read. */
  firstSeq: number | undefined;
}

export async function readHeads(files: Files, directory: string, journals: Generation[]): Promise<JournalHead[]> {
  const heads: JournalHead[] = [];
  for (const generation of journals) {
    const name = journalName(generation);
    const head: JournalHead = { generation, name, header: undefined, firstSeq: undefined };
    for await (const { lines } of readLines(files, path.join(directory, name))) {
      if (lines[0]) head.header = decodeHeader(lines[0]);
      for (const line of lines) if ((head.firstSeq ??= decodeRecord(line)?.seq) !== undefined) break;
      break;
    }
    heads.push(head);
  }
  return heads;
}

export interface Replay {
  bytes: number;
  records: number;
  ghosts: number;
  /** Numbers that are missing from the row: changes that are lost. */
  missing: number;
  /** Journals whose last line was cut off by a crash. */
  torn: string[];
  /** Journals with damaged lines, and how many. */
  damaged: Map<string, number>;
}

export interface ReplaySource {
  files: Files;
  directory: string;
  heads: JournalHead[];
  schema: Schema;
}

export async function replay(library: Library, { files, directory, heads, schema }: ReplaySource): Promise<Replay> {
  const result: Replay = { bytes: 0, records: 0, ghosts: 0, missing: 0, torn: [], damaged: new Map() };
  const ends = acknowledgedEnds(heads);
  for (const [index, head] of heads.entries()) {
    if (head.header) library.migrateTo(Math.min(head.header.schema, schema.current), schema);
    const reader = new JournalReader(library, head, ends[index], result);
    for await (const batch of readLines(files, path.join(directory, head.name))) {
      result.bytes += batch.piece.length;
      for (const line of batch.lines) reader.read(line);
      if (batch.rest) reader.readRest(batch.rest);
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

  constructor(
    private readonly library: Library,
    private readonly head: JournalHead,
    private readonly end: Position | undefined,
    private readonly result: Replay,
  ) {
    const from = head.header?.from;
    // A writer that had read further than we could: what lies between is lost.
    if (from && isAfter(from, library.last)) this.skipTo(from);
  }

  read(line: Buffer): void {
    this.lineNumber += 1;
    if (this.lineNumber === 1 && this.head.header) return;
    if (!this.readRecord(line)) this.badLines += 1;
  }

  /** What follows the last line feed: a change that was being written when its process died. */
  readRest(rest: Buffer): void {
    // Whole but for its line feed, missing or damaged, it still counts.
    if (rest.length === 0 || this.readRecord(rest) || this.readRecord(rest.subarray(0, -1))) return;
    this.result.torn.push(this.head.name);
    // Without even a first line it is no crash: journals get their name only when their header is on disk.
    if (this.lineNumber === 0) this.badLines += 1;
  }

  finish(): void {
    if (this.lineNumber === 0 && this.badLines === 0) this.badLines = 1; // emptied
    if (this.badLines > 0) this.result.damaged.set(this.head.name, this.badLines);
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
