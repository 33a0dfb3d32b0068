/**
 * Makes a follow-up stand alone: what "it", "there", "the second one" or a bare "why?" points to is taken from the latest
 * question and from what the latest answer speaks of; what the user narrowed the search to is kept. A question that is
 * complete is left as it is, and so is one in a language that these rules do not know. Deterministic.
 */
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
  /\b(?:it|its|they|them|their|that|this|those|these|there|here|the (?:same|former|latter|above)|(?:this|that|the) (?:function|method|class|file|code|one|value|error|module|type|test|snippet|option|setting))\b/i;
const opener =
  /^\s*(?:and|but|so|or|also|then|only|just|what about|how about|ok|okay|why|how so|how|really|where|when|who|in|for|with|from|on|within|under|inside|except|without)\b|\b(?:too|as well|also|either|instead)\s*(?:\?\s*)?$/i;
const replaceable =
  /\b(?:(?:this|that|the) (?:function|method|class|code|one|snippet|module|option|setting|value|error|type)|it|they|them|this|that|those|these)\b(?! (?:is|are|was) (?:a|an|the)\b)/i;
/** "And in tests?", "only in the server folder": the question asked before, somewhere else. */
const elsewhere =
  /^\s*(?:(?:and|but|so|or|also|now|ok|okay|only|just|what about|how about)[\s,]+)*(?:only\s+|just\s+)?((?:in|for|within|under|inside|on|with|without|except(?: in)?)\s+[^\s?!.][^?!.]{1,79}?)\s*(?:(?:too|as well|only)\s*)?(?:[?!.]+\s*)?$/i;
/** A part of the space that was named to search only there. */
const narrowing =
  /\b((?:only )?(?:in|within|under|inside) (?:the |my |our )?(?:`[^`]{2,80}`|[\w./@-]{2,60}) (?:folder|directory|file|package|module|project|workspace|repository|repo|files|tests?)|(?:only )?(?:in|within|under|inside) (?:`(?=[^`]*[/.])[^`]*`|[\w@-]+\/[\w./@-]*|[\w-]+\.[a-z]{1,4}))(?![\w/])/i;
/** Words that ask for a side of what was spoken of rather than for something new. */
const sides =
  /^(?:tests?|docs?|documentation|examples?|types?|errors?|callers?|usages?|defaults?|configuration|config|settings)$/i;
const ordinal =
  /\bthe (first|second|third|fourth|last)(?: (?:one|place|answer|result|source|citation|hit)\b|(?=\s*[?.!]|\s+(?:is|does|do|called)\b|\s*$))|\[(\d)\]/i;
const ordinals = ['first', 'second', 'third', 'fourth'];
const notSymbols = /^(?:true|false|null|undefined|None|True|False|nil|Infinity|NaN|it|this|self)$/;

function symbolsIn(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '').split(/^\[1\] /m)[0] ?? '';
  const symbols = [...prose.matchAll(/`([A-Za-z_$][\w$.:]{1,60})`/g)].map((found) => found[1] ?? '');
  return [...new Set(symbols.filter((symbol) => !notSymbols.test(symbol) && (!/\.\w{1,4}$/.test(symbol) || /[A-Z]/.test(symbol))))]; // prettier-ignore
}

/** What the answer is about: nothing, when it says that it found nothing. */
function spokenOf(answer: string): string | undefined {
  return /^(?:I found nothing|The code gives no reason|Nothing in|There is nothing)/.test(answer)
    ? undefined
    : symbolsIn(answer)[0];
}

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
  const { content, symbols } = analyse(query);
  if (symbols.length > 0 && content.length >= 2) return false;
  if (content.length === 0 || (ordinal.test(query) && content.length <= 2)) return true;
  const [only = ''] = subjectOf(query);
  if (content.length === 1)
    return opener.test(query) || pronoun.test(query) || (sides.test(only) && wordsOf(query).length <= 3);
  if (elsewhere.test(query) && content.length <= 3) return true;
  const isOpened =
    opener.test(query) && content.length <= 2 && !/\b(?:is|are|does|do|was|can|will|has|have)\b/i.test(query);
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

function resolve(query: string, history: readonly Turn[], depth: number): string {
  const asked = query.trim();
  if (asked === '' || history.length === 0 || depth > maxDepth || !isFollowUp(asked)) return query;
  const questions = earlierQuestions(history, query);
  const place = elsewhere.exec(asked)?.[1];
  const latest = place === undefined ? undefined : notElsewhere(questions, place);
  if (place !== undefined && latest && !pronoun.test(asked)) {
    const base = withoutEnd(resolve(latest.text, latest.before, depth + 1));
    const kept = base.body.replace(narrowing.test(place) ? narrowing : /$^/, '').replace(/(?<![\s,])[\s,]+$/, '');
    return `${kept}, ${/^\s*(?:\w+[\s,]+)*(?:only|just)\b/i.test(asked) && !/^only/i.test(place) ? 'only ' : ''}${place}${base.end || '?'}`;
  }
  const latestAnswer = history.find((turn) => turn.role === 'assistant')?.text ?? '';
  const pointed = pointedAt(asked, latestAnswer);
  const symbol = pointed ?? spokenOf(latestAnswer);
  const subject = earlierSubject(questions);
  if (symbol === undefined && subject.length === 0) return query;
  const known = asked.toLowerCase();
  const words = pointed === undefined ? subject.filter((word) => !known.includes(word.toLowerCase())) : [];
  const named = symbol === undefined ? words.join(' ') : `\`${symbol}\``;
  const target = pointed !== undefined ? ordinal : replaceable;
  const isReplaced = target.test(asked) && named !== '';
  const body = (isReplaced ? asked.replace(target, named) : asked).replace(
    /^(?:and|but|so|or|also|then|ok|okay)\b[\s,]*/i,
    '',
  );
  const rest = isReplaced && symbol === undefined ? [] : words;
  const about = [...(isReplaced || symbol === undefined ? [] : [named]), ...rest].join(' ');
  const { body: text, end } = withoutEnd(body);
  const narrowed = `${text}${keptNarrowing(asked, questions)}`;
  return about === '' ? `${narrowed}${end}` : `${narrowed} (about ${about})${end}`;
}

export function reprompt({ query, history }: RepromptRequest): string {
  return resolve(query, history, 0);
}
