/** Small functions on plain text that many modules share. Pure. */

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

/** True when the text has a space, a tab or a line break. */
export const hasSpace = (text: string): boolean => blank.test(text);

/** True when the text has a letter or a digit. */
export const hasWordSign = (text: string): boolean => wordSign.test(text);

/** Escapes a name for use in a regular expression. */
export const escaped = (name: string): string => name.replace(noNameSign, '\\$&');

/** The parts of a path between its separators, of either kind. */
export const segmentsOf = (path: string): string[] => path.split(separator);

export const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** Runs of letters, digits, `_` and `$`: names and words. For `match` and `matchAll`. */
export const nameRuns = /[\p{L}\p{N}_$]+/gu;

export const rowsOfText = (text: string): string[] => text.split(lineBreak);

export const isNumber = (word: string): boolean => digits.test(word);

/** The text without quotes around it, if there are any. */
export const unquoted = (text: string): string => text.replace(quoted, '$2');
