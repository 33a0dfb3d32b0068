/**
 * A question without what is said around it: courtesies before it, and ends such as "of this project" or "here", which
 * every question means. Pure; by whole words, so linear.
 */
import { spaced } from '../text/plain';

/** Said before a question; what follows is a question by itself. */
const openings = phrases([
  ...spaced('please so ok okay and but hi hey hello well just now'),
  ...['can you', 'could you', 'would you', 'will you', 'do you know', 'i wonder', 'i am wondering', 'let me know'],
  ...['i want to know', 'i need to know', "i'd like to know", 'i would like to know', 'i want to understand'],
]);
/** Said before a question of its own; before anything else they are the question: "tell me about …". */
const requests = phrases(['tell me', 'show me', 'explain to me', 'find out']);
const asking = new Set(spaced('who what which where when how why whether is are does do if'));

const ends = ['right now', 'thank you', 'in here', ...spaced('here from anywhere exactly now please thanks thx')];
/** "… of this project": a preposition, one of these, and the word for the whole. */
const prepositions = new Set(spaced('of in for from within inside'));
const pointers = new Set(spaced('this the our my'));
const wholes = new Set(
  spaced('project repo repository code codebase library package app application workspace folder'),
);
/** What is asked of the whole itself: "the purpose of this project". */
const ofWhole = new Set(spaced('purpose goal point points aim idea job overview summary description introduction structure architecture rest name part parts')); // prettier-ignore

/** They end a word or the question. */
const signs = ',.!?:; ';

function withoutSigns(text: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

const saidAs = (word: string) => withoutSigns(word).toLowerCase().replaceAll('’', "'");

function phrases(texts: readonly string[]): string[][] {
  return texts.map(spaced);
}

/** How many of the first words say one of the phrases. */
function beginsWith(words: readonly string[], all: readonly (readonly string[])[]): number {
  return all.find((phrase) => phrase.every((word, at) => word === words[at]))?.length ?? 0;
}

function openingOf(said: readonly string[]): number {
  const request = beginsWith(said, requests);
  return request > 0 && asking.has(said[request] ?? '') ? request : beginsWith(said, openings);
}

/** How many of the last words only say where: in all that is searched. */
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

/** Nothing is taken away where nothing would be left. The full stop or question mark at the end goes too. */
export function plainQuestion(question: string): string {
  const words = spaced(withoutSigns(question.trimEnd()));
  let [start, end] = [0, words.length];
  const said = (from: number, to: number) => words.slice(from, Math.min(to, end)).map(saidAs);
  for (let count = 1; count > 0; start += count) {
    count = openingOf(said(start, start + maxSaid));
    if (start + count >= end) break;
  }
  for (let count = 1; count > 0; end -= count) {
    count = endOf(said(Math.max(start, end - maxSaid), end));
    if (end - count - start < minLeft) break;
  }
  return withoutSigns(words.slice(start, end).join(' '));
}
