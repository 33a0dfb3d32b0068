/** The symbols that a question calls by their name, in code's spelling or in words: "the rate limiter" is `RateLimiter`. */
import { candidatesOf, type Candidate } from '../outline/findSymbol';
import { askedNameOf, type AskedName } from '../outline/names';
import { isDroppedFromQuestion } from '../text/tokens';
import { kindOfSymbol, type Asking } from './page';
import { spaced } from '../text/plain';

export interface Subject {
  name: AskedName;
  /** Best first, at least one. */
  candidates: Candidate[];
}

/** What is no plain word: nobody means anything else by it. */
export const looksLikeName = (text: string): boolean =>
  /^[`"'“]|[a-z0-9][A-Z]|[\w$]_[\w$]|\$|::|->|\w\.\w|\(\)$|^[A-Z]\w+$/.test(text);

/** Words for what something is, beside its name. */
const kindWords = new Set(
  spaced(`function method class struct type module interface trait enum constant variable macro hook component decorator
  object record protocol exception error helper service middleware plugin option setting field property api handler
  member attribute callback parameter argument feature symbol definition`),
);

/** A definition of so few rows may do nothing but to call what has its own name. */
const maxWrapperRows = 3;
const stating: ReadonlySet<string> = new Set(spaced('class interface enum type module constant variable'));

/** It only hands on to what has the same name. */
function isWrapper({ symbol: { name, start, end, calls, kind } }: Candidate): boolean {
  const isShort = end - start < maxWrapperRows && !stating.has(kind);
  return isShort && calls.length > 0 && calls.every((call) => call.name === name);
}

/** It says what it does or is: no wrapper, and no row that only declares a member. */
export function hasOwnBody(one: Candidate): boolean {
  const { start, end, calls, kind } = one.symbol;
  return stating.has(kind) || (!isWrapper(one) && (end > start || calls.length > 0));
}

/** It says that something is there, and not what it is: `mod parser;`, a prototype, the head of what goes on with a type. */
export function isOnlyDeclared({ symbol: { kind, start, end } }: Candidate): boolean {
  return kind === 'declaration' || kind === 'implementation' || (kind === 'module' && start === end);
}

/** Nothing stands in it and nothing is written of it. */
function isBare(one: Candidate): boolean {
  const { start, end, documentation, calls, values, failures, parameters } = one.symbol;
  const isFilled = [calls, values, failures, parameters].some(({ length }) => length > 0);
  return isOnlyDeclared(one) || (start === end && documentation === undefined && !isFilled);
}

/** The kinds of outlines that a word for a kind may mean. */
const kindsOfWord: readonly (readonly [words: ReadonlySet<string>, kinds: ReadonlySet<string>])[] = [
  [new Set(['function', 'method', 'macro', 'hook']), new Set(['function', 'method', 'macro'])],
  [new Set(spaced('class struct type interface trait enum object record protocol')), new Set(['class', 'interface', 'enum', 'type'])],
  [new Set(['module']), new Set(['module'])],
  [new Set(['constant', 'variable']), new Set(['constant', 'variable', 'member'])],
  [new Set(spaced('field property attribute member')), new Set(['field', 'property', 'member', 'key'])],
]; // prettier-ignore

/** How far a definition is from the word by which the question calls its kind; 0 where it says none. */
function misnamed(one: Candidate, word: string | undefined): number {
  const kinds = word === undefined ? undefined : kindsOfWord.find(([words]) => words.has(word))?.[1];
  if (!kinds || kindOfSymbol(one) === word) return 0;
  return kinds.has(one.symbol.kind) ? 1 : 2;
}

/** Keys of settings and headings have names that nobody means by a word. */
const unmeant: ReadonlySet<string> = new Set(['key', 'section', 'test']);
/** Share of the best one's score that another of its name must have, to be meant instead. */
export const minLikely = 0.75;
/** A word that so many things are called names none of them. */
const maxOfWord = 12;

/** A subject as it is asked, without its quotes; then without the words for its kind, which may be a part of the name. */
function spellingsOf(text: string): { words: string[]; isName: boolean; kind?: string }[] {
  const asked = spaced(text);
  const bare = ({ words, kind }: { words: string[]; kind?: string | undefined }) => ({ words: words.map((word) => word.replace(/^[`"'“]|[`"'”]$/g, '')), isName: words.length === 1 && looksLikeName(words[0] ?? ''), ...(kind !== undefined && { kind: kind.toLowerCase() }) }); // prettier-ignore
  const isKind = (word = '') => kindWords.has(word.toLowerCase());
  const spellings: { words: string[]; kind?: string | undefined }[] = [{ words: asked }];
  if (asked.length > 1 && isKind(asked.at(-1))) spellings.push({ words: asked.slice(0, -1), kind: asked.at(-1) });
  if (asked.length > 1 && isKind(asked[0])) spellings.push({ words: asked.slice(1), kind: asked[0] });
  return spellings.map(bare);
}

/** The subject without words for its kind. */
export const bareName = (text: string): string => spellingsOf(text).at(-1)?.words.join(' ') ?? text;

export async function subjectOf(text: string, asking: Asking): Promise<Subject | undefined> {
  const { parts, reader, signal } = asking;
  for (const { words, isName, kind } of spellingsOf(text)) {
    if (!isName && words.every((word) => isDroppedFromQuestion(word.toLowerCase()))) continue;
    const name = askedNameOf(words.join(words.length === 1 ? '' : '_'));
    if (!name) continue;
    const { candidates } = await candidatesOf(name, undefined, { parts, reader, signal });
    const meant = candidates.filter(({ symbol }) => isName || !unmeant.has(symbol.kind));
    const first = meant[0]?.score ?? 0;
    // Of several of a name the one is meant that the question's word for its kind fits, that says something, that others hand on to, and of which something is written.
    const rank = (one: Candidate) => {
      const farness = misnamed(one, kind);
      return (farness > 1 ? 8 : farness) + (one.score < first * minLikely ? 4 : 0) + (isBare(one) ? 2 : 0) + Number(isWrapper(one)) + (one.symbol.documentation === undefined ? 0.5 : 0);
    }; // prettier-ignore
    if (name.around.length === 0) meant.sort((a, b) => rank(a) - rank(b));
    const [best] = meant;
    // As it is written in the code, which is what its uses are looked for by.
    if (best && (isName || meant.length <= maxOfWord)) return { name: { name: best.symbol.name, around: name.around }, candidates: meant }; // prettier-ignore
  }
  return undefined;
}
