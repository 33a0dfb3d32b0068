/** Turns the text of one file or document into passages with their terms, in slices. */
import { Rows, type Chunk } from '../chunk/block';
import { chunksOf } from '../chunk/chunk';
import type { ContentCache } from './contentCache';
import type { Grammars } from '../chunk/grammars';
import { lineStartsOf, type SourceText } from '../files/readSource';
import { detached } from './builder';
import type { Collection } from './collection';
import type { Slices } from './scheduling';
import { commentRow, listingRows, listingWord, mayList } from '../../languages/habits';
import { definedByFile, languageOfEnding } from '../../languages/table';
import { hasSpace } from '../text/plain';

export interface SourceDescription {
  key: string;
  /** Path relative to the root, or a document's name. */
  place: string;
  language: string;
  notes?: string;
}

export interface PassageMaking {
  grammars: Grammars;
  collection: Collection;
  slices: Slices;
  /** Chunks of contents that were cut before. */
  chunks?: ContentCache<Chunk[]> | undefined;
}

type Cutting = Pick<PassageMaking, 'grammars' | 'chunks'>;

async function cut(source: SourceText, rows: Rows, language: string, { grammars, chunks }: Cutting): Promise<Chunk[]> {
  const known = chunks?.get(source, language);
  if (known) return known;
  const found = await chunksOf(rows, language, grammars);
  const made = found.map(({ symbol, names, ...chunk }): Chunk => ({
    ...chunk,
    ...(symbol === undefined ? {} : { symbol: detached(symbol) }),
    ...(names === undefined ? {} : { names: names.map(detached) }),
  }));
  chunks?.put(source, language, made);
  return made;
}

/** Byte positions of ascending offsets; none where the offset is the byte position, or the text is not as on disk. */
function bytesOf({ text, isPlain, firstByte }: SourceText): (offset: number) => { startByte?: number } {
  if (isPlain || firstByte === undefined) return () => ({});
  let [last, byte] = [0, firstByte];
  return (offset) => {
    if (offset < last) [last, byte] = [0, firstByte];
    byte += Buffer.byteLength(text.slice(last, offset));
    last = offset;
    return { startByte: byte };
  };
}

export async function putPassages(
  source: SourceText,
  { key, place, language, notes }: SourceDescription,
  { collection, slices, ...cutting }: PassageMaking,
): Promise<void> {
  const rows = new Rows(source.text, lineStartsOf(source.text));
  const chunks = await cut(source, rows, language, cutting);
  const ownName = definedByFile(place, languageOfEnding(language));
  const writer = collection.open(key);
  try {
    const byteOf = bytesOf(source);
    for (const { start, end, symbol: found, isNamedByPart, names: declared } of chunks) {
      const names = start === 0 && ownName !== undefined ? [ownName, ...(declared ?? [])] : declared;
      const text = rows.slice(start, end);
      const symbol = found === undefined ? {} : { symbol: found };
      const record = {
        source: key,
        start,
        end,
        startOffset: source.lineStarts[start] ?? 0,
        ...byteOf(source.lineStarts[start] ?? 0),
        endOffset: (source.lineStarts[end + 1] ?? 0) - (rows.size(end, end) - rows.row(end).length),
        ...symbol,
        ...(isNamedByPart ? { isNamedByPart } : {}),
        ...(isListing(text) ? { isListing: true } : {}),
      };
      writer.add(record, {
        text,
        language,
        place,
        ...symbol,
        ...(names ? { names } : {}),
        ...(notes !== undefined ? { notes } : {}),
      });
      if (slices.isUsedUp) await slices.rest();
    }
  } finally {
    writer.close();
  }
}

/** Share of other text below which a passage is a listing. */
const maxOtherShare = 0.3;

/** True for passages that only import or export names: they hold many words of a question and answer none. */
function isListing(text: string): boolean {
  if (!listingWord.test(text)) return false;
  const patterns = mayList.test(text) ? listingRows : [commentRow];
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, ''), text);
  return solidChars(rest) < maxOtherShare * solidChars(text);
}

const [blank, firstControl, lastControl, firstOther] = [0x20, 0x09, 0x0d, 0x80];

/** Number of characters that are no white space. */
function solidChars(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === blank || (code >= firstControl && code <= lastControl)) continue;
    if (code < firstOther || !hasSpace(text[at]!)) count += 1;
  }
  return count;
}
