/** Tools that find places in code: by a question, with an answer, by similarity. */
import type { ToolInput } from '../../../contract/agentTools';
import type { FoundSymbol, QGPTRelevanceOutput, SymbolOutput } from '../../../contract/schemas';
import {
  behindStroke,
  containerOf,
  isUnread,
  lastName,
  placesOf,
  stateOf,
  type Place,
  fit,
  numberedRows,
  type Forms,
  placeAt,
  nearestOf,
  tokensOf,
} from '../text';
import { readRoots, type Roots, type ToolCall, readPlace } from '../session';
import { builtInKey } from '../../../api/models/registry';
import { ApiError } from '../../../contract/errors';
import { oneLine } from '../../../languages/markdown';

// Section: ranked places. Texts are given until one is probably the right one, the rest are only named; for a literal
// match only the matches are given; for a name that nothing here has, only the names most like it.

type SearchInput = ToolInput<'search_code'>;

const searchLimit = 8;
const searchTokens = 2000;
/** Likelihood of a right text from which no more texts are given. */
const enough = 0.9;
/** Rows shown around a match: of the first place, and of the others or where there is little room. */
const [manyRows, fewRows] = [
  { before: 8, after: 11 },
  { before: 2, after: 2 },
];
const notFitting = 'Some texts did not fit: raise max_tokens, or read_symbol for one with a name.';
/** Likelihood assumed for a place without one. */
const unknownLikelihood = 0.35;
/** Below it a place is only named, for the first one always has its text. */
const tiny = 0.1;
const likely = 0.3;
/** Words for likelihoods, each from its lower bound; below them it is weak. */
const strengths = [
  [0.6, 'strong'],
  [likely, 'likely'],
] as const;

export async function searchCode(input: SearchInput, { session, signal, log }: ToolCall): Promise<string> {
  const roots = readRoots(session.folders, input.roots);
  const { query, glob, language, kind = 'any', limit = searchLimit, detail = 'snippets' } = input;
  const only = { ...(glob && { glob }), ...(language && { language }), ...(kind !== 'any' && { kind }) };
  const found = await session.api.relevance(
    { body: { query, paths: roots.folders, options: { limit, ...only } } },
    signal,
  );
  const places = placesOf(found.relevant.iterable, roots);
  const state = stateOf(found, roots);
  const limited = Object.keys(only).join(', ');
  // What is not read yet may have the name.
  const isRead = !(found.skipped ?? []).some(({ reason }) => isUnread(reason));
  if (isRead && limited !== '' && found.searched?.files === 0) {
    const wanted = Object.entries(only).map(([name, value]) => `${name} ${oneLine(value)}`);
    return `No file here is of ${wanted.join(' and ')}: nothing was searched.`;
  }
  if (isRead && isQualified(query) && !places.some(({ text }) => holds(text, query))) {
    const body = { name: query, paths: roots.folders, options: only };
    const { found: symbol, nearest = [] } = await session.api.symbol({ body }, signal);
    if (!symbol) {
      const [on, own] = [containerOf(query), lastName(query)];
      const ofOwn = { query: own, paths: roots.folders, options: { limit, ...only } };
      const { relevant } = await session.api.relevance({ body: ofOwn }, signal);
      const isKnown = [...places, ...placesOf(relevant.iterable, roots)].some((place) => hasWord(place, own));
      if (!isKnown) return namesFor(nearest, query, { limited, state, roots });
      // Before a small letter stands a variable, whose own name says little.
      if (on.charAt(0) !== on.charAt(0).toLowerCase()) {
        const answer = await searchCode({ ...input, query: own }, { session, signal, log });
        return `${behindStroke('Nothing here is named or says so; its last part alone is found', query)}\n${answer}`;
      }
    }
  }
  if (isRead && isIdentifier(query) && !places.some((place) => hasWord(place, query))) {
    const body = { name: query, paths: roots.folders, options: { limit, ...only } };
    const { found: symbol, nearest = [], left } = await session.api.symbol({ body }, signal);
    const longer = nearest.filter(({ name }) => plain(lastName(name)).includes(plain(query)));
    const [sole, ...others] = new Set(longer.map(({ name }) => lastName(name)));
    if (sole !== undefined && others.length === 0) {
      const answer = await searchCode({ ...input, query: sole }, { session, signal, log });
      return `${behindStroke('Only as a part of this name', sole)}\n${answer}`;
    }
    const isNowhere = !symbol && !places.some(({ text }) => holds(text, query));
    if (sole !== undefined || isNowhere) {
      const near = longer.length > 0 ? longer.slice(0, limit) : nearest;
      const more = longer.length > 0 ? left + longer.length - near.length : 0;
      return namesFor(near, query, { limited, state, roots, more });
    }
  }
  if (places.length === 0) return `Nothing found${limited && `: ${limited} may be too narrow`}. ${state}`.trim();
  const wanted = detail === 'full' ? places.length : detail === 'locations' ? 0 : textsWanted(places);
  // Where another place is likelier than those with the very words, a test only quotes what that prints.
  const isLiteral = detail === 'snippets' && holds(places[0]!.text, query);
  const holding = isLiteral ? places.filter(({ text }) => holds(text, query)) : [];
  const isWhole = (place: Place) => holding.length === 0 || isNamed(place, query);
  const pieces = (holding.length > 0 ? holding : places).map((place, rank): Forms => {
    const head = behindStroke(`${place.at}${strengthOf(place)}`, place.what);
    const isTiny = detail === 'snippets' && isWhole(place) && (place.likelihood ?? unknownLikelihood) < tiny;
    if (rank >= wanted || (rank > 0 && isTiny)) return [head];
    const few = `${head}\n${around(place, query, fewRows)}`;
    if (rank > 0) return [isWhole(place) ? wholeOf(head, place) : few, head];
    // The best place keeps some of its text, however small the budget is.
    const many = `${head}\n${around(place, query, manyRows)}`;
    // All of a long symbol is too much of what is hardly meant.
    const isWeak = detail === 'snippets' && (place.likelihood ?? unknownLikelihood) < likely;
    return isWhole(place) && !isWeak ? [wholeOf(head, place), many, few] : [many, few];
  });
  const { texts, left, isShortened } = fit(pieces, (input.max_tokens ?? searchTokens) - tokensOf(state));
  const rest = left > 0 ? [`${left} more places: raise max_tokens.`] : [];
  const others =
    holding.length > 0 && places.length > holding.length ? ['Places without these very words are left out.'] : [];
  const shortened = isShortened ? [notFitting] : [];
  return [...texts, [...rest, ...shortened, ...others, state].join(' ')].join('\n');
}

const wholeOf = (head: string, { text, firstLine }: Place): string => `${head}\n${numberedRows(text, firstLine)}`;

/** True for a query that is one name as code has them: `maybeDrain`, `max_wait`. A plain word may be a question. */
function isIdentifier(query: string): boolean {
  const name = query.trim();
  return /^[\p{L}\p{N}_$]+$/u.test(name) && (name.slice(1).includes('_') || /\p{Ll}\p{Lu}/u.test(name));
}

/** True for a query that is one name with what it stands in: `Store.open`, `Store::open`, `Store#open/2`. */
function isQualified(query: string): boolean {
  const step = String.raw`[@$]?[\p{L}_][\p{L}\p{N}_]*[?!]?`;
  return new RegExp(String.raw`^${step}(?:(?:\.|::|#|->)${step})+(?:\(\)|/\d+)?$`, 'u').test(query.trim());
}

/** True when the place has the name as a whole, in whatever way its words are joined there. */
function hasWord({ at, text }: Place, name: string): boolean {
  const joined = (some: string) => some.toLowerCase().replace(/[_-]/g, '');
  const words = `${at}\n${text}`.split(/[^\p{L}\p{N}_$-]+/u);
  return words.some((word) => joined(word) === joined(name.trim()));
}

/** For a name that nothing here has: the names that it is a part of, else those most like it. */
function namesFor(
  near: NonNullable<SymbolOutput['nearest']>,
  query: string,
  { limited, state, roots, more = 0 }: { limited: string; state: string; roots: Roots; more?: number },
): string {
  const isPart = near.some(({ name }) => plain(lastName(name)).includes(plain(query)));
  const where = limited && ` (${limited} may be too narrow)`;
  const first = isPart ? 'Only as a part of these names' : `Nothing here is named or says so${where}`;
  const rows = near.map(({ name, path = '', line }) =>
    behindStroke(placeAt(roots, path, { start: line, end: line }), name),
  );
  const next = !isPart && rows.length > 0 ? ['Nearest names:'] : [];
  const rest = more > 0 ? `${more} more: raise limit. ${state}` : state;
  return [`${behindStroke(first, query)}`, ...next, ...rows, rest].filter((row) => row !== '').join('\n');
}

/** True when the place defines the queried name; all such definitions are wanted. */
const isNamed = ({ what }: Place, query: string): boolean => lastName(what ?? '') === lastName(query);

/** Text with case and white space normalised. */
const plain = (some: string) => some.toLowerCase().replace(/\s+/g, ' ').trim();
const holds = (text: string, query: string): boolean => plain(text).includes(plain(query));

/** The first row, and rows around the one that the query, or most of its words, is in. */
function around(
  { text, firstLine }: Place,
  query: string,
  { before, after }: { before: number; after: number },
): string {
  const rows = text.split('\n');
  const [begins = ''] = query.trim().split('\n', 1);
  const exact = rows.findIndex((row) => plain(row).includes(plain(begins)));
  const at = exact < 0 ? rowWithMost(rows, query) : exact;
  const [start, end] = [at - before, at + after + 1];
  if (rows.length <= before + after + 1) return numberedRows(text, firstLine);
  const shown = numberedRows(rows.slice(Math.max(0, start), end).join('\n'), firstLine + Math.max(0, start));
  const head = start > 0 ? [numberedRows(rows[0] ?? '', firstLine), ...(start > 1 ? ['…'] : [])] : [];
  return [...head, shown, ...(end < rows.length ? ['…'] : [])].join('\n');
}

/** The first row that has most of the words; the first row of all where none has any. */
function rowWithMost(rows: readonly string[], query: string): number {
  const words = new Set(
    plain(query)
      .split(/[^\p{L}\p{N}_$]+/u)
      .filter((word) => word.length >= minWord),
  );
  const counts = rows.map((row) => [...words].filter((word) => plain(row).includes(word)).length);
  return counts.indexOf(Math.max(...counts));
}

/** Letters of a word that tells one row from another. */
const minWord = 4;

/** Count of texts to give: one for a unique literal, more for a vague question. */
function textsWanted(places: readonly Place[]): number {
  let missing = 1;
  for (const [rank, { likelihood = unknownLikelihood }] of places.entries()) {
    missing *= 1 - Math.min(1, likelihood);
    if (1 - missing >= enough) return rank + 1;
  }
  return places.length;
}

function strengthOf({ likelihood }: Place): string {
  if (likelihood === undefined) return '';
  const [, word = 'weak'] = strengths.find(([least]) => likelihood >= least) ?? [];
  return ` (${word}, ${likelihood.toFixed(2)})`;
}

// Section: the engine's answer with citations, else likely places, else a statement that nothing was found.

type AskInput = ToolInput<'ask_code'>;

const askTokens = 1200;
/** Most places listed after an answer. */
const limit = 8;

export async function askCode(input: AskInput, { session, signal }: ToolCall): Promise<string> {
  const roots = readRoots(session.folders, input.roots);
  const found = await session.api.relevance(
    // Only the built-in answerer: an agent's question must stay on this computer, and agents have their own model.
    { body: { query: input.question, paths: roots.folders, model: builtInKey, options: { limit, question: true } } },
    signal,
  );
  if (found.relevant.iterable.length === 0) {
    return `Nothing here answers this: its words occur in no file. ${stateOf(found, roots)}`.trim();
  }
  // When unsure, the first answer is itself the list of likely places.
  const told = (found.answer?.answers.iterable ?? []).slice(0, 1);
  const [first] = told;
  if (first?.kind === 'unsure') return unsureAnswer(first, found, { roots, budget: input.max_tokens });
  const cited = new Set(told.flatMap(({ citations = [] }) => citations.map(({ id }) => id)));
  const others = found.relevant.iterable.filter(({ id }) => id === undefined || !cited.has(id));
  const state = stateOf(found, roots);
  const budget = (input.max_tokens ?? askTokens) - tokensOf(state);
  const pieces: Forms[] = [
    ...told.map(({ text, score }): Forms => {
      const likelihood = `Likelihood of the answer: ${score.toFixed(2)}`;
      return [`${text}\n${likelihood}`, `${shortened(text, budget - tokensOf(likelihood))}\n${likelihood}`];
    }),
    ...placesOf(others, roots).map(({ at, what }): Forms => [behindStroke(`See also ${at}`, what)]),
  ];
  const { texts } = fit(pieces, budget);
  return [...texts, state].join('\n');
}

/** Tokens of an unsure answer, whose code would mislead, and most rows of the first place that are worth showing. */
const [unsureTokens, fewCodeRows] = [340, 10];

/** The likeliest places as rows, below what the engine says of its doubt and of words spelt otherwise. */
function unsureAnswer(
  { text, score }: { text: string; score: number },
  found: QGPTRelevanceOutput,
  { roots, budget = unsureTokens }: { roots: Roots; budget?: number | undefined },
): string {
  const said = text.split('\n\n');
  const heading = said.findIndex((part, at) => part.endsWith(':') && !said[at + 1]?.startsWith('> '));
  const doubt = said.slice(0, heading + 1).join('\n');
  const end = `search_code with words that the code may have, or outline of a folder, tells more. ${stateOf(found, roots)}`;
  const heads = placesOf(found.relevant.iterable, roots).map((place, rank): Forms => {
    const head = behindStroke(`${place.at}${strengthOf(place)}`, place.what);
    const isShort = rank === 0 && place.text.split('\n').length <= fewCodeRows;
    return isShort ? [wholeOf(head, place), head] : [head];
  });
  const likelihood = `Likelihood that it is among these: ${score.toFixed(2)}`;
  const most = Math.min(budget, unsureTokens) - tokensOf(`${doubt}\n${likelihood}\n${end}`);
  return [doubt, ...fit(heads, most).texts, likelihood, end].join('\n');
}

/** As many of an answer's first rows as there is room for, and the places that they cite. */
function shortened(answer: string, budget: number): string {
  const rows = answer.split('\n');
  const cited = rows.findIndex((row, at) => /^\[\d+\] \S/.test(row) && !rows.slice(at).includes(''));
  const [said, places] = cited < 0 ? [rows, []] : [rows.slice(0, cited), rows.slice(cited)];
  const { texts: kept } = fit(
    places.map((row): Forms => [row]),
    budget / 2,
  );
  const { texts } = fit(
    said.map((row): Forms => [row]),
    budget - tokensOf(kept.join('\n')) - 1,
  );
  return [...(texts.length < said.length ? endedEarly(texts) : texts), ...kept].join('\n');
}

/** Least rows of code that are worth showing of a block that is cut. */
const leastCodeRows = 3;

/** Rows that go on, with the end of the code in which they stop; of code with too few rows only its place is named. */
function endedEarly(rows: readonly string[]): string[] {
  const fences = rows.flatMap((row, at) => (row.startsWith('```') ? [at] : []));
  const open = fences.length % 2 === 1 ? fences.at(-1)! : undefined;
  if (open === undefined) return [...rows, '…'];
  const isShort = rows.length - 1 - open < leastCodeRows;
  return isShort ? [...rows.slice(0, open), '…'] : [...rows, '…', '```'];
}

// Section: places similar to given code or to a symbol.

type RelatedInput = ToolInput<'find_related'>;

const relatedTokens = 1500;
const relatedLimit = 5;
/** Most places that are the compared symbol itself, or are cut from it. */
const itsOwn = 10;
/** Characters of a symbol compared. */
const maxCharacters = 8000;

/** Most rows that are compared as a whole, as what is longer is like nothing; and those on each side of a line then. */
const [mostCompared, rowsAround] = [60, 15];

/** What is compared: all of what a line stands in, or the rows around the line. */
function comparedOf({ text, lines: own }: FoundSymbol, line: number): Pick<FoundSymbol, 'text' | 'lines'> {
  if (own.end - own.start < mostCompared) return { text, lines: own };
  const lines = { start: Math.max(own.start, line - rowsAround), end: Math.min(own.end, line + rowsAround) };
  const rows = text.split('\n').slice(lines.start - own.start, lines.end - own.start + 1);
  return { text: rows.join('\n'), lines };
}

export async function findRelated(input: RelatedInput, { session, signal }: ToolCall): Promise<string> {
  const { code, path, line = 1, limit = relatedLimit, max_tokens: budget = relatedTokens } = input;
  if (code === undefined && (path === undefined || input.line === undefined)) {
    throw new ApiError('invalid', 'find_related needs code, or a path and a line.');
  }
  const { roots, paths } = readPlace(session.folders, code === undefined ? path : undefined);
  const options = { characters: maxCharacters };
  const made =
    code === undefined
      ? await session.api.symbol({ body: { path: paths[0] ?? '', line, options } }, signal)
      : undefined;
  const symbol = made?.found;
  const part = symbol && comparedOf(symbol, line);
  const query = code ?? part?.text;
  if (query === undefined) return nearestOf(input, made ?? {}, roots);
  const found = await session.api.relevance(
    { body: { query, paths: [...roots.folders], options: { limit: limit + itsOwn, alike: true } } },
    signal,
  );
  const itself = part && placeAt(roots, symbol.path ?? '', part.lines);
  const others = found.relevant.iterable.filter(
    ({ path: other, lines }) =>
      !symbol || other !== symbol.path || !lines || lines.end < symbol.lines.start || lines.start > symbol.lines.end,
  );
  const pieces = placesOf(others, roots)
    .filter(({ likelihood = unknownLikelihood }) => likelihood >= tiny)
    .slice(0, limit)
    .map((place): Forms => {
      const head = behindStroke(`${place.at}${strengthOf(place)}`, place.what);
      return [wholeOf(head, place), head];
    });
  const { texts, left, isShortened } = fit(pieces, budget);
  const head = itself === undefined ? [] : [`Like ${itself}:`];
  const rest = left > 0 ? [`${left} more places: raise max_tokens.`] : [];
  const shortened = isShortened ? [notFitting] : [];
  const none = pieces.length === 0 ? ['Nothing here is like it.'] : [];
  return [...head, ...none, ...texts, [...rest, ...shortened, stateOf(found, roots)].join(' ').trim()].join('\n');
}
