/**
 * A question without what is said around it: courtesies, words that only go on ("so", "just"), and ends such as "of this
 * project" or "here", which every question means. Pure; by whole words, so linear.
 */
import { withoutCourtesy } from './courtesies';
import { spaced } from '../text/plain';

const goingOn = new Set(spaced('so and but well just now'));
const ends = ['right now', 'in here', ...spaced('here from anywhere exactly now please thanks')];
/** "… of this project": a preposition, one of these, and the word for the whole. */
const prepositions = new Set(spaced('of in for from within inside'));
const pointers = new Set(spaced('this the our my'));
const wholes = new Set(
  spaced('project repo repository code codebase library package app application workspace folder'),
);
/** What is asked of the whole itself: "the purpose of this project". */
const ofWhole = new Set(spaced('purpose goal point points aim idea job overview summary description introduction structure architecture rest name part parts')); // prettier-ignore

/** Marks that may stand at the end of a word or of the question. */
const signs = ',.!?:; ';

function withoutSigns(text: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

const saidAs = (word: string) => withoutSigns(word).toLowerCase();

/** How many words at the end only say that everything searched is meant, such as “in this project”. */
function endOf(said: readonly string[]): number {
  const last = ends.find((phrase) => phrase === said.slice(-phrase.split(' ').length).join(' '));
  if (last !== undefined) return last.split(' ').length;
  const isBase = said.at(-1) === 'base' && said.at(-2) === 'code';
  const at = said.length - (isBase ? 2 : 1);
  const isWhole = (isBase || wholes.has(said[at] ?? '')) && pointers.has(said[at - 1] ?? '');
  const isSaid = isWhole && prepositions.has(said[at - 2] ?? '') && !ofWhole.has(said[at - 3] ?? '');
  return isSaid ? said.length - at + 2 : 0;
}

/** "Who calls now?" asks for a thing of that name: what is left has to be a question. */
const minLeft = 3;
/** No phrase has more words. */
const maxSaid = 6;

function withoutOpening(question: string): string {
  for (let [before, rest] = ['', question]; ;) {
    before = rest;
    const [first = '', second] = rest.trimStart().split(' ', 2);
    if (second !== undefined && goingOn.has(saidAs(first))) rest = rest.trimStart().slice(first.length + 1);
    rest = withoutCourtesy(rest);
    if (rest === before) return rest;
  }
}

/** Nothing is taken away where nothing would be left. The full stop or question mark at the end goes too. */
export function plainQuestion(question: string): string {
  const words = spaced(withoutSigns(withoutOpening(question.trimEnd())));
  let end = words.length;
  for (let count = 1; count > 0; end -= count) {
    count = endOf(words.slice(Math.max(0, end - maxSaid), end).map(saidAs));
    if (end - count < minLeft) break;
  }
  return withoutSigns(words.slice(0, end).join(' '));
}
