/**
 * Cuts one text into chunks of whole rows: on syntax borders where there is a grammar, at headings in Markdown, by
 * blank rows and indentation elsewhere. Must not know: files, scores. A failing part costs quality, never the answer.
 */
import { languageOfEnding } from '../../languages/lookup';
import { readOutline } from '../read/readOutline';
import { blocksOfOutline } from '../read/symbolBlocks';
import type { Named } from '../read/types';
import { isMarkdown } from '../text/languages';
import { coverRows, pack, type Block, type Chunk, type Rows } from './block';
import type { Grammars } from './grammars';
import { blocksOfLines, blocksOfMarkdown } from './lineBlocks';

/** Rows longer than this are machine-made: no grammar is asked. */
const maxParsedRowChars = 5000;

/** Whether a text is machine-made: its tree would tell nothing worth its time. */
export function hasLongRow(rows: Rows): boolean {
  for (let row = 0; row < rows.count; row += 1) if (rows.size(row, row) > maxParsedRowChars) return true;
  return false;
}

/** Names longer than this are no names. */
const maxNameChars = 80;

interface Cut {
  blocks: Block[];
  /** Of the symbols, with the row of each name; absent where no tree tells of any. */
  names?: readonly Named[];
}

async function cutOf(rows: Rows, key: string, grammars: Grammars): Promise<Cut> {
  if (isMarkdown(key)) return { blocks: blocksOfMarkdown(rows) };
  const language = languageOfEnding(key);
  const outline = language?.tree && !hasLongRow(rows) ? await readOutline(rows.text, language, grammars, 'symbols') : undefined; // prettier-ignore
  if (!outline || outline.symbols.length === 0) return { blocks: blocksOfLines(rows, key) };
  const names = outline.symbols.filter(({ name }) => name.length <= maxNameChars);
  return { blocks: blocksOfOutline(outline, rows), names: names.map(({ name, nameRow: row }) => ({ name, row })) }; // prettier-ignore
}

/** Gives each chunk the names declared in its rows; both are in the order of rows. */
function withNames(chunks: readonly Chunk[], names: readonly Named[]): Chunk[] {
  const sorted = [...names].sort((a, b) => a.row - b.row);
  let at = 0;
  return chunks.map((chunk) => {
    const own = new Set<string>();
    while (at < sorted.length && sorted[at]!.row < chunk.start) at += 1;
    for (; at < sorted.length && sorted[at]!.row <= chunk.end; at += 1) own.add(sorted[at]!.name);
    return { ...chunk, names: [...own] };
  });
}

export async function chunksOf(rows: Rows, language: string, grammars: Grammars): Promise<Chunk[]> {
  if (rows.count === 0) return [];
  const { blocks, names } = await cutOf(rows, language, grammars);
  const chunks = pack(coverRows(blocks.length > 0 ? blocks : blocksOfLines(rows, language), rows), rows);
  return names ? withNames(chunks, names) : chunks;
}
