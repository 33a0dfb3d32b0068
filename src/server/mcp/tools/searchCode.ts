/** Tools that find places in code: by a question, with an answer, by similarity. */
import type { ToolInput } from '../../../contract/agentTools';
import {
  behindStroke,
  placesOf,
  stateOf,
  type Place,
  fit,
  numberedRows,
  type Forms,
  placeAt,
  nearestOf,
} from '../text';
import { readRoots, type ToolCall, readPlace } from '../session';
import { builtInKey } from '../../../api/models/registry';
import { ApiError } from '../../../contract/errors';

// Section: ranked places. Texts are given until one is probably the right one, the rest are only named; for a literal
// match only the matches are given.

type SearchInput = ToolInput<'search_code'>;

const searchLimit = 8;
const searchTokens = 2000;
/** Likelihood of a right text from which no more texts are given. */
const enough = 0.9;
/** Rows shown around a literal match: the first, and the others. */
const [firstRows, otherRows] = [
  { before: 8, after: 11 },
  { before: 2, after: 2 },
];
/** Likelihood assumed for a place without one. */
const unknownLikelihood = 0.35;
/** Words for likelihoods, each from its lower bound. */
const strengths = [
  [0.6, 'strong'],
  [0.3, 'weak'],
] as const;

export async function searchCode(input: SearchInput, { session, signal }: ToolCall): Promise<string> {
  const roots = readRoots(session.folders, input.roots);
  const { query, glob, language, kind = 'any', limit = searchLimit, detail = 'snippets' } = input;
  const only = { ...(glob && { glob }), ...(language && { language }), ...(kind !== 'any' && { kind }) };
  const found = await session.api.relevance(
    { body: { query, paths: roots.folders, options: { limit, ...only } } },
    signal,
  );
  const places = placesOf(found.relevant.iterable, roots);
  const state = stateOf(found, roots);
  if (places.length === 0) {
    const limited = Object.keys(only).join(', ');
    return `Nothing found${limited && `: ${limited} may be too narrow`}. ${state}`.trim();
  }
  const wanted = detail === 'full' ? places.length : detail === 'locations' ? 0 : textsWanted(places);
  const holding = detail === 'snippets' ? places.filter(({ text }) => holds(text, query)) : [];
  const pieces = (holding.length > 0 ? holding : places).map((place, rank): Forms => {
    const head = behindStroke(`${place.at}${strengthOf(place)}`, place.what);
    if (rank >= wanted) return [head];
    const isWhole = holding.length === 0 || isNamed(place, query);
    const text = isWhole
      ? numberedRows(place.text, place.firstLine)
      : around(place, query, rank === 0 ? firstRows : otherRows);
    return [`${head}\n${text}`, head];
  });
  const { texts, left, isShortened } = fit(pieces, input.max_tokens ?? searchTokens);
  const rest = left > 0 ? [`${left} more places: raise max_tokens.`] : [];
  const others =
    holding.length > 0 && places.length > holding.length ? ['Places without these very words are left out.'] : [];
  const shortened = isShortened ? ['Some texts did not fit: read_symbol gives them.'] : [];
  return [...texts, [...rest, ...shortened, ...others, state].join(' ')].join('\n');
}

/** True when the place defines the queried name; all such definitions are wanted. */
const isNamed = ({ what }: Place, query: string): boolean => lastName(what ?? '') === lastName(query);
const lastName = (name: string): string =>
  name
    .trim()
    .split(/[.:#>/]+/)
    .at(-1) ?? '';

/** Text with case and white space normalised. */
const plain = (some: string) => some.toLowerCase().replace(/\s+/g, ' ').trim();
const holds = (text: string, query: string): boolean => plain(text).includes(plain(query));

/** The first row, and rows around the match of the query. */
function around(
  { text, firstLine }: Place,
  query: string,
  { before, after }: { before: number; after: number },
): string {
  const rows = text.split('\n');
  const [begins = ''] = query.trim().split('\n', 1);
  const at = rows.findIndex((row) => plain(row).includes(plain(begins)));
  const [start, end] = [at - before, at + after + 1];
  if (at < 0 || rows.length <= before + after + 1) return numberedRows(text, firstLine);
  const shown = numberedRows(rows.slice(Math.max(0, start), end).join('\n'), firstLine + Math.max(0, start));
  const head = start > 0 ? [numberedRows(rows[0] ?? '', firstLine), ...(start > 1 ? ['…'] : [])] : [];
  return [...head, shown, ...(end < rows.length ? ['…'] : [])].join('\n');
}

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
  const [, word = 'none'] = strengths.find(([least]) => likelihood >= least) ?? [];
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
  const cited = new Set(told.flatMap(({ citations = [] }) => citations.map(({ id }) => id)));
  const others = found.relevant.iterable.filter(({ id }) => id === undefined || !cited.has(id));
  const pieces: Forms[] = [
    ...told.map(({ text, score }): Forms => [`${text} (likelihood ${score.toFixed(2)})`]),
    ...placesOf(others, roots).map(({ at, what }): Forms => [behindStroke(`See also ${at}`, what)]),
  ];
  const { texts } = fit(pieces, input.max_tokens ?? askTokens);
  return [...texts, stateOf(found, roots)].join('\n');
}

// Section: places similar to given code or to a symbol.

type RelatedInput = ToolInput<'find_related'>;

const relatedTokens = 1500;
const relatedLimit = 5;
/** Characters of a symbol compared. */
const maxCharacters = 8000;

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
  const query = code ?? made?.found?.text;
  if (query === undefined) return nearestOf(input, made ?? {}, roots);
  const found = await session.api.relevance(
    { body: { query, paths: [...roots.folders], options: { limit: limit + 1 } } },
    signal,
  );
  const itself = made?.found && placeAt(roots, made.found.path ?? '', made.found.lines);
  const [file, own] = [made?.found?.path, made?.found?.lines];
  const others = found.relevant.iterable.filter(
    ({ path: other, lines }) => other !== file || !own || !lines || lines.end < own.start || lines.start > own.end,
  );
  const pieces = placesOf(others, roots)
    .slice(0, limit)
    .map(({ at, what, text, firstLine }): Forms => {
      const head = behindStroke(at, what);
      return [`${head}\n${numberedRows(text, firstLine)}`, head];
    });
  const { texts, left, isShortened } = fit(pieces, budget);
  const head = itself === undefined ? [] : [`Like ${itself}:`];
  const rest = left > 0 ? [`${left} more places: raise max_tokens.`] : [];
  const shortened = isShortened ? ['Some texts did not fit: read_symbol gives them.'] : [];
  const none = pieces.length === 0 ? ['Nothing here is like it.'] : [];
  return [...head, ...none, ...texts, [...rest, ...shortened, stateOf(found, roots)].join(' ').trim()].join('\n');
}
