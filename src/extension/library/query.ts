/**
 * What people type to find assets: words, and filters such as `lang:ts tag:"rate limit" site:docs person:ada`.
 * Must not know the editor.
 */
import type { LibraryRow } from '../../contract/schemas/library';
import { languageName, languageOf } from '../languages';

const filterNames = ['lang', 'tag', 'site', 'person'] as const;
type FilterName = (typeof filterNames)[number];

export interface LibraryQuery {
  /** In lower case; each must stand somewhere. */
  words: string[];
  filters: { name: FilterName; value: string }[];
  /** What is left when the filters are taken out, as typed: a question for the engine. */
  text: string;
}

const part = /(lang|tag|site|person):(?:"([^"]*)"?|(\S*))|#(\S+)|(\S+)/gi;

/** Never fails: what is no filter is a word. */
export function parseQuery(typed: string): LibraryQuery {
  const query: LibraryQuery = { words: [], filters: [], text: '' };
  const texts: string[] = [];
  for (const [whole, name, quoted, bare, hash, word] of typed.matchAll(part)) {
    if (name !== undefined) {
      const value = (quoted ?? bare ?? '').toLowerCase();
      const filter = filterNames.find((known) => known === name.toLowerCase());
      // One that is still being typed shows everything.
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

/** Every filter fits and every word stands somewhere in what a row shows. */
export function matches(row: LibraryRow, query: LibraryQuery): boolean {
  return passesFilters(row, query) && query.words.every((word) => textOf(row).includes(word));
}

/** The filters alone; words are not looked at. */
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

/** `ts`, `typescript` and `type` all mean TypeScript; `c` means C only. */
function isLanguage(word: string, value: string): boolean {
  const language = languageOf(word);
  if (word.toLowerCase() === value || language?.id === value) return true;
  const name = languageName(word).toLowerCase();
  return name === value || (value.length > 2 && name.startsWith(value));
}

/** Rows that are looked at in one go: about 3 ms of the extension host's loop. */
const aheadRows = 1_000;

/**
 * While nobody waits: among 10,000 rows the first key would otherwise cost twenty times what the next ones do.
 * @param turn lets others have their turn between two portions
 */
export async function readAhead(rows: readonly LibraryRow[], turn: () => Promise<void>): Promise<void> {
  for (let from = 0; from < rows.length; from += aheadRows) {
    for (const row of rows.slice(from, from + aheadRows)) textOf(row);
    await turn();
  }
}

const texts = new WeakMap<LibraryRow, string>();

/** A row never changes: a changed asset is a new row. */
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
