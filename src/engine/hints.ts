/**
 * Follow-up questions that the passages themselves raise: who calls this, how its failures are met, which tests cover
 * it, where a setting comes from, what a type holds. Each names what it is about in plain words too, and is offered only
 * when the space around the passages holds an answer. What the answer cites comes first, its neighbours after. Deterministic.
 */
import { isAsked, isTold, sameness } from './hints/alreadyAsked';
import type { Hint } from './hints/hint';
import { lookedAt } from './hints/lookedAt';
import { overviewHints } from './hints/overviewHints';
import { ownHints } from './hints/ownHints';
import { raisedBy } from './hints/raised';
import type { AnswerSnippet, HintsRequest } from './types';

/** Questions given back, and questions whose answer is looked for. */
const maxHints = 6;
const maxChecked = 16;
/** A pasted piece that raises fewer is asked about itself. */
const enoughHints = 3;
const ownScore = 0.5;
/** Of a passage that came with the request. What stands behind it raises no more questions than what a person reads. */
const maxChars = 100_000;
/** Parts of a whole come before what single passages raise. */
const partScore = 0.98;
const partStep = 0.01;

/** Passages of the space that the hint's question finds; without it only those at hand are known. */
export type FindSupport = (question: string) => Promise<readonly AnswerSnippet[]>;

export async function hints(request: HintsRequest, find?: FindSupport): Promise<{ text: string; score: number }[]> {
  const { query = '', answer = '', history = [] } = request;
  const snippets = request.snippets.map(shortened);
  const rated = lookedAt(snippets, answer)
    .flatMap(raisedBy)
    .filter(({ text }) => !isAsked(text, query, history))
    .map((hint) => ({
      ...hint,
      // What the answer is about is asked on about; only elsewhere are its words a repetition.
      score: hint.score * (1 - 0.4 * sameness(hint.text, hint.isCited ? query : `${query} ${answer.slice(0, 200)}`)),
    }))
    .sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
  const whole = find ? await overviewHints({ query, answer, snippets }, find) : [];
  const parts = whole.filter((text) => !isAsked(text, query, history)).slice(0, maxHints);
  const chosen: Hint[] = [];
  for (const hint of rated.slice(0, maxChecked)) {
    if (parts.length + chosen.length === maxHints) break;
    if (chosen.some((other) => other.rule === hint.rule || other.text === hint.text)) continue;
    if (isTold(hint, answer, chosen)) continue;
    if ([...snippets, ...((await find?.(hint.text)) ?? [])].some(hint.isHeldBy)) chosen.push(hint);
  }
  const own = ownHints(
    lookedAt(snippets, answer).map(({ snippet }) => snippet),
    enoughHints - parts.length - chosen.length,
    (text) => !isAsked(text, query, history) && !chosen.some((other) => other.text === text),
  );
  return [
    ...parts.map((text, place) => ({ text, score: Number((partScore - place * partStep).toFixed(3)) })),
    ...chosen.map(({ text, score }) => ({ text, score: Number(score.toFixed(3)) })),
    ...own.map((text, place) => ({ text, score: Number((ownScore - place * partStep).toFixed(3)) })),
  ];
}

function shortened(snippet: AnswerSnippet): AnswerSnippet {
  return snippet.text.length <= maxChars ? snippet : { ...snippet, text: snippet.text.slice(0, maxChars) };
}
