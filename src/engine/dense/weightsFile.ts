/**
 * The file of the embedding's weights: a magic number, the length of a JSON head, the head, then columns. The head has
 * the recipe, the date and the checksum of the columns, which is verified here, as damaged weights would silently give
 * wrong answers. Numbers are little-endian; rows are bytes with one scale each. Must not know: where the file lies.
 */
import { createHash } from 'node:crypto';

export interface Weights {
  /** Numbers in a row. */
  width: number;
  /** Term of each row. */
  terms: readonly string[];
  /** `terms.length` rows of `width`. */
  table: Int8Array;
  /** Factors of each row, its scale times its term's weight: one set for questions, one for code. */
  questionFactors: Float32Array;
  codeFactors: Float32Array;
  alike: Alike;
  head: WeightsHead;
}

/**
 * The terms near each term of the table, nearest first: those of row `r` end at `ends[r]`, and begin where the ones
 * before end.
 */
export interface Alike {
  ends: Uint32Array;
  rows: Uint16Array;
  /** Cosines (and strengths of translations) scaled to 0–255. */
  strengths: Uint8Array;
}

export interface WeightsHead {
  format: number;
  width: number;
  terms: number;
  /** Number of pairs of terms that are alike. */
  alike: number;
  /** Bytes of the terms, which are separated by line feeds. */
  termBytes: number;
  /** Day of the training. */
  date: string;
  /** Description of data, parameters and results. */
  recipe: Record<string, unknown>;
  /** SHA-256 of everything behind the head, in hex. */
  checksum: string;
}

const mark = 'QUARRYEMBEDDING\n';
/** Version of the layout, to be raised when it changes; files of other versions are refused. */
const format = 2;
const maxHeadBytes = 64 * 1024;
const float = 4;

export class DamagedWeights extends Error {}

function isHead(value: unknown): value is WeightsHead {
  if (typeof value !== 'object' || value === null) return false;
  const has = (key: string, type: string) => typeof Reflect.get(value, key) === type;
  return (
    ['format', 'width', 'terms', 'alike', 'termBytes'].every((key) => has(key, 'number')) &&
    ['date', 'checksum'].every((key) => has(key, 'string')) &&
    has('recipe', 'object')
  );
}

function headOf(bytes: Uint8Array): { head: WeightsHead; end: number } {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('utf8');
  if (bytes.length < mark.length + 4 || text(0, mark.length) !== mark) throw new DamagedWeights('it is no such file');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(mark.length, true);
  const start = mark.length + 4;
  if (length > maxHeadBytes || start + length > bytes.length) throw new DamagedWeights('its head is cut off');
  let head: unknown;
  try {
    head = JSON.parse(text(start, start + length));
  } catch (cause) {
    throw new DamagedWeights('its head cannot be read', { cause });
  }
  if (!isHead(head)) throw new DamagedWeights('its head lacks something');
  if (head.format !== format) throw new DamagedWeights(`its format ${head.format} is not ${format}`);
  return { head, end: start + length };
}

function readAlike(bytes: Uint8Array, { terms, alike }: WeightsHead): Alike {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let end = 0;
  // Loops, since making a column from an iterable takes ten times as long and the first question waits for it.
  const ends = new Uint32Array(terms);
  for (let row = 0; row < terms; row += 1) ends[row] = end += bytes[row]!;
  if (end !== alike) throw new DamagedWeights('its words that are alike are wrong');
  const rows = new Uint16Array(alike);
  let greatest = 0;
  for (let at = 0; at < alike; at += 1) {
    const row = view.getUint16(terms + 2 * at, true);
    rows[at] = row;
    greatest = Math.max(greatest, row);
  }
  if (alike > 0 && greatest >= terms) throw new DamagedWeights('its words that are alike are wrong');
  // Copied, like the table: a view would keep the whole buffer in memory.
  return { ends, rows, strengths: new Uint8Array(bytes.subarray(terms + 2 * alike)) };
}

/** Parses the file of weights. @throws DamagedWeights */
export function readWeights(bytes: Uint8Array): Weights {
  const { head, end } = headOf(bytes);
  const { width, terms: count, termBytes } = head;
  const columns = bytes.subarray(end);
  const tableEnd = termBytes + count * 2 * float + count * width;
  const needed = tableEnd + count + head.alike * 3;
  if (columns.length !== needed) throw new DamagedWeights('its length is wrong');
  if (createHash('sha256').update(columns).digest('hex') !== head.checksum) {
    throw new DamagedWeights('its checksum is wrong');
  }
  const terms = Buffer.from(columns.subarray(0, termBytes)).toString('utf8').split('\n');
  if (terms.length !== count) throw new DamagedWeights('its terms are wrong');
  const view = new DataView(columns.buffer, columns.byteOffset + termBytes);
  const factors = (from: number) => {
    const column = new Float32Array(count);
    for (let row = 0; row < count; row += 1) column[row] = view.getFloat32((from + row) * float, true);
    return column;
  };
  // Copied: the rest of the file need not stay in memory.
  const tableStart = columns.byteOffset + termBytes + count * 2 * float;
  const table = new Int8Array(columns.buffer, tableStart, count * width).slice();
  const alike = readAlike(columns.subarray(tableEnd), head);
  return { width, terms, table, questionFactors: factors(0), codeFactors: factors(count), alike, head };
}

export type NewWeights = Omit<Weights, 'head'> & { date: string; recipe: Record<string, unknown> };

function alikeBytes({ ends, rows, strengths }: Alike): Buffer {
  const places = Buffer.alloc(2 * rows.length);
  rows.forEach((row, at) => places.writeUInt16LE(row, 2 * at));
  return Buffer.concat([Uint8Array.from(ends, (end, row) => end - (ends[row - 1] ?? 0)), places, strengths]);
}

export function writeWeights(weights: NewWeights): Buffer {
  const { width, terms, table, questionFactors, codeFactors, alike, date, recipe } = weights;
  const names = Buffer.from(terms.join('\n'), 'utf8');
  const factors = Buffer.alloc(terms.length * 2 * float);
  [...questionFactors, ...codeFactors].forEach((factor, at) => factors.writeFloatLE(factor, at * float));
  const rows = Buffer.from(table.buffer, table.byteOffset, table.byteLength);
  const columns = Buffer.concat([names, factors, rows, alikeBytes(alike)]);
  const checksum = createHash('sha256').update(columns).digest('hex');
  const sizes = { width, terms: terms.length, alike: alike.rows.length, termBytes: names.length };
  const head: WeightsHead = { format, ...sizes, date, recipe, checksum };
  const headBytes = Buffer.from(JSON.stringify(head), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(headBytes.length);
  return Buffer.concat([Buffer.from(mark, 'latin1'), length, headBytes, columns]);
}
