/**
 * Our entry in an agent's configuration in JSON, with or without comments: text in, text out, all else kept to the
 * byte. Knows no file and no agent.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  findNodeAtLocation,
  getNodeValue,
  modify,
  parseTree,
  printParseErrorCode,
  type ParseError,
} from 'jsonc-parser';

/** @throws Error with the line of what cannot be read: such a text is never changed */
export function readJsonEntry(text: string, place: string[]): unknown {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new Error(`Line ${line} cannot be read (${printParseErrorCode(first.error)}).`);
  }
  if (tree && tree.type !== 'object') throw new Error('It holds no object.');
  const node = tree && findNodeAtLocation(tree, place);
  // A clone: the parser's objects have no prototype, and none of them would equal one of ours.
  const value: unknown = node && structuredClone(getNodeValue(node));
  return value;
}

/**
 * The text with the entry at its place; without it where the entry is undefined.
 * @throws Error when the text cannot be read, or would not hold the entry afterwards
 */
export function writeJsonEntry(text: string, place: string[], entry: unknown): string {
  if (isDeepStrictEqual(readJsonEntry(text, place), entry)) return text;
  const start = text.trim() === '' ? '{}\n' : text;
  const unit = /^(?:\t| {2,8})(?=["/])/m.exec(start)?.[0] ?? '  ';
  const rowEnd = start.includes('\r\n') ? '\r\n' : '\n';
  // Without the parser's formatter, which would lay out the neighbours anew.
  const written = modify(start, place, entry, {}).reduceRight(
    (whole, { offset, length, content }) =>
      whole.slice(0, offset) +
      laidOut(content, place, entry, unit).replaceAll('\n', rowEnd) +
      whole.slice(offset + length),
    start,
  );
  if (isDeepStrictEqual(readJsonEntry(written, place), entry)) return written;
  throw new Error('The entry would not read back as it was written.');
}

/** The parser's insertion in one row, in the rows that a person would have written. */
function laidOut(content: string, place: string[], entry: unknown, unit: string): string {
  if (entry === undefined) return content;
  const isNext = content.startsWith(',');
  let value = entry;
  // Where the parents are missing too, the insertion begins with the first of them.
  for (let depth = place.length; depth > 0; depth -= 1) {
    const row = `\n${unit.repeat(depth)}`;
    const name = JSON.stringify(place[depth - 1]);
    if (
      content
        .replace(/^,/, '')
        .replace(/\s/g, '')
        .startsWith(`${name}:${JSON.stringify(value).replace(/\s/g, '')}`)
    ) {
      const text = `${row}${name}: ${JSON.stringify(value, null, unit).replaceAll('\n', row)}`;
      return isNext ? `,${text}` : `${text}\n${unit.repeat(depth - 1)}`;
    }
    value = { [place[depth - 1] ?? '']: value };
  }
  return content; // the entry was there with other values: only those change
}
