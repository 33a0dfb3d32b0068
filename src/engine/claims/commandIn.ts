/** Commands in the rows of guides and pipelines, as they are written there. Pure. */
import { isNumber, spaced, unquoted } from '../text/plain';
import { tools } from './runTable';

/** A script that stands in the project. */
const ownTool = /^(?:\.\/|(?:scripts?|bin|tools?|dev|ci|hack)\/)[\w./-]{1,80}$/;

/** A row that is something to type, without the sign before it. */
export function commandIn(row: string): string | undefined {
  const typed = unquoted(row.trim().replace(/^(?:[$>%]|run:)\s{0,3}/, ''));
  const first = typed.split(/\s/).find((word) => !/^[A-Z_]{2,40}=/.test(word)) ?? '';
  return (tools.has(first) || ownTool.test(first)) && typed.length < 200 && !typed.endsWith(':') ? typed : undefined;
}

const maxTied = 8;

/** A row with those that a backslash at its end ties to it. */
export function tiedRows(rows: readonly string[], row: number): string {
  let text = rows[row] ?? '';
  for (let next = row + 1; text.endsWith('\\') && next <= row + maxTied; next += 1) {
    text = `${text.slice(0, -1).trimEnd()} ${(rows[next] ?? '').trim()}`;
  }
  return text.endsWith('\\') ? text.slice(0, -1).trimEnd() : text;
}

/** What stands before a command in the middle of a sentence: "Run `make test`". */
const beforeCommand = new Set(spaced('run running use using with type execute call invoke via through by do and or'));
const forbidding = new Set(spaced(`not never don't don’t without instead`));
const maxBefore = 4;
/** A command of one word is a name as a rule. */
const minInlineWords = 2;

/** Commands between back-quotes: at the beginning of a row or a cell, or behind a word that says to type them. */
export function inlineCommands(row: string): string[] {
  const pieces = row.split('`');
  return pieces.flatMap((piece, at) => {
    const said = spaced(pieces[at - 1] ?? '')
      .slice(-maxBefore)
      .map((word) => word.toLowerCase());
    const before = said.at(-1) ?? '';
    if (said.some((word) => forbidding.has(word))) return [];
    const isTold = before === '' || beforeCommand.has(before) || '-*+|'.includes(before) || isNumber(before.slice(0, -1)) || before.endsWith(':'); // prettier-ignore
    const typed = at % 2 === 1 && at < pieces.length - 1 && isTold ? commandIn(piece) : undefined;
    return typed !== undefined && spaced(typed).length >= minInlineWords ? [typed] : [];
  });
}
