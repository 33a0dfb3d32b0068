/**
 * Makes a follow-up stand alone: what "it", "there", "the second one" or a bare "why?" points to is taken from the
 * latest question and from what its answer speaks of; what the user narrowed the search to is kept. A question that is
 * complete is left as it is, and so is one in a language that these rules do not know. Deterministic.
 */
import { wantsOf } from './claims/wants';
import {
  isAnnounced,
  smallTalkOf,
  withoutCourtesy,
  readWords,
  saidOtherwise,
  setOf,
  textOf,
  withoutEnd,
  type Span,
  type Word,
} from './question/courtesies';
import {
  askedOfAnother,
  asksTests,
  raisedIn,
  elsewhereIn,
  fillers,
  holdsWords,
  isSymbol,
  narrowingIn,
  openingOf,
  ordinalIn,
  pointedAt,
  pronounIn,
  spokenOf,
  symbolsIn,
} from './followUps';
import { overviewOf } from './overview';
import { withAside } from './question/aside';
import { reportOf } from './question/report';
import { analyse } from './rank/question';
import { isDroppedFromQuestion, wordsOf } from './text/tokens';
import type { RepromptRequest, Turn } from './types';

/**
 * Most characters of an earlier question that are read for its subject: a pasted text says at its beginning what was
 * asked.
 */
const maxSubjectChars = 4000;
/** Words of a question that are its subject, and of several that are carried over. */
const maxSubjectWords = 12;
/** A question of fewer words may go on about what was asked before it. */
const wordsOfTopic = 5;
/** Turns looked back through for a question that has a subject. */
const maxTurns = 12;
/** Follow-ups on follow-ups are resolved this far back. */
const maxDepth = 4;

/** "How are errors handled?" says what is asked about; "how so?" does not. */
const auxiliary = setOf('is are was were does do did can could will would should has have');
const conjunction = setOf('and but so or also then');
const opener = setOf('and but so or also then only just ok okay why how really where when who in for with from on within under inside except without'); // prettier-ignore
const closer = setOf('too also either instead');
const clause = setOf('and when if after before while because until unless so which that whose where');
const turnable = setOf('where when how');
/** Words that ask for another side of what was spoken of, such as its tests, rather than for something new. */
const sides = setOf('test tests doc docs documentation example examples type types error errors caller callers usage usages default defaults configuration config settings'); // prettier-ignore
/**
 * With "the", what everything has that can be spoken of, and what is done with that: "what does the error message say?"
 */
const ofAnything = setOf('message messages value values limit limits result results reason cause name parameter parameters argument arguments signature text say says said mean means return returns set checked handled thrown raised caught used called defined documented tested come comes'); // prettier-ignore
/** With nothing behind it: "what is the default?" */
const valued = setOf('default defaults limit maximum minimum');
const definite = setOf('the its this that');
/** First words that mostly go on, and the second ones after which "how" does and "what" does not. */
const goingOn = setOf('which can could does do will would must should');
const measures = setOf('many long often much big large soon far');
const openers = setOf('is are does do happens');
/** Words of a question that goes on without a word that points back. */
const maxGoingOn = 3;
const command = setOf('please show give list find tell me us a an the some any');
const whys = setOf('why how-come why-so why-is-that why-that');
/**
 * "Show me the code", "tell me more": all of what was spoken of, if nothing but these is said and one of the second.
 */
const whole = setOf('show me us the its full whole source code implementation please give see print this that it of explain describe tell more about details further in detail'); // prettier-ignore
const wholeOf = setOf('show code source implementation explain describe more details detail');

const isOf = (set: ReadonlySet<string>, { word }: Word = { text: '', word: '', at: 0 }) => set.has(word);
const isWhole = (words: readonly Word[]) =>
  words.every((word) => isOf(whole, word)) && words.some((word) => isOf(wholeOf, word));

/** Content words of a question as they were written; of an error what it says. */
function subjectOf(question: string): string[] {
  const text = question.slice(0, maxSubjectChars);
  const words = wordsOf(reportOf(text).messages[0] ?? text).filter(
    (word) => !isDroppedFromQuestion(word.toLowerCase()),
  );
  // Who was shown its tests goes on about the thing.
  const own = words.filter((word) => !sides.has(word.toLowerCase()));
  return [...new Set(own.length > 0 ? own : words)].slice(0, maxSubjectWords);
}

/** A question of the user and what was answered. */
interface Exchange {
  text: string;
  answer: Turn | undefined;
  /** Turns before it, newest first. */
  before: readonly Turn[];
}

/** What was asked before this question, newest first; who says thanks asks nothing. */
function exchangesOf(history: readonly Turn[], query: string): Exchange[] {
  return history.slice(0, maxTurns).flatMap(({ role, text }, at) => {
    if (role !== 'user' || text.trim() === query.trim() || smallTalkOf(text) !== undefined) return [];
    const answer = history[at - 1];
    const asked = withoutCourtesy(text).trim();
    return [{ text: asked, answer: answer?.role === 'assistant' ? answer : undefined, before: history.slice(at + 1) }];
  });
}

/** Words of what was asked since the last question that opens a topic, the latest first. */
function subjectSince(exchanges: readonly Exchange[]): string[] {
  const opens = ({ text }: Exchange) => subjectOf(text).length >= wordsOfTopic && !isFollowUp(text);
  const since = exchanges.slice(0, exchanges.findIndex(opens) + 1 || exchanges.length);
  return [...new Set(since.flatMap(({ text }) => subjectOf(text)))].slice(0, maxSubjectWords);
}

/** "Where is the cache, and how is it emptied?": the word stands for something in the question itself. */
function hasOwnSubject(words: readonly Word[], pronoun: Span): boolean {
  const before = words.slice(0, pronoun.at);
  const isClause = (word: Word, at: number) => (at > 0 && isOf(clause, word)) || ',;'.includes(word.text.slice(-1));
  return before.some(isClause) && subjectOf(textOf(before)).length > 0;
}

/** "And `res.json`?": the question before, of another name. */
function isOtherName(words: readonly Word[]): boolean {
  const opening = openingOf(words);
  return opening > 0 && words.length === opening + 1 && isNamed(words[opening]!);
}

const isNamed = ({ text }: Word) => isSymbol(withoutEnd(text).body.replaceAll('`', ''));

/**
 * "How often is that?", "what if nobody answers?", "can I turn that off?": how few words go on about what was spoken
 * of, where "how is a port parsed?" and "is there a cache?" open something.
 */
function goesOn([first, second]: readonly Word[]): boolean {
  if (isOf(goingOn, first)) return true;
  if (first?.word === 'how') return isOf(measures, second);
  if (first?.word === 'what') return !isOf(openers, second);
  return (first?.word === 'is' || first?.word === 'are') && second?.word !== 'there';
}

function isFollowUp(query: string): boolean {
  const words = readWords(query);
  const last = words.findLast((word) => !isOf(setOf('do about for'), word));
  if (overviewOf(query) && !isOf(setOf('this it its'), last)) return false;
  if (isOtherName(words)) return true;
  const { content, symbols } = analyse(query);
  if (symbols.length > 0 && content.length >= 2) return false;
  if (isWhole(words) || content.length === 0 || (ordinalIn(words) && content.length <= 2)) return true;
  const pronoun = pronounIn(words);
  const isJoined = isOf(conjunction, words[0]);
  if (content.length <= maxGoingOn && (isJoined || goesOn(words)) && !words.some(isNamed)) return true;
  const isElsewhere = elsewhereIn(words) !== undefined;
  const isOpened = isOf(opener, words[0]) || openingOf(words) > 0 || isOf(closer, words.at(-1));
  const isShort = isOpened && !words.some((word) => isOf(auxiliary, word));
  if (content.length === 1) {
    const isSide = words.some((word) => isOf(sides, word)) && words.filter((word) => !isOf(command, word)).length <= 3;
    return isJoined || isShort || pronoun !== undefined || isSide || isElsewhere;
  }
  if ((isElsewhere && content.length <= 3) || (isShort && content.length <= 2)) return true;
  const own = words.filter(({ word }) => !isDroppedFromQuestion(word));
  const isOfAnything = own.every((word) => isOf(ofAnything, word) || isOf(sides, word));
  if (isOfAnything && words.some((word) => isOf(definite, word))) return true;
  // Beside words of its own "the error" may be any, "that error" is one that was spoken of.
  const isLoose = pronoun !== undefined && pronoun.count > 1 && words[pronoun.at]?.word === 'the';
  return pronoun !== undefined && !isLoose && content.length <= 4 && !hasOwnSubject(words, pronoun);
}

/** The latest thing the user narrowed the search to, unless the question names its own. */
function keptNarrowing(words: readonly Word[], exchanges: readonly Exchange[]): string {
  if (narrowingIn(words)) return '';
  for (const { text } of exchanges) {
    const said = readWords(text);
    const found = narrowingIn(said);
    if (found) return ` ${withoutEnd(textOf(said, found)).body}`;
    if (!isFollowUp(text)) return '';
  }
  return '';
}

/** "And in tests?", then "only in src": another place instead of the last one, for what was asked before both. */
function notElsewhere(exchanges: readonly Exchange[]): Exchange | undefined {
  // A bare "why?" asks nothing that could be asked of another place.
  return exchanges.find(({ text }) => {
    const words = readWords(text);
    return (elsewhereIn(words) === undefined || pronounIn(words)) && analyse(text).content.length > 0;
  });
}

/** The question before, somewhere else; undefined when the follow-up names no place. */
function askedElsewhere(words: readonly Word[], exchanges: readonly Exchange[], depth: number): string | undefined {
  const place = elsewhereIn(words);
  const latest = place && notElsewhere(exchanges);
  if (!place || !latest || pronounIn(words)) return undefined;
  const { body, end } = withoutEnd(resolve(latest.text, latest.before, depth + 1));
  const said = readWords(body);
  const narrowed = narrowingIn(words) && narrowingIn(said);
  const kept = narrowed ? textOf(said.toSpliced(narrowed.at, narrowed.count)) : body;
  const isOnly = words.slice(0, place.at).some(({ word }) => word === 'only' || word === 'just');
  return `${withoutEnd(kept).body}, ${isOnly ? 'only ' : ''}${withoutEnd(textOf(words, place)).body}${end || '?'}`;
}

/** "Why?" after "where is the limit enforced?" is "why is the limit enforced?". */
function whyOf(words: readonly Word[], before: string): string | undefined {
  const bare = words.slice(isOf(fillers, words[0]) ? 1 : 0);
  const asked = readWords(before);
  const turned = asked.slice(isOf(turnable, asked[0]) ? 1 : 0);
  const isBare = whys.has(bare.map(({ word }) => word).join('-'));
  if (!isBare || turned.length < 2 || !isOf(auxiliary, turned[0])) return undefined;
  const rest = before.slice(turned[0]?.at);
  return `why ${rest.charAt(0).toLowerCase()}${rest.slice(1)}`;
}

/** "Where is it caught?" after rows that raise something is about that. */
const asksCaught = (text: string) => readWords(text).some(({ word }) => caughtWords.has(word));
const caughtWords = setOf('caught catches catch handled handles rescued');

const asksErrors = (text: string) => readWords(text).some(({ word }) => word === 'error' || word === 'exception');

function guessedOf(exchange: Exchange | undefined): Spoken['guess'] {
  const kind = exchange?.answer?.about?.kind;
  return kind === 'unsure' || kind === 'places' ? kind : undefined;
}

/** What "it" is. Tests alone are not what is spoken of, but what they test is: the answer before may tell it. */
function symbolOf(
  [latest, ...earlier]: readonly Exchange[],
  question: string,
  asked: string,
): Pick<Spoken, 'symbol' | 'guess'> {
  const symbol = latest?.answer && spokenOf(latest.answer, question, asked);
  if (symbol === undefined && earlier[0] && asksTests(question) && latest && isFollowUp(latest.text)) {
    return symbolOf(earlier, earlier[0].text, asked);
  }
  if (symbol === undefined || symbolsIn(question).includes(symbol)) return { symbol, guess: undefined };
  // Of places one is a guess, and so is what was told of it then.
  const guess = guessedOf(latest) ?? (latest && isFollowUp(latest.text) ? guessedOf(earlier[0]) : undefined);
  return { symbol, guess };
}

interface Spoken {
  symbol: string | undefined;
  /** It is the first of places: likely, or not even that. */
  guess: 'places' | 'unsure' | undefined;
  /** The words that point at the symbol by a number. */
  ordinal: Span | undefined;
  /** Words of the question before. */
  subject: readonly string[];
  /** The narrowing that still holds, with a space before it. */
  kept: string;
}

/** The follow-up with the name in the place of what stands for it; undefined when nothing does. */
function named(words: readonly Word[], span: Span | undefined, name: string): string | undefined {
  const [first, second, third] = span ? words.slice(span.at) : [];
  if (!span || second?.word === 'same') return undefined;
  if (first?.word === 'there') return saidOtherwise(words, span, `in ${name}`);
  if (first?.word !== 'its') return saidOtherwise(words, span, name);
  const count = third && isOf(setOf('own default'), second) ? 3 : 2;
  const thing = withoutEnd(textOf(words, { at: span.at + 1, count: count - 1 })).body;
  return second && saidOtherwise(words, { at: span.at, count }, `the ${thing} of ${name}`);
}

/**
 * What is spoken of, in the place of the word that stands for it where that is a name, and else beside the question.
 */
function withSubject(all: readonly Word[], spoken: Spoken): string {
  const { symbol, guess, ordinal, subject, kept } = spoken;
  const known = textOf(all).toLowerCase();
  const left = ordinal ? [] : subject.filter((word) => !known.includes(word.toLowerCase()));
  const isLed = all.length > 1 && isOf(conjunction, all[0]);
  const words = isLed ? all.slice(1) : all;
  const { body, end } = withoutEnd(textOf(words));
  if (symbol === undefined) return withAside(`${body}${kept}${end}`, left.join(' '));
  const name = `\`${symbol}\``;
  const others = holdsWords(symbol, left) ? [] : left;
  const span = ordinal ? { ...ordinal, at: ordinal.at - (isLed ? 1 : 0) } : pronounIn(words);
  // What the makers of claims understand is whole; other words would hide it from them.
  const wantsIn = (text: string) => wantsOf(text).filter((want) => 'subject' in want && want.subject === name);
  const possessed = `${body} of ${name}`;
  const isValue = valued.has(withoutEnd(words.at(-1)?.text ?? '').body.toLowerCase()) && words.length <= 5;
  const isPossessed = !span && (isValue || wantsIn(possessed).some(({ want }) => want !== 'tests'));
  const replaced = isPossessed ? possessed : named(words, span, name);
  const said = replaced === undefined ? body : withoutEnd(replaced).body;
  const wants = wantsIn(said);
  // A guess is worth it only where a name is needed: all else is better searched for in words.
  const isWanted = ({ want }: (typeof wants)[number]) => want !== 'tests' || guess === 'places';
  if (guess && !wants.some(isWanted)) return withSubject(all, { ...spoken, symbol: undefined, guess: undefined });
  const isTold = replaced !== undefined && words[0]?.word === 'who';
  // Where no tree tells its tests, the words find them.
  const isWhole = wants.some(({ want }) => want !== 'tests') || (wants.length > 0 && !guess);
  const rest = isWhole || isTold ? [] : others;
  if (said === name) return `what is ${name}?`;
  return withAside(`${said}${kept}${end}`, [...(replaced === undefined ? [name] : []), ...rest].join(' '));
}

/** What a follow-up is about that points at nothing by a number. */
function meantBy(asked: string, exchanges: readonly Exchange[], before: string): Pick<Spoken, 'symbol' | 'guess'> {
  const answer = exchanges[0]?.answer;
  const kind = answer?.about?.kind;
  if (answer && (kind === 'places' || kind === 'unsure')) {
    const raised = asksCaught(asked) ? raisedIn(answer.text) : undefined;
    if (raised !== undefined) return { symbol: raised, guess: undefined };
    // An error that was asked for is told by its words: the first of likely places may raise many others.
    if (asksErrors(asked) && subjectOf(before).length > 0) return { symbol: undefined, guess: undefined };
  }
  return symbolOf(exchanges, before, asked);
}

function resolve(query: string, history: readonly Turn[], depth: number): string {
  const asked = withoutCourtesy(query);
  const isAlone = isAnnounced(query) || smallTalkOf(query) !== undefined || !isFollowUp(asked);
  if (history.length === 0 || depth > maxDepth || isAlone) return asked;
  const words = readWords(asked);
  const exchanges = exchangesOf(history, query);
  const [latest] = exchanges;
  const before = latest ? resolve(latest.text, latest.before, depth + 1) : '';
  const again = askedOfAnother(words, before) ?? askedElsewhere(words, exchanges, depth);
  if (again !== undefined) return again;
  const kind = latest?.answer?.about?.kind;
  const ordinal = ordinalIn(words);
  const pointed = ordinal && latest?.answer && pointedAt(ordinal.number, latest.answer.text);
  const { symbol, guess } =
    pointed === undefined ? meantBy(asked, exchanges, before) : { symbol: pointed, guess: undefined };
  if (isWhole(words)) return symbol === undefined ? before || asked : `explain \`${symbol}\``;
  const why = whyOf(words, before);
  // Of places one is a guess, which would only be found again.
  if (why !== undefined && (symbol === undefined || guess || kind === 'places' || why.includes(symbol))) return why;
  if (why !== undefined) return `${withoutEnd(why).body} (about \`${symbol}\`)${withoutEnd(why).end}`;
  const carried = subjectSince(exchanges);
  // What an error says finds the same error again; what it names does not.
  const subject = kind === 'failure' && symbol !== undefined ? carried.filter(isSymbol) : carried;
  if (symbol === undefined && subject.length === 0) return asked;
  const kept = keptNarrowing(words, exchanges);
  return withSubject(words, { symbol, guess, ordinal: pointed === undefined ? undefined : ordinal, subject, kept });
}

/** The question as it stands alone, without its courtesies; small talk stays as it is. */
export function reprompt({ query, history }: RepromptRequest): string {
  return resolve(query, history, 0);
}
