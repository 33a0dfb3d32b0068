/**
 * Follow-up questions that what was found raises (hints/raised.ts), the parts of a whole where a whole was asked about.
 * Each is asked before it is offered: a maker of claims must answer it, of the very symbol. What the answer cites comes
 * first, its neighbours after. Deterministic.
 */
import { kindOf, analyse } from './rank/question';
import { claimOf, mayBeClaimed } from './claims/claims';
import { mayBeWhole } from './claims/overview';
import { wantsOf } from './claims/wants';
import { focusOf, raisedBy, type Raised, type Raising } from './hints/raised';
import type { Meaning } from './dense/embedding';
import { type CodeReader, sourcesOf, isAside } from './outline/sources';
import { overviewOf, isManifest, isReadme } from './overview';
import type { Part } from './parts';
import type { Answer, AnswerSnippet, HintsRequest, Turn } from './types';
import { inline } from './answers/markdown';

/** Questions given back, and questions that are asked before that. */
const maxHints = 6;
const maxChecked = 14;
/** Parts of a whole come before what single passages raise. */
const partScore = 0.98;
const partStep = 0.01;
/** An answer that is not sure is none to send a person for. */
const minScore = 0.5;

/** Where the answers are looked for. */
export interface HintSpace {
  parts: readonly Part[];
  reader: CodeReader;
  meaning: Meaning;
  /** Passages that are found for a question. */
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

/** Kinds of questions that are answered by what another rule would ask again. */
const toldBy: Readonly<Record<string, readonly string[]>> = { callers: ['callers'], uses: ['callers'], tests: ['tests'], failure: ['fails'], takes: ['takes'] }; // prettier-ignore

/**
 * That very thing was asked before, by other words; or an error was asked for, and the answer tells of the symbol that
 * gives it.
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

/** What the answer told already: what something is, where the answer names it; else what was asked by other words. */
function isTold(raised: Raised, { query, answer }: Said): boolean {
  const { rule, text, symbol } = raised;
  const asksWhat = rule === 'callee' || rule === 'around' || rule === 'itself';
  const name = /`([^`]+)`/.exec(text)?.[1] ?? symbol;
  if (isAnswered(raised, { query, answer })) return true;
  return (
    asksWhat && [answer, query].some((said) => said.includes(`\`${name}\``) || (name.length > 3 && said.includes(name)))
  );
}

/** Each question once, best first; of one rule the best that is answered. */
async function symbolHints(raising: readonly Raising[], request: HintsRequest, space: HintSpace): Promise<Raised[]> {
  const { query = '', answer = '', history = [], snippets } = request;
  const rated = raising
    .flatMap((one, place) => raisedBy(one, place))
    .filter((one) => !isAsked(one.text, query, history) && !isTold(one, { query, answer }))
    // What the answer is about is asked on about; only elsewhere are its words a repetition.
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

/** What is asked about the whole, and answered. */
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

/** How much of a hint was already asked. */
function sameness(hint: string, asked: string): number {
  const known = new Set(analyse(asked).content);
  const { content } = analyse(hint);
  return content.length === 0 ? 1 : content.filter((term) => known.has(term)).length / content.length;
}

/** More of its words in one earlier question, and it was asked already. */
const maxSameness = 0.8;

/** Whether a follow-up was asked already. */
function isAsked(text: string, query: string, history: readonly Turn[]): boolean {
  const asked = [query, ...history.filter(({ role }) => role === 'user').map((turn) => turn.text)];
  return asked.some((question) => question !== '' && sameness(text, question) >= maxSameness);
}

// Section: follow-ups to an answer about a whole, in the order in which a newcomer looks. Cost: one look at all file
// names.

const maxFolders = 2;
const maxFiles = 2;
/** A folder of fewer files is no part of the whole. */
const minFiles = 2;

const depthOf = (place: string) => place.split('/').length;

/** The folders in which most of the code lies, each without those above it. */
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

/** @param starts files that the answer to the question for the beginning cites */
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
