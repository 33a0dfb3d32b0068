/**
 * Names of languages: the contract's words for each, the names by which people, editors and file endings call it, and
 * the name people read. Must not look at content.
 */
import { specificClassifications } from '../../../contract/schemas/classifications';
import { wordsOf } from '../../../languages/lookup';
import { languages } from '../../../languages/table';

/** The contract's words by their lower case: `gemfile` for `Gemfile`. */
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
const languageAliases = (): IterableIterator<[alias: string, word: string]> => wordsByName.entries();

/** Longer texts are no mistyped words; comparing them would cost time. */
const maxLength = 40;

/**
 * The known word a mistyped one probably means, for error sentences: of two equally near words, the one that begins
 * more alike. Undefined when nothing is near.
 * @param isWanted which of the contract's words come into question
 */
export function nearestClassification(text: string, isWanted: (word: string) => boolean): string | undefined {
  if (text.length > maxLength) return undefined;
  const known = wordOf(text);
  if (known !== undefined) return isWanted(known) ? known : undefined;
  const wanted = text.toLowerCase();
  // Two slips, but never so many that nothing of the word is left.
  const most = Math.min(2, Math.ceil(wanted.length / 3));
  let nearest: { word: string; distance: number; start: number } | undefined;
  for (const [name, word] of candidates()) {
    if (Math.abs(name.length - wanted.length) > most || !isWanted(word)) continue;
    const distance = editDistance(wanted, name);
    const start = sharedStart(wanted, name);
    if (distance > most) continue;
    if (!nearest || distance < nearest.distance || (distance === nearest.distance && start > nearest.start)) {
      nearest = { word, distance, start };
    }
  }
  return nearest?.word;
}

function* candidates(): Generator<[name: string, word: string]> {
  yield* languageAliases();
  for (const word of specificClassifications) yield [word.toLowerCase(), word];
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Insertions, deletions and replacements that turn one word into the other (Levenshtein 1966), row by row. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
