/**
 * Filters and groups the library's rows: by language, tag, origin, time, use or team space. Must not know the editor.
 */
import type { LibraryRow } from '../../contract/schemas/library';
import { languageName, languageOf } from '../languages';

export const groupings = ['language', 'tag', 'origin', 'time', 'use', 'space'] as const;
export type Grouping = (typeof groupings)[number];

export interface Group {
  /** Identity of the group, independent of its translated label and its rows. */
  key: string;
  label: string;
  rows: LibraryRow[];
}

/** Translated labels of groups. */
export interface GroupWords {
  otherLanguage: string;
  noTag: string;
  noOrigin: string;
  noSpace: string;
  today: string;
  yesterday: string;
  thisWeek: string;
  thisMonth: string;
  /** Label of the month that starts at `time`, such as `March 2026`. */
  month: (time: number) => string;
  usedThisWeek: string;
  usedThisMonth: string;
  usedEarlier: string;
  neverUsed: string;
}

interface Place {
  key: string;
  label: string;
  /** Primary sort key of groups, before the label. */
  order: number;
}

interface GroupingOptions {
  by: Grouping;
  words: GroupWords;
  now: number;
}

/** @param rows in the order to keep within each group; grouping by use sorts the most used first */
export function groupRows(rows: readonly LibraryRow[], options: GroupingOptions): Group[] {
  const groups = new Map<string, Group & { order: number }>();
  const placesOf = placers[options.by];
  for (const row of rows) {
    for (const { key, label, order } of placesOf(row, options)) {
      const group = groups.get(key);
      if (group) group.rows.push(row);
      else groups.set(key, { key, label, order, rows: [row] });
    }
  }
  return [...groups.values()]
    .sort((a, b) => a.order - b.order || a.label.localeCompare(b.label))
    .map(({ key, label, rows: members }) => ({ key, label, rows: options.by === 'use' ? byUse(members) : members }));
}

const byUse = (rows: readonly LibraryRow[]): LibraryRow[] =>
  [...rows].sort((a, b) => b.uses - a.uses || (b.lastUsed ?? 0) - (a.lastUsed ?? 0));

const last = Number.MAX_SAFE_INTEGER;

const placers: Record<Grouping, (row: LibraryRow, options: GroupingOptions) => Place[]> = {
  language: ({ language }, { words }) => [
    language === 'UNKNOWN'
      ? { key: 'language:', label: words.otherLanguage, order: last }
      : { key: `language:${language}`, label: languageName(language), order: 0 },
  ],
  tag: ({ tags }, { words }) =>
    tags.length === 0
      ? [{ key: 'tag:', label: words.noTag, order: last }]
      : [...new Set(tags)].map((tag) => ({ key: `tag:${tag.toLowerCase()}`, label: tag, order: 0 })),
  origin: ({ repository, path, place }, { words }) => {
    const name = originName(repository, path, place);
    if (name === undefined) return [{ key: 'origin:', label: words.noOrigin, order: last }];
    return [{ key: `origin:${name.toLowerCase()}`, label: name, order: 0 }];
  },
  time: ({ created }, { words, now }) => [placeInTime(created, words, now)],
  use: (row, { words, now }) => [placeByUse(row, words, now)],
  space: ({ shared }, { words }) =>
    shared
      ? [{ key: `space:${shared.space}`, label: shared.spaceName, order: 0 }]
      : [{ key: 'space:', label: words.noSpace, order: last }],
};

/** `owner/name` of a repository, else the folder that holds the file. */
export function originName(repository?: string, path?: string, place?: string): string | undefined {
  if (repository !== undefined) {
    const segments = repository
      .replace(/\.git$/, '')
      .replace(/(?<!\/)\/+$/, '')
      .split(/[/:]/)
      .filter(Boolean);
    return segments.slice(-2).join('/');
  }
  if (path === undefined) return undefined;
  const parts = path.split(/[\\/]/).filter(Boolean);
  // Without the relative place, what remains of the path ends with the folder's own name.
  const inside = place === undefined ? 1 : place.split('/').length;
  return parts.at(-1 - inside) ?? parts.at(-1);
}

const dayMs = 24 * 3_600_000;

function placeByUse({ uses, lastUsed = 0 }: LibraryRow, words: GroupWords, now: number): Place {
  if (uses === 0) return { key: 'use:never', label: words.neverUsed, order: last };
  const today = startOfDay(now);
  if (lastUsed >= today - 6 * dayMs) return { key: 'use:week', label: words.usedThisWeek, order: 0 };
  if (lastUsed >= today - 29 * dayMs) return { key: 'use:month', label: words.usedThisMonth, order: 1 };
  return { key: 'use:earlier', label: words.usedEarlier, order: 2 };
}

function placeInTime(created: number, words: GroupWords, now: number): Place {
  const today = startOfDay(now);
  if (created >= today) return { key: 'time:today', label: words.today, order: 0 };
  if (created >= startOfDay(today - dayMs / 2)) return { key: 'time:yesterday', label: words.yesterday, order: 1 };
  if (created >= today - 6 * dayMs) return { key: 'time:week', label: words.thisWeek, order: 2 };
  if (created >= today - 29 * dayMs) return { key: 'time:month', label: words.thisMonth, order: 3 };
  const date = new Date(created);
  const months = date.getFullYear() * 12 + date.getMonth();
  return { key: `time:${months}`, label: words.month(created), order: last - months };
}

/** Midnight before a time in the local time zone; both in milliseconds since 1970. */
export function startOfDay(time: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

// Section: search queries for assets: words, and filters such as `lang:ts tag:"rate limit" site:docs person:ada`.

const filterNames = ['lang', 'tag', 'site', 'person'] as const;
type FilterName = (typeof filterNames)[number];

export interface LibraryQuery {
  /** In lower case; each must occur in the row. */
  words: string[];
  filters: { name: FilterName; value: string }[];
  /** The query as typed, without filters; a question for the engine. */
  text: string;
}

const part = /(lang|tag|site|person):(?:"([^"]*)"?|(\S*))|#(\S+)|(\S+)/gi;

/** Never fails: an unknown filter is read as a word. */
export function parseQuery(typed: string): LibraryQuery {
  const query: LibraryQuery = { words: [], filters: [], text: '' };
  const texts: string[] = [];
  for (const [whole, name, quoted, bare, hash, word] of typed.matchAll(part)) {
    if (name !== undefined) {
      const value = (quoted ?? bare ?? '').toLowerCase();
      const filter = filterNames.find((known) => known === name.toLowerCase());
      // A filter whose value is not typed yet is ignored.
      if (filter && value !== '') query.filters.push({ name: filter, value });
    } else if (hash !== undefined) query.filters.push({ name: 'tag', value: hash.toLowerCase() });
    else if (word !== undefined) {
      query.words.push(word.toLowerCase());
      texts.push(whole);
    }
  }
  query.text = texts.join(' ');
  return query;
}

export function isEmptyQuery({ words, filters }: LibraryQuery): boolean {
  return words.length === 0 && filters.length === 0;
}

/** True when every filter matches and every word occurs in the visible fields of the row. */
export function matches(row: LibraryRow, query: LibraryQuery): boolean {
  return passesFilters(row, query) && query.words.every((word) => textOf(row).includes(word));
}

/** True when the filters match; words are ignored. */
export function passesFilters(row: LibraryRow, { filters }: LibraryQuery): boolean {
  return filters.every(({ name, value }) => fits[name](row, value));
}

const includes = (texts: readonly string[], value: string): boolean =>
  texts.some((text) => text.toLowerCase().includes(value));

const fits: Record<FilterName, (row: LibraryRow, value: string) => boolean> = {
  lang: ({ language }, value) => isLanguage(language, value),
  tag: ({ tags }, value) => includes(tags, value),
  site: ({ sites, repository }, value) => includes(repository === undefined ? sites : [...sites, repository], value),
  person: ({ persons }, value) => includes(persons, value),
};

/** True when the value names the language: `ts`, `typescript` and `type` all mean TypeScript; `c` means C only. */
function isLanguage(word: string, value: string): boolean {
  const language = languageOf(word);
  if (word.toLowerCase() === value || language?.id === value) return true;
  const name = languageName(word).toLowerCase();
  return name === value || (value.length > 2 && name.startsWith(value));
}

/** Rows prepared in one go, about 3 ms of the extension host's event loop. */
const aheadRows = 1_000;

/**
 * Fills the cache of searchable texts in advance, so that the first key in a large library is not slow.
 * @param turn yields to other work between two portions
 */
export async function readAhead(rows: readonly LibraryRow[], turn: () => Promise<void>): Promise<void> {
  for (let from = 0; from < rows.length; from += aheadRows) {
    for (const row of rows.slice(from, from + aheadRows)) textOf(row);
    await turn();
  }
}

const texts = new WeakMap<LibraryRow, string>();

/** The searchable text of a row, cached by row object, because rows are immutable. */
function textOf(row: LibraryRow): string {
  let text = texts.get(row);
  if (text === undefined) {
    const { name, language, tags, place = '', repository = '', description = '', persons, sites, summaries } = row;
    text = [name, languageName(language), ...tags, place, repository, description, ...persons, ...sites, ...summaries]
      .join('\n')
      .toLowerCase();
    texts.set(row, text);
  }
  return text;
}
