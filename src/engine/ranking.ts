/**
 * Ranks the passages of a query space for one question: scores all passages (BM25F over the whole space), selects the
 * files with the best of them, expands a worded question by its best passages, and combines this with signals of the
 * files. Must not know: what is shown of them.
 */
import type { EmbeddingSource } from './dense/embedding';
import { withoutLongRows } from './index/fields';
import type { PassageRecord } from './index/segment';
import { hasFiles, piecesOf, type ExactPlace, type Part, type Piece } from './parts';
import { bestFirst } from './rank/topK';
import { withForeign } from './rank/fileKinds';
import { mainView, Scorer, type Scores } from './rank/bm25f';
import {
  bestFiles,
  pick,
  recordAt,
  release,
  select,
  standsBefore,
  passagesOf,
  type SelectedFile,
  type Selection,
} from './rank/selection';
import { feedbackOf, feedbackPassages, wordRowsOf, type ReadPassage } from './rank/passageWords';
import { passageJudge, type Judged, meaningOf, storeScores } from './rank/storeScores';
import {
  rankFiles,
  type FileWeights,
  type RankedFiles,
  shortlist,
  gatherEvidence,
  type Evidence,
  type Likeness,
} from './rank/fileSignals';
import { analyse, type Question } from './rank/question';
import { WordMatch } from './rank/nameMatch';
import {
  rankPassages,
  type RankedPassages,
  type PassageEvidence,
  rowsByFile,
  rowsByPassage,
  type Placing,
  type Row,
} from './search/signals';
import { likeWordsOf, withLikeWords, withWordsAlike } from './search/wordsAlike';
import {
  lookedAt,
  lookingFor,
  lookSigns,
  partsOfLook,
  powerSign,
  reordered,
  type Looked,
  type LookedAt,
  type Looking,
} from './search/closerLook';

/** The state of ranking one question. */
export interface Asking {
  pieces: readonly Piece[];
  scorer: Scorer;
  question: Question;
  words: WordMatch;
  selection: Selection;
}

/** Most files selected in a folder, and most sources in a store of snippets; the rest is never shown. */
const maxFiles = 96;
const maxSources = 2000;
/** Most passages of one file ranked closely: a bundle has thousands. */
const maxPassages = 32;

export function pieceAt({ pieces, selection }: Asking, slot: number): Piece {
  const piece = pieces[selection.files[selection.fileOf[slot] ?? 0]?.piece ?? 0];
  if (!piece) throw new RangeError(`No passage stands in slot ${slot}.`);
  return piece;
}

async function bestTexts(asking: Asking, { candidates, scores }: Judged): Promise<ReadPassage[]> {
  const [slots, texts]: [number[], string[]] = [[], []];
  const isEarlier = standsBefore(asking.scorer, asking.selection);
  const isBetter = (a: number, b: number) => (scores[a] === scores[b] ? isEarlier(a, b) : scores[a]! > scores[b]!);
  let looked = 0;
  for (const slot of bestFirst(candidates.slice(), isBetter)) {
    looked += 1;
    if (looked > feedbackPassages) break;
    const text = await pieceAt(asking, slot).part.textOf(recordAt(asking.scorer, asking.selection, slot));
    if (text === undefined) continue;
    slots.push(slot);
    texts.push(withoutLongRows(text));
  }
  return wordRowsOf(texts).map((rows, place): ReadPassage => {
    const slot = slots[place]!;
    return { rows, score: scores[slot]!, file: asking.selection.fileOf[slot]! };
  });
}

/** Most passages given in order for a question without content; a space with more is a folder. */
const maxPassagesInOrder = 200;
/** Scores for a question without content ("what does this do?"): all passages count the same and keep their order. */
function inOrder(pieces: readonly Piece[], scorer: Scorer): Scores[] {
  return pieces.map(({ segment }, piece) =>
    Float64Array.from({ length: segment.records.length }, (_, passage) => (scorer.isIn(piece, passage) ? 1 : 0)),
  );
}

interface Judgement {
  /** Scores by slot, before and after the question was expanded by its best passages. */
  main: Scores;
  widened: Scores;
  judged: Judged;
}

/** Scores the selected passages. Snippets get no feedback: it lowered the result there (test/quality/README.md). */
async function judge(asking: Asking, main: Scores): Promise<Judgement> {
  const { pieces, question, scorer, selection } = asking;
  const isStore = !hasFiles(pieces);
  const judgeBy = passageJudge({ question, scorer, selection, isStore });
  const first = judgeBy(main);
  // Scores of a store are shares, to which feedback cannot be added.
  const isWidened = !isStore && question.isWorded && first.candidates.length > feedbackPassages;
  if (!isWidened) return { main, widened: main, judged: first };
  const widened = main.slice();
  const best = await bestTexts(asking, first);
  const terms = feedbackOf(question.terms, best, scorer);
  scorer.addSelected(selection, [{ weights: mainView, terms, scores: widened }]);
  return { main, widened, judged: judgeBy(widened) };
}

/** The text in a slot; undefined when its file is gone. */
async function textAt(asking: Asking, slot: number): Promise<LookedAt | undefined> {
  const { part } = pieceAt(asking, slot);
  const record = recordAt(asking.scorer, asking.selection, slot);
  const text = await part.textOf(record);
  return text === undefined ? undefined : { text: withoutLongRows(text), language: part.languageOf(record.source) };
}

/** Ranks the best passages again by the text of their rows. */
async function lookedThrough(
  asking: Asking,
  { rows, partsOf }: RankedPassages,
  looking: Looking,
): Promise<RankedPassages> {
  const read: { row: Row; at: LookedAt }[] = [];
  for (let count = lookedAt(looking); count > 0; count -= 1) {
    const taken = rows.next();
    if (taken.done) break;
    const at = await textAt(asking, taken.value.slot);
    if (at) read.push({ row: taken.value, at });
  }
  const signs = lookSigns(
    read.map(({ at }) => at),
    looking,
  );
  const looked = read.map(({ row }, at): Looked => ({ row, signs: { ...signs[at]!, power: powerSign(row.score) } }));
  const bySlot = new Map(looked.map(({ row, signs: own }) => [row.slot, own]));
  return {
    rows: reordered(looked, rows),
    partsOf: (slot) => {
      const own = bySlot.get(slot);
      return { ...partsOf(slot), ...(own && partsOfLook(own)) };
    },
  };
}

export interface Ranked {
  asking: Asking;
  /** Ranked rows, best first. */
  rows: Iterable<Row>;
  partsOf: (slot: number) => Record<string, number>;
}

export interface Wanted {
  question: Question;
  weights?: FileWeights | undefined;
  embedding?: EmbeddingSource | undefined;
  /** Places that are shown before the ranked ones. */
  exact?: readonly ExactPlace[];
}

interface Gathered extends Judgement, Likeness {
  ranked: RankedFiles;
}

function likenessOf({ pieces, question, scorer, selection }: Asking, embedding: EmbeddingSource | undefined): Likeness {
  const { files, fileOf, passageOf } = selection;
  const like = likeWordsOf(question, { scorer, selection, embedding: embedding?.() });
  const nearness = meaningOf(question, pieces, embedding);
  if (!nearness) return { like };
  const meaning = new Float64Array(selection.size);
  for (let slot = 0; slot < meaning.length; slot += 1)
    meaning[slot] = Math.max(0, nearness(files[fileOf[slot]!]!.piece, passageOf[slot]!));
  return { like, meaning };
}

function passageEvidence(asking: Asking, { ranked, main, judged, like, meaning }: Gathered): PassageEvidence {
  const { pieces, question, selection } = asking;
  const { files, fileOf, passageOf } = selection;
  const pieceOf = (slot: number) => files[fileOf[slot]!]!.piece;
  const recordsOf = (slot: number) => pieces[pieceOf(slot)]!.segment.records;
  return {
    question,
    selection,
    ranked,
    main,
    like,
    meaning,
    judged: judged.scores,
    rowsOf: (slot) => {
      const { starts, ends } = recordsOf(slot).columns;
      return ends[passageOf[slot]!]! - starts[passageOf[slot]!]! + 1;
    },
    hasSymbol: (slot) => recordsOf(slot).symbolNumber(passageOf[slot]!) > 0,
  };
}

/** The terms by which files are chosen: words alike too, but for a name alone. */
function choosingTerms(scorer: Scorer, { question, embedding }: Wanted): ReadonlyMap<string, number> {
  const model = question.isSymbol ? undefined : embedding?.();
  return model ? withWordsAlike(question, scorer, model) : question.terms;
}

/** Scores of all passages by the terms; the arrays belong to the scorer. */
function scoresOf(
  { scorer, pieces, terms }: { scorer: Scorer; pieces: readonly Piece[]; terms: ReadonlyMap<string, number> },
  { question, embedding }: Wanted,
): Scores[] {
  if (question.isEmpty) return inOrder(pieces, scorer);
  if (hasFiles(pieces)) return scorer.score(terms, mainView);
  return storeScores(scorer, question, embedding?.());
}

/** Scores of the selected passages by the question's own words. */
function ownScores(scorer: Scorer, { terms }: Question, selection: Selection): Scores {
  const scores = new Float64Array(selection.size);
  scorer.addSelected(selection, [{ weights: mainView, terms, scores }]);
  return scores;
}

interface Asked {
  asking: Asking;
  main: Scores;
  /** What a passage of a store of snippets shares with the question: in its words or words alike, and in meaning. */
  sharedBy: ((slot: number) => { coverage: number; meaning: number }) | undefined;
}

function ask(scorer: Scorer, pieces: readonly Piece[], wanted: Wanted): Asked {
  const { question, weights, embedding } = wanted;
  const isFolder = hasFiles(pieces);
  const terms = isFolder ? choosingTerms(scorer, wanted) : question.terms;
  const scores = scoresOf({ scorer, pieces, terms }, wanted);
  const files = withForeign(
    bestFiles({
      scorer,
      scores,
      maxFiles: isFolder ? maxFiles : maxSources,
      placeOf: (piece, source) => pieces[piece]?.part.placeOf(source) ?? '',
    }),
  );
  const words = new WordMatch(question, scorer);
  const kept = isFolder ? shortlist({ question, words, files, scorer, scores, weights }) : files;
  const selection = select(kept, { scorer, scores, maxPassages: isFolder ? maxPassages : Infinity });
  const own = terms === question.terms ? pick(scores, selection) : ownScores(scorer, question, selection);
  scorer.giveBack(scores);
  // A name alone is looked up by its letters; in folders words alike are signals of passages.
  const model = isFolder || question.isSymbol || question.isEmpty ? undefined : embedding?.();
  const like = model && likeWordsOf(question, { scorer, selection, embedding: model });
  const asking = { pieces, scorer, question, words, selection };
  if (!like) return { asking, main: own, sharedBy: undefined };
  const nearness = meaningOf(question, pieces, embedding);
  const meaningAt = (slot: number) =>
    nearness?.(selection.files[selection.fileOf[slot]!]!.piece, selection.passageOf[slot]!) ?? 0;
  const sharedBy = (slot: number) => ({ coverage: like.coverage[slot]!, meaning: meaningAt(slot) });
  return { asking, main: withLikeWords(own, like), sharedBy };
}

/** The selected files that hold some places. */
function filesOf(places: readonly ExactPlace[], { scorer, selection }: Asking): number[] {
  const isIn = (file: SelectedFile) => {
    const { first, end } = passagesOf(scorer, file);
    return places.some(({ piece, passage }) => piece === file.piece && first <= passage && passage < end);
  };
  return selection.files.flatMap((file, at) => (isIn(file) ? [at] : []));
}

export async function rank(scorer: Scorer, pieces: readonly Piece[], wanted: Wanted): Promise<Ranked> {
  const { question, weights } = wanted;
  const { asking, main, sharedBy } = ask(scorer, pieces, wanted);
  const { selection } = asking;
  if (question.isEmpty) {
    const isFolder = scorer.passageCount > maxPassagesInOrder && !pieces.every(({ part }) => part.isGiven);
    const rows = isFolder ? [] : Array.from(main, (score, slot) => ({ slot, score }));
    return { asking, rows, partsOf: () => ({}) };
  }
  const judgement = await judge(asking, main);
  const placing = { selection, judged: judgement.judged, isBefore: standsBefore(asking.scorer, asking.selection) };
  const partsOf = (slot: number) => ({ ...judgement.judged.partsOf(slot), ...sharedBy?.(slot) });
  const likeness = hasFiles(pieces) ? likenessOf(asking, wanted.embedding) : undefined;
  const ranked = likeness && rankFiles(gatherEvidence({ ...asking, ...judgement, ...likeness }), weights);
  const known = ranked && passageEvidence(asking, { ...judgement, ...likeness, ranked });
  release(scorer, selection);
  if (!known) return { asking, rows: rowsByPassage(placing), partsOf };
  const byIndex = rankPassages(known, placing);
  const looking = lookingFor(question, wanted.embedding?.());
  const passages = looking ? await lookedThrough(asking, byIndex, looking) : byIndex;
  return {
    asking,
    rows: question.wantsLines
      ? passages.rows
      : rowsByFile(selection, passages.rows, {
          files: known.ranked.files,
          shown: filesOf(wanted.exact ?? [], asking),
        }),
    partsOf: (slot) => ({ ...known.ranked.partsOf(selection.fileOf[slot]!), ...passages.partsOf(slot) }),
  };
}

/** The signals of files for a question, used to fit their weights. */
export async function evidenceOf(
  query: string,
  parts: readonly Part[],
  embedding: EmbeddingSource | undefined,
): Promise<Evidence> {
  const pieces = piecesOf(parts);
  const { asking, main } = ask(new Scorer(pieces), pieces, { question: analyse(query), embedding });
  return gatherEvidence({ ...asking, ...(await judge(asking, main)), ...likenessOf(asking, embedding) });
}

/** The signals of passages for a question, with the passages that may be shown, used to fit their weights. */
export async function passageEvidenceOf(
  query: string,
  parts: readonly Part[],
  embedding: EmbeddingSource,
): Promise<{
  known: PassageEvidence;
  placing: Placing;
  recordOf: (slot: number) => PassageRecord;
  pathOf: (slot: number) => string;
  textOf: (slot: number) => Promise<LookedAt | undefined>;
}> {
  const pieces = piecesOf(parts);
  const question = analyse(query);
  const { asking, main } = ask(new Scorer(pieces), pieces, { question, embedding });
  const judgement = await judge(asking, main);
  const { scorer, selection } = asking;
  const likeness = likenessOf(asking, embedding);
  const evidence = gatherEvidence({ ...asking, ...judgement, ...likeness });
  const known = passageEvidence(asking, { ...judgement, ...likeness, ranked: rankFiles(evidence) });
  const placing = { selection, judged: judgement.judged, isBefore: standsBefore(scorer, selection) };
  const pathOf = (slot: number) => selection.files[selection.fileOf[slot]!]!.place;
  return {
    known,
    placing,
    recordOf: (slot) => recordAt(scorer, selection, slot),
    pathOf,
    textOf: (slot) => textAt(asking, slot),
  };
}
