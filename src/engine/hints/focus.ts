/** The symbols that an answer or a passage is about: what is cited first, what lies beside it after. */
import { foundSources, idOf } from '../claims/facts';
import { sourceOf, type CodeReader, type CodeSource, type OutlinedCode } from '../outline/sources';
import type { Part } from '../parts';
import type { OutlineSymbol, RowSpan } from '../read/types';
import type { AnswerSnippet, LineRange } from '../types';
import { functions, type Raising } from './raised';
import { plain } from '../../languages/markdown';

/** A place that the text of an answer cites, read from its list of sources. */
interface CitedPlace {
  label: string;
  lines: LineRange;
}

/** Sources of an answer are few. */
const maxPlaces = 9;

function citedPlaces(answer: string): CitedPlace[] {
  const rows = [...answer.matchAll(/^\[\d\] (\S.{0,400}):(\d{1,7})-(\d{1,7})$/gm)].slice(0, maxPlaces);
  return rows.map(([, label = '', start, end]) => ({ label, lines: { start: Number(start), end: Number(end) } }));
}

/** A file is called by its whole path in one list and from its root in another. */
function isSameFile(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

/** The place that lies in the passage: its number in the list, and its lines; the first one counts. */
function placeIn(
  places: readonly CitedPlace[],
  { label, lines }: AnswerSnippet,
): { number: number; lines: LineRange } | undefined {
  const number = places.findIndex(
    (place) =>
      isSameFile(place.label, plain(label)) && place.lines.start <= lines.end && place.lines.end >= lines.start,
  );
  const place = places[number];
  return place && { number, lines: place.lines };
}

/** Passages that raise questions. */
const maxSnippets = 6;
/** Behind every citation: an answer has at most nine. */
const uncited = 16;

interface Looked {
  snippet: AnswerSnippet;
  /** 1 for what the answer cites, less for what lies beside it. */
  nearness: number;
  /** The cited rows of the passage, 0-based. */
  cited?: LineRange | undefined;
}

/** What a hint of a passage counts that the answer does not cite. */
const neighbourShare = 0.6;

/** The passages that raise questions: cited ones in the order of their citations, then the others in theirs. */
function lookedAt(snippets: readonly AnswerSnippet[], answer: string): Looked[] {
  const places = citedPlaces(answer);
  const found = snippets
    .filter(({ text }) => text.trim() !== '')
    .map((snippet) => ({ snippet, place: placeIn(places, snippet) }));
  if (found.every(({ place }) => place === undefined))
    return found.map(({ snippet }) => ({ snippet, nearness: 1 })).slice(0, maxSnippets);
  const byNumber = found.toSorted((a, b) => (a.place?.number ?? uncited) - (b.place?.number ?? uncited));
  return byNumber.slice(0, maxSnippets).map(({ snippet, place }) => {
    const { start } = snippet.lines;
    const cited = place && { start: place.lines.start - start, end: place.lines.end - start };
    return { snippet, cited, nearness: place?.number === 0 ? 1 : neighbourShare };
  });
}

/** Symbols of one passage that hints ask about: more hints than these nobody reads. */
const maxSymbols = 3;
const maxSources = 30;

/** Headings and keys are no part of a program that somebody asks on about. */
const unasked: ReadonlySet<string> = new Set(['section', 'key', 'test', 'declaration', 'implementation']);

/** What is defined in the rows; else what they are a part of. */
function symbolsAt({ outline: { symbols } }: OutlinedCode, { start, end }: RowSpan): OutlineSymbol[] {
  const asked = symbols.filter(({ kind }) => !unasked.has(kind));
  const inside = asked.filter(({ nameRow }) => nameRow >= start && nameRow <= end);
  const around = asked.filter((one) => one.start <= start && one.end >= end).at(-1);
  // Rows in the middle of a function are about the function, whatever they define for themselves.
  const isAbout = around && around.nameRow < start && (inside.length === 0 || functions.has(around.kind));
  return [...(isAbout ? [around] : []), ...inside].slice(0, maxSymbols);
}

export async function focusOf(
  { snippets, answer }: { snippets: readonly AnswerSnippet[]; answer: string },
  { parts, reader }: { parts: readonly Part[]; reader: CodeReader },
): Promise<Raising[]> {
  const sources = new Map<string, CodeSource>(foundSources({ parts, snippets }, maxSources).map((from) => [idOf(sourceOf(from)), from])); // prettier-ignore
  const raising: Raising[] = [];
  for (const { snippet, cited, nearness } of lookedAt(snippets, answer)) {
    const from = sources.get(idOf(snippet.source));
    const code = from && (await reader.outlined(from));
    if (!from || !code || typeof code === 'string') continue;
    const first = snippet.lines.start - 1;
    const rows = cited ? { start: first + cited.start, end: first + cited.end } : { start: first, end: snippet.lines.end - 1 }; // prettier-ignore
    for (const symbol of symbolsAt(code, rows))
      raising.push({ from, code, symbol, nearness, isCited: cited !== undefined && nearness === 1 });
  }
  const isNew = ({ from, symbol }: Raising, at: number) =>
    raising.findIndex((one) => one.from.key === from.key && one.symbol === symbol) === at;
  return raising.filter(isNew);
}
