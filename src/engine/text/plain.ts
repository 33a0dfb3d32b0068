/** Small readings of plain text that many modules share. Pure. */

const space = /\s+/;
const spaces = /\s+/g;
const lineBreak = /\r?\n/;
const blank = /\s/;
const wordSign = /[\p{L}\p{N}]/u;
const noNameSign = /[^\p{L}\p{N}_]/gu;
const separator = /[\\/]/;
const digits = /^\d+$/;
const quoted = /^(["'])(.*)\1$/s;

/** The words between spaces; none of an empty text. */
export const spaced = (text: string): string[] => text.split(space).filter((word) => word !== '');

/** One space between words and none around them. */
export const oneSpaced = (text: string): string => text.replace(spaces, ' ').trim();

/** Whether there is a space, a tab or a line break in it. */
export const hasSpace = (text: string): boolean => blank.test(text);

/** Whether a letter or a digit stands in it. */
export const hasWordSign = (text: string): boolean => wordSign.test(text);

/** A name for a pattern: its signs mean themselves. */
export const escaped = (name: string): string => name.replace(noNameSign, '\\$&');

/** The parts of a path between its separators, of either kind. */
export const segmentsOf = (path: string): string[] => path.split(separator);

export const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** Names and words: letters, digits, `_` and `$`. For `match` and `matchAll`. */
export const nameRuns = /[\p{L}\p{N}_$]+/gu;

export const rowsOfText = (text: string): string[] => text.split(lineBreak);

export const isNumber = (word: string): boolean => digits.test(word);

/** Without the quotes around it, if there are any. */
export const unquoted = (text: string): string => text.replace(quoted, '$2');
