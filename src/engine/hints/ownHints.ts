/**
 * Follow-ups that a pasted piece of code answers by itself: what a definition in it does, gives back, refuses, or is set
 * to. Each is asked of the piece before it is offered, and must be answered from it. Cost: some milliseconds a question.
 */
import { placesAnswer } from '../answer';
import type { ReadPassage } from '../answers/units';
import { lastPart } from '../answers/values';
import type { AnswerSnippet } from '../types';
import { code, nameOf } from './naming';
import { readPassageOnce } from './support';

/** A longer piece has more to ask of it than a person reads through. */
const maxDefinitions = 4;
/** An answer that the engine itself takes for unlikely is none to send a person for. */
const minScore = 0.2;

const byWord =
  /(?<![\w$])(?:function|def|defp|fn|func|fun|sub|proc|class|struct|interface|trait|module)[ \t]{1,4}(?:\([^()\n]{0,80}\)[ \t]{1,4})?([A-Za-z_$][\w$]{2,80})/;
/** `name(…)` at the end of a row, as languages write it that have no word for a function. */
const byForm = /(?<![\w$.])([A-Za-z_$][\w$]{2,80})\([^()\n]{0,300}\)(?: ?\{)?$/;
const noNames = new Set('int long float double bool char void string byte short auto var let const for while switch catch return foreach using lock else elif elsif unless until function class struct default'.split(' ')); // prettier-ignore

/** Where the reading of units knows no definitions of a language, the form of the row tells them. */
function nameIn(rows: readonly string[], place: number): string | undefined {
  const row = (rows[place] ?? '').slice(0, 500).trim();
  const word = byWord.exec(row)?.[1];
  if (word !== undefined) return word;
  const opens = row.endsWith('{') || (rows[place + 1] ?? '').trim() === '{';
  return opens ? byForm.exec(row)?.[1] : undefined;
}

/** Names of what is defined, in the order of the text, each once. */
function namesIn({ units, rows }: ReadPassage): string[] {
  const read = units.flatMap((unit) => (unit.form === 'definition' ? (nameOf(unit) ?? []) : []));
  const formed = rows.flatMap((_, place) => nameIn(rows, place) ?? []);
  const names = [...new Set([...read, ...formed])].filter((name) => !noNames.has(name));
  return names.slice(0, maxDefinitions);
}

interface Question {
  text: string;
  /** The row without which an answer has not answered it. */
  row: string;
}

function questionsOf(name: string, { rows }: ReadPassage): Question[] {
  const last = lastPart(name).replace(/\$/g, '\\$&');
  const named = new RegExp(`(?<![\\w$])${last}(?![\\w$])`);
  const first = rows.findIndex((row) => named.test(row) && !/^\s*(?:\/\/|\/\*|\*|#|--|;)/.test(row));
  const head = rows[first] ?? '';
  const own = rows.slice(first);
  const isFunction = new RegExp(`(?<![\\w$])${last}\\s*[(<]`).test(head) || /=>|\bfunction\b/.test(head);
  const isType = /\b(?:class|struct|interface|trait|module)\b/.test(head);
  if (!isFunction && !isType) return /[=:]/.test(head) ? [{ text: `What is ${code(name)} set to?`, row: head }] : [];
  const returns =
    own.find((row) => /\breturn\b\s*[^\s;}]|=>\s*[^\s{]/.test(row)) ?? (/->/.test(head) ? head : undefined);
  const fails = own.find((row) => /\b(?:throw|raise|panic!?|error|die|abort)\b[\s("]/.test(row));
  return [
    { text: `What does ${code(name)} do?`, row: head },
    ...(fails === undefined ? [] : [{ text: `When does ${code(name)} fail?`, row: fails }]),
    ...(returns === undefined || isType ? [] : [{ text: `What does ${code(name)} return?`, row: returns }]),
  ];
}

/** The piece's own answer says or shows the row. */
function isAnswered({ text, row }: Question, snippet: AnswerSnippet): boolean {
  const best = placesAnswer(text, [snippet]);
  if (best.isAbsence || best.citations.length === 0) return false;
  return best.score >= minScore && best.text.includes(row.trim());
}

/** @param most of them @param isWanted what was asked already is not offered again */
export function ownHints(
  snippets: readonly AnswerSnippet[],
  most: number,
  isWanted: (text: string) => boolean,
): string[] {
  const held: string[] = [];
  for (const snippet of snippets.filter(({ source }) => source.kind !== 'file')) {
    const passage = readPassageOnce(snippet);
    for (const asked of namesIn(passage).flatMap((name) => questionsOf(name, passage))) {
      if (held.length >= most) return held;
      if (!held.includes(asked.text) && isWanted(asked.text) && isAnswered(asked, snippet)) held.push(asked.text);
    }
  }
  return held;
}
