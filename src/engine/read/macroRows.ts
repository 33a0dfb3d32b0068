/**
 * Rows that hold one macro and nothing else (`NS_ASSUME_NONNULL_BEGIN`, `Q_OBJECT`, `FMT_BEGIN_NAMESPACE`) made blank:
 * no grammar knows what they stand for, and one of them can cost the tree of a whole file. Places stay what they were.
 */

const macroRow = /^[ \t]*[A-Z_][A-Z0-9_]{3,80}[ \t\r]*$/gm;

/** What ends before such a row: a statement, a block, a directive or a comment. The last value of a list comes after a comma. */
const ends = ';{}>"/:';
/** With these the row below goes on with what the name begins. */
const goesOn = '},=()[].|&+-*/?:<';

function lastSignBefore(text: string, place: number): string {
  const before = text.slice(Math.max(0, place - 2000), place).trimEnd();
  const row = before.slice(before.lastIndexOf('\n') + 1).trimStart();
  return before === '' || row.startsWith('#') || row.startsWith('//') ? ';' : (before.at(-1) ?? '');
}

function firstSignAfter(text: string, place: number): string {
  const after = text.slice(place, place + 2000).trimStart();
  return after.startsWith('//') || after.startsWith('/*') ? '' : after.charAt(0);
}

export function withoutMacroRows(text: string): string {
  return text.replace(macroRow, (row, place: number) => {
    const sign = firstSignAfter(text, place + row.length);
    const isMacro = ends.includes(lastSignBefore(text, place)) && (sign === '' || !goesOn.includes(sign));
    return isMacro ? ' '.repeat(row.length) : row;
  });
}
