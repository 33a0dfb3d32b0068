/**
 * Rewrites a follow-up so that it stands alone: "it", "there", "the second one" or a bare "why?" is resolved from the
 * latest question and the symbol that its answer is about, and an earlier limit of the search is kept. Complete
 * questions and languages without rules stay unchanged. Deterministic.
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
import { withAside } from './question/spelling';
import { reportOf } from './question/report';
import { analyse } from './rank/question';
import { isDroppedFromQuestion, wordsOf } from './text/tokens';
import type { RepromptRequest, Turn } from './types';

/** Most characters of an earlier question read for its subject: a pasted text is introduced at its beginning. */
const maxSubjectChars = 4000;
/** Most subject words taken from one question, and most carried over from several. */
const maxSubjectWords = 8;
/** Least subject words with which a question opens a new topic. */
const wordsOfTopic = 5;
/** Most earlier turns searched for a question with a subject. */
const maxTurns = 12;
/** Most levels of follow-ups on follow-ups that are resolved. */
const maxDepth = 4;

/** Auxiliary verbs: "how are errors handled?" has a subject, "how so?" has none. */
const auxiliary = setOf('is are was were does do did can could will would should has have');
const conjunction = setOf('and but so or also then');
const opener = setOf('and but so or also then only just ok okay why how really where when who in for with from on within under inside except without'); // prettier-ignore
const closer = setOf('too also either instead');
const clause = setOf('and when if after before while because until unless so which that whose where');
const turnable = setOf('where when how');
/** Nouns for another aspect of the same thing, such as its tests, rather than for a new subject. */
const sides = setOf('test tests doc docs documentation example examples type types error errors caller callers usage usages default defaults configuration config settings'); // prettier-ignore
/** Nouns that, after "the", may belong to anything discussed, and verbs for them: "what does the error message say?" */
const ofAnything = setOf('message messages value values limit limits result results reason cause name parameter parameters argument arguments signature text say says said mean means return returns set checked handled thrown raised caught used called defined documented tested come comes'); // prettier-ignore
/** Nouns that refer back when nothing follows: "what is the default?" */
const valued = setOf('default defaults limit maximum minimum');
const definite = setOf('the its this that');
/** First words that usually open a follow-up. */
const goingOn = setOf('which can could does do will would must should');
/** Second words with which a question that begins with "how" is a follow-up. */
const measures = setOf('many long often much big large soon far');
/** Second words with which a question that begins with "what" is no follow-up. */
const openers = setOf('is are does do happens');
/** Most content words of a follow-up without a pronoun. */
const maxGoingOn = 3;
const command = setOf('please show give list find tell me us a an the some any');
const whys = setOf('why how-come why-so why-is-that why-that');
/** Words of which requests for the whole symbol consist: "show me the code", "tell me more". */
const whole = setOf('show me us the its full whole source code implementation please give see print this that it of explain describe tell more about details further in detail'); // prettier-ignore
/** Words of which a request for the whole symbol has at least one. */
const wholeOf = setOf('show code source implementation explain describe more details detail');

const isOf = (set: ReadonlySet<string>, { word }: Word = { text: '', word: '', at: 0 }) => set.has(word);
const isWhole = (words: readonly Word[]) =>
  words.every((word) => isOf(whole, word)) && words.some((word) => isOf(wholeOf, word));

/** Content words of a question as written; of a pasted error those of its message. */
function subjectOf(question: string): string[] {
  const text = question.slice(0, maxSubjectChars);
  const words = wordsOf(reportOf(text).messages[0] ?? text).filter(
    (word) => !isDroppedFromQuestion(word.toLowerCase()),
  );
  // After "show its tests" the subject is still the symbol, not its tests.
  const own = words.filter((word) => !sides.has(word.toLowerCase()));
  return [...new Set(own.length > 0 ? own : words)].slice(0, maxSubjectWords);
}

/** A question of the user and its answer. */
interface Exchange {
  text: string;
  answer: Turn | undefined;
  /** Turns before the question, newest first. */
  before: readonly Turn[];
}

/** Earlier questions, newest first, without small talk. */
function exchangesOf(history: readonly Turn[], query: string): Exchange[] {
  return history.slice(0, maxTurns).flatMap(({ role, text }, at) => {
    if (role !== 'user' || text.trim() === query.trim() || smallTalkOf(text) !== undefined) return [];
    const answer = history[at - 1];
    const asked = withoutCourtesy(text).trim();
    return [{ text: asked, answer: answer?.role === 'assistant' ? answer : undefined, before: history.slice(at + 1) }];
  });
}

/** Subject words since the last question that opened a topic, the latest first. */
function subjectSince(exchanges: readonly Exchange[]): string[] {
  const opens = ({ text }: Exchange) => subjectOf(text).length >= wordsOfTopic && !isFollowUp(text);
  const since = exchanges.slice(0, exchanges.findIndex(opens) + 1 || exchanges.length);
  return [...new Set(since.flatMap(({ text }) => subjectOf(text)))].slice(0, maxSubjectWords);
}

/** True when the pronoun refers to a noun in the same question: "where is the cache, and how is it emptied?" */
function hasOwnSubject(words: readonly Word[], pronoun: Span): boolean {
  const before = words.slice(0, pronoun.at);
  const isClause = (word: Word, at: number) => (at > 0 && isOf(clause, word)) || ',;'.includes(word.text.slice(-1));
  return before.some(isClause) && subjectOf(textOf(before)).length > 0;
}

/** True for a follow-up that is only another name: "and `res.json`?" */
function isOtherName(words: readonly Word[]): boolean {
  const opening = openingOf(words);
  return opening > 0 && words.length === opening + 1 && isNamed(words[opening]!);
}

const isNamed = ({ text }: Word) => isSymbol(withoutEnd(text).body.replaceAll('`', ''));

/**
 * True when a short question goes on about the same subject, as "how often is that?" or "can I turn that off?" do and
 * "how is a port parsed?" or "is there a cache?" do not.
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
  // Among other content words "the error" may be any error, whereas "that error" refers back.
  const isLoose = pronoun !== undefined && pronoun.count > 1 && words[pronoun.at]?.word === 'the';
  return pronoun !== undefined && !isLoose && content.length <= 4 && !hasOwnSubject(words, pronoun);
}

/** The latest limit of the search set by the user, unless the question sets its own. */
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

/**
 * The latest question that is not itself a change of place: "only in src" after "and in tests?" replaces the place of
 * the question before both.
 */
function notElsewhere(exchanges: readonly Exchange[]): Exchange | undefined {
  // A bare "why?" cannot be asked of another place.
  return exchanges.find(({ text }) => {
    const words = readWords(text);
    return (elsewhereIn(words) === undefined || pronounIn(words)) && analyse(text).content.length > 0;
  });
}

/** The last question with a new place; undefined when the follow-up names none. */
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

/** Completes a bare "why?": after "where is the limit enforced?" it becomes "why is the limit enforced?". */
function whyOf(words: readonly Word[], before: string): string | undefined {
  const bare = words.slice(isOf(fillers, words[0]) ? 1 : 0);
  const asked = readWords(before);
  const turned = asked.slice(isOf(turnable, asked[0]) ? 1 : 0);
  const isBare = whys.has(bare.map(({ word }) => word).join('-'));
  if (!isBare || turned.length < 2 || !isOf(auxiliary, turned[0])) return undefined;
  const rest = before.slice(turned[0]?.at);
  return `why ${rest.charAt(0).toLowerCase()}${rest.slice(1)}`;
}

/** True when the question is about catching an error: "where is it caught?" */
const asksCaught = (text: string) => readWords(text).some(({ word }) => caughtWords.has(word));
const caughtWords = setOf('caught catches catch handled handles rescued');

const asksErrors = (text: string) => readWords(text).some(({ word }) => word === 'error' || word === 'exception');

function guessedOf(exchange: Exchange | undefined): Spoken['guess'] {
  const kind = exchange?.answer?.about?.kind;
  return kind === 'unsure' || kind === 'places' ? kind : undefined;
}

/**
 * The symbol that "it" refers to. After an answer that shows tests it is the symbol tested, which an earlier answer may
 * name.
 */
function symbolOf(
  [latest, ...earlier]: readonly Exchange[],
  question: string,
  asked: string,
): Pick<Spoken, 'symbol' | 'guess'> {
  const symbol = latest?.answer && spokenOf(latest.answer, question, asked);
  if (symbol === undefined && earlier[0] && asksTests(question) && latest && isFollowUp(latest.text)) {
    return symbolOf(earlier, earlier[0].text, asked);
  }
  if (symbol === undefined || symbolsIn(latest!.text).includes(symbol)) return { symbol, guess: undefined };
  // The first of likely places is only a guess, and so is a follow-up's answer about it.
  const guess = guessedOf(latest) ?? (latest && isFollowUp(latest.text) ? guessedOf(earlier[0]) : undefined);
  return { symbol, guess };
}

interface Spoken {
  symbol: string | undefined;
  /** Set when the symbol is only the first of places: likely ones, or unsure ones. */
  guess: 'places' | 'unsure' | undefined;
  /** The phrase that refers to the symbol by a number. */
  ordinal: Span | undefined;
  /** Subject words of the question before. */
  subject: readonly string[];
  /** The limit of the search still in force, with a leading space. */
  kept: string;
}

/** The follow-up with the name in place of the pronoun; undefined when it has no pronoun to replace. */
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
 * The follow-up with the referred symbol: in place of the pronoun if it is a name, else in brackets after the question.
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
  // A question that a maker of claims recognises needs no more words; they would stop it from being recognised.
  const wantsIn = (text: string) => wantsOf(text).filter((want) => 'subject' in want && want.subject === name);
  const possessed = `${body} of ${name}`;
  const isValue = valued.has(withoutEnd(words.at(-1)?.text ?? '').body.toLowerCase()) && words.length <= 5;
  const isPossessed = !span && (isValue || wantsIn(possessed).some(({ want }) => want !== 'tests'));
  const replaced = isPossessed ? possessed : named(words, span, name);
  const said = replaced === undefined ? body : withoutEnd(replaced).body;
  const wants = wantsIn(said);
  // A guessed symbol is used only for questions that need a name; others are better searched by words.
  const isWanted = ({ want }: (typeof wants)[number]) => want !== 'tests' || guess === 'places';
  if (guess && !wants.some(isWanted)) return withSubject(all, { ...spoken, symbol: undefined, guess: undefined });
  const isTold = replaced !== undefined && words[0]?.word === 'who';
  // If no syntax tree reports its tests, the words of the question find them.
  const isWhole = wants.some(({ want }) => want !== 'tests') || (wants.length > 0 && !guess);
  const rest = isWhole || isTold ? [] : others;
  if (said === name) return `what is ${name}?`;
  return withAside(`${said}${kept}${end}`, [...(replaced === undefined ? [name] : []), ...rest].join(' '));
}

/** The subject of a follow-up that refers to nothing by a number. */
function meantBy(asked: string, exchanges: readonly Exchange[], before: string): Pick<Spoken, 'symbol' | 'guess'> {
  const answer = exchanges[0]?.answer;
  const kind = answer?.about?.kind;
  if (answer && (kind === 'places' || kind === 'unsure')) {
    const raised = asksCaught(asked) ? raisedIn(answer.text) : undefined;
    if (raised !== undefined) return { symbol: raised, guess: undefined };
    // A question about an error is resolved by its words: the first of likely places may raise many other errors.
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
  // The first of likely places is a guess, and adding it would only find it again.
  if (why !== undefined && (symbol === undefined || guess || kind === 'places' || why.includes(symbol))) return why;
  if (why !== undefined) return `${withoutEnd(why).body} (about \`${symbol}\`)${withoutEnd(why).end}`;
  const carried = subjectSince(exchanges);
  // The message of an error would find the same error again; the symbols in it do not.
  const subject = kind === 'failure' && symbol !== undefined ? carried.filter(isSymbol) : carried;
  if (symbol === undefined && subject.length === 0) return asked;
  const kept = keptNarrowing(words, exchanges);
  return withSubject(words, { symbol, guess, ordinal: pointed === undefined ? undefined : ordinal, subject, kept });
}

/** The question rewritten to stand alone, without courtesies; small talk is returned unchanged. */
export function reprompt({ query, history }: RepromptRequest): string {
  return resolve(query, history, 0);
}
