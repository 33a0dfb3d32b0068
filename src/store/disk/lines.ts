/** Reads a file as lines of bytes, a piece at a time, so that a long file never blocks the loop or fills the memory. */
import type { Files } from './files';

/** One piece parses in a few milliseconds. */
const pieceBytes = 256 * 1024;
/** The longest line we write is one change of 32 MiB; what is longer is damage. */
const maxLineBytes = 48 * 1024 * 1024;
const lineFeed = 0x0a;
const emptyLine = Buffer.alloc(0);
/** Reading stops after this many bytes without a usable line, which is more than any line of ours. */
const maxBarrenBytes = 128 * 1024 * 1024;

/** Ends the reading of a file that holds no more of ours: gigabytes of zeros must not hold up a start. */
export class BarrenRun {
  private bytes = 0;

  /** @returns whether to go on reading is pointless */
  isTooLong(readBytes: number, madeSense: boolean): boolean {
    this.bytes = madeSense ? 0 : this.bytes + readBytes;
    return this.bytes > maxBarrenBytes;
  }
}

interface LineBatch {
  /** Without the line feed. Valid until the next batch is asked for. An oversized line comes as an empty one. */
  lines: Buffer[];
  /** The piece of the file these lines end in, as read. */
  piece: Buffer;
  /** What follows the last line feed of the file; only in the last batch. */
  rest?: Buffer;
}

/**
 * @returns whole lines in each batch, with the bytes they came in; the last batch has what stood behind the last line
 *   feed
 */
export async function* readLines(files: Files, file: string): AsyncGenerator<LineBatch> {
  const opened = await files.open(file, 'read');
  try {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    const splitter = new LineSplitter();
    for (let position = 0; ;) {
      const read = await opened.read(buffer, position);
      if (read === 0) break;
      position += read;
      const piece = buffer.subarray(0, read);
      yield { lines: splitter.split(piece), piece };
    }
    yield { lines: [], piece: Buffer.alloc(0), rest: splitter.rest() };
  } finally {
    await opened.close();
  }
}

class LineSplitter {
  private begun: Buffer[] = [];
  private begunBytes = 0;

  split(piece: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, start)) {
      lines.push(start === end && this.begunBytes === 0 ? emptyLine : this.finish(piece.subarray(start, end)));
      start = end + 1;
    }
    if (start < piece.length) this.begin(piece.subarray(start));
    return lines;
  }

  rest(): Buffer {
    return Buffer.concat(this.begun);
  }

  private begin(part: Buffer): void {
    this.begunBytes += part.length;
    if (this.begunBytes <= maxLineBytes) this.begun.push(Buffer.from(part));
    else this.begun = [];
  }

  private finish(part: Buffer): Buffer {
    const isOversized = this.begunBytes + part.length > maxLineBytes;
    const line = this.begunBytes === 0 ? part : Buffer.concat([...this.begun, part]);
    this.begun = [];
    this.begunBytes = 0;
    return isOversized ? Buffer.alloc(0) : line;
  }
}
