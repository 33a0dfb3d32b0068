/** The passages that raise follow-ups: what the answer cites comes first, its neighbours after. */
import { citedPlaces, placeIn } from '../answers/citedPlaces';
import type { AnswerSnippet, LineRange } from '../types';

/** Passages that raise questions. */
const maxSnippets = 6;
/** Behind every citation: an answer has at most nine. */
const uncited = 16;

export interface Looked {
  snippet: AnswerSnippet;
  /** 1 for what the answer cites, less for what lies beside it. */
  nearness: number;
  /** The cited rows of the passage, 0-based. */
  cited?: LineRange | undefined;
}

/** What a hint of a passage counts that the answer does not cite. */
export const neighbourShare = 0.6;

/** The passages that raise questions: cited ones in the order of their citations, then the others in theirs. */
export function lookedAt(snippets: readonly AnswerSnippet[], answer: string): Looked[] {
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
