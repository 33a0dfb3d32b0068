/**
 * Ranked places. The first ones are given whole until one of them is likely what is looked for; the rest are named.
 * Where the query stands somewhere to the letter, only such places are given: whole where they are short, else the rows
 * around it.
 */
import type { ToolInput } from '../../../contract/agentTools';
import { behindStroke, placesOf, stateOf, type Place } from '../found';
import { readRoots } from '../roots';
import type { ToolCall } from '../session';
import { fit, numberedRows, type Forms } from '../text';

type Input = ToolInput<'search_code'>;

const standardLimit = 8;
const standardTokens = 2000;
/** Texts are given until one of them is this likely the right one. */
const enough = 0.9;
/** Rows shown around a text that was looked for to the letter. */
const [rowsBefore, rowsAfter] = [8, 11];
/** Taken for a place whose likelihood is not known. */
const unknownLikelihood = 0.35;
/** A place is called so from this likelihood on. */
const strengths = [
  [0.6, 'strong'],
  [0.3, 'weak'],
] as const;

export async function searchCode(input: Input, { session, signal }: ToolCall): Promise<string> {
  const roots = readRoots(session.folders, input.roots);
  const { query, glob, language, kind = 'any', limit = standardLimit, detail = 'snippets' } = input;
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
  const pieces = places.map((place, rank): Forms => {
    const head = behindStroke(`${place.at}${strengthOf(place)}`, place.what);
    if (rank >= wanted || (holding.length > 0 && !holding.includes(place))) return [head];
    const text =
      holding.length > 0 && !mayBeName.test(query.trim())
        ? around(place, query)
        : numberedRows(place.text, place.firstLine);
    return [`${head}\n${text}`, head];
  });
  const { texts, left, isShortened } = fit(pieces, input.max_tokens ?? standardTokens);
  const rest = left > 0 ? [`${left} more places: raise max_tokens.`] : [];
  const shortened = isShortened ? ['Some texts did not fit: read_symbol gives them.'] : [];
  return [...texts, [...rest, ...shortened, state].join(' ')].join('\n');
}

/** Whoever asks for a name wants what is defined. */
const mayBeName = /^[\w$@.:#>-]+$/;

/** Letters' case and white space aside. */
const plain = (some: string) => some.toLowerCase().replace(/\s+/g, ' ').trim();
const holds = (text: string, query: string): boolean => plain(text).includes(plain(query));

/**
 * The first row, and those around the one in which the query begins: what was pasted is known, where it stands is not.
 */
function around({ text, firstLine }: Place, query: string): string {
  const rows = text.split('\n');
  const [begins = ''] = query.trim().split('\n', 1);
  const at = rows.findIndex((row) => plain(row).includes(plain(begins)));
  const [start, end] = [at - rowsBefore, at + rowsAfter + 1];
  if (at < 0 || rows.length <= rowsBefore + rowsAfter + 1) return numberedRows(text, firstLine);
  const shown = numberedRows(rows.slice(Math.max(0, start), end).join('\n'), firstLine + Math.max(0, start));
  const head = start > 0 ? [numberedRows(rows[0] ?? '', firstLine), ...(start > 1 ? ['…'] : [])] : [];
  return [...head, shown, ...(end < rows.length ? ['…'] : [])].join('\n');
}

/** A literal that stands in one place needs one text, a vague question some. */
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
