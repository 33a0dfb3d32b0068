/**
 * Finds what a follow-up refers to: its pronoun, an ordinal such as "the second one", the place it names, and the
 * symbol that the last answer is about. Uses sets of words and one pass over a text; reprompt.ts orders the rules.
 * Pure.
 */
import { languageOfPath } from '../languages/table';
import { asksOfGiven } from './overview';
import { readWords, setOf, textOf, withoutEnd, type Span, type Word } from './question/courtesies';
import { spaced } from './text/plain';
import { isDroppedFromQuestion, splitIdentifier, stem, wordsOf } from './text/tokens';
import type { Turn } from './types';

const standing = setOf('it its they them their that this those these there');
const pointing = setOf('the this that');
const kinds = setOf('function method class file code one value error module type test snippet option setting');
/** Nouns for the whole searched space: "this library" does not refer to an earlier turn. */
const wholes = setOf(
  'project repo repository library package app application program codebase tool extension workspace',
);
const again = setOf('same former latter above');
const being = setOf('is are was were');
const articles = setOf('a an the');
/** Words after a noun that show it is no reference: "the type of the request", "the error message". */
const telling = setOf('of for that which to from message messages name names path paths text');

/** The first pronoun or pointing phrase, with its noun: "it", "this function", "there". */
export function pronounIn(words: readonly Word[]): Span | undefined {
  const at = words.findIndex(({ word }, place) => {
    const [next = '', last = ''] = [words[place + 1]?.word, words[place - 1]?.word];
    if (wholes.has(next)) return false;
    if (pointing.has(word) && (kinds.has(next) || again.has(next)) && !telling.has(words[place + 2]?.word ?? ''))
      return true;
    // No reference in "what is it the default?", "is there a cache?", "the function that parses".
    if (!standing.has(word) || articles.has(next) || (word === 'there' && (being.has(last) || being.has(next))))
      return false;
    return word !== 'that' || next === '' || !(kinds.has(last) || articles.has(words[place - 2]?.word ?? ''));
  });
  // "That one", "that old cache class": the noun is part of the phrase.
  const [first = '', second = '', third = ''] = words.slice(at).map(({ word }) => word);
  const noun = kinds.has(second) ? 1 : kinds.has(third) && !isDroppedFromQuestion(second) ? 2 : 0;
  return at < 0 ? undefined : { at, count: pointing.has(first) ? noun + 1 : 1 };
}

const ordinals = spaced('first second third fourth last');
const ranked = setOf('one place answer result source citation hit');
const afterRank = setOf('is does do called');

/** An ordinal or reference, such as "the second one" or "[2]", with its number; -1 for the last. */
export function ordinalIn(words: readonly Word[]): (Span & { number: number }) | undefined {
  for (const [at, { word }] of words.entries()) {
    if (word.length === 3 && word.startsWith('[')) return { at, count: 1, number: Number(word[1]) };
    const place = words[at - 1]?.word === 'the' ? ordinals.indexOf(word) : -1;
    const next = words[at + 1]?.word;
    if (place < 0 || !(next === undefined || ranked.has(next) || afterRank.has(next))) continue;
    return { at: at - 1, count: ranked.has(next ?? '') ? 3 : 2, number: place === 4 ? -1 : place + 1 };
  }
  return undefined;
}

const notSymbols = setOf('true false null undefined None True False nil Infinity NaN it this self');

/** True for file names: `package.json` is one, `res.json` is a method. */
function isFile(name: string): boolean {
  if (name !== name.toLowerCase() || !name.includes('.') || !languageOfPath(name)) return false;
  return !name.endsWith('.json') || (name.split('.').at(-2) ?? '').length > 3;
}

export const isSymbol = (name: string): boolean => /[a-z0-9][A-Z]|\w_\w|\$|\w\.\w|\(\)$/.test(name);

/** Names in code quotes, in order, without references and quoted code. */
export function symbolsIn(text: string): string[] {
  const [told = ''] = text.split('\n[1] ');
  // Skips fenced blocks, and code spans of two back-quotes.
  const outside = (parts: readonly string[]) => parts.filter((_part, at) => at % 2 === 0).join('');
  const prose = outside(outside(told.split('```')).split('``'));
  const symbols = [...prose.matchAll(/`([A-Za-z_$][\w$.:]{1,60})`/g)].map((found) => found[1] ?? '');
  return [...new Set(symbols.filter((symbol) => !notSymbols.has(symbol) && !isFile(symbol)))];
}

const stemsOf = (text: string) =>
  new Set(wordsOf(text).flatMap((word) => splitIdentifier(word).map((part) => stem(part.toLowerCase()))));

/** True when a question asks for tests, or when a symbol is a test. */
export const asksTests = (text: string) => stemsOf(text).has('test');

/** The name that shares most words with the text; the first when none does. */
function mostSpoken(names: readonly string[], words: string): string | undefined {
  const spoken = stemsOf(words);
  const shares = names.map((name) => [...stemsOf(name)].filter((part) => spoken.has(part)).length);
  return names[shares.indexOf(Math.max(...shares))];
}

/**
 * The symbol that an answer is about: of places the first, unless the follow-up names another; for tests the tested
 * symbol; of a model's answer a name in code quotes; of an absence what the question named.
 */
export function spokenOf(
  { text, about }: Pick<Turn, 'text' | 'about'>,
  question: string,
  asked: string,
): string | undefined {
  const [asksOf] = symbolsIn(question);
  if (about?.kind === 'absent' || (about?.kind === 'unsure' && asksOf !== undefined)) return asksOf;
  const all = symbolsIn(text);
  if (about?.kind === 'places' || about?.kind === 'unsure') {
    return mostSpoken(asksTests(question) ? all.filter((name) => !asksTests(name)) : all, asked);
  }
  const names = [about?.symbols ?? [], symbolsIn(text.split('\n\n')[0] ?? ''), all.slice(0, 1)];
  return mostSpoken(names.find(({ length }) => length > 0) ?? [], question);
}

const errorNames = /\b(?:[A-Z]\w{0,60}(?:Error|Exception|Failure)|Err[A-Z]\w{0,60})\b/;
const raising = /\b(?:raise|throw|return|panic|new)\b/;

/** The first error named by a row of the answer that raises one. */
export const raisedIn = (answer: string): string | undefined =>
  answer
    .split('\n')
    .filter((row) => raising.test(row))
    .flatMap((row) => errorNames.exec(row)?.[0] ?? [])[0];

/** The symbol that the answer mentions with its n-th reference; a negative number means the last. */
export function pointedAt(number: number, answer: string): string | undefined {
  const rows = answer.split('\n').filter((row) => !row.startsWith('['));
  const marked = (place: number) => rows.find((row) => row.includes(`[${place}]`));
  const last = [9, 8, 7, 6, 5, 4, 3, 2, 1].find((place) => marked(place) !== undefined);
  return symbolsIn(marked(number < 0 ? (last ?? 1) : number) ?? '')[0];
}

/** True when the symbol already contains all of these words. */
export function holdsWords(symbol: string, words: readonly string[]): boolean {
  const known = stemsOf(symbol);
  return words.every((word) => [...stemsOf(word)].every((part) => known.has(part)));
}

export const fillers = setOf('and but so or also now then ok okay only just same');
const prepositions = setOf('in within under inside without except');
const inside = setOf('in within under inside');
const places = setOf('folder directory file package module project workspace repository repo files test tests');
const asks = setOf(
  'is are was were does do did can could will would has have what which who where when how why whether',
);

/** The number of leading words without content: "and only", "what about", "the same". */
export function openingOf(words: readonly Word[]): number {
  for (let at = 0; at < words.length; at += 1) {
    const [{ word } = { word: '' }, next] = words.slice(at);
    const isPair =
      (next?.word === 'about' && (word === 'what' || word === 'how')) || (word === 'the' && next?.word === 'same');
    if (isPair) at += 1;
    else if (!fillers.has(word)) return at;
  }
  return words.length;
}

/**
 * The place in a follow-up that names only a place: "and in tests?", "only in the server folder", "without the tests?".
 */
export function elsewhereIn(words: readonly Word[]): Span | undefined {
  const at = openingOf(words);
  const end = words.findLastIndex(({ word }) => word !== 'too' && word !== 'only') + 1;
  const place = words.slice(at, end);
  const isLong = place.some(({ word }) => asks.has(word)) || textOf(place).length > 80;
  if (!prepositions.has(place[0]?.word ?? '') || place.length < 2 || isLong) return undefined;
  return place.slice(0, -1).some(({ text }) => '?!.'.includes(text.slice(-1))) ? undefined : { at, count: end - at };
}

/** The phrase that limits the search to a part of the space: "in the server folder", "only in src/store". */
export function narrowingIn(words: readonly Word[]): Span | undefined {
  for (const [at, { word }] of words.entries()) {
    if (!inside.has(word)) continue;
    const named = setOf('the my our').has(words[at + 1]?.word ?? '') ? at + 2 : at + 1;
    const name = (words[named]?.word ?? '').replaceAll('`', '');
    const isKind = places.has(words[named + 1]?.word ?? '');
    const ending = name.slice(name.lastIndexOf('.') + 1);
    const isPath = name.includes('/') || (name.includes('.') && ending !== '' && ending.length <= 4);
    if (name.length < 2 || !(isKind || isPath)) continue;
    const start = words[at - 1]?.word === 'only' ? at - 1 : at;
    return { at: start, count: named + (isKind ? 2 : 1) - start };
  }
  return undefined;
}

/**
 * The last question with another name in it: "what about `res.json`?" after "how does `res.send` decide?" gives "how
 * does `res.json` decide?".
 */
export function askedOfAnother(words: readonly Word[], question: string): string | undefined {
  const said = words.slice(openingOf(words));
  const of = said.length === 2 && setOf('for with of').has(said[0]?.word ?? '') ? 1 : 0;
  const nameOf = ({ text }: Word) => withoutEnd(text).body.replaceAll('`', '');
  const other = said[of] && nameOf(said[of]);
  if (other === undefined || said.length > of + 1 || !isSymbol(other)) return undefined;
  const [name, ...others] = new Set(readWords(question).map(nameOf).filter(isSymbol));
  return name === undefined || others.length > 0 ? undefined : question.replaceAll(name, () => other);
}

// Section: questions about the code that a person has selected.

/** Words for what is before the eyes; "it" and "that" mean an earlier answer. */
const near = setOf('this these');

/** True when a question means what is selected: "what does this do?", "explain the selected code". */
export function meansSelection(query: string): boolean {
  const words = readWords(query);
  const pronoun = pronounIn(words);
  return pronoun ? near.has(words[pronoun.at]?.word ?? '') : asksOfGiven(query);
}
