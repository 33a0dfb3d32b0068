/**
 * What the signals read: the passage scores of one question by several views, and how each view sums up over a file.
 * Made once per question, for the selected files alone; signals only read it.
 */
import { declaredMark } from '../text/tokens';
import { rootOf } from '../text/roots';
import { mainView, wordBits, type Column, type Presence, type Scorer, type Scores, type View } from './bm25f';
import { mentionsOf } from './mentions';
import type { ReadPassage } from './passageWords';
import type { Question } from './question';
import { relatedTerms } from './related';
import { symbolAt, type SelectedFile, type Selection } from './selection';
import { sumUp, type FileSums } from './sketch';
import { NameMatch } from './nameMatch';
import type { WordMatch } from './wordMatch';

/** Beside the main one. Fields are names, place, comments, body. */
const views = {
  flat: Float64Array.of(0, 0, 0.6, 1),
  comments: Float64Array.of(0, 0, 1, 0),
  names: Float64Array.of(1, 0, 0, 0),
} satisfies Record<string, View>;

export type ViewName = keyof typeof views | 'main' | 'synonyms' | 'roots' | 'feedback';

/** Passages are known by their slots. */
export interface Evidence {
  question: Question;
  files: readonly SelectedFile[];
  sums: Record<ViewName, FileSums>;
  /** Scores of the passages by each view. */
  columns: Record<'flat' | 'comments' | 'names' | 'synonyms' | 'roots', Column>;
  words: WordMatch;
  presence: Presence;
  /** How well the definition of each passage is named for the question, and the type around it. */
  fits: { own: Float64Array; type: Float64Array };
  /** Not 0 where the passage declares a name that the question asks for. */
  declares: Uint32Array;
  /** By file: what the best passages of others say for it. */
  mentions: Float64Array;
  /** The definition's name as it is written. */
  symbolOf: (slot: number) => string | undefined;
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
  /** The passages it was widened by. */
  best: readonly ReadPassage[];
}

/** Words of the same root as the question's. */
function rootTerms({ question }: EvidenceSources): Map<string, number> {
  const terms = new Map<string, number>();
  for (const term of question.content) {
    for (const other of relatedTerms(rootOf(term))) terms.set(other, question.weak.has(term) ? 0.5 : 1);
  }
  return terms;
}

function fitsOf({ scorer, selection, words }: EvidenceSources): Evidence['fits'] {
  const fits = { own: new Float64Array(selection.size), type: new Float64Array(selection.size) };
  const matches = scorer.searched.map(({ segment }) => new NameMatch(words, segment));
  for (const { piece, first, end } of selection.files) {
    const segment = scorer.searched[piece]?.segment;
    const names = matches[piece];
    for (let slot = first; segment && names && slot < end; slot += 1) {
      const home = selection.homeOf[slot]!;
      if (home < slot) {
        // Of the same definition.
        fits.own[slot] = fits.own[home]!;
        fits.type[slot] = fits.type[home]!;
        continue;
      }
      const passage = selection.passageOf[slot]!;
      const start = passage === 0 ? 0 : segment.nameEnds[2 * passage - 1]!;
      const middle = segment.nameEnds[2 * passage]!;
      fits.own[slot] = names.fitOf(middle, segment.nameEnds[2 * passage + 1]!);
      fits.type[slot] = start < middle ? names.fitOf(start, middle) : fits.own[slot]!;
    }
  }
  for (const names of matches) names.end();
  return fits;
}

export function gatherEvidence(sources: EvidenceSources): Evidence {
  const { question, scorer, selection, words, main, widened } = sources;
  const { files } = selection;
  const column = (weights: View, terms: Column['terms']): Column => {
    return { weights, terms, scores: new Float64Array(selection.size) };
  };
  const sums = ({ scores }: { scores: Scores }) => sumUp(files, () => scores);
  const columns = {
    flat: column(views.flat, question.terms),
    comments: column(views.comments, question.terms),
    names: column(views.names, question.terms),
    synonyms: column(mainView, new Map([...question.synonyms.keys()].map((term) => [term, 1]))),
    roots: column(mainView, rootTerms(sources)),
  };
  scorer.addSelected(selection, Object.values(columns));
  const asked = question.symbols.map((symbol) => declaredMark + symbol);
  return {
    question,
    files,
    columns,
    sums: {
      main: sums({ scores: main }),
      flat: sums(columns.flat),
      comments: sums(columns.comments),
      names: sums(columns.names),
      synonyms: sums(columns.synonyms),
      roots: sums(columns.roots),
      feedback: sums({ scores: widened }),
    },
    words,
    presence: scorer.presence(question.content.slice(0, wordBits), selection),
    fits: fitsOf(sources),
    declares: scorer.presence(asked, selection).any,
    mentions: mentionsOf(sources.best, sources),
    symbolOf: (slot) => symbolAt(scorer, selection, slot),
  };
}
