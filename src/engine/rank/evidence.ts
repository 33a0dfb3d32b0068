/**
 * What the signals read: the passage scores of one question by several views, and how each view sums up over a file.
 * Made once per question, for the selected files alone; signals only read it.
 */
import { declaredMark } from '../text/tokens';
import { wordBits, type Presence, type Scorer, type Scores, type View } from './bm25f';
import type { Question } from './question';
import type { SelectedFile, Selection } from './selection';
import { sumUp, type FileSums } from './fileTable';
import { NameMatch, type WordMatch } from './nameMatch';

/** The main one with nothing but comments. Fields are names, place, comments, body. */
const commentsView: View = Float64Array.of(0, 0, 1, 0);

/** Passages are known by their slots. */
export interface Evidence {
  question: Question;
  files: readonly SelectedFile[];
  /** By the question's own words; by the question widened with words of its best passages; by comments alone. */
  sums: Record<'main' | 'widened' | 'comments', FileSums>;
  words: WordMatch;
  presence: Presence;
  /** How well the definition of each passage is named for the question. */
  fits: Float64Array;
  /** Not 0 where the passage declares a name that the question asks for. */
  declares: Uint32Array;
}

export interface EvidenceSources {
  question: Question;
  scorer: Scorer;
  selection: Selection;
  words: WordMatch;
  /** Main scores by slot. */
  main: Scores;
  /** The same by the question widened with words of its best passages. */
  widened: Scores;
}

function fitsOf({ scorer, selection, words }: EvidenceSources): Float64Array {
  const fits = new Float64Array(selection.size);
  const matches = scorer.searched.map(({ segment }) => new NameMatch(words, segment));
  for (const { piece, first, end } of selection.files) {
    const segment = scorer.searched[piece]?.segment;
    const names = matches[piece];
    for (let slot = first; segment && names && slot < end; slot += 1) {
      const home = selection.homeOf[slot]!;
      const passage = selection.passageOf[slot]!;
      // A part of a long definition is named like its beginning.
      fits[slot] =
        home < slot ? fits[home]! : names.fitOf(segment.nameEnds[2 * passage]!, segment.nameEnds[2 * passage + 1]!);
    }
  }
  for (const names of matches) names.end();
  return fits;
}

export function gatherEvidence(sources: EvidenceSources): Evidence {
  const { question, scorer, selection, words, main, widened } = sources;
  const { files } = selection;
  const sums = (scores: Scores) => sumUp(files, () => scores);
  const comments = { weights: commentsView, terms: question.terms, scores: new Float64Array(selection.size) };
  scorer.addSelected(selection, [comments]);
  const asked = question.symbols.map((symbol) => declaredMark + symbol);
  return {
    question,
    files,
    sums: { main: sums(main), widened: sums(widened), comments: sums(comments.scores) },
    words,
    presence: scorer.presence(question.content.slice(0, wordBits), selection),
    fits: fitsOf(sources),
    declares: scorer.presence(asked, selection).any,
  };
}
