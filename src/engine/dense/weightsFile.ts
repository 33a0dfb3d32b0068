/**
 * The file of the embedding's weights: a mark, the length of a JSON head, the head, then columns. The head carries the
 * recipe, the date and the checksum of the columns, which is verified here: damaged weights would answer nonsense
 * quietly. Numbers are little-endian; rows are bytes with one scale each. Must not know: where the file lies.
 */
import { createHash } from 'node:crypto';

export interface Weights {
  /** Numbers in a row. */
  width: number;
  /** By row. */
  terms: readonly string[];
  /** `terms.length` rows of `width`. */
  table: Int8Array;
  /** What a row is multiplied by in a question and in code: its scale times the weight of its term. */
  questionFactors: Float32Array;
  codeFactors: Float32Array;
  head: WeightsHead;
}

export interface WeightsHead {
  format: number;
  width: number;
  terms: number;
  /** Bytes of the terms, which are separated by line feeds. */
  termBytes: number;
  /** Day of the training. */
  date: string;
  /** In words: data, parameters, figures. */
  recipe: Record<string, unknown>;
  /** SHA-256 of everything behind the head, in hex. */
  checksum: string;
}

const mark = 'QUARRYEMBEDDING\n';
/** Another number is another layout. */
const format = 1;
const maxHeadBytes = 64 * 1024;
const float = 4;

export class DamagedWeights extends Error {}

function isHead(value: unknown): value is WeightsHead {
  if (typeof value !== 'object' || value === null) return false;
  const has = (key: string, type: string) => typeof Reflect.get(value, key) === type;
  return (
    ['format', 'width', 'terms', 'termBytes'].every((key) => has(key, 'number')) &&
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

/** @throws DamagedWeights */
export function readWeights(bytes: Uint8Array): Weights {
  const { head, end } = headOf(bytes);
  const { width, terms: count, termBytes } = head;
  const columns = bytes.subarray(end);
  const needed = termBytes + count * 2 * float + count * width;
  if (columns.length !== needed) throw new DamagedWeights('its length is wrong');
  if (createHash('sha256').update(columns).digest('hex') !== head.checksum) {
    throw new DamagedWeights('its checksum is wrong');
  }
  const terms = Buffer.from(columns.subarray(0, termBytes)).toString('utf8').split('\n');
  if (terms.length !== count) throw new DamagedWeights('its terms are wrong');
  const view = new DataView(columns.buffer, columns.byteOffset + termBytes);
  const factors = (from: number) =>
    Float32Array.from({ length: count }, (_, row) => view.getFloat32((from + row) * float, true));
  // Copied: the rest of the file need not stay in memory.
  const table = Int8Array.from(
    new Int8Array(columns.buffer, columns.byteOffset + termBytes + count * 2 * float, count * width),
  );
  return { width, terms, table, questionFactors: factors(0), codeFactors: factors(count), head };
}

export type NewWeights = Omit<Weights, 'head'> & { date: string; recipe: Record<string, unknown> };

export function writeWeights({ width, terms, table, questionFactors, codeFactors, date, recipe }: NewWeights): Buffer {
  const names = Buffer.from(terms.join('\n'), 'utf8');
  const factors = Buffer.alloc(terms.length * 2 * float);
  [...questionFactors, ...codeFactors].forEach((factor, at) => factors.writeFloatLE(factor, at * float));
  const columns = Buffer.concat([names, factors, Buffer.from(table.buffer, table.byteOffset, table.byteLength)]);
  const checksum = createHash('sha256').update(columns).digest('hex');
  const head: WeightsHead = { format, width, terms: terms.length, termBytes: names.length, date, recipe, checksum };
  const headBytes = Buffer.from(JSON.stringify(head), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(headBytes.length);
  return Buffer.concat([Buffer.from(mark, 'latin1'), length, headBytes, columns]);
}
