// Each language's real-looking file in test/fixtures/languages tells the outline beside it, and queries capture what is
// on the list and nothing else. With QUARRY_UPDATE_GOLDEN=1 the outlines are written anew instead.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { readOutline } from '../../../src/engine/read/readOutline';
import type { Facts, Named, Outline, OutlineSymbol, RowSpan } from '../../../src/engine/read/types';
import { captures, otherReferences, symbolKinds, useKinds } from '../../../src/languages/captures';
import { languages } from '../../../src/languages/table';

const grammarFolder = path.resolve('dist/grammars');
const fixtures = 'test/fixtures/languages';
const told: string[] = [];
const grammars = new Grammars(grammarFolder, (_, text) => told.push(text));
const withTree = languages.filter(({ tree }) => tree);

const rowsOf = ({ start, end }: RowSpan) => `${start + 1}-${end + 1}`;
const listOf = (sign: string, items: readonly string[]) => (items.length > 0 ? [`${sign} ${items.join(' | ')}`] : []);
const namesOf = (named: readonly Named[]) => named.map(({ name, row }) => `${name}:${row + 1}`);

function factsOf({ values, failures, calls }: Facts): string[] {
  return [
    ...listOf('value', values.map(({ name, value, row }) => `${name}:${row + 1} = ${value}`)),
    ...listOf('failure', failures.map(({ call, text, row }) => `${call}:${row + 1} ${text}`.trim())),
    ...listOf('call', namesOf(calls)),
  ]; // prettier-ignore
}

function symbolText(symbol: OutlineSymbol, all: readonly OutlineSymbol[]): string {
  const { kind, path: names, documentation, signature, parameters, nameRow, parent } = symbol;
  assert.ok(parent === undefined || all.indexOf(symbol) > parent);
  const head = `${kind} ${names.join(' > ')} ${rowsOf(symbol)}${nameRow === symbol.start ? '' : ` named ${nameRow + 1}`}`;
  const parts = [
    `${head}${documentation ? ` documented ${rowsOf(documentation)}` : ''}`,
    ...listOf('signature', [signature]),
    ...listOf('parameter', parameters.map(({ name, default: preset }) => (preset === undefined ? name : `${name} = ${preset}`))),
    ...factsOf(symbol),
  ]; // prettier-ignore
  return parts.join('\n  ');
}

function textOf({ symbols, imports, outside, documentation, hasErrors }: Outline): string {
  const outer = [
    ...(hasErrors ? ['has errors'] : []),
    ...(documentation ? [`documented ${rowsOf(documentation)}`] : []),
    ...listOf('import', namesOf(imports)),
    ...factsOf(outside),
  ];
  return `${[...outer, ...symbols.map((symbol) => symbolText(symbol, symbols))].join('\n')}\n`;
}

describe('the outline of a file', function () {
  this.timeout(60_000);

  for (const language of withTree) {
    it(`tells what a file of ${language.id} says`, async () => {
      const folder = path.join(fixtures, language.id);
      const file = fs.readdirSync(folder).find((name) => name !== 'outline.txt');
      const outline = await readOutline(fs.readFileSync(path.join(folder, file ?? ''), 'utf8'), language, grammars);
      assert.ok(outline);
      const golden = path.join(folder, 'outline.txt');
      if (process.env.QUARRY_UPDATE_GOLDEN) fs.writeFileSync(golden, textOf(outline));
      assert.equal(textOf(outline), fs.readFileSync(golden, 'utf8'));
      assert.deepEqual(told, []);
    });
  }

  it('captures what is on the list and nothing else, in our queries and in the official ones', () => {
    const known = new Set([
      ...captures,
      ...Object.keys(symbolKinds).map((kind) => `definition.${kind}`),
      ...[...useKinds, ...otherReferences].map((kind) => `reference.${kind}`),
    ]);
    for (const { id } of withTree) {
      const query = fs
        .readFileSync(path.join(grammarFolder, `${id}.scm`), 'utf8')
        .replace(/^\s*;.*$|"(?:\\.|[^"\\])*"/gm, '');
      const unknown = (query.match(/@[\w.]+/g) ?? []).filter(
        (name) => !name.startsWith('@_') && !known.has(name.slice(1)),
      );
      assert.deepEqual([...new Set(unknown)], [], id);
    }
  });

  it('has a query file for each language and no other', () => {
    const named = new Set(withTree.flatMap(({ tree }) => tree?.queries ?? []));
    const files = fs.readdirSync('src/languages/queries').map((file) => path.parse(file).name);
    assert.deepEqual(files.sort(), [...named].sort());
  });
});
