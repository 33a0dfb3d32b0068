/** Small readings of plain text that many modules share. Pure. */

const space = /\s+/;
const spaces = /\s+/g;
const lineBreak = /\r?\n/;
const digits = /^\d+$/;
const quoted = /^(["'])(.*)\1$/s;

/** The words between spaces; none of an empty text. */
export const spaced = (text: string): string[] => text.split(space).filter((word) => word !== '');

/** One space between words and none around them. */
export const oneSpaced = (text: string): string => text.replace(spaces, ' ').trim();

export const rowsOfText = (text: string): string[] => text.split(lineBreak);

export const isNumber = (word: string): boolean => digits.test(word);

/** Without the quotes around it, if there are any. */
export const unquoted = (text: string): string => text.replace(quoted, '$2');
