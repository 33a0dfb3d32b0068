/**
 * Names of languages: the contract's words for each, the names by which people, editors and file endings call it, and
 * the name people read. Must not look at content.
 */
import { specificClassifications } from '../../contract/schemas/classifications';
import { wordsOf } from '../../languages/lookup';
import { languages } from '../../languages/table';

/** Of the contract's words, by their lower case: `gemfile` for `Gemfile`. */
const byLowerCase = new Map([...specificClassifications].map((word) => [word.toLowerCase(), word]));

const displayNames = new Map<string, string>();
const wordsByName = new Map<string, string>();

for (const { id, label, words, names, endings, fileNames, editor } of languages) {
  const known = wordsOf(words);
  const [chosen] = known;
  if (chosen === undefined) continue;
  for (const word of known) displayNames.set(word, label);
  const others = [names, endings, fileNames?.toLowerCase(), editor].flatMap(wordsOf);
  for (const alias of [label.toLowerCase(), id, ...others])
    if (!byLowerCase.has(alias) && !wordsByName.has(alias)) wordsByName.set(alias, chosen);
}

/** The name people read: `TypeScript` for `ts`. */
export function languageName(specific: string): string {
  if (specific === 'UNKNOWN') return 'Text';
  return displayNames.get(specific) ?? specific.replace(/^hljs-/, '').toUpperCase();
}

/** The contract's word for a file ending, a language's name or an editor's language id; undefined when unknown. */
export function wordOf(name: string): string | undefined {
  const given = name.trim();
  const plain = given.replace(/^\.(?=\w)/, '');
  if (plain === '' || plain.toUpperCase() === 'UNKNOWN') return undefined;
  for (const word of [given, plain]) if (specificClassifications.has(word)) return word;
  const lower = plain.toLowerCase();
  return wordsByName.get(lower) ?? byLowerCase.get(lower) ?? byLowerCase.get(`hljs-${lower}`);
}

/** Every name that `wordOf` knows beyond the contract's own words. */
export const languageAliases = (): IterableIterator<[alias: string, word: string]> => wordsByName.entries();
