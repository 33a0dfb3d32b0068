/** The known word a mistyped one probably means, for error sentences. */
import { specificClassifications } from '../../contract/schemas/classifications';
import { languageAliases, wordOf } from './languages';

/** Longer texts are no mistyped words; comparing them would cost time. */
const maxLength = 40;

/**
 * Of two equally near words, the one that begins more alike. Undefined when nothing is near.
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
