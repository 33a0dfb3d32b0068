/**
 * Finds passages of a query space for a question: exact matches of names and pasted text, places of a bug report, then
 * the best as ranked (ranking.ts), with their texts. Questions about a whole are answered by known kinds of places
 * (overview.ts). Same space, same question: same bytes. Must not know: where the parts come from, HTTP, the
 * store.
 */
import type { EmbeddingSource } from './dense/embedding';
import { asksOfGiven, wholeOf } from './overview';
import {
  hasFiles,
  piecesOf,
  round,
  snippetOf,
  type ExactPlace,
  type Part,
  type Piece,
  narrowed,
  narrowingOf,
} from './parts';
import { Scorer } from './rank/bm25f';
import { openingsOf, saysSomething, recordAt } from './rank/selection';
import type { FileWeights } from './rank/fileSignals';
import type { Row } from './search/signals';
import { rolesOf } from './rank/fileKinds';
import { analyse, type Question } from './rank/question';
import type { Explanation, Snippet } from './types';
import { isPoint, isReport, reportOf } from './question/report';
import { respelt } from './question/spelling';
import { exactPlaces, placesAsked, placesPrinting, type LikelyPlace } from './search/exact';
import { placesOfReport, type ReportPlace } from './search/reports';
import { comparedPassages, likelihoodOf, likelihoodSigns, type LikelihoodSigns } from './search/likelihood';
import { pieceAt, rank, type Asking, type Ranked, type Wanted } from './ranking';
import { splitIdentifier, stem, wordsOf } from './text/tokens';

export interface Ranking {
  query: string;
  parts: readonly Part[];
  limit: number;
  explain?: boolean;
  /** When nothing matches and the space has at most `handful` passages, all are returned in order. */
  fallsBack?: boolean;
  /** Weights to measure instead of the fitted ones. */
  weights?: FileWeights;
  /** Embedding for comparing passages of a store of snippets; absent: only words count. */
  embedding?: EmbeddingSource | undefined;
  signal?: AbortSignal | undefined;
}

/** Most passages of a space that is returned whole when no word of the question is in it. */
const handful = 12;
/** Score of a passage that is returned without a match. */
const unmatchedScore = 0.05;

function rounded(parts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, round(value)]));
}

/** Likelihood of a frame of a trace: somewhat less than that of a row that is asked for alone, as the fault is in one. */
const frameLikelihood = 0.85;

interface Explained extends ExactPlace {
  parts: Record<string, number>;
  text: string;
}

function explain({ scorer, question }: Asking, { piece, passage, parts, text }: Explained): Explanation {
  const terms = [...question.terms.keys()].filter((term) => scorer.holds(term, piece, passage));
  return { matchedTerms: matchedWords(new Set(terms), text), parts: rounded(parts) };
}

interface Shown {
  place: ExactPlace;
  snippet: Snippet;
  partsOf: () => Record<string, number>;
}

const placeKey = ({ piece, passage }: ExactPlace) => `${piece}:${passage}`;

/** A filter that drops repeated places: two paths of one space may hold the same file. */
function onceEach(): (snippet: Snippet) => boolean {
  const seen = new Set<string>();
  return ({ source, lines }) => {
    const place = `${JSON.stringify(source)}:${lines.start}`;
    const isNew = !seen.has(place);
    seen.add(place);
    return isNew;
  };
}

/** The best ranked rows with their texts; the first scores 1. */
async function shownRows(
  { asking, rows, partsOf }: Pick<Ranked, 'asking' | 'rows' | 'partsOf'>,
  { limit, signal }: Ranking,
): Promise<(Shown & Row)[]> {
  const { scorer, selection } = asking;
  const isNew = onceEach();
  const shown: (Shown & Row)[] = [];
  let best: number | undefined;
  for (const { slot, score } of rows) {
    if (shown.length >= limit) break;
    signal?.throwIfAborted();
    best ??= score;
    const snippet = await snippetOf(
      pieceAt(asking, slot),
      recordAt(scorer, selection, slot),
      Math.min(1, score / best),
    );
    if (!snippet || !isNew(snippet)) continue;
    const place = { piece: selection.files[selection.fileOf[slot]!]!.piece, passage: selection.passageOf[slot]! };
    shown.push({ slot, score, place, snippet, partsOf: () => partsOf(slot) });
  }
  return shown;
}

/** The beginnings of the best files, if they say something; they score like the last ranked row shown. */
async function shownOpenings(asking: Asking, slots: readonly number[], limit: number): Promise<Shown[]> {
  const { pieces, scorer, selection } = asking;
  if (!hasFiles(pieces)) return [];
  const isNew = onceEach();
  const shown: Shown[] = [];
  for (const place of openingsOf(scorer, selection, slots, limit)) {
    const piece = pieces[selection.files[place.file]!.piece];
    const record = piece?.segment.records.at(place.passage);
    const snippet = piece && record && (await snippetOf(piece, record, 0));
    if (snippet && saysSomething(snippet.text, snippet.language) && isNew(snippet)) {
      const { piece: at } = selection.files[place.file]!;
      shown.push({ place: { piece: at, passage: place.passage }, snippet, partsOf: () => ({}) });
    }
  }
  return shown;
}

/** The parts to search and the question without the phrase that limits them. */
function spaceOf({ query: whole, parts: all }: Ranking): { parts: readonly Part[]; query: string; question: Question } {
  const narrowing = isReport(whole) ? undefined : narrowingOf(whole);
  const inside = narrowing && narrowed(all, narrowing.place);
  const [parts, query] = narrowing && inside ? [inside, narrowing.rest] : [all, whole];
  const given = asksOfGiven(query) ? parts.filter(({ isGiven }) => isGiven) : [];
  return given.length > 0 ? { parts: given, query, question: analyse('') } : { parts, query, question: analyse(query) };
}

/** Passages that match the question exactly, the likeliest first. */
async function shownExact(
  found: readonly LikelyPlace[],
  { pieces }: Asking,
  rows: readonly Shown[],
): Promise<(Shown & { share: number })[]> {
  const ranks = new Map(rows.map(({ place }, rank) => [placeKey(place), rank]));
  const rankOf = (place: ExactPlace) => ranks.get(placeKey(place)) ?? rows.length;
  const places = found.toSorted((a, b) => b.prior - a.prior || rankOf(a) - rankOf(b));
  const shown: (Shown & { share: number })[] = [];
  for (const place of places) {
    const piece = pieces[place.piece];
    const record = piece?.segment.records.at(place.passage);
    const snippet = piece && record && (await snippetOf(piece, record, 1));
    const { share } = place;
    if (snippet)
      shown.push({ place, share, snippet, partsOf: () => ({ ...rows[rankOf(place)]?.partsOf(), exact: share }) });
  }
  return shown;
}

/**
 * Passages for a bug report, a stack trace or a pasted error; undefined when nothing is found or the space has no
 * files.
 */
async function shownOfReport(
  scorer: Scorer,
  pieces: readonly Piece[],
  ranking: Ranking,
): Promise<Snippet[] | undefined> {
  const { query, limit, weights, embedding, signal } = ranking;
  if (!isReport(query) || !hasFiles(pieces)) return undefined;
  const report = reportOf(query);
  const byTitle = await rank(scorer, pieces, { question: analyse(report.title), weights, embedding });
  const { selection } = byTitle.asking;
  // A title without content would match everything.
  const rows = byTitle.asking.question.isEmpty ? [] : [...byTitle.rows];
  const files = rows.map(({ slot }) => selection.files[selection.fileOf[slot]!]!);
  // A person's report tells what is wrong, which may stand elsewhere; a bare trace tells nothing but its frames.
  const pointed = report.isTrace ? await placesAsked({ pieces, scorer }, analyse(query)) : [];
  // Frames of the code tell where it went wrong; where they are only those of a test, its words may tell it.
  const isTold = pointed.some(({ piece, passage }) => {
    const { part, segment } = pieces[piece]!;
    return !Object.values(rolesOf(part.placeOf(segment.records.sourceOf(passage)))).some(Boolean);
  });
  const ranked = isTold ? [] : placesOfReport({ pieces, scorer, report, byTitle: files });
  const message = [report.title, report.prose, report.code].join('\n');
  // What prints it where no frame is here, as in a trace of a program that uses this one.
  const printing = report.isTrace && !isTold ? await placesPrinting({ pieces, scorer }, analyse(message)) : [];
  const first = [...printing, ...pointed].map(({ piece, passage }) => ({
    ...{ piece, passage, score: ranked[0]?.score ?? 1, parts: { exact: 1 } },
    likelihood: frameLikelihood,
  }));
  const places: (ReportPlace & { likelihood?: number })[] = [...first, ...ranked];
  const isNew = onceEach();
  const shown: Snippet[] = [];
  for (const { piece, passage, score, parts, likelihood } of places) {
    if (shown.length >= limit) break;
    signal?.throwIfAborted();
    const record = pieces[piece]!.segment.records.at(passage);
    const made = record && (await snippetOf(pieces[piece]!, record, score / places[0]!.score));
    if (!made || !isNew(made)) continue;
    const snippet = { ...made, ...(likelihood !== undefined && { likelihood }) };
    const explanation = () => explain(byTitle.asking, { piece, passage, parts, text: snippet.text });
    shown.push(ranking.explain ? { ...snippet, explanation: explanation() } : snippet);
  }
  return shown.length > 0 ? shown : undefined;
}

interface Found {
  shown: Shown[];
  /** Likelihood signs of each passage in `shown`, in the same order; empty when there are no signs. */
  signs: LikelihoodSigns[];
  asking: Asking;
}

/** Passes rows through and keeps their scores; `powers` then adds the scores of the best rows not consumed. */
function withPowers(rows: Iterable<Row>): { rows: Generator<Row>; powers: () => number[] } {
  const from = rows[Symbol.iterator]();
  const powers: number[] = [];
  const next = () => {
    const taken = from.next();
    if (taken.done) return undefined;
    powers.push(taken.value.score);
    return taken.value;
  };
  function* each(): Generator<Row> {
    for (let row = next(); row; row = next()) yield row;
  }
  return {
    rows: each(),
    powers: () => {
      while (powers.length < comparedPassages && next());
      return powers;
    },
  };
}

/** Exact matches first, then ranked passages, then the beginnings of the best files. */
async function findRanked(scorer: Scorer, pieces: readonly Piece[], wanted: Wanted, ranking: Ranking): Promise<Found> {
  const { limit } = ranking;
  const exactly = await exactPlaces({ pieces, scorer }, wanted.question);
  const { asking, rows: all, partsOf } = await rank(scorer, pieces, { ...wanted, exact: exactly });
  const { rows: each, powers } = withPowers(all);
  const rows = await shownRows({ asking, rows: each, partsOf }, ranking);
  const openings = await shownOpenings(
    asking,
    rows.map(({ slot }) => slot),
    limit,
  );
  const openedAt = new Set(openings.map(({ place }) => placeKey(place)));
  const kept = rows
    .filter(({ place }) => !openedAt.has(placeKey(place)))
    .slice(0, Math.max(0, limit - openings.length));
  const score = kept.at(-1)?.snippet.score ?? 0;
  const isNew = onceEach();
  const exact = await shownExact(exactly, asking, rows);
  const others = [...kept, ...openings.map((one) => ({ ...one, snippet: { ...one.snippet, score } }))];
  const isAll = exact.length > 0 && isPoint(wanted.question.text);
  const shown = [...exact, ...(isAll ? [] : others)].filter(({ snippet }) => isNew(snippet)).slice(0, limit);
  if (!hasFiles(pieces) || wanted.question.isEmpty) return { shown, signs: [], asking };
  const powerOf = new Map(rows.map(({ place, score: power }) => [placeKey(place), power]));
  const exactAt = new Map(exact.map(({ place, share }) => [placeKey(place), share]));
  const ranked = shown.map(({ place }) => ({
    place,
    exact: exactAt.get(placeKey(place)) ?? 0,
    power: powerOf.get(placeKey(place)) ?? 0,
  }));
  return { shown, signs: likelihoodSigns(ranked, powers(), asking), asking };
}

/**
 * Tells whether a term is a known word. Without an embedding every term counts as one, so that no misspelling is
 * corrected.
 */
const knowsWords = (embedding: EmbeddingSource | undefined) => (term: string) => embedding?.()?.knows(term) ?? true;

/** Passages, best first, with the number of passages searched. */
export async function retrieve(ranking: Ranking): Promise<{ snippets: Snippet[]; passages: number }> {
  const { weights, embedding } = ranking;
  const { parts, query: asked, question: askedFor } = spaceOf(ranking);
  const pieces = piecesOf(parts);
  const scorer = new Scorer(pieces);
  const { query, changes } = respelt(asked, (term) => scorer.frequency(term), knowsWords(embedding));
  const question = changes.length > 0 ? analyse(query) : askedFor;
  const passages = scorer.passageCount;
  if (query.trim() === '') return { snippets: [], passages };
  const known =
    (await shownOfReport(scorer, pieces, { ...ranking, query })) ??
    (await wholeOf(scorer, pieces, { ...ranking, query }));
  if (known) return { snippets: known, passages };
  const { shown, signs, asking } = await findRanked(scorer, pieces, { question, weights, embedding }, ranking);
  if (shown.length === 0 && ranking.fallsBack && passages <= handful) {
    const all = await rank(scorer, pieces, { question: analyse('') });
    const found = (await shownRows(all, ranking)).map(({ snippet }) => ({ ...snippet, score: unmatchedScore }));
    const explained = { matchedTerms: [], parts: {} };
    return { snippets: found.map((one) => (ranking.explain ? { ...one, explanation: explained } : one)), passages };
  }
  const snippets = shown.map(({ place, snippet, partsOf }, at) => ({
    ...snippet,
    ...(signs[at] && { likelihood: likelihoodOf(signs[at]) }),
    ...(ranking.explain && { explanation: explain(asking, { ...place, parts: partsOf(), text: snippet.text }) }),
  }));
  return { snippets, passages };
}

/** The passages shown with their likelihood signs, used to fit the weights. */
export async function likelihoodSignsOf(ranking: Ranking): Promise<{ snippet: Snippet; signs: LikelihoodSigns }[]> {
  const { parts, question } = spaceOf(ranking);
  const pieces = piecesOf(parts);
  const { shown, signs } = await findRanked(
    new Scorer(pieces),
    pieces,
    { question, embedding: ranking.embedding },
    ranking,
  );
  return shown.flatMap(({ snippet }, at) => (signs[at] ? [{ snippet, signs: signs[at] }] : []));
}

/**
 * The words of a passage behind the matched stems, readable for people: `bodi` becomes `body`.
 * @returns lower case, sorted, each once; a stem without a matching word is left out unless all would be
 */
function matchedWords(terms: ReadonlySet<string>, text: string): string[] {
  const words = new Set<string>();
  for (const word of wordsOf(text)) {
    for (const part of splitIdentifier(word)) {
      const lower = part.toLowerCase();
      if (terms.has(stem(lower))) words.add(lower);
    }
  }
  return words.size > 0 ? [...words].sort() : [...terms].sort();
}
