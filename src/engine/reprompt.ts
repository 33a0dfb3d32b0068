/**
 * Makes a follow-up stand alone: what "it", "there", "the second one" or a bare "why?" points to is taken from the latest
 * question and from what the latest answer speaks of; what the user narrowed the search to is kept. A question that is
 * complete is left as it is, and so is one in a language that these rules do not know. Deterministic.
 */
import {
  asQuestion,
  askedOfAnother,
  holdsWords,
  spokenOf,
  symbolsIn,
  whyOf,
  withoutCommand,
  withoutCourtesy,
  withOwner,
} from './followUps';
import { overviewOf } from './overview';
import { analyse } from './rank/question';
import { isDroppedFromQuestion } from './text/stopWords';
import { wordsOf } from './text/tokens';
import type { RepromptRequest, Turn } from './types';

/** Words of the subject carried over; more would drown the follow-up. */
const maxSubjectWords = 8;
/** Turns looked back through for a question that has a subject. */
const maxTurns = 12;
/** Follow-ups on follow-ups are resolved this far back. */
const maxDepth = 4;

const pronoun =
  /\b(?:it|its|they|them|their|that|this|those|these|there|here|the (?:same|former|latter|above)|both (?:are|of them|of these)|(?:this|that|the) (?:function|method|class|file|code|one|value|error|module|type|test|snippet|option|setting))\b/i;
const opener =
  /^\s*(?:and|but|so|or|also|then|only|just|what about|how about|ok|okay|why|how so|how|really|where|when|who|in|for|with|from|on|within|under|inside|except|without)\b|\b(?:too|as well|also|either|instead)\s*(?:\?\s*)?$/i;
const conjunction = /^\s*(?:and|but|so|or|also|then)\b/i;
/** "How are errors handled?" says what is asked about; "how so?" does not. */
const auxiliary = /\b(?:is|are|does|do|was|can|will|has|have)\b/i;
const replaceable =
  /\b(?:(?:this|that|the) (?:function|method|class|code|one|snippet|module|option|setting|value|error|type)|it|they|them|this|that|those|these)\b(?! (?:is|are|was) (?:a|an|the)\b)/i;
/** "And in tests?", "only in the server folder": the question asked before, somewhere else. */
const elsewhere =
  /^\s*(?:(?:and|but|so|or|also|now|ok|okay|only|just|what about|how about|(?:the )?same)[\s,]+)*(?:only\s+|just\s+)?((?:in|for|within|under|inside|on|with|without|except(?: in)?)\s+[^\s?!.](?:[^?!.]|\.(?=\w)){1,79}?)\s*(?:(?:too|as well|only)\s*)?(?:[?!.]+\s*)?$/i;
/** A part of the space that was named to search only there. */
const narrowing =
  /\b((?:only )?(?:in|within|under|inside) (?:the |my |our )?(?:`[^`]{2,80}`|[\w./@-]{2,60}) (?:folder|directory|file|package|module|project|workspace|repository|repo|files|tests?)|(?:only )?(?:in|within|under|inside) (?:`(?=[^`]*[/.])[^`]*`|[\w@-]+\/[\w./@-]*|[\w-]+\.[a-z]{1,4}))(?![\w/])/i;
/** Words that ask for a side of what was spoken of rather than for something new. */
const sides =
  /^(?:tests?|docs?|documentation|examples?|types?|errors?|callers?|usages?|defaults?|configuration|config|settings)$/i;
const ordinal =
  /\bthe (first|second|third|fourth|last)(?: (?:one|place|answer|result|source|citation|hit)\b|(?=\s*[?.!]|\s+(?:is|does|do|called)\b|\s*$))|\[(\d)\]/i;
const ordinals = ['first', 'second', 'third', 'fourth'];
/** "The second one": what the answer says with its second reference. */
function pointedAt(query: string, answer: string): string | undefined {
  const found = ordinal.exec(query);
  if (!found) return undefined;
  const numbers = [...answer.matchAll(/\[(\d)\]/g)].map((match) => Number(match[1]));
  const word = found[1]?.toLowerCase() ?? '';
  const number =
    found[2] !== undefined ? Number(found[2]) : word === 'last' ? Math.max(...numbers) : ordinals.indexOf(word) + 1;
  const row = answer.split('\n').find((line) => line.includes(`[${number}]`) && !line.startsWith(`[${number}]`));
  return row === undefined ? undefined : symbolsIn(row)[0];
}

/** Content words of a question as they were written. */
function subjectOf(question: string): string[] {
  const words = wordsOf(question).filter((word) => !isDroppedFromQuestion(word.toLowerCase()));
  return [...new Set(words)].slice(0, maxSubjectWords);
}

interface Earlier {
  text: string;
  /** Turns before it, newest first. */
  before: readonly Turn[];
}

/** Questions of the user before this one, newest first. */
function earlierQuestions(history: readonly Turn[], query: string): Earlier[] {
  return history
    .slice(0, maxTurns)
    .map((turn, place) => ({ ...turn, before: history.slice(place + 1) }))
    .filter(({ role, text }) => role === 'user' && text.trim() !== query.trim());
}

function earlierSubject(questions: readonly Earlier[]): string[] {
  for (const { text } of questions) {
    const subject = subjectOf(text);
    if (subject.length > 0 && !isFollowUp(text)) return subject;
  }
  return questions.flatMap(({ text }) => subjectOf(text)).slice(0, maxSubjectWords);
}

/** "Where is the cache, and how is it emptied?": the word stands for something in the question itself. */
function hasOwnSubject(query: string): boolean {
  const at = pronoun.exec(query)?.index ?? -1;
  if (at <= 0) return false;
  const before = query.slice(0, at);
  return (
    subjectOf(before).length > 0 &&
    /[,;]|\b(?:and|when|if|after|before|while|because|until|unless|so)\b/i.test(before.trimStart().slice(3))
  );
}

function isFollowUp(query: string): boolean {
  if (overviewOf(query) && !/\b(?:this|it|its)(?:\s+(?:do|about|for))?[?.!]*$/i.test(query.trim())) return false;
  const { content, symbols } = analyse(query);
  if (symbols.length > 0 && content.length >= 2) return false;
  if (content.length === 0 || (ordinal.test(query) && content.length <= 2)) return true;
  const [only = ''] = subjectOf(query);
  if (content.length === 1) {
    const isOpened = conjunction.test(query) || (opener.test(query) && !auxiliary.test(query));
    const isSide = sides.test(only) && wordsOf(withoutCommand(query)).length <= 3;
    return isOpened || pronoun.test(query) || isSide || elsewhere.test(query);
  }
  if (elsewhere.test(query) && content.length <= 3) return true;
  const isOpened = opener.test(query) && content.length <= 2 && !auxiliary.test(query);
  return isOpened || (pronoun.test(query) && content.length <= 4 && !hasOwnSubject(query));
}

function withoutEnd(text: string): { body: string; end: string } {
  const end = /(?<!\s)\s*(?<![?!.])[?!.]+\s*$/.exec(text)?.[0] ?? '';
  return { body: text.slice(0, text.length - end.length).trim(), end: end.trim() };
}

/** The latest thing the user narrowed the search to, unless the question names its own. */
function keptNarrowing(asked: string, questions: readonly Earlier[]): string {
  if (narrowing.test(asked)) return '';
  for (const { text } of questions) {
    const found = narrowing.exec(text)?.[1];
    if (found !== undefined) return ` ${found}`;
    if (!isFollowUp(text)) return '';
  }
  return '';
}

/** "And in tests?", then "only in src": another place instead of the last one, for what was asked before both. */
function notElsewhere(questions: readonly Earlier[], place: string): Earlier | undefined {
  const isPlace = (text: string) => /^(?:in|within|under|inside|on)\b/i.test(text);
  if (!isPlace(place)) return questions[0];
  // A bare "why?" asks nothing that could be asked of another place.
  const said = questions.filter(({ text }) => analyse(text).content.length > 0);
  return said.find(({ text }) => !isPlace(elsewhere.exec(text)?.[1] ?? '') || pronoun.test(text));
}

/** The question before, somewhere else; undefined when the follow-up names no place. */
function askedElsewhere(asked: string, questions: readonly Earlier[], depth: number): string | undefined {
  const place = elsewhere.exec(asked)?.[1];
  const latest = place === undefined ? undefined : notElsewhere(questions, place);
  if (place === undefined || !latest || pronoun.test(asked)) return undefined;
  const base = withoutEnd(resolve(latest.text, latest.before, depth + 1));
  const kept = base.body.replace(narrowing.test(place) ? narrowing : /$^/, '').replace(/(?<![\s,])[\s,]+$/, '');
  const isOnly = /^\s*(?:\w+[\s,]+)*(?:only|just)\b/i.test(asked) && !/^only/i.test(place);
  return `${kept}, ${isOnly ? 'only ' : ''}${place}${base.end || '?'}`;
}

/** What is spoken of, in the place of the word that stands for it, or else behind the follow-up. */
function withSubject(asked: string, { symbol, pointed, subject, kept }: Spoken): string {
  const known = asked.toLowerCase();
  const left = pointed === undefined ? subject.filter((word) => !known.includes(word.toLowerCase())) : [];
  const words = symbol !== undefined && holdsWords(symbol, left) ? [] : left;
  const named = symbol === undefined ? words.join(' ') : `\`${symbol}\``;
  const owned = named === '' ? asked : withOwner(asked, named);
  const target = pointed !== undefined ? ordinal : replaceable;
  const isReplaced = named !== '' && (owned !== asked || target.test(asked));
  const replaced = owned === asked && isReplaced ? asked.replace(target, named) : owned;
  const body = replaced.replace(/^(?:and|but|so|or|also|then|ok|okay)\b[\s,]*/i, '');
  const rest = isReplaced && symbol === undefined ? [] : words;
  const about = [...(isReplaced || symbol === undefined ? [] : [named]), ...rest].join(' ');
  const { body: text, end } = withoutEnd(body);
  return asQuestion(`${text}${kept}${about === '' ? '' : ` (about ${about})`}${end}`);
}

interface Spoken {
  symbol: string | undefined;
  /** The symbol, when it was pointed at by a number. */
  pointed: string | undefined;
  /** Words of the question before. */
  subject: readonly string[];
  /** The narrowing that still holds, with a space before it. */
  kept: string;
}

function resolve(query: string, history: readonly Turn[], depth: number): string {
  const asked = withoutCourtesy(query).trim();
  if (asked === '' || history.length === 0 || depth > maxDepth || !isFollowUp(asked)) return query;
  const questions = earlierQuestions(history, query);
  const [previous] = questions;
  const before = previous ? resolve(previous.text, previous.before, depth + 1) : '';
  const whole = askedOfAnother(asked, before) ?? askedElsewhere(asked, questions, depth);
  if (whole !== undefined) return whole;
  const latest = history.find((turn) => turn.role === 'assistant');
  const pointed = latest && pointedAt(asked, latest.text);
  const symbol = pointed ?? (latest && spokenOf(latest, before));
  const why = whyOf(asked, before);
  if (why !== undefined) {
    const isNamed = symbol === undefined || history[0]?.role !== 'assistant' || why.includes(symbol);
    const { body, end } = withoutEnd(why);
    return isNamed ? why : `${body} (about \`${symbol}\`)${end}`;
  }
  const subject = earlierSubject(questions);
  if (symbol === undefined && subject.length === 0) return query;
  return withSubject(asked, { symbol, pointed, subject, kept: keptNarrowing(asked, questions) });
}

export function reprompt({ query, history }: RepromptRequest): string {
  return resolve(query, history, 0);
}
