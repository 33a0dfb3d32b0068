/**
 * What a question looks for: weighted terms, the symbols it names, and what it is about (tests, examples, documents),
 * which switches off the priors against them. Pure function of the text.
 */
import {
  isCodeWord,
  isDroppedFromQuestion,
  isWeak,
  declaredMark,
  joinedMark,
  joinIdentifier,
  splitIdentifier,
  stem,
  termsOf,
  wordsOf,
} from '../text/tokens';
import { withoutCourtesy } from '../question/courtesies';
import { asideOf, countsOf } from '../question/spelling';
import { aboutOf, type About } from './fileKinds';
import { spaced, hasSpace } from '../text/plain';

export interface Question {
  /** The question as asked, cut to a maximum length. */
  text: string;
  /** Weight of each term. */
  terms: Map<string, number>;
  /** Stems of the content words in order, without repetition: what an answer should cover. */
  content: string[];
  /** Content words with little meaning, which have weight ½. */
  weak: ReadonlySet<string>;
  /** Weight of a content word in (0, 1]: words beside the question count less. */
  countOf: (term: string) => number;
  /** Whole identifiers named in the question, lower-case and joined. */
  symbols: string[];
  /** Identifiers named in the question as they are written. */
  written: string[];
  /** True for a sentence rather than one or two words. */
  isWorded: boolean;
  /** True for one word or identifier alone. */
  isSymbol: boolean;
  /**
   * True when the question asks something or names an action, rather than a topic: lines are wanted more than files.
   */
  wantsLines: boolean;
  /** Synonyms of content words, each with its content word. */
  synonyms: ReadonlyMap<string, string>;
  /** True for “what does this do?”: no content words. */
  isEmpty: boolean;
  /** The kinds of files that the question is about. */
  about: About;
}

/** Most characters of a question that are read; a longer text is a pasted file, whose first part says what is asked. */
const maxQuestionChars = 8000;
/** Most distinct words looked up; the many words of a pasted text only blur the result. */
const maxContentWords = 48;
/** Least number of content words of a sentence. */
const wordedFrom = 3;

/** "What happens when ...", "...?" */
const asking = /\?\s*$|^\s*(?:where|which|what|why|who|when|explain|describe)\b/i;
/** "Parsing the header into ...", but not the names of fields of work. */
const action =
  /^\s*(?!(?:logging|streaming|routing|testing|naming|caching|threading|networking|string|rendering)\b)[a-z]{2,}ing\b/i;

/** True when the part after the dot is the ending of a file or an address, so `package.json` is no member access. */
function isLanguageEnding(name: string): boolean {
  return /^(?:[cm]?[jt]sx?|json|md|ya?ml|toml|py|go|rs|rb|net|io|com|org)$/i.test(name);
}

const weakWeight = 0.5;
const joinedWeight = 1;
const pairWeight = 0.6;
const synonymWeight = 0.3;

/** Tests camel case, an underscore inside and `$` only; calls and code quotes are read by `writtenSymbols`. */
function isSymbolLike(word: string): boolean {
  return /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|\$/.test(word) && word.length > 2;
}

function writtenSymbols(text: string, words: readonly string[]): string[] {
  const quoted = [...text.matchAll(/`([^`\n]{2,80})`|\b([A-Za-z_$][\w$]{1,60})\(/g)].map(
    (found) => found[1] ?? found[2] ?? '',
  );
  // Of `app.handle` the last part is what is defined; of `index.js` nothing is.
  const members = [...text.matchAll(/(?<![\w$])\d*[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+/g)]
    .map(([chain]) => chain.split('.').at(-1) ?? '')
    .filter((name) => !isLanguageEnding(name));
  const dotted = [...quoted, ...members].flatMap((name) => wordsOf(name));
  const symbols = [...words.filter(isSymbolLike), ...dotted].filter((name) => joinIdentifier(name).length > 1);
  return [...new Set(symbols.length === 0 && words.length === 1 ? words : symbols)];
}

function contentWords(text: string): string[] {
  const words = wordsOf(text);
  const kept = words.filter((word) => isSymbolLike(word) || !isDroppedFromQuestion(word.toLowerCase()));
  return [...new Set(kept)].slice(0, maxContentWords);
}

function addWeight(terms: Map<string, number>, term: string, weight: number): void {
  terms.set(term, Math.max(terms.get(term) ?? 0, weight));
}

function addPairs(terms: Map<string, number>, words: readonly string[], weight: number): void {
  words.slice(1).forEach((word, place) => {
    const pair = `${words[place] ?? ''}${word}`.toLowerCase();
    if (!/^[\p{L}\p{N}]+$/u.test(pair)) return;
    addWeight(terms, joinedMark + pair, weight);
    addWeight(terms, stem(pair), weight);
  });
}

/** Verbs of two words as code writes them, where the first alone says something else: “logging in” is no log. */
const withCompounds = (text: string): string =>
  text.replace(/\blog(?:s|ged|ging)? (in|out)\b/gi, 'log$1').replace(/\btim(?:e|es|ed|ing) out\b/gi, 'timeout');

export function analyse(question: string): Question {
  const text = withCompounds(withoutCourtesy(question.slice(0, maxQuestionChars)));
  const words = contentWords(text);
  const countOf = countsOf(text);
  const terms = new Map<string, number>();
  const content: string[] = [];
  const weak = new Set<string>();
  for (const word of words) {
    const weight = isWeak(word.toLowerCase()) ? weakWeight : 1;
    const known = termsOf(word);
    // “S3” has no parts that are words; index it whole.
    const isWhole = known.every((term) => term.startsWith(joinedMark));
    for (const term of known) {
      const isJoined = term.startsWith(joinedMark);
      addWeight(terms, term, countOf(term) * (isJoined && !isWhole ? joinedWeight : weight));
      const own = isJoined ? term.slice(joinedMark.length) : term;
      if ((isJoined && !isWhole) || content.includes(own)) continue;
      content.push(own);
      if (weight < 1) weak.add(own);
    }
    const whole = joinedMark + word.toLowerCase();
    if (splitIdentifier(word).length === 1) addWeight(terms, whole, countOf(known[0] ?? whole) * joinedWeight);
  }
  // “List files” has no content word, so look for “list” and “files” themselves (worth .001 to .015 nDCG@10,
  // test/quality/README.md).
  const formed = content.length === 0 ? [] : wordsOf(text).slice(0, maxContentWords);
  for (const word of formed) if (isCodeWord(word.toLowerCase())) addWeight(terms, stem(word.toLowerCase()), 1);
  const written = writtenSymbols(text, words);
  const symbols = [...new Set(written.map(joinIdentifier))];
  const isWorded = content.length >= wordedFrom && hasSpace(text.trim());
  addPairs(terms, words, pairWeight);
  const synonyms = new Map<string, string>();
  for (const term of content) {
    for (const other of synonymsOf(term)) {
      if (terms.has(other)) continue;
      synonyms.set(other, term);
      if (isWorded) terms.set(other, synonymWeight);
    }
  }
  for (const symbol of symbols) addWeight(terms, declaredMark + symbol, 1);
  return {
    text,
    terms,
    content,
    weak,
    countOf,
    symbols,
    written,
    isWorded,
    isSymbol: words.length === 1 && !hasSpace(text.trim()),
    wantsLines: words.length > 1 && (asking.test(text) || action.test(text)),
    synonyms,
    isEmpty: content.length === 0,
    about: aboutOf(asideOf(text).own),
  };
}

// Section: what kind of answer a question wants, and what it is about, read from its form.

export type QuestionKind = 'default' | 'error' | 'other';

/** Tells a question that asks for a number. */
export const wantsNumber =
  /\bhow (?:many|long|often|big|large|much|fast|far|high)\b|\b(?:max|min)(?:imum)?\b|\b(?:largest|smallest|longest|limit)\b/i;
export const wantsValue = /\b(?:defaults?|initial|value|set to)\b/i;
const wantsError =
  /\b(?:throws?|thrown|raises?|raised|exceptions?|errors?|fails?|failure|panics?|rejects?|rejected)\b/i;

/** Tells a question that asks for a reason. */
export const wantsReason = /^\s*(?:(?:and|but|so)\s+)?why\b/i;

/** Tells a question that asks for the tests of something, or where it is tested. */
export const wantsTests = /\btests?\s+(?:of|for)\s|\btested\b/i;

export function kindOf(query: string): QuestionKind {
  const { own } = asideOf(query);
  if (wantsNumber.test(own) || wantsValue.test(own)) return 'default';
  return wantsError.test(own) ? 'error' : 'other';
}

const nouns = /\b(?:files?|methods?|functions?|lines?)\b/gi;
const formBefore =
  /^\s*(?:(?:which|what|in which|list|find|show)\b\s*)?(?:(?:all|the|me|a)\s+)*$|\b(?:which|what)\s+$/i;

/**
 * The question with its nouns of code (“file”, “method”) added to its content. Such words are mostly the form of a
 * question (“which file”), but its subject when they stand inside (“the largest file that is indexed”).
 */
export function withCodeNouns(question: Question, query: string): Question {
  const found = [...query.slice(0, 2000).matchAll(nouns)].filter(
    (noun) => !formBefore.test(query.slice(0, noun.index)),
  );
  const added = found.map(([noun]) => stem(noun.toLowerCase())).filter((term) => !question.content.includes(term));
  return added.length === 0 ? question : { ...question, content: [...question.content, ...new Set(added)] };
}

// Section: synonyms of programmers’ words. A question's word also finds its synonyms, at a small weight. General
// programming English only; made by hand, never fitted to a benchmark (worth: “Ablation” in test/quality/README.md).

const groups = `
  delete remove erase drop unlink
  create make new build construct
  start begin launch boot init initialize startup
  stop end finish terminate shutdown
  close shutdown dispose destroy
  error exception failure fault
  throw raise reject
  check verify validate assert ensure
  config configuration settings options preferences
  parameter param argument arg
  directory folder dir
  fetch get retrieve load
  store save persist write
  read load parse
  send emit dispatch publish
  receive consume accept
  listen subscribe observe
  auth authentication authorization login
  user account member
  password credential secret
  limit max maximum cap quota
  minimum min least
  size length count
  timeout deadline expire expiration
  retry attempt tries backoff
  wait delay sleep pause
  default fallback initial
  convert transform map translate
  serialize stringify encode marshal
  deserialize parse decode unmarshal
  compare equal equality diff
  merge combine join concat
  split divide chunk
  find search lookup locate query
  choose select pick
  sort order rank
  cache memoize store
  async asynchronous promise
  concurrent parallel simultaneous
  thread worker
  lock mutex semaphore
  queue pending backlog
  message event signal
  callback handler listener hook
  middleware interceptor filter
  route path endpoint url
  request req
  response res reply
  connection socket conn
  database db sql
  environment env
  variable var
  message msg
  context ctx
  document doc
  temporary temp tmp
  previous prev
  number num integer int
  string text str
  boolean bool flag
  image picture img
  button btn
  address addr
  allow permit enable
  deny refuse forbid reject disallow block
  hide invisible
  show display render visible
  update modify change edit patch
  replace substitute swap
  copy clone duplicate
  wrap decorate extend
  log logger logging trace
  test spec
  dependency dep require
  version release
  identifier id
  random rand
  duplicate twice repeated unique
  missing absent undefined unknown
  invalid malformed illegal bad
  break abort cancel interrupt
  disconnect drop hangup
  automatically auto
  nested inner child
  dead died stalled crashed
  blank empty
  support understand recognize
  mail email
  urgent priority important
  password passphrase
  phone mobile device
  unfinished partial incomplete half
  refused denied forbidden
  old legacy
  outdated stale expired
  grow increase increment
  shrink decrease decrement
  reuse recycle
  retire evict expire
  enclosing outer parent
`
  .trim()
  .split('\n')
  .map((line) => spaced(line).map(stem));

const neighbours = new Map<string, Set<string>>();
for (const group of groups) {
  for (const word of group) {
    const known = neighbours.get(word) ?? new Set<string>();
    group.filter((other) => other !== word).forEach((other) => known.add(other));
    neighbours.set(word, known);
  }
}

/** Stems that mean nearly the same as a stem. */
export function synonymsOf(term: string): string[] {
  return [...(neighbours.get(term) ?? [])];
}
