/** Words around what is quoted. */
import { oneSpaced } from '../text/plain';

export { inline, listed } from '../answers/text';

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** `a struct`, `an enum`. @param shown what is written for the word, such as the word as code */
export function withArticle(word: string, shown = word): string {
  const isVowel = 'aeiou'.includes(word.charAt(0).toLowerCase()) && !word.toLowerCase().startsWith('uni');
  return `${isVowel ? 'an' : 'a'} ${shown}`;
}

/** In one row; a bracketed number would read as a citation, and an odd mark would open code. */
export function quotable(text: string, most = 240): string {
  const line = oneSpaced(text.replace(/\[(\d+)\]/g, '($1)'));
  const short = line.length > most ? `${line.slice(0, line.lastIndexOf(' ', most))} …` : line;
  const last = short.lastIndexOf('`');
  const isOdd = (short.match(/`/g) ?? []).length % 2 === 1;
  return isOdd ? `${short.slice(0, last)}\\${short.slice(last)}` : short;
}
