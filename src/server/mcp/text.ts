/**
 * Formats answers for agents: numbered rows of files, which cannot pass for our own text, shortened in steps to a
 * budget of tokens and never within a row. Must not know any tool.
 */
import path from 'node:path';
import { oneLine } from '../../languages/markdown';
import { ApiError } from '../../contract/errors';
import type {
  FoundSymbol,
  LineRange,
  PlacedSymbol,
  QGPTRelevanceOutput,
  RelevantQGPTSeed,
  SkippedPath,
  SymbolOutput,
} from '../../contract/schemas';
import type { Roots } from './session';

/** Characters of code per token. Usual vocabularies have 3.0 to 3.9; a low figure keeps answers within their budget. */
const charactersPerToken = 3.2;
/** Longest row in characters; longer ones are cut with a note. */
const maxRowCharacters = 400;

export const tokensOf = (text: string): number => Math.ceil(text.length / charactersPerToken);

/** Rows of a file, unchanged, each with its number. */
export function numberedRows(text: string, firstLine: number): string {
  const rows = text.replace(/\r?\n$/, '').split(/\r\n?|\n/);
  return rows.map((row, index) => `${firstLine + index}| ${shortRow(row)}`.trimEnd()).join('\n');
}

/** Rows of a text that stands in no file as they are, each behind a stroke. */
export function quotedRows(text: string): string[] {
  return text.split('\n').map((row) => `| ${shortRow(row)}`.trimEnd());
}

function shortRow(row: string): string {
  const shown = oneLineOfCode(row);
  if (shown.length <= maxRowCharacters) return shown;
  return `${shown.slice(0, maxRowCharacters)} … (${row.length} characters)`;
}

/** Makes a row of code safe to show, keeping its tabs. */
const oneLineOfCode = (row: string): string => row.split('\t').map(oneLine).join('\t');

/** One piece of an answer in alternative forms, longest first. */
export type Forms = readonly [string, ...string[]];

interface Fitted {
  texts: string[];
  /** Count of pieces left out. */
  left: number;
  /** True when any piece is not in its longest form. */
  isShortened: boolean;
}

/** As `fit`, but lengthens all pieces evenly, one form at a time, while there is room. */
export function fitEvenly(pieces: readonly Forms[], budget: number): Fitted {
  const { texts, left } = fit(
    pieces.map((forms): Forms => [forms.at(-1) ?? '']),
    budget,
  );
  const chosen = pieces.slice(0, texts.length).map((forms) => forms.length - 1);
  let spent = texts.reduce((sum, text) => sum + tokensOf(text) + 1, 0);
  let isGrowing = left === 0;
  while (isGrowing) {
    isGrowing = false;
    for (const [place, form] of chosen.entries()) {
      const longer = pieces[place]?.[form - 1];
      if (longer === undefined) continue;
      const cost = tokensOf(longer) - tokensOf(pieces[place]?.[form] ?? '');
      if (spent + cost > budget) continue;
      spent += cost;
      chosen[place] = form - 1;
      isGrowing = true;
    }
  }
  return {
    texts: chosen.map((form, place) => pieces[place]?.[form] ?? ''),
    left,
    isShortened: chosen.some((form) => form > 0),
  };
}

/** Takes as many pieces as fit in their shortest form, then lengthens the first ones while there is room. */
export function fit(pieces: readonly Forms[], budget: number): Fitted {
  const chosen: number[] = [];
  let spent = 0;
  for (const forms of pieces) {
    const cost = tokensOf(forms.at(-1) ?? '') + 1;
    if (spent + cost > budget && chosen.length > 0) break;
    spent += cost;
    chosen.push(forms.length - 1);
  }
  for (const [place, form] of chosen.entries()) {
    const forms = pieces[place] ?? [''];
    const costOf = (one: number) => tokensOf(forms[one] ?? '');
    const better = forms.findIndex((_, one) => one < form && spent - costOf(form) + costOf(one) <= budget);
    if (better === -1) continue;
    spent += costOf(better) - costOf(form);
    chosen[place] = better;
  }
  return {
    texts: chosen.map((form, place) => pieces[place]?.[form] ?? ''),
    left: pieces.length - chosen.length,
    isShortened: chosen.some((form) => form > 0),
  };
}

// Section: places, symbols and the state of the index as text.

/** A passage in a file. */
export interface Place {
  /** `src/a.ts:10-42` */
  at: string;
  /** The definition that the passage is or lies in, such as `Store.open`. */
  what: string | undefined;
  text: string;
  firstLine: number;
  /** Probability that it is what was asked for; undefined when unknown. */
  likelihood: number | undefined;
}

/** Places of the items that lie in files; assets have none. */
export function placesOf(items: readonly RelevantQGPTSeed[], roots: Roots): Place[] {
  return items.flatMap(({ path, location, lines, symbol, likelihood }) => {
    if (path === undefined || location?.text === undefined) return [];
    const { start = 1, end = start } = lines ?? {};
    return [
      { at: placeAt(roots, path, { start, end }), what: symbol, text: location.text, firstLine: start, likelihood },
    ];
  });
}

/** `src/a.ts:10-42` */
export function placeAt(roots: Roots, file: string, { start, end }: LineRange): string {
  return `${roots.label(file)}:${start}${end === start ? '' : `-${end}`}`;
}

/** Joins our text and text from a file with a stroke, so that the file's text cannot pass for ours. */
export const behindStroke = (ours: string, theirs: string | undefined, most = maxHeadCharacters): string =>
  theirs === undefined || theirs === '' ? ours : `${ours} | ${short(oneLine(theirs), most)}`;

const maxHeadCharacters = 200;
const short = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text);

/** True for the reason why a part of a folder is not searched yet: it is being read, or its reading is paused. */
export const isUnread = (reason: string): boolean => isBeingRead(reason) || reason.startsWith('Indexing is paused');
const isBeingRead = (reason: string): boolean => reason.startsWith('Still being');

/** Last line of an answer: how much was searched, and what was skipped. */
export function stateOf(
  { searched, skipped = [] }: Pick<QGPTRelevanceOutput, 'searched' | 'skipped'>,
  roots: Roots,
): string {
  const files = searched === undefined ? '' : `${searched.files.toLocaleString('en-US')} files searched.`;
  const left = skipped.flatMap(({ path, reason, bytes }) => {
    if (bytes !== undefined) return [];
    const later = isBeingRead(reason) ? ' Call again in some seconds for the rest.' : '';
    const isSole = later !== '' && roots.folders.length === 1;
    const place = isSole ? '' : `${roots.label(path)}: `;
    return `${place}${reason}${later}`;
  });
  return [files, ...left, largeOf(skipped, roots)].filter((part) => part !== '').join(' ');
}

/** `Too large and not read: src/parser.rb (1.5 MB) and 2 more; use grep there.` */
function largeOf(skipped: readonly SkippedPath[], roots: Roots): string {
  const names: string[] = [];
  let more = 0;
  for (const { path: file, bytes, files } of skipped) {
    if (bytes === undefined) continue;
    if (files === undefined) names.push(`${roots.label(file)} (${(bytes / 1e6).toFixed(1)} MB)`);
    else more += files;
  }
  const others = more > 0 ? ` and ${more} more` : '';
  return names.length > 0 ? `Too large and not read: ${names.join(', ')}${others}; use grep there.` : '';
}

/** Subject of read_symbol and find_references: a name or a place. */
interface Subject {
  name?: string;
  path?: string;
  line?: number;
}

/** @throws ApiError `invalid` when it is neither */
export function checkSubject(tool: string, { name, path, line }: Subject): void {
  if (name !== undefined || (path !== undefined && line !== undefined)) return;
  const given = path === undefined ? '' : ' With path alone, outline tells the names in it.';
  throw new ApiError('invalid', `${tool} needs a name, or a path and a line.${given}`);
}

/** What is asked for: what stands at a line, or a name, of which a line beside a file tells which one is meant. */
export function whereOf({ name, path: file, line }: Subject, paths: string[]) {
  const [path = ''] = paths;
  if (name === undefined) return { path, line: line ?? 1 };
  return file === undefined || line === undefined ? { name, paths } : { name, path, line };
}

/** Says that what is found by a name does not stand at the line that was given beside it. */
export function elsewhereThan({ name, path: file, line }: Subject, { lines, name: found }: FoundSymbol): string[] {
  const isThere = line !== undefined && lines.start <= line && line <= lines.end;
  if (name === undefined || file === undefined || line === undefined || isThere) return [];
  return [behindStroke(`No symbol of that name stands at line ${line}; this one is found by the name`, found)];
}

const stepsOf = (name: string): string[] =>
  name
    .trim()
    .replace(/(?:\(\)|\/\d+)$/, '')
    .split(/[.:#>/]+/);
/** `open` of `Store.open`. */
export const lastName = (name: string): string => stepsOf(name).at(-1) ?? '';
/** `Store` of `Store.open`; empty for a name alone. */
export const containerOf = (name: string): string => stepsOf(name).at(-2) ?? '';

/** What is found by a name: where the name says what it stands in, without what stands in something else. */
export function ofItsContainer(made: SymbolOutput, name = ''): SymbolOutput {
  const { found, others, left } = made;
  const holderOf = ({ path: file = '', symbol }: PlacedSymbol): string =>
    symbol.includes('.') ? symbol.slice(0, symbol.lastIndexOf('.')) : path.parse(file).name;
  if (!found || lastName(holderOf(found)).toLowerCase() !== containerOf(name).toLowerCase()) return made;
  const own = others.iterable.filter((one) => holderOf(one) === holderOf(found));
  // They are sorted: behind those that stand in something else are only more of these.
  return { ...made, others: { iterable: own }, left: own.length < others.iterable.length ? 0 : left };
}

/** Suggestions when nothing is found: similar names, or symbols around the place. */
export function nearestOf(subject: Subject, made: Pick<SymbolOutput, 'nearest' | 'skipped'>, roots: Roots): string {
  const { nearest = [], skipped = [] } = made;
  // What could not be read is the reason that nothing was found there.
  if (subject.name === undefined && nearest.length === 0 && skipped.length > 0) return stateOf(made, roots);
  const within = subject.path === undefined ? '' : ` in ${subject.path}`;
  const where = subject.name === undefined ? 'No symbol stands at that line.' : `No symbol${within} has that name.`;
  const rows = nearest.map(({ name, path, line }) =>
    behindStroke(placeAt(roots, path ?? '', { start: line, end: line }), name),
  );
  const next = rows.length > 0 ? 'Nearest:' : 'search_code finds other words for it.';
  return [`${where} ${next}`, ...rows, stateOf(made, roots)].filter((row) => row !== '').join('\n');
}
