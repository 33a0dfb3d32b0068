/**
 * The fields of a passage and the terms of each. Weights follow BM25F (Robertson, Zaragoza, Taylor 2004): a word in a
 * declared name says more of a passage than the same word in its body.
 */
import { declaredNames } from '../../languages/declarations';
import { declaredMark, joinIdentifier } from '../text/tokens';
import { splitComments, languageOf } from '../text/comments';

/** The fields, in the order of the bytes of a packed count. */
export const fieldNames = ['names', 'place', 'comments', 'body'] as const;
export const fieldCount = fieldNames.length;

export interface FieldWeight {
  weight: number;
  /** How much the length of the field lowers its counts: 0 not at all, 1 in full. */
  lengthShare: number;
}

/**
 * Weights by field. `place` is the enclosing definition, the file name and the folders. Names and places are short, so
 * their length tells little.
 */
export const fieldWeights: Record<(typeof fieldNames)[number], FieldWeight> = {
  names: { weight: 3, lengthShare: 0.4 },
  place: { weight: 2.2, lengthShare: 0.4 },
  comments: { weight: 1, lengthShare: 0.4 },
  body: { weight: 1, lengthShare: 0.75 },
};

/** Most characters of a row that are indexed and shown; longer rows are not written by hand. */
const maxRowChars = 2000;

/** Receives the texts and terms of a passage; a field is given as its index in `fieldNames`. */
export interface FieldSink {
  /** Text as written, which the sink splits into words and terms. */
  text(field: number, text: string): void;
  /** One name, whatever its characters. */
  name(field: number, name: string): void;
  term(field: number, term: string): void;
}

export interface PassageText {
  text: string;
  language: string;
  symbol?: string;
  /** Names declared in the passage, by its syntax tree; absent: they are guessed from the text. */
  names?: readonly string[];
  /** Path relative to the root, or the name of a document. */
  place: string;
  /** Free words about the document. */
  notes?: string;
}

function hasLongRow(text: string): boolean {
  for (let start = 0; text.length - start > maxRowChars;) {
    const end = text.indexOf('\n', start);
    if (end < 0 || end - start > maxRowChars) return true;
    start = end + 1;
  }
  return false;
}

/** The text with overlong rows cut. */
export function withoutLongRows(text: string): string {
  if (!hasLongRow(text)) return text;
  return text
    .split('\n')
    .map((row) => (row.length > maxRowChars ? row.slice(0, maxRowChars) : row))
    .join('\n');
}

const [names, place, comments, body] = [0, 1, 2, 3];

function addPlace(passage: PassageText, sink: FieldSink): void {
  if (passage.symbol !== undefined) sink.text(place, passage.symbol);
  const segments = passage.place.split('/');
  const file = (segments.pop() ?? '').replace(/\.[A-Za-z0-9]{1,8}$/, '');
  // The file's name is given twice, so that it counts twice as much as the folders.
  sink.text(place, file);
  sink.text(place, file);
  segments.forEach((segment) => sink.text(place, segment));
}

function addNames(declared: ReadonlySet<string>, sink: FieldSink): void {
  for (const name of declared) {
    sink.name(names, name);
    sink.term(names, declaredMark + joinIdentifier(name));
  }
}

/** Gives the words of a passage to `sink`, field by field. */
export function addFields(passage: PassageText, sink: FieldSink): void {
  const text = withoutLongRows(passage.text);
  const split = splitComments(text, languageOf(passage.language).comments);
  const own = passage.symbol?.split('.').at(-1);
  const declared = new Set(passage.names ?? declaredNames(split.code, passage.language));
  if (own !== undefined) declared.add(own);
  addNames(declared, sink);
  addPlace(passage, sink);
  sink.text(comments, split.comments);
  if (passage.notes !== undefined) sink.text(comments, passage.notes);
  sink.text(body, split.code);
}
