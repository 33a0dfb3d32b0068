/**
 * What is searched: the parts of a query space, snippets of their passages, and a space limited to some files by a
 * place in the question, a pattern, a language or a kind of file. Must not know: how passages are ranked.
 */
import { segmentsOf } from './text/plain';
import type { ReadSource } from './files/readSource';
import type { FoundFile } from './files/walk';
import type { Collection } from './index/collection';
import { withoutLongRows } from './index/fields';
import type { PassageRecord } from './index/segment';
import type { Searched } from './rank/bm25f';
import type { Snippet, SnippetSource, Only } from './types';
import { languageOfEnding, languageOfName, languageOfPath } from '../languages/table';
import { compileGlob } from './files/pathMatch';
import { rolesOf } from './rank/fileKinds';

/** One searchable part of the space: a root, the library, or the inline documents of a request. */
export interface Part {
  collection: Collection;
  accepts?: (source: string) => boolean;
  /** Path or name of a source, as rules see it. */
  placeOf: (key: string) => string;
  textOf: (record: PassageRecord) => Promise<string | undefined> | string | undefined;
  /** Keys of all sources, including those not indexed yet. */
  keys: () => Iterable<string>;
  /** The current text of a source, or the reason why it is not searched. */
  contentOf: (key: string) => ReadSource;
  languageOf: (key: string) => string;
  sourceOf: (key: string) => SnippetSource;
  /**
   * True when the user chose exactly this text: a selection, an asset, a file. "Explain this" then means it, not a
   * folder beside it.
   */
  isGiven?: boolean;
  /** Where something stands that is in it, in words, of what is no folder or file: "in the selected lines". */
  inWords?: string;
  /** Its files that are too large to be read, by their keys. */
  tooLarge?: readonly FoundFile[];
}

/** A passage, by its piece's number and its own number in the piece. */
export interface ExactPlace {
  piece: number;
  passage: number;
}

/** A segment and the part it belongs to. */
export interface Piece extends Searched {
  part: Part;
}

/** A key that is the same for every spelling of a source's path. */
export function idOf(source: SnippetSource): string {
  if (source.kind === 'file') return source.path.replaceAll('\\', '/');
  return source.kind === 'document' ? `document ${source.id}` : `seed ${source.index}`;
}

export function piecesOf(parts: readonly Part[]): Piece[] {
  return parts.flatMap((part) =>
    part.collection.current().map((segment) => ({ part, segment, ...(part.accepts ? { accepts: part.accepts } : {}) })),
  );
}

/** True when the space has files: then files are ranked first; a store of snippets is ranked by passages alone. */
export function hasFiles(pieces: readonly Piece[]): boolean {
  return pieces.some(({ part, segment }) => {
    const [first] = segment.records.sources;
    return first !== undefined && part.sourceOf(first).kind === 'file' && first !== '';
  });
}

/** Decimal digits kept of a score: enough to order by, few enough to be equal on every machine. */
const scoreDigits = 6;

export function round(value: number): number {
  return Number(value.toFixed(scoreDigits));
}

/** The snippet of a passage, named by its definition if that is most of it; undefined when the text is gone. */
export async function snippetOf({ part }: Piece, record: PassageRecord, score: number): Promise<Snippet | undefined> {
  const whole = await part.textOf(record);
  if (whole === undefined) return undefined;
  const text = withoutLongRows(whole);
  return {
    source: part.sourceOf(record.source),
    text,
    language: part.languageOf(record.source),
    start: record.startOffset,
    end: record.endOffset,
    lines: { start: record.start + 1, end: record.end + 1 },
    score: round(score),
    ...(record.symbol !== undefined && !record.isNamedByPart ? { symbol: record.symbol } : {}),
  };
}

// Section: a place that a question names (“only in src/store”); when no file lies there, the whole space is searched.

export interface Narrowing {
  /** Path of folders or a file, lower-case, with `/`. */
  place: string;
  /** The question without the phrase that names the place. */
  rest: string;
}

/** Most characters of a question searched for a place. */
const maxChars = 2000;
const within = String.raw`(?:in|within|under|inside|from)\s+(?:(?:the|my|our)\s+)?`;
const named = String.raw`["'\x60]?([\w@.-]{1,80}(?:/[\w@.-]{1,80}){0,12})/?["'\x60]?(?:\s+(folder|directory|file|package)\b)?`;
const orders: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:only|just)\s+${within}${named}`, 'i'),
  new RegExp(String.raw`\b${within}${named}\s+only\b`, 'i'),
];

/** Matches a path or a file name; a bare word is no place: "only in memory". */
const looksLikePlace = /\/|\.[a-z]\w{0,4}$/i;

export function narrowingOf(query: string): Narrowing | undefined {
  const text = query.slice(0, maxChars);
  for (const order of orders) {
    const found = order.exec(text);
    const place = found?.[1]?.replace(/(?<!\.)\.$/, '') ?? '';
    if (!found || (found[2] === undefined && !looksLikePlace.test(place))) continue;
    const before = text.slice(0, found.index).replace(/(?<![\s,])[\s,]+$/, '');
    const rest = `${before}${query.slice(found.index + found[0].length)}`.trim();
    return rest.replace(/[\s?.!,]/g, '') === '' ? undefined : { place: place.toLowerCase(), rest };
  }
  return undefined;
}

/** The parts limited to the files of a place; undefined when no file lies there. */
export function narrowed(parts: readonly Part[], place: string): Part[] | undefined {
  const inside = parts.map((part): Part => {
    const accepts = (key: string) => {
      const source = part.sourceOf(key);
      if (source.kind !== 'file' || part.accepts?.(key) === false) return false;
      return `/${source.path.replaceAll('\\', '/').toLowerCase()}/`.includes(`/${place}/`);
    };
    return { ...part, accepts };
  });
  const isThere = inside.some(({ collection, accepts }) =>
    collection.current().some(({ records }) => records.sources.some((key) => accepts?.(key))),
  );
  return isThere ? inside : undefined;
}

// Section: a space limited to some of its files. When none is left nothing is found, since the limit is explicit.

type Test = (place: string) => boolean;

export function onlyThose(parts: readonly Part[], only: Only = {}): readonly Part[] {
  const tests = testsOf(only);
  if (tests.length === 0) return parts;
  return parts.map((part): Part => {
    const accepts = (key: string) =>
      part.accepts?.(key) !== false &&
      part.sourceOf(key).kind === 'file' &&
      tests.every((test) => test(part.placeOf(key)));
    return { ...part, accepts };
  });
}

/** The number of sources that parts hold, without those that are not accepted. */
export function sourceCount(parts: readonly Part[]): number {
  let count = 0;
  for (const part of parts) for (const key of part.keys()) if (part.accepts?.(key) !== false) count += 1;
  return count;
}

function testsOf({ glob, language, kind }: Only): Test[] {
  return [
    ...(glob ? [byGlob(glob)] : []),
    ...(language ? [byLanguage((language.startsWith('.') ? language.slice(1) : language).toLowerCase())] : []),
    ...(kind ? [byKind(kind)] : []),
  ];
}

/** A test for a glob. A folder's name matches all files below it, and a name without a slash matches at any depth. */
function byGlob(pattern: string): Test {
  const tests = alternatives(pattern.replace(/^\.?\//, '').replace(/(?<!\/)\/+$/, '')).map((plain): Test => {
    const globs = [plain, `${plain}/**`].map((one) => compileGlob(one, true));
    const name = plain.includes('/') ? undefined : compileGlob(plain, false);
    return (place) => {
      const names = place.split('/');
      return globs.some((matches) => matches?.(names)) || names.some((one) => name?.([one]));
    };
  });
  return (place) => tests.some((test) => test(place));
}

/** Most alternatives expanded from the braces of a pattern. */
const maxAlternatives = 64;

/** Expands braces, which gitignore patterns lack: `*.{ts,tsx}` becomes two patterns. */
function alternatives(pattern: string): string[] {
  let all = [pattern];
  for (;;) {
    const next = all.flatMap((one) => {
      const found = /\{([^{},]*,[^{}]*)\}/.exec(one);
      if (!found) return [one];
      const [before, after] = [one.slice(0, found.index), one.slice(found.index + found[0].length)];
      return (found[1] ?? '').split(',').map((part) => before + part + after);
    });
    if (next.length === all.length || next.length > maxAlternatives) return all;
    all = next;
  }
}

function byLanguage(name: string): Test {
  const wanted = languageOfName(name) ?? languageOfEnding(name);
  if (!wanted) return (place) => place.toLowerCase().endsWith(`.${name}`);
  return (place) => languageOfPath(place)?.id === wanted.id;
}

/**
 * A test for a kind of file. Files that are neither tests nor documents are code, including settings and declarations.
 */
function byKind(kind: NonNullable<Only['kind']>): Test {
  return (place) => {
    const { tests, documents } = rolesOf(place);
    if (kind === 'tests') return tests;
    return kind === 'docs' ? documents : !tests && !documents;
  };
}

/** Names of the searched folders. */
export const folderNames = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => {
    const [key = ''] = part.keys();
    const source = part.sourceOf(key);
    return source.kind === 'file' ? segmentsOf(source.path.slice(0, -key.length - 1)).slice(-1) : [];
  });
