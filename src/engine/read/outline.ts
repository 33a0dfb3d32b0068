/**
 * What a file says, read from its syntax tree with its language's query in one pass. Must not know any language: what
 * is said how stands in `languages/queries`. A half-edited file is told around its errors; a text that its grammar
 * understands at fewer than half of its rows claims nothing.
 */
import type { Node, Tree } from '@vscode/tree-sitter-wasm';
import { putDocumentation } from './documentation';
import { putFacts } from './facts';
import type { Gathered } from './gather';
import type { Depth } from './outlineQuery';
import { lineOf, unquoted } from './rowText';
import { placeSymbols, putSignatures } from './symbols';
import type { Outline } from './types';

/** Parts of one error that are looked at. */
const maxErrorParts = 20_000;
const maxImports = 500;

/** Rows with something that the grammar could not put anywhere. */
function rowsInError(errors: readonly Node[]): number {
  const rows = new Set<number>();
  for (const error of errors) {
    if (error.childCount === 0) rows.add(error.startPosition.row);
    for (const part of error.children.slice(0, maxErrorParts))
      if (part && part.childCount === 0) rows.add(part.startPosition.row);
  }
  return rows.size;
}

/** A grammar for another language finds something nearly everywhere. */
function isMostlyWrong(errors: readonly Node[], text: string): boolean {
  if (errors.length === 0) return false;
  const filled = text.match(/^[ \t]*[^\s]/gm)?.length ?? 0;
  return rowsInError(errors) * 2 > filled;
}

/** Where a grammar has no node for what is imported, the query takes the statement. */
const importedName = (line: string): string => unquoted(line.replace(/^import /, '')).replace(/^<(.*)>$/, '$1');

export function outlineOf(tree: Tree, gathered: Gathered, { text, depth }: { text: string; depth: Depth }): Outline {
  const { hasError: hasErrors } = tree.rootNode;
  if (hasErrors && isMostlyWrong(gathered.errors, text))
    return { symbols: [], imports: [], outside: { values: [], failures: [], calls: [] }, hasErrors };
  const all = placeSymbols(gathered, text);
  if (depth === 'facts') putSignatures(all, gathered, text);
  const documentation = putDocumentation(all, gathered, text);
  const outside = depth === 'facts' ? putFacts(all, gathered, text) : { values: [], failures: [], calls: [] };
  const imports = gathered.imports.slice(0, maxImports).flatMap((node) => {
    const name = lineOf(node, text);
    return name === undefined ? [] : [{ name: importedName(name), row: node.startPosition.row }];
  });
  const symbols = all.map(({ symbol }) => symbol);
  return { symbols, imports, outside, ...(documentation ? { documentation } : {}), hasErrors };
}
