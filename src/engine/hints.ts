/**
 * Suggests follow-up questions about the symbols found (hints/raised.ts), or about the parts of a whole when the
 * question was about one. A question is offered only if a maker of claims answers it for that very symbol. Symbols that
 * the answer cites come first. Deterministic.
 */
import { kindOf, analyse } from './rank/question';
import { claimOf, mayBeClaimed } from './answer';
import { mayBeWhole } from './claims/overview';
import { wantsOf } from './claims/wants';
import { focusOf, raisedBy, type Raised, type Raising } from './hints/raised';
import type { Meaning } from './dense/embedding';
import { type CodeReader, sourcesOf, isAside } from './outline/sources';
import { overviewOf, isManifest, isReadme } from './overview';
import type { Part } from './parts';
import type { Answer, AnswerSnippet, HintsRequest, Turn } from './types';
import { inline } from './answers/markdown';

/** Most questions returned. */
const maxHints = 6;
/** Most candidates checked for an answer. */
const maxChecked = 14;
/** Score of the first question about a part of a whole, above those raised by single passages. */
const partScore = 0.98;
/** Difference in score between successive parts. */
const partStep = 0.01;
/** Least score of an answer for its question to be offered. */
const minScore = 0.5;

/** The space in which a follow-up's answer is searched. */
export interface HintSpace {
  parts: readonly Part[];
  reader: CodeReader;
  meaning: Meaning;
  /** Retrieves passages for a question. */
  find: (question: string) => Promise<readonly AnswerSnippet[]>;
  signal: AbortSignal;
}

async function answerOf(
  query: string,
  snippets: readonly AnswerSnippet[],
  space: HintSpace,
): Promise<Answer | undefined> {
  if (!mayBeClaimed(query)) return undefined;
  const { parts, reader, meaning, signal } = space;
  const found = mayBeWhole(query) && overviewOf(query) ? await space.find(query) : snippets;
  const made = await claimOf({
    query,
    snippets: found,
    parts,
    reader,
    meaning,
    signal,
    isWhole: false,
    labelOf: ({ place }) => place,
  });
  return made && !made.isAbsence && made.score >= minScore ? made : undefined;
}

/** For each rule, the kinds of questions whose answer already covers it. */
const toldBy: Readonly<Record<string, readonly string[]>> = { callers: ['callers'], uses: ['callers'], tests: ['tests'], failure: ['fails'], takes: ['takes'] }; // prettier-ignore

/**
 * True when the same thing was asked in other words, or the question was about an error and this is the symbol that
 * raises it.
 */
function isAnswered({ rule, symbol }: Raised, { query, answer }: Said): boolean {
  const [asked] = wantsOf(query);
  const isAsked = asked && 'subject' in asked && toldBy[rule]?.includes(asked.want) && asked.subject.includes(symbol);
  if (isAsked) return true;
  return (
    rule === 'failure' &&
    kindOf(query) === 'error' &&
    [`.${symbol}\``, `\`${symbol}\``].some((name) => answer.includes(name))
  );
}

interface Said {
  query: string;
  answer: string;
}

/** True when the answer already tells this: it names the symbol, or the same was asked in other words. */
function isTold(raised: Raised, { query, answer }: Said): boolean {
  const { rule, text, symbol } = raised;
  const asksWhat = rule === 'callee' || rule === 'around' || rule === 'itself';
  const name = /`([^`]+)`/.exec(text)?.[1] ?? symbol;
  if (isAnswered(raised, { query, answer })) return true;
  return (
    asksWhat && [answer, query].some((said) => said.includes(`\`${name}\``) || (name.length > 3 && said.includes(name)))
  );
}

/** Each question once, best first; of each rule only the best one that has an answer. */
async function symbolHints(raising: readonly Raising[], request: HintsRequest, space: HintSpace): Promise<Raised[]> {
  const { query = '', answer = '', history = [], snippets } = request;
  const rated = raising
    .flatMap((one, place) => raisedBy(one, place))
    .filter((one) => !isAsked(one.text, query, history) && !isTold(one, { query, answer }))
    // Repeated words lower the score; those of the answer count only for symbols that it does not cite.
    .map((one) => ({
      ...one,
      score: one.score * (1 - 0.4 * sameness(one.text, one.isCited ? query : `${query} ${answer.slice(0, 200)}`)),
    }))
    .sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
  const chosen: Raised[] = [];
  let checked = 0;
  for (const hint of rated) {
    if (chosen.length === maxHints || checked === maxChecked) break;
    if (chosen.some((other) => other.rule === hint.rule || other.text === hint.text)) continue;
    checked += 1;
    const made = await answerOf(hint.text, snippets, space);
    if (made?.symbols?.some((symbol) => symbol === hint.symbol || symbol.endsWith(`.${hint.symbol}`)))
      chosen.push(hint);
  }
  return chosen;
}

/** Answerable follow-ups to a question about a whole. */
async function partHints(request: HintsRequest, space: HintSpace): Promise<string[]> {
  const { query = '', history = [] } = request;
  const asked =
    overviewOf(query)?.about ??
    (mayBeWhole(query) && (await answerOf(query, request.snippets, space))?.kind === 'overview'
      ? 'project'
      : undefined);
  if (asked === undefined || asked === 'file') return [];
  const held: string[] = [];
  const begins = await answerOf(startQuestion, request.snippets, space);
  const starts = (begins?.citations ?? []).map(({ label, lines }) =>
    label.slice(0, -`:${lines.start}-${lines.end}`.length),
  );
  for (const text of [asked === 'start' ? projectQuestion : startQuestion, ...overviewHints(starts, space.parts)]) {
    if (held.length === maxHints || isAsked(text, query, history)) continue;
    if (await answerOf(text, request.snippets, space)) held.push(text);
  }
  return held;
}

export async function hints(request: HintsRequest, space: HintSpace): Promise<{ text: string; score: number }[]> {
  const { answer = '', snippets } = request;
  const parts = await partHints(request, space);
  const raising = parts.length >= maxHints ? [] : await focusOf({ snippets, answer }, space);
  const raised = await symbolHints(raising, request, space);
  const all = [
    ...parts.map((text, place) => ({ text, score: partScore - place * partStep })),
    ...raised.map(({ text, score }) => ({ text, score })),
  ];
  return all.slice(0, maxHints).map(({ text, score }) => ({ text, score: Number(score.toFixed(3)) }));
}

/** Share of a hint's content words that an earlier question has. */
function sameness(hint: string, asked: string): number {
  const known = new Set(analyse(asked).content);
  const { content } = analyse(hint);
  return content.length === 0 ? 1 : content.filter((term) => known.has(term)).length / content.length;
}

/** A hint counts as already asked from this share of its words on. */
const maxSameness = 0.8;

/** True when a follow-up was already asked. */
function isAsked(text: string, query: string, history: readonly Turn[]): boolean {
  const asked = [query, ...history.filter(({ role }) => role === 'user').map((turn) => turn.text)];
  return asked.some((question) => question !== '' && sameness(text, question) >= maxSameness);
}

// Section: follow-ups to an answer about a whole, in the order that suits a newcomer. Cost: one pass over all file
// names.

const maxFolders = 2;
const maxFiles = 2;
/** Least files of a folder worth suggesting. */
const minFiles = 2;

const depthOf = (place: string) => place.split('/').length;

/** The folders with most of the code, each without its parents. */
function foldersOf(places: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const place of places) {
    const at = place.lastIndexOf('/');
    if (at > 0) counts.set(place.slice(0, at), (counts.get(place.slice(0, at)) ?? 0) + 1);
  }
  const most = [...counts].filter(([, count]) => count >= minFiles).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return most.slice(0, maxFolders).map(([folder]) => folder);
}

const startQuestion = 'Where does the program start?';
const projectQuestion = 'What does this project do?';

/** @param starts files cited by the answer to where the program begins */
function overviewHints(starts: readonly string[], parts: readonly Part[]): string[] {
  const places = sourcesOf(parts).map(({ place }) => place.replaceAll('\\', '/'));
  const own = places.filter((place) => !isAside(place) && !isManifest(place) && !isReadme(place));
  const nearest = own.toSorted((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  const folders = foldersOf(own);
  const files = [...starts.filter((place) => !isManifest(place)).slice(0, 1), ...(folders.length === 0 ? nearest : [])];
  return [
    ...[...new Set(files)].slice(0, maxFiles).map((place) => `What does ${inline(place)} do?`),
    'How do I run the tests?',
    ...folders.map((folder) => `What does ${inline(`${folder}/`)} hold?`),
  ];
}
