// An outside program asks what stands where in code: outlines, one symbol, references.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ApiError } from '../../src/contract/errors';
import { startTestServer, type TestServer } from './startTestServer';

const files: Record<string, string> = {
  'locales/fr.yaml': 'Cart:\n  title: Panier\n',
  'src/cart.ts': `import { deliver } from './mail';

/** The cart of a customer. It holds items. */
export class Cart {
  private readonly items: string[] = [];

  /** Adds an item; a cart holds at most 50. */
  addItem(item: string): void {
    if (this.items.length >= maxCartItems) throw new RangeError('The cart is full: deliver it.');
    this.items.push(item); // deliver later
  }

  send(): void {
    deliver(this.items);
    later(deliver);
  }
}

/** More than this and the page becomes slow. */
export const maxCartItems = 50;
`,
  'src/mail.ts': `export function deliver(items: string[]): void {
  post(items);
}
`,
  'src/store.py': `class Store:
    def deliver(self, item):
        """Brings it."""
        return self.door.open(item)
`,
  'src/ferry.erl': `%% Takes parcels over.
-module(ferry).
-export([load/1]).

load(Parcel) ->
    stow(Parcel).

%% stow(Parcel) puts it into the hold.
stow(Parcel) -> {"stow(it)", Parcel}.
`,
  'test/cart.test.ts': `import { deliver } from '../src/mail';
it('delivers', () => deliver(['a']));
`,
  'src/Crane.kt': 'fun exec(load: Int) = load\n\nfun lift() = exec(2)\n',
  'src/Dock.java': 'class Dock { int dock() { return CraneKt.exec(3); } }\n',
  'lift.sh': 'exec java lift\n',
  'notes.rst': 'deliver is told here\n',
};

describe('what stands where in code', () => {
  let server: TestServer;
  let folder: string;
  const at = (file: string) => path.join(folder, file);

  before(async function () {
    this.timeout(20_000);
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-code-')));
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(at(file)), { recursive: true });
      fs.writeFileSync(at(file), text);
    }
    server = await startTestServer();
  });
  after(async () => {
    await server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const failsWith =
    (status: number, ...words: string[]) =>
    (error: unknown) =>
      error instanceof ApiError && error.status === status && words.every((word) => error.message.includes(word));

  it('outlines a file: what stands in what, with signature, lines and the first sentence of its documentation', async () => {
    const { files: found } = await server.api.outline({ body: { paths: [at('src/cart.ts')] } });
    const [file] = found.iterable;
    assert.equal(file?.path, at('src/cart.ts'));
    assert.deepEqual(
      file?.symbols.map(({ kind, symbol, lines, depth, documentation }) => [
        kind,
        symbol,
        lines.start,
        lines.end,
        depth,
        documentation,
      ]),
      [
        ['class', 'Cart', 3, 17, 1, 'The cart of a customer.'],
        ['field', 'Cart.items', 5, 5, 2, undefined],
        ['method', 'Cart.addItem', 7, 11, 2, 'Adds an item; a cart holds at most 50.'],
        ['method', 'Cart.send', 13, 16, 2, undefined],
        ['constant', 'maxCartItems', 19, 20, 1, 'More than this and the page becomes slow.'],
      ],
    );
    assert.equal(file?.symbols[2]?.signature, 'addItem(item: string): void');
  });

  it('outlines the files of a folder that a pattern names, code before tests, within its budget', async () => {
    const { files: all } = await server.api.outline({ body: { paths: [folder], options: { glob: '**/*.{ts,py}' } } });
    assert.deepEqual(
      all.iterable.map((one) => path.relative(folder, one.path ?? '')),
      ['src/cart.ts', 'src/mail.ts', 'src/store.py', 'test/cart.test.ts'].map((one) => path.normalize(one)),
    );
    const small = await server.api.outline({ body: { paths: [folder], options: { glob: 'src/*.ts', limit: 3 } } });
    assert.equal(small.depth, 1);
    assert.deepEqual(small.left, { files: 0, symbols: 3 });
  });

  it('says of a text without a tree that there is none', async () => {
    const { files: none, skipped } = await server.api.outline({ body: { paths: [at('notes.rst')] } });
    assert.deepEqual(none.iterable, []);
    assert.match(skipped?.[0]?.reason ?? '', /no syntax tree/);
  });

  it('gives a symbol by its name with all of its text, and others of the same name behind it', async () => {
    const { found } = await server.api.symbol({
      body: { name: 'Cart.addItem', paths: [folder], options: { siblings: true } },
    });
    assert.equal(found?.text.split('\n')[0]?.trim(), '/** Adds an item; a cart holds at most 50. */');
    assert.match(found?.text ?? '', /later\n {2}\}$/);
    assert.equal(found?.container?.signature, 'export class Cart');
    assert.deepEqual(
      found?.siblings?.map(({ name }) => name),
      ['items', 'send'],
    );
    const both = await server.api.symbol({ body: { name: 'Store::deliver', paths: [folder] } });
    assert.equal(both.found?.path, at('src/store.py'));
    assert.deepEqual(
      both.others.iterable.map(({ symbol }) => symbol),
      ['deliver'],
    );
  });

  it('gives the innermost symbol of a line, and where none stands the ones around it', async () => {
    const inside = await server.api.symbol({ body: { path: at('src/cart.ts'), line: 14 } });
    assert.deepEqual(
      [inside.found?.symbol, inside.found?.calls.map(({ name }) => name)],
      ['Cart.send', ['deliver', 'later']],
    );
    const between = await server.api.symbol({ body: { path: at('src/cart.ts'), line: 18 } });
    assert.equal(between.found, undefined);
    assert.deepEqual(
      between.nearest?.map(({ name }) => name),
      ['Cart.send', 'maxCartItems'],
    );
  });

  it('gives no translation for a symbol: they say the same again', async () => {
    const { found, others } = await server.api.symbol({ body: { name: 'Cart', paths: [folder] } });
    assert.equal(found?.path, at('src/cart.ts'));
    assert.deepEqual(
      others.iterable.map((one) => one.path),
      [],
    );
  });

  it('names what is like a name that nothing has', async () => {
    const { found, nearest } = await server.api.symbol({ body: { name: 'adItem', paths: [folder] } });
    assert.equal(found, undefined);
    assert.equal(nearest?.[0]?.name, 'Cart.addItem');
  });

  it('tells definitions, calls, uses, imports and tests of a name apart, and nothing of comments and strings', async () => {
    const told = await server.api.references({ body: { name: 'deliver', paths: [folder] } });
    assert.equal(told.by, 'tree');
    assert.deepEqual(
      told.definitions.iterable.map(({ symbol }) => symbol),
      ['deliver', 'Store.deliver'],
    );
    const [cart] = told.files.iterable;
    assert.deepEqual(
      cart?.references.map(({ kind, line, symbol }) => [kind, line, symbol]),
      [
        ['import', 1, undefined],
        ['call', 14, 'Cart.send'],
        ['use', 15, 'Cart.send'],
      ],
    );
    assert.deepEqual(
      told.tests.iterable.map((one) => one.path),
      [at('test/cart.test.ts')],
    );
    assert.deepEqual(told.untold, [{ language: 'Unknown', files: 1, paths: [at('notes.rst')] }]);
    assert.deepEqual(told.counts, {
      definitions: 2,
      calls: 2,
      uses: 1,
      imports: 2,
      tests: 2,
      files: 2,
      possible: 0,
      quoted: 0,
      inTests: { calls: 1, uses: 0, imports: 1 },
    });
  });

  it('takes the command of a script for no call of a function in another language that has its name', async () => {
    const told = await server.api.references({ body: { name: 'exec', paths: [folder] } });
    assert.deepEqual(
      told.files.iterable.map(({ path: file, references }) => [file, references.map(({ kind }) => kind)]),
      [
        [at('src/Crane.kt'), ['call']],
        [at('lift.sh'), ['use']],
        [at('src/Dock.java'), ['call']],
      ],
    );
  });

  it('says of uses that no grammar told that they are words', async () => {
    const { definitions, files: told } = await server.api.references({
      body: { name: 'ferry:stow/1', paths: [folder] },
    });
    assert.deepEqual(
      definitions.iterable.map(({ symbol, line }) => [symbol, line]),
      [['ferry.stow', 9]],
    );
    assert.deepEqual(
      told.iterable.map(({ by, references }) => [by, references.map(({ kind, line }) => [kind, line])]),
      [['words', [['call', 6]]]],
    );
  });

  it('gives references page by page, and counts what is left', async () => {
    const { api } = server;
    const page = (offset: number) =>
      api.references({ body: { name: 'deliver', paths: [folder], options: { limit: 2, offset } } });
    assert.equal((await page(0)).left.references, 3);
    const last = await page(4);
    assert.equal(last.left.references, 0);
    assert.equal(last.tests.iterable[0]?.references.length, 1);
  });

  it('finds the references of the symbol at a place, in the space that is named', async () => {
    const body = { path: at('src/mail.ts'), line: 2, paths: [at('src')] };
    const told = await server.api.references({ body });
    assert.deepEqual([told.name, told.counts.calls, told.tests.iterable.length], ['deliver', 1, 0]);
  });

  it('tells what the symbol at a line calls, and where that is defined in the space that is named', async () => {
    const body = { path: at('src/cart.ts'), line: 14 };
    const told = await server.api.callees({ body: { ...body, paths: [folder] } });
    const [deliver] = told.calls.iterable.filter(({ name }) => name === 'deliver');
    assert.deepEqual(
      [deliver?.line, deliver?.named, deliver?.definitions.map(({ path: file, symbol }) => [file, symbol])],
      [14, true, [[at('src/mail.ts'), 'deliver']]],
    );
    const alone = await server.api.callees({ body });
    assert.equal(alone.calls.iterable.find(({ name }) => name === 'deliver')?.named, false);
    const few = await server.api.callees({ body: { ...body, options: { limit: 1 } } });
    assert.equal(few.left, new Set(told.calls.iterable.map(({ name }) => name)).size - 1);
  });

  it('refuses what says neither name nor place, what is no path, and what may not be read', async () => {
    const { api } = server;
    await assert.rejects(api.symbol({ body: { paths: [folder] } }), failsWith(400, 'a name, or a path and a line'));
    await assert.rejects(api.symbol({ body: { path: 'src/a.ts', line: 1 } }), failsWith(400, 'body.path', 'relative'));
    await assert.rejects(api.references({ body: { name: 'x', paths: ['/etc/shadow'] } }), failsWith(403));
    await assert.rejects(api.callees({ body: { path: '/etc/shadow', line: 1 } }), failsWith(403));
    await assert.rejects(api.callees({ body: { path: 'src/a.ts', line: 1 } }), failsWith(400, 'body.path', 'relative'));
    await assert.rejects(api.outline({ body: { paths: [folder], options: { depth: 0 } } }), failsWith(400, 'depth'));
  });

  it('takes hostile names and patterns for what they are', async () => {
    const { api } = server;
    for (const name of ['(', '\u0000', '.*', '::', 'a'.repeat(500), '__proto__', '{,}'.repeat(100)]) {
      const { found } = await api.symbol({ body: { name, paths: [folder] } });
      assert.equal(found, undefined);
      await api.references({ body: { name, paths: [folder] } });
      await api.outline({ body: { options: { glob: name }, paths: [folder] } });
    }
  });
});
