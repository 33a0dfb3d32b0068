/** The symbols that a question calls by their name, in code's spelling or in words: "the rate limiter" is `RateLimiter`. */
import { candidatesOf, type Candidate } from '../outline/findSymbol';
import { askedNameOf, type AskedName } from '../outline/names';
import { isDroppedFromQuestion } from '../text/stopWords';
import type { Asking } from './types';

export interface Subject {
  name: AskedName;
  /** Best first, at least one. */
  candidates: Candidate[];
}

/** What a name is when it is not a plain word: nobody means anything else by it. */
export const looksLikeName = (text: string): boolean => /[a-z0-9][A-Z]|[\w$]_[\w$]|\$|::|->|\w\.\w|\(\)$/.test(text);

/** Keys of settings and headings have names that nobody means by a word. */
const unmeant: ReadonlySet<string> = new Set(['key', 'section', 'test']);
/** A word that so many things are called names none of them. */
const maxOfWord = 12;

export async function subjectOf(text: string, asking: Asking): Promise<Subject | undefined> {
  const words = text.trim().split(/\s+/);
  const isName = words.length === 1 && looksLikeName(text);
  if (words.every((word) => isDroppedFromQuestion(word.toLowerCase()))) return undefined;
  const name = askedNameOf(words.length === 1 ? text : words.join('_'));
  if (!name) return undefined;
  const { parts, reader, signal } = asking;
  const { candidates } = await candidatesOf(name, undefined, { parts, reader, signal });
  const meant = candidates.filter(({ symbol }) => isName || !unmeant.has(symbol.kind));
  if (meant.length === 0 || (!isName && meant.length > maxOfWord)) return undefined;
  const [best] = meant;
  // As it is written in the code, which is what its uses are looked for by.
  return { name: { name: best!.symbol.name, around: name.around }, candidates: meant };
}
