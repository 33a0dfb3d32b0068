/**
 * How answers for agents are written: rows of files with their numbers, so that no row can pass for a word of ours, and
 * as much as a budget of tokens allows, shortened in steps and never within a row. Must not know any tool.
 */
import { oneLine } from '../../languages/markdown';
import { ApiError } from '../../contract/errors';
import type { LineRange, QGPTRelevanceOutput, RelevantQGPTSeed, SymbolOutput } from '../../contract/schemas';
import type { Roots } from './session';

/**
 * Characters of code in one token. Usual vocabularies have 3.0 to 3.9; a low figure keeps answers within their budget.
 */
const charactersPerToken = 3.2;
/** Longer rows are data or made by machines; they are cut, and say so. */
const maxRowCharacters = 400;

export const tokensOf = (text: string): number => Math.ceil(text.length / charactersPerToken);

/** Rows of a file as they stand there, each with its number. */
export function numberedRows(text: string, firstLine: number): string {
  const rows = text.replace(/\r?\n$/, '').split(/\r\n?|\n/);
  return rows.map((row, index) => `${firstLine + index}| ${shortRow(row)}`.trimEnd()).join('\n');
}

function shortRow(row: string): string {
  const shown = oneLineOfCode(row);
  if (shown.length <= maxRowCharacters) return shown;
  return `${shown.slice(0, maxRowCharacters)} … (${row.length} characters)`;
}

/** Tabs stay: they are the file's own. */
const oneLineOfCode = (row: string): string => row.split('\t').map(oneLine).join('\t');

/** A piece of an answer in its forms, the longest first; the last one is short. */
export type Forms = readonly [string, ...string[]];

interface Fitted {
  texts: string[];
  /** Pieces that are not there at all. */
  left: number;
  /** Some piece is shorter than it could be. */
  isShortened: boolean;
}

/** As `fit`, but all pieces grow together: each one form longer in turn, as long as there is room. */
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

/** Every piece in its shortest form, as many as there is room for; then the first ones longer, as far as there is. */
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

// Section: what agents ask for and what is found, as they read it, with the state of the index behind every answer.

/** A passage in a file. */
export interface Place {
  /** `src/a.ts:10-42` */
  at: string;
  /** The definition that it is or lies in, such as `Store.open`. */
  what: string | undefined;
  text: string;
  firstLine: number;
  /** That it is what was asked for; undefined where nobody knows. */
  likelihood: number | undefined;
}

/** The items that lie in files; assets have no place. */
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

/** What is ours, then what is the file's: behind the stroke, so that nothing there can pass for a word of ours. */
export const behindStroke = (ours: string, theirs: string | undefined): string =>
  theirs === undefined || theirs === '' ? ours : `${ours} | ${short(oneLine(theirs))}`;

const maxHeadCharacters = 200;
const short = (text: string) => (text.length > maxHeadCharacters ? `${text.slice(0, maxHeadCharacters)}…` : text);

/** The last line of an answer: how much was searched, and what was not. */
export function stateOf(
  { searched, skipped = [] }: Pick<QGPTRelevanceOutput, 'searched' | 'skipped'>,
  roots: Roots,
): string {
  const files = searched === undefined ? '' : `${searched.files.toLocaleString('en-US')} files searched.`;
  const left = skipped.map(({ path, reason }) => {
    const later = /^Still being/.test(reason) ? ' Call again in some seconds for the rest.' : '';
    const isSole = later !== '' && roots.folders.length === 1;
    const place = isSole ? '' : `${roots.label(path)}: `;
    return `${place}${reason}${later}`;
  });
  return [files, ...left].filter((part) => part !== '').join(' ');
}

/** What read_symbol and find_references are asked about: a name, or a place. */
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

/** Where nothing is found: what is like the name, or what stands around the place. */
export function nearestOf(subject: Subject, made: Pick<SymbolOutput, 'nearest' | 'skipped'>, roots: Roots): string {
  const { nearest = [] } = made;
  const where = subject.name === undefined ? 'No symbol stands at that line.' : 'No symbol has that name.';
  const rows = nearest.map(({ name, path, line }) =>
    behindStroke(placeAt(roots, path ?? '', { start: line, end: line }), name),
  );
  const next = rows.length > 0 ? 'Nearest:' : 'search_code finds other words for it.';
  return [`${where} ${next}`, ...rows, stateOf(made, roots)].filter((row) => row !== '').join('\n');
}
