/**
 * The fields of a passage and the terms of each. Weights follow BM25F (Robertson, Zaragoza, Taylor 2004): a word in a
 * declared name says more of a passage than the same word in its body.
 */
import { declaredNames } from '../chunk/declarations';
import { declaredMark, eachTerm, eachTermOfWord, joinIdentifier } from '../text/tokens';
import { splitComments } from '../text/comments';
import { languageOf } from '../text/languages';

/** Order of the bytes in a packed count. */
export const fieldNames = ['names', 'place', 'comments', 'body'] as const;
export const fieldCount = fieldNames.length;

export interface FieldWeight {
  weight: number;
  /** How much a long field counts less: 0 not at all, 1 in full. */
  lengthShare: number;
}

/** `place` is the enclosing definition, the file name and the folders. Names and places are short: length says little. */
export const fieldWeights: Record<(typeof fieldNames)[number], FieldWeight> = {
  names: { weight: 3, lengthShare: 0.4 },
  place: { weight: 2.2, lengthShare: 0.4 },
  comments: { weight: 1, lengthShare: 0.4 },
  body: { weight: 1, lengthShare: 0.75 },
};

/** Rows longer than this are cut before indexing and showing: what follows is not written by hand. */
export const maxRowChars = 2000;

/** Terms per field, in the order of `fieldNames`. */
export type FieldTerms = [string[], string[], string[], string[]];

export interface PassageText {
  text: string;
  language: string;
  symbol?: string;
  /** Path relative to the root, or the name of a document. */
  place: string;
  /** Free words about the document. */
  notes?: string;
}

/** Cuts rows that would drown the rest. */
export function withoutLongRows(text: string): string {
  if (text.length <= maxRowChars) return text;
  return text
    .split('\n')
    .map((row) => (row.length > maxRowChars ? row.slice(0, maxRowChars) : row))
    .join('\n');
}

function placeTerms(passage: PassageText): string[] {
  const terms: string[] = [];
  const take = (term: string) => terms.push(term);
  if (passage.symbol !== undefined) eachTerm(passage.symbol, take);
  const segments = passage.place.split('/');
  const file = (segments.pop() ?? '').replace(/\.[A-Za-z0-9]{1,8}$/, '');
  // The file's own name says twice what its folders say.
  eachTerm(file, take);
  eachTerm(file, take);
  segments.forEach((segment) => eachTerm(segment, take));
  return terms;
}

function nameTerms(names: readonly string[]): string[] {
  const terms: string[] = [];
  for (const name of names) {
    eachTermOfWord(name, (term) => terms.push(term));
    terms.push(declaredMark + joinIdentifier(name));
  }
  return terms;
}

export function fieldTermsOf(passage: PassageText): FieldTerms {
  const text = withoutLongRows(passage.text);
  const { code, comments } = splitComments(text, languageOf(passage.language).comments);
  const own = passage.symbol?.split('.').at(-1);
  const names = new Set(declaredNames(code));
  if (own !== undefined) names.add(own);
  const bodyTerms: string[] = [];
  const commentTerms: string[] = [];
  eachTerm(code, (term) => bodyTerms.push(term));
  eachTerm(passage.notes === undefined ? comments : `${comments}\n${passage.notes}`, (term) => commentTerms.push(term));
  return [nameTerms([...names]), placeTerms(passage), commentTerms, bodyTerms];
}
