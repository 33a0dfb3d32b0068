/**
 * Cuts one text into chunks of whole rows: on syntax borders where there is a grammar, at headings in Markdown, by
 * blank rows and indentation elsewhere. Must not know: files, scores. A failing part costs quality, never the answer.
 */
import { isMarkdown, languageOf } from '../text/languages';
import { coverRows, pack, type Block, type Chunk, type Rows } from './block';
import type { Grammars } from './grammars';
import { blocksOfLines, blocksOfMarkdown } from './lineBlocks';
import { blocksOfTree } from './syntax';

/** Rows longer than this are machine-made: no grammar is asked. */
const maxParsedRowChars = 5000;

/** Those whose definitions syntax.ts can name; the other languages are cut by rows until passages are symbols of the outline. */
const namedGrammars =
  /^tree-sitter-(?:bash|c|cpp|c_sharp|css|go|ini|java|javascript|php|powershell|python|ruby|rust|tsx|typescript)\.wasm$/;

function hasLongRow(rows: Rows): boolean {
  for (let row = 0; row < rows.count; row += 1) if (rows.size(row, row) > maxParsedRowChars) return true;
  return false;
}

async function blocksOf(rows: Rows, language: string, grammars: Grammars): Promise<Block[]> {
  if (isMarkdown(language)) return blocksOfMarkdown(rows);
  const { grammar } = languageOf(language);
  if (grammar === undefined || !namedGrammars.test(grammar) || hasLongRow(rows)) return blocksOfLines(rows, language);
  const tree = await grammars.parse(rows.text, grammar);
  if (!tree) return blocksOfLines(rows, language);
  try {
    const blocks = blocksOfTree(tree, (row) => rows.row(row));
    tree.delete();
    return blocks;
  } catch (error) {
    // A tree that cannot be read costs quality; its memory is as unknown as the rest, and is not given back.
    grammars.failed(grammar, error);
    return blocksOfLines(rows, language);
  }
}

export async function chunksOf(rows: Rows, language: string, grammars: Grammars): Promise<Chunk[]> {
  if (rows.count === 0) return [];
  const blocks = await blocksOf(rows, language, grammars);
  return pack(coverRows(blocks.length > 0 ? blocks : blocksOfLines(rows, language), rows), rows);
}
