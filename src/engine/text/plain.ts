/** Small functions on plain text that many modules share. Pure. */

const space = /\s+/;
const spaces = /\s+/g;
const lineBreak = /\r?\n/;
const blank = /\s/;
const wordSign = /[\p{L}\p{N}]/u;
/** Signs that mean something in a regular expression; no others, for an escaped hyphen is an error in one with `u`. */
const patternSign = /[\\^$.*+?()[\]{}|/]/g;
const separator = /[\\/]/;
const noLineBreak = /[^\n]/g;
const digits = /^\d+$/;
const numberStart = /(?<![\w.])\d/;
const quoted = /^("""|'''|["'])(.*)\1$/s;

/** The words between spaces; none of an empty text. */
export const spaced = (text: string): string[] => text.split(space).filter((word) => word !== '');

/** Blanks for a text: each row and place after it stays where it is. */
export const blanked = (text: string): string => text.replace(noLineBreak, ' ');

/** One space between words and none around them. */
export const oneSpaced = (text: string): string => text.replace(spaces, ' ').trim();

/** True when the words stand at `at`, one after the other with any white space between them. */
function isRunAt(text: string, words: readonly string[], at: number): boolean {
  let end = at;
  for (let place = 0; place < words.length; place += 1) {
    const before = end;
    if (place > 0) while (end < text.length && blank.test(text[end]!)) end += 1;
    if ((place > 0 && end === before) || !text.startsWith(words[place]!, end)) return false;
    end += words[place]!.length;
  }
  return true;
}

/**
 * True when the words stand in the text one after the other, with any white space between them. The same as looking for
 * them in `oneSpaced` of the text, at a tenth of the cost.
 */
export function holdsSpaced(text: string, words: readonly string[]): boolean {
  const [first] = words;
  if (first === undefined) return true;
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    if (isRunAt(text, words, at)) return true;
  }
  return false;
}

/** How apostrophes, quotation marks and the like are written in the files of an interface. */
const writtenAs = [["\\'", "'"], ['\\"', '"'], ['’', "'"], ['&apos;', "'"], ['&#39;', "'"], ['&quot;', '"'], ['&amp;', '&']] as const; // prettier-ignore

/** A text as its readers see it: `don\'t` of a file of texts is “don't”. */
export const asRead = (text: string): string =>
  writtenAs.reduce((read, [written, sign]) => (read.includes(written) ? read.replaceAll(written, sign) : read), text);

/** True when a number begins in the text; a digit in a name or behind a point begins none. */
export const hasNumber = (text: string): boolean => numberStart.test(text);

/** True when the text has a space, a tab or a line break. */
export const hasSpace = (text: string): boolean => blank.test(text);

/** True when the text has a letter or a digit. */
export const hasWordSign = (text: string): boolean => wordSign.test(text);

/** Escapes a name for use in a regular expression. */
export const escaped = (name: string): string => name.replace(patternSign, '\\$&');

/** The parts of a path between its separators, of either kind. */
export const segmentsOf = (path: string): string[] => path.split(separator);

export const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** Runs of letters, digits, `_` and `$`: names and words. For `match` and `matchAll`. */
export const nameRuns = /[\p{L}\p{N}_$]+/gu;

const nameSign = /^[\p{L}\p{N}_$]/u;
const asciiNameSigns = Uint8Array.from({ length: 128 }, (_, code) => Number(nameSign.test(String.fromCharCode(code))));

/** True when such a run has a sign at this place of the text. */
export function isNameSign(text: string, at: number): boolean {
  const code = text.codePointAt(at) ?? 0;
  return code < asciiNameSigns.length ? asciiNameSigns[code] === 1 : nameSign.test(String.fromCodePoint(code));
}

export const rowsOfText = (text: string): string[] => text.split(lineBreak);

export const isNumber = (word: string): boolean => digits.test(word);

/** The text without quotes around it, if there are any. */
export const unquoted = (text: string): string => text.replace(quoted, '$2');

/** How often the sign stands in the text. */
export function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}
