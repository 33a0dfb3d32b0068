/**
 * Ranks the passages of a query space. Steps: score all passages (BM25F over the whole space), widen a worded question
 * by its best passages, fuse with what the files tell, read the texts of the best. Same space, same question: same
 * bytes. Must not know: where the parts come from, HTTP, the store.
 */
import type { Collection } from './index/collection';
import { withoutLongRows } from './index/fields';
import type { PassageRecord } from './index/segment';
import { mainView, Scorer, type Scores, type Searched } from './rank/bm25f';
import { gatherEvidence, type Evidence } from './rank/evidence';
import { feedbackPassages, withFeedback, type FeedbackPassage } from './rank/feedback';
import { scorePassages, type Candidate } from './rank/passages';
import { rankFiles, type FileWeights } from './rank/rankFiles';
import { byScore, rowsByFile, rowsByPassage } from './rank/rows';
import { analyse, type Question } from './rank/question';
import type { Explanation, Snippet, SnippetSource } from './types';

/** One searchable part of the space: a root, the library, or the seeds. */
export interface Part {
  collection: Collection;
  accepts?: (record: PassageRecord) => boolean;
  /** Path or name by which the source is judged. */
  placeOf: (key: string) => string;
  textOf: (record: PassageRecord) => Promise<string | undefined> | string | undefined;
  languageOf: (key: string) => string;
  sourceOf: (key: string) => SnippetSource;
}

export interface Ranking {
  query: string;
  parts: readonly Part[];
  limit: number;
  explain?: boolean;
  /** Others than the fitted ones, to measure them. */
  weights?: FileWeights;
  signal?: AbortSignal | undefined;
}

/** A segment and the part it belongs to. */
interface Piece extends Searched {
  part: Part;
}

/** Digits kept of a score: enough to order, few enough to be the same on every machine. */
const scoreDigits = 6;

function round(value: number): number {
  return Number(value.toFixed(scoreDigits));
}

function piecesOf(parts: readonly Part[]): Piece[] {
  return parts.flatMap((part) =>
    part.collection.current().map((segment) => ({ part, segment, ...(part.accepts ? { accepts: part.accepts } : {}) })),
  );
}

function passagesBy(
  pieces: readonly Piece[],
  scorer: Scorer,
  question: Question,
  scores: readonly Scores[],
): Candidate[] {
  return scorePassages({
    question,
    scorer,
    scores,
    recordOf: (piece, passage) => pieces[piece]?.segment.records[passage],
    placeOf: (piece, record) => pieces[piece]?.part.placeOf(record.source) ?? '',
  });
}

async function bestTexts(pieces: readonly Piece[], candidates: readonly Candidate[]): Promise<FeedbackPassage[]> {
  const texts: FeedbackPassage[] = [];
  for (const { part: piece, record, score } of [...candidates].sort(byScore).slice(0, feedbackPassages)) {
    const text = await pieces[piece]?.part.textOf(record);
    if (text !== undefined) texts.push({ text: withoutLongRows(text), score });
  }
  return texts;
}

function explain(candidate: Candidate, question: Question, scorer: Scorer): Explanation {
  const matchedTerms: string[] = [];
  for (const term of question.terms.keys()) {
    scorer.eachPosting(term, (piece, passage) => {
      if (piece === candidate.part && passage === candidate.passage) matchedTerms.push(term);
    });
  }
  const parts = Object.fromEntries(Object.entries(candidate.parts).map(([name, value]) => [name, round(value)]));
  return { matchedTerms: matchedTerms.sort(), parts };
}

async function snippetOf(piece: Piece, candidate: Candidate, best: number): Promise<Snippet | undefined> {
  const { record } = candidate;
  const whole = await piece.part.textOf(record);
  if (whole === undefined) return undefined;
  const text = withoutLongRows(whole);
  return {
    source: piece.part.sourceOf(record.source),
    text,
    language: piece.part.languageOf(record.source),
    start: record.startOffset,
    end: record.endOffset,
    lines: { start: record.start + 1, end: record.end + 1 },
    score: round(Math.min(1, candidate.score / best)),
    ...(record.symbol !== undefined ? { symbol: record.symbol } : {}),
  };
}

/** A question without content ("what does this do?") is about what was given: its passages in their order. */
function inOrder(pieces: readonly Piece[], scorer: Scorer): Candidate[] {
  const candidates: Candidate[] = [];
  pieces.forEach(({ segment }, part) => {
    segment.records.forEach((record, passage) => {
      if (scorer.isIn(part, passage)) candidates.push({ part, passage, record, score: 1, parts: {} });
    });
  });
  return candidates;
}

/** More passages than this are a folder, and no question without content is about all of a folder. */
const maxPassagesInOrder = 200;

interface Passages {
  candidates: Candidate[];
  /** The scores they were fused from: of the widened question where it was widened. */
  scores: readonly Scores[];
}

async function rankPassages(pieces: readonly Piece[], scorer: Scorer, question: Question): Promise<Passages> {
  const scores = scorer.score(question.terms, [mainView])[0] ?? [];
  const candidates = passagesBy(pieces, scorer, question, scores);
  if (!question.isWorded || candidates.length <= feedbackPassages) return { candidates, scores };
  const texts = await bestTexts(pieces, candidates);
  const widened = scorer.score(withFeedback(question.terms, texts, scorer), [mainView])[0] ?? [];
  return { candidates: passagesBy(pieces, scorer, question, widened), scores: widened };
}

function evidenceFor(pieces: readonly Piece[], scorer: Scorer, question: Question, passages: Passages): Evidence {
  const placeOf = (piece: number, source: string) => pieces[piece]?.part.placeOf(source) ?? '';
  return gatherEvidence({ question, scorer, placeOf, widened: passages.scores });
}

/** Files are ranked where there are files; a store of snippets is ranked by its passages alone. */
function hasFiles(pieces: readonly Piece[]): boolean {
  return pieces.some(({ part, segment }) => {
    const [first] = segment.records;
    return first !== undefined && part.sourceOf(first.source).kind === 'file' && first.source !== '';
  });
}

async function rank(
  pieces: readonly Piece[],
  scorer: Scorer,
  question: Question,
  weights?: FileWeights,
): Promise<Candidate[]> {
  if (question.isEmpty) return scorer.passageCount <= maxPassagesInOrder ? inOrder(pieces, scorer) : [];
  const passages = await rankPassages(pieces, scorer, question);
  if (!hasFiles(pieces)) return rowsByPassage(passages.candidates);
  const files = rankFiles(evidenceFor(pieces, scorer, question, passages), weights);
  return rowsByFile(passages.candidates, files, question.wantsLines);
}

/** Best first; the number is how many passages were searched. */
export async function retrieve(ranking: Ranking): Promise<{ snippets: Snippet[]; passages: number }> {
  const { query, parts, limit, signal } = ranking;
  const pieces = piecesOf(parts);
  const scorer = new Scorer(pieces);
  const snippets: Snippet[] = [];
  if (query.trim() === '') return { snippets, passages: scorer.passageCount };
  const question = analyse(query);
  const candidates = await rank(pieces, scorer, question, ranking.weights);
  const best = candidates[0]?.score ?? 1;
  const seen = new Set<string>();
  for (const candidate of candidates) {
    if (snippets.length >= limit) break;
    signal?.throwIfAborted();
    const piece = pieces[candidate.part];
    const snippet = piece && (await snippetOf(piece, candidate, best));
    if (!snippet) continue;
    // Two paths of one space may hold the same file.
    const place = `${JSON.stringify(snippet.source)}:${snippet.lines.start}`;
    if (seen.has(place)) continue;
    seen.add(place);
    snippets.push(ranking.explain ? { ...snippet, explanation: explain(candidate, question, scorer) } : snippet);
  }
  return { snippets, passages: scorer.passageCount };
}

/** What the signals see of a question: for the fit of the weights. */
export async function evidenceOf(query: string, parts: readonly Part[]): Promise<Evidence> {
  const pieces = piecesOf(parts);
  const question = analyse(query);
  const scorer = new Scorer(pieces);
  return evidenceFor(pieces, scorer, question, await rankPassages(pieces, scorer, question));
}
