/**
 * Our entry in an agent's configuration in TOML, as tables of its own at the end of the text: all else is kept to the
 * byte, which a parser checks afterwards. Knows no file and no agent.
 */
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'smol-toml';

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
    // Through JSON: the parser's tables have no prototype, and none of them would equal one of ours.
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

/** A parent that holds nothing else is of no account: it comes and goes with the entry. */
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

/** Leaves out the rows from our header, or that of a table below it, to the next header. */
function withoutTables(text: string, place: string[]): string {
  const name = place.map((key) => `(?:${key}|"${key}"|'${key}')`).join('\\s*\\.\\s*');
  const ours = new RegExp(`^\\s*\\[\\s*${name}\\s*[.\\]]`);
  let isOurs = false;
  const rows = text.split(/(?<=\n)/).filter((row) => {
    if (/^\s*\[/.test(row)) isOurs = ours.test(row);
    return !isOurs;
  });
  const rest = rows.join('');
  // The row that stood between it and ours.
  return rest === text ? text : rest.replace(/(\r?\n)\r?\n$/, '$1');
}
