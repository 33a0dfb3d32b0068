// What is known of a single language stands in src/languages: elsewhere no source names one, neither as a text nor in an
// expression. Words that mean something else there, too, are left out.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { wordsOf, languages } from '../../../src/languages/table';

/** Names of languages that mean something else in most places: letters, forms of data, English. */
const otherSenses = new Set('c d r go text log plaintext plain notebook diff patch csv json jsonc markdown html xml svg css yaml toml ini properties sql tex less shell batch bat make makefile ada elm lisp scheme racket nim crystal vim solidity'.split(' ')); // prettier-ignore

/** Files that name languages and why. The list may only become shorter. */
const known: Readonly<Record<string, string>> = {
  'src/contract/schemas/values.ts': 'the words of the interface',
  'src/engine/rank/storeScores.ts': 'languages as words of a question',
  'src/engine/claims/runTable.ts': 'tools that build, two of which share the name of a language',
};

const names = languages
  .flatMap(({ id, label, editor }) => [id, label.toLowerCase(), ...wordsOf(editor)])
  .filter((name) => name.length > 1 && !otherSenses.has(name));
const isNamed = new RegExp(
  `(?<![\\w.-])(?:${names.map((name) => name.replace(/[+#.*]/g, String.raw`\$&`)).join('|')})(?![\\w.-])`,
  'i',
);

function sourcesBelow(folder: string): string[] {
  const all = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return all
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')));
}

/** The first text or expression of a source that names a language. */
function namingIn(file: string): string | undefined {
  const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  let found: string | undefined;
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node) || ts.isTemplateHead(node);
    const isImport = node.parent && (ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent));
    if (isText && !isImport && isNamed.test(node.text)) found ??= node.text;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('languages', () => {
  it('are named by src/languages alone', () => {
    const files = sourcesBelow('src').filter((file) => !/^src\/(?:languages|training)\//.test(file));
    const naming = new Map(
      files.flatMap((file) => {
        const found = namingIn(file);
        return found === undefined ? [] : [[file, found] as const];
      }),
    );
    const unknown = [...naming].filter(([file]) => known[file] === undefined);
    assert.deepEqual(unknown, []);
    assert.deepEqual(
      Object.keys(known).filter((file) => !naming.has(file)),
      [],
    );
  });

  it('are read by a tree or row by row, not both', () => {
    for (const { id, tree, rows } of languages) assert.ok(!tree || !rows, id);
  });

  it('that stand in for another are of the table', () => {
    const ids = new Set(languages.map(({ id }) => id));
    for (const { id, instead } of languages) assert.ok(!instead || ids.has(instead.language), id);
  });
});
