/**
 * What of a question may stand in the code to the letter: what it puts in quotes or back-quotes, and the question itself
 * when it is no sentence of a person. Pure function of the text.
 */
import { wordsOf } from '../text/tokens';
import { hasWordSign } from '../text/plain';

/** Shorter texts stand everywhere, longer ones in no single passage. */
const minChars = 3;
const maxChars = 400;
const maxLiterals = 12;

const quotes: readonly (readonly [open: string, close: string])[] = [
  ['`', '`'],
  ['"', '"'],
  ['“', '”'],
  ['‘', '’'],
  ["'", "'"],
];

/** An apostrophe inside a word opens no quotation. */
function opens(text: string, at: number): boolean {
  return at === 0 || !hasWordSign(text[at - 1] ?? '');
}

function closes(text: string, at: number): boolean {
  return !hasWordSign(text[at + 1] ?? '');
}

/** Texts between quotation marks of one kind, outermost first. */
export function quotedIn(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length && found.length < maxLiterals; at += 1) {
    const pair = quotes.find(([open]) => open === text[at]);
    if (!pair || !opens(text, at)) continue;
    let end = text.indexOf(pair[1], at + 1);
    while (end >= 0 && end - at <= maxChars && pair[1] === "'" && !closes(text, end)) end = text.indexOf("'", end + 1);
    if (end < 0 || end - at > maxChars) continue;
    const inside = text.slice(at + 1, end).trim();
    if (inside.length >= minChars) found.push(inside);
    at = end;
  }
  return found;
}

/** Fewer plain words are a topic, which stands in comments and documents by chance. */
const minPlainWords = 4;
const plainWords = /^[\p{L}\s-]+\??$/u;

/** Whether a question as a whole may be something that stands in the code. */
function mayStandWhole(text: string): boolean {
  const { length } = wordsOf(text);
  return text.length >= minChars && text.length <= maxChars && length >= (plainWords.test(text) ? minPlainWords : 2);
}

/** Texts to be looked for as they stand, the longest first. */
export function literalsOf(question: string): string[] {
  const text = question.trim();
  const isWhole = mayStandWhole(text);
  const all = new Set([...(isWhole ? [text] : []), ...quotedIn(text)]);
  return [...all].sort((a, b) => b.length - a.length).slice(0, maxLiterals);
}
