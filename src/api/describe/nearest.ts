/** The known word a mistyped one probably means, for error sentences. */
import { specificClassifications } from '../../contract/schemas/classifications';
import { languageAliases, wordOf } from './languages';

/** Longer texts are no mistyped words; comparing them would cost time. */
const maxLength = 40;

/** Undefined when nothing is near. */
export function nearestClassification(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const known = wordOf(text);
  if (known !== undefined) return known;
  const wanted = text.toLowerCase();
  let nearest: string | undefined;
  // Two slips, but never so many that nothing of the word is left.
  let least = Math.min(2, Math.ceil(wanted.length / 3)) + 1;
  const candidates: [string, string][] = [...specificClassifications].map((word) => [word.toLowerCase(), word]);
  for (const [name, word] of [...languageAliases(), ...candidates]) {
    if (word === 'UNKNOWN' || Math.abs(name.length - wanted.length) >= least) continue;
    const distance = editDistance(wanted, name);
    if (distance < least) [nearest, least] = [word, distance];
  }
  return nearest;
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
