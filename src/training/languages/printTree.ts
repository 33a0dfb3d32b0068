/**
 * Prints the tree of a file, as a query of `src/languages/queries` sees it: `npm run tree -- FILE`. Each named node on
 * a row of its own, with its field and its line, and keywords in quotes. The language's row in the table needs its grammar, and a query file, by
 * then.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Grammars } from '../../engine/chunk/grammars';
import { languageOfPath } from '../../languages/table';
import { grammarFolder, tell } from '../built';

type Node = NonNullable<Awaited<ReturnType<Grammars['parse']>>>['rootNode'];

/** Most characters shown of a leaf node's text. */
const maxText = 40;

function print(node: Node, field: string | null, depth: number): void {
  const text = node.namedChildCount === 0 ? ` ${JSON.stringify(node.text.slice(0, maxText))}` : '';
  const named = field === null ? '' : `${field}: `;
  console.log(`${'  '.repeat(depth)}${named}${node.type}${text} :${node.startPosition.row + 1}`);
  for (let at = 0; at < node.childCount; at += 1) {
    const child = node.child(at);
    if (child?.isNamed) print(child, node.fieldNameForChild(at), depth + 1);
    else if (child && /\w/.test(child.type)) console.log(`${'  '.repeat(depth + 1)}"${child.type}"`);
  }
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Say which file: npm run tree -- FILE.');
const language = languageOfPath(file);
if (!language?.tree)
  throw new Error(`${path.basename(file)} is of no language that has a tree in src/languages/table.ts.`);
const grammars = new Grammars(grammarFolder(), tell);
const tree = await grammars.parse(fs.readFileSync(file, 'utf8'), language.tree.wasm);
if (!tree) throw new Error(`${language.tree.wasm} made no tree of it.`);
console.log(`${language.id}, version ${tree.language.abiVersion} of tree-sitter's format`);
print(tree.rootNode, null, 0);
