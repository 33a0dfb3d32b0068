/** Reads and writes our entry in an agent's configuration text and keeps everything else. */
import { isDeepStrictEqual } from 'node:util';
import {
  findNodeAtLocation,
  getNodeValue,
  modify,
  parseTree,
  printParseErrorCode,
  type ParseError,
} from 'jsonc-parser';
import { parse, stringify } from 'smol-toml';

// Section: JSON, with or without comments; everything else is kept byte for byte.

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
  // Cloned, because the parser's objects have no prototype and would never equal ours.
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
  // The parser's formatter is not used, as it would reformat neighbours.
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

/** Formats the parser's one-line insertion as a person would. */
function laidOut(content: string, place: string[], entry: unknown, unit: string): string {
  if (entry === undefined) return content;
  const isNext = content.startsWith(',');
  let value = entry;
  // If parents are missing too, the insertion begins with the first of them.
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

// Section: TOML, appended at the end; a parser checks that everything else is kept.

type Table = Record<string, unknown>;

/** @throws Error with the line of what cannot be read: such a text is never changed */
export function readTomlEntry(text: string, place: string[]): unknown {
  return entryIn(read(text), place);
}

/**
 * The text with the entry at its place; without it where the entry is undefined.
 * @throws Error when the text cannot be read, or anything but the entry would change
 */
export function writeTomlEntry(text: string, place: string[], entry: Table | undefined): string {
  const before = read(text);
  if (isDeepStrictEqual(entryIn(before, place), entry)) return text;
  const rest = withoutTables(text, place);
  const rowEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const tables = entry === undefined ? '' : block(place, entry).replaceAll('\n', rowEnd);
  const gap = rest.trim() === '' || tables === '' ? '' : (rest.endsWith('\n') ? '' : rowEnd) + rowEnd;
  const written = rest + gap + tables;
  const after = read(written);
  const isKept = isDeepStrictEqual(without(after, place), without(before, place));
  if (isKept && isDeepStrictEqual(entryIn(after, place), entry)) return written;
  throw new Error(`[${place.join('.')}] is written there in a form that only a person should change.`);
}

function read(text: string): Table {
  try {
    // Through JSON, because the parser's tables have no prototype and would never equal ours.
    return JSON.parse(JSON.stringify(parse(text))) as Table;
  } catch (error) {
    const line: unknown = error instanceof Error && Reflect.get(error, 'line');
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new Error(typeof line === 'number' ? `Line ${line} cannot be read (${reason}).` : reason, { cause: error });
  }
}

const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null;

function entryIn(table: Table, place: string[]): unknown {
  return place.reduce<unknown>((value, key) => (isTable(value) ? value[key] : undefined), table);
}

/** The table without the entry, and without parents that hold nothing else. */
function without(table: Table, [key = '', ...deeper]: string[]): Table {
  const { [key]: value, ...others } = table;
  if (value === undefined || deeper.length === 0) return others;
  if (!isTable(value)) return table;
  const left = without(value, deeper);
  return Object.keys(left).length === 0 ? others : { ...others, [key]: left };
}

function block(place: string[], entry: Table): string {
  return `[${place.join('.')}]\n${stringify(entry).trimEnd()}\n`;
}

/** Removes the lines from our header, or that of a table below it, to the next header. */
function withoutTables(text: string, place: string[]): string {
  const name = place.map((key) => `(?:${key}|"${key}"|'${key}')`).join('\\s*\\.\\s*');
  const ours = new RegExp(`^\\s*\\[\\s*${name}\\s*[.\\]]`);
  let isOurs = false;
  const rows = text.split(/(?<=\n)/).filter((row) => {
    if (/^\s*\[/.test(row)) isOurs = ours.test(row);
    return !isOurs;
  });
  const rest = rows.join('');
  // The empty line before our entry.
  return rest === text ? text : rest.replace(/(\r?\n)\r?\n$/, '$1');
}
