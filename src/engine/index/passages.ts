/** Turns the text of one file or document into passages with their terms. */
import { Rows } from '../chunk/block';
import { chunksOf } from '../chunk/chunk';
import type { Grammars } from '../chunk/grammars';
import { lineStartsOf, type SourceText } from '../files/readSource';
import type { Passage } from './collection';
import { fieldTermsOf } from './fields';
import { isListing } from './listing';

export interface SourceDescription {
  key: string;
  /** Path relative to the root, or a document's name. */
  place: string;
  language: string;
  notes?: string;
}

export async function passagesOf(
  source: SourceText,
  description: SourceDescription,
  grammars: Grammars,
): Promise<Passage[]> {
  const rows = new Rows(source.text, lineStartsOf(source.text));
  const chunks = await chunksOf(rows, description.language, grammars);
  return chunks.map(({ start, end, symbol }) => ({
    record: {
      source: description.key,
      start,
      end,
      startOffset: source.lineStarts[start] ?? 0,
      endOffset: (source.lineStarts[end + 1] ?? 0) - (rows.size(end, end) - rows.row(end).length),
      ...(symbol !== undefined ? { symbol } : {}),
      ...(isListing(rows.slice(start, end)) ? { isListing: true } : {}),
    },
    fields: fieldTermsOf({
      text: rows.slice(start, end),
      language: description.language,
      place: description.place,
      ...(symbol !== undefined ? { symbol } : {}),
      ...(description.notes !== undefined ? { notes: description.notes } : {}),
    }),
  }));
}
