/**
 * Recognises courtesies around a question: greetings, thanks, "can you tell me". They are not searched for; alone they
 * are small talk, which gets a one-sentence reply. Uses sets of words and one pass over a text. Pure.
 */
import { hasWordSign, spaced } from '../text/plain';
import { unindexedWords } from '../text/tokens';

// Section: words of a text, for rules that read questions word by word. Pure; linear.

export const setOf = (words: string): ReadonlySet<string> => new Set(spaced(words));
const edges = ',.;:!?"“”… ';

export interface Word {
  /** `text` is the word as written; `word` is lower-case, without surrounding punctuation. */
  text: string;
  word: string;
  at: number;
}

/** Most characters read of a text; no follow-up is longer. */
const maxChars = 400;

/** Splits the punctuation at the end from a text. */
/** True behind the `!` of “who calls save!?”, which is of the name. */
const isOfName = (text: string, end: number): boolean =>
  text.charAt(end) === '?' && text.charAt(end - 1) === '!' && hasWordSign(text.charAt(end - 2));

export function withoutEnd(text: string): { body: string; end: string } {
  let length = text.length;
  while (length > 0 && edges.includes(text.charAt(length - 1)) && !isOfName(text, length)) length -= 1;
  return { body: text.slice(0, length), end: text.slice(length).trim() };
}

export function readWords(text: string): Word[] {
  return [...text.slice(0, maxChars).matchAll(/\S+/g)].map(({ 0: token, index }) => {
    const { body } = withoutEnd(token);
    return { text: token, word: (edges.includes(body.charAt(0)) ? body.slice(1) : body).toLowerCase(), at: index };
  });
}

/** The text with a span of its words replaced; punctuation after the span stays. */
export function saidOtherwise(words: readonly Word[], { at, count }: Span, by: string): string {
  const texts = words.map(({ text }) => text);
  return [...texts.slice(0, at), by + withoutEnd(texts[at + count - 1] ?? '').end, ...texts.slice(at + count)].join(
    ' ',
  );
}

export interface Span {
  at: number;
  count: number;
}

export const textOf = (words: readonly Word[], { at, count }: Span = { at: 0, count: words.length }): string =>
  words
    .slice(at, at + count)
    .map(({ text }) => text)
    .join(' ');

const greeting = setOf('hi hello hey hiya howdy greetings');
const thanks = setOf('thanks thank thx ty cheers');
const nod = setOf(
  'ok okay great cool nice perfect good alright understood sorry yes yep ah oh hm hmm bye goodbye got see',
);
/** Words that belong to a courtesy only next to one of the words above. */
const beside = setOf(`there all everyone everybody folks again you u very much so a lot for that this the your help answer
  it i now is was to have day morning evening afternoon one helpful quarry very then please`); // prettier-ignore
const interrogative = setOf("where what who whose which how why when whether if what's where's who's how's");
/** Phrases that only introduce a question. */
const askings = [
  'tell me',
  'please tell me',
  'do you know',
  'i want to know',
  'i would like to know',
  "i'd like to know",
  'i wonder',
  'i was wondering',
  'quick question',
  'i have a question',
  'may i ask',
  'can i ask',
  'let me know',
  'feature request',
  'feature idea',
  'bug report',
  'bug',
].map(spaced);
const requests = [
  'can you',
  'could you',
  'would you',
  'will you',
  'can you please',
  'could you please',
  'would you please',
  'please',
].map(spaced);
const requested = setOf('tell show explain find list give describe summarize summarise compare');
const pauses = ',.!?;:';

const isHead = ({ word }: Word) => greeting.has(word) || thanks.has(word) || nod.has(word);
const isPause = (word: Word | undefined) => word !== undefined && pauses.includes(word.text.slice(-1));
const opens = (words: readonly Word[], phrase: readonly string[]) => phrase.every((one, at) => words[at]?.word === one);

const sentences = {
  greeting: 'Ask about this code: where something is done, what a name means, who calls it, or how it is run.',
  thanks: 'You’re welcome.',
  nod: 'All right: ask on whenever you like.',
};

/** The reply to small talk such as "hi", "thanks!" or "ok"; undefined when something is asked. */
export function smallTalkOf(query: string): string | undefined {
  const words = readWords(query).filter(({ word }) => word !== '');
  const [first] = words;
  // In "I see" a side word precedes the courtesy.
  if (!first || query.length > maxChars || !words.every((word) => isHead(word) || beside.has(word.word)))
    return undefined;
  if (query.includes('?') || !(isHead(first) || words.length === 2) || !words.some(isHead)) return undefined;
  if (words.some(({ word }) => thanks.has(word))) return sentences.thanks;
  return greeting.has(first.word) ? sentences.greeting : sentences.nod;
}

/** The number of leading words that are a courtesy. */
function courtesyOf(words: readonly Word[]): number {
  const [first, second] = words;
  if (!first || !second) return 0;
  if (isHead(first) || (first.word === 'i' && second.word === 'see')) {
    const after = words.findIndex((word, at) => at > 0 && !beside.has(word.word) && !isHead(word));
    const pause = words.findIndex((word, at) => isPause(word) && (after < 0 || at < after));
    if (pause >= 0) return pause + 1;
    if (interrogative.has(words[after]?.word ?? '')) return after;
    return unindexedWords.has(second.word) || requested.has(second.word) ? 1 : 0;
  }
  const asking = askings.find((phrase) => opens(words, phrase))?.length ?? 0;
  if (asking > 0 && (isPause(words[asking - 1]) || interrogative.has(words[asking]?.word ?? ''))) return asking;
  const request = requests.findLast((phrase) => opens(words, phrase))?.length ?? 0;
  return first.word === 'please' || requested.has(words[request]?.word ?? '') ? request : 0;
}

/** Matches the announcement of a new topic, "new topic: …", after which nothing refers to earlier turns. */
const announcement =
  /^\s*(?:(?:an?\s+)?(?:new|another|different|next|other|unrelated)\s+(?:topic|question|thing|subject)|(?:switching|changing|change\s+of|on\s+to)\s+(?:topics?|(?:the\s+)?subject|something\s+else)|unrelated(?:ly)?|something\s+else)\s*[:;,.–—-]\s*(?=\S)/i;

export const isAnnounced = (query: string): boolean => announcement.test(query);

/**
 * The question without courtesies, as in "thanks, can you tell me where …, please?"; a text of courtesies alone stays
 * unchanged.
 */
export function withoutCourtesy(query: string): string {
  let rest = query.replace(announcement, '');
  for (let count = 1; count > 0;) {
    const words = readWords(rest);
    count = courtesyOf(words);
    const next = count > 0 ? words[count] : undefined;
    rest = next ? rest.slice(next.at) : rest;
    if (!next) break;
  }
  const words = rest.length < maxChars ? readWords(rest) : [];
  const [before, last] = words.slice(-2);
  const isThanks = last !== undefined && thanks.has(last.word) && isPause(before);
  if (!before || !last || !(last.word === 'please' || isThanks)) return rest;
  const kept = rest.slice(0, before.at + before.text.length);
  const { body, end } = withoutEnd(kept);
  return body + (end.replace(',', '') || (last.text.includes('?') ? '?' : ''));
}

// Section: a question without surrounding words: courtesies, “so”, “here”. Pure; compares whole words, so linear.

const goingOn = new Set(spaced('so and but well just now'));
const ends = ['right now', 'in here', ...spaced('here from anywhere exactly now please thanks')];
/** "… of this project": a preposition, a pointer, and a word for the whole. */
const prepositions = new Set(spaced('of in for from within inside'));
const pointers = new Set(spaced('this the our my'));
const wholes = new Set(
  spaced('project repo repository code codebase library package app application workspace folder'),
);
/** Nouns that ask about the whole itself: "the purpose of this project". */
const ofWhole = new Set(spaced('purpose goal point points aim idea job overview summary description introduction structure architecture rest name part parts')); // prettier-ignore

/** Punctuation at the end of a word or question. */
const signs = ',.!?:; ';

function withoutSigns(text: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1]!) && !isOfName(text, end)) end -= 1;
  return text.slice(0, end);
}

const saidAs = (word: string) => withoutSigns(word).toLowerCase();

/** The number of words at the end that only mean the whole searched space, such as “in this project”. */
function endOf(said: readonly string[]): number {
  const last = ends.find((phrase) => phrase === said.slice(-phrase.split(' ').length).join(' '));
  if (last !== undefined) return last.split(' ').length;
  const isBase = said.at(-1) === 'base' && said.at(-2) === 'code';
  const at = said.length - (isBase ? 2 : 1);
  const isWhole = (isBase || wholes.has(said[at] ?? '')) && pointers.has(said[at - 1] ?? '');
  const isSaid = isWhole && prepositions.has(said[at - 2] ?? '') && !ofWhole.has(said[at - 3] ?? '');
  return isSaid ? said.length - at + 2 : 0;
}

/** Least words left after a removal: "who calls now?" asks about something named `now`. */
const minLeft = 3;
/** Most words of a phrase at the end. */
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

/**
 * The question without surrounding words and its final punctuation; words are removed only while a question is left.
 */
/** Beginnings of a second question behind a first one. */
const secondQuestions = [
  ' and what ',
  ' and who ',
  ' and where ',
  ' and how ',
  ' and why ',
  ' and is it ',
  ' and does it ',
  ', which ',
  ', what ',
  ', where ',
  ', how ',
];

/** The first of two questions in one: "What is Quay, and what can it not do?" */
export function firstQuestion(question: string): string {
  const small = question.toLowerCase();
  const ends = secondQuestions.map((begin) => small.indexOf(begin)).filter((at) => at > 0);
  const first = question.slice(0, Math.min(question.length, ...ends));
  return first.endsWith(',') ? first.slice(0, -1) : first;
}

export function plainQuestion(question: string): string {
  const words = spaced(withoutSigns(withoutOpening(question.trimEnd())));
  let end = words.length;
  for (let count = 1; count > 0; end -= count) {
    count = endOf(words.slice(Math.max(0, end - maxSaid), end).map(saidAs));
    if (end - count < minLeft) break;
  }
  const left = words.slice(0, end).join(' ');
  return end === words.length ? left : withoutSigns(left);
}

/** Words of which a sentence consists that only asks about the message before it: "what does that mean?" */
const aboutMessage = setOf('so and where what why how when which does do did is are was this that it the a an error message exception code come comes coming from mean means i we my get getting got see seeing fix happen happens happening thrown raised printed cause causes caused by in can should'); // prettier-ignore
/** Least words of a message. */
const minMessage = 3;

/** First words of a question, which is no message. */
const asksFirst = setOf('where what which who why how when is are was were does do did can');

/** A pasted message without the sentence behind it that asks where it comes from or what it means. */
export function withoutAsking(text: string): string {
  const end = Math.max(...['. ', '! ', '\n'].map((sign) => text.lastIndexOf(sign)));
  const [message, asked] = [text.slice(0, end + 1).trim(), text.slice(end + 1)];
  const isAbout = asked.trimEnd().endsWith('?') && readWords(asked).every(({ word }) => aboutMessage.has(word));
  const isQuoted = ['"', '`', '“'].some(
    (sign) => message.split(sign).length % 2 === 0 && asked.includes(sign === '“' ? '”' : sign),
  );
  const isMessage = spaced(message).length >= minMessage && !asksFirst.has(readWords(message)[0]?.word ?? '');
  return end >= 0 && isAbout && isMessage && !isQuoted ? message : text;
}
