/** The symbols that a question calls by their name, in code's spelling or in words: "the rate limiter" is `RateLimiter`. */
import { candidatesOf, type Candidate } from '../outline/findSymbol';
import { askedNameOf, type AskedName } from '../outline/names';
import { isDroppedFromQuestion } from '../text/stopWords';
import type { Asking } from './types';
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

/** Keys of settings and headings have names that nobody means by a word. */
const unmeant: ReadonlySet<string> = new Set(['key', 'section', 'test']);
/** Share of the best one's score that another of its name must have, to be meant instead. */
export const minLikely = 0.75;
/** A word that so many things are called names none of them. */
const maxOfWord = 12;

/** A subject as it is asked, without its quotes; then without the words for its kind, which may be a part of the name. */
function spellingsOf(text: string): { words: string[]; isName: boolean }[] {
  const asked = spaced(text);
  const bare = (words: string[]) => ({ words: words.map((word) => word.replace(/^[`"'“]|[`"'”]$/g, '')), isName: words.length === 1 && looksLikeName(words[0] ?? '') }); // prettier-ignore
  const isKind = (word = '') => kindWords.has(word.toLowerCase());
  const spellings = [asked];
  if (asked.length > 1 && isKind(asked.at(-1))) spellings.push(asked.slice(0, -1));
  if (asked.length > 1 && isKind(asked[0])) spellings.push(asked.slice(1));
  return spellings.map(bare);
}

/** The subject without words for its kind. */
export const bareName = (text: string): string => spellingsOf(text).at(-1)?.words.join(' ') ?? text;

export async function subjectOf(text: string, asking: Asking): Promise<Subject | undefined> {
  const { parts, reader, signal } = asking;
  for (const { words, isName } of spellingsOf(text)) {
    if (!isName && words.every((word) => isDroppedFromQuestion(word.toLowerCase()))) continue;
    const name = askedNameOf(words.join(words.length === 1 ? '' : '_'));
    if (!name) continue;
    const { candidates } = await candidatesOf(name, undefined, { parts, reader, signal });
    const meant = candidates.filter(({ symbol }) => isName || !unmeant.has(symbol.kind));
    const first = meant[0]?.score ?? 0;
    // Of several of a name the one that others hand on to is meant.
    const rank = (one: Candidate) => (one.score < first * minLikely ? 2 : Number(isWrapper(one)));
    if (name.around.length === 0) meant.sort((a, b) => rank(a) - rank(b));
    const [best] = meant;
    // As it is written in the code, which is what its uses are looked for by.
    if (best && (isName || meant.length <= maxOfWord)) return { name: { name: best.symbol.name, around: name.around }, candidates: meant }; // prettier-ignore
  }
  return undefined;
}
