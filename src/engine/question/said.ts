/**
 * The words of what somebody says, in sentences rather than in code: for the rules that read questions word by word. Pure;
 * linear in the text.
 */
import { spaced } from '../text/plain';

export const setOf = (words: string): ReadonlySet<string> => new Set(spaced(words));
const edges = ',.;:!?"“”… ';

export interface Word {
  /** `text` is the word as it stands; `word` is in small letters and without the marks around it. */
  text: string;
  word: string;
  at: number;
}

/** Words of a longer text are read by its beginning: no follow-up is long. */
export const maxChars = 400;

/** The text without the marks at its end, and those marks. */
export function withoutEnd(text: string): { body: string; end: string } {
  let length = text.length;
  while (length > 0 && edges.includes(text.charAt(length - 1))) length -= 1;
  return { body: text.slice(0, length), end: text.slice(length).trim() };
}

export function readWords(text: string): Word[] {
  return [...text.slice(0, maxChars).matchAll(/\S+/g)].map(({ 0: token, index }) => {
    const { body } = withoutEnd(token);
    return { text: token, word: (edges.includes(body.charAt(0)) ? body.slice(1) : body).toLowerCase(), at: index };
  });
}

/** A text with some of its words said otherwise; the marks behind them stay. */
export function saidOtherwise(words: readonly Word[], { at, count }: Span, by: string): string {
  const texts = words.map(({ text }) => text);
  return [...texts.slice(0, at), by + withoutEnd(texts[at + count - 1] ?? '').end, ...texts.slice(at + count)].join(
    ' ',
  );
}

export interface Span {
  at: number;
  count: number;
}

export const textOf = (words: readonly Word[], { at, count }: Span = { at: 0, count: words.length }): string =>
  words.slice(at, at + count).map(({ text }) => text).join(' '); // prettier-ignore
