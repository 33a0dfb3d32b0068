import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { citedPlaces } from '../../../src/api/people/places';
import { qgptHandlers } from '../../../src/api/ask/ask';
import { check } from '../../../src/contract/check';
import { ApiError } from '../../../src/contract/errors';
import { QGPTPersonsRelatedOutput, type QGPTPersonsRelatedInput } from '../../../src/contract/schemas/qgpt';
import {
  anyone,
  assetOf,
  createAskingContext,
  createFolder,
  shopFiles,
  trusted,
  type AskingContext,
} from './askingContext';
import { asReceived } from './asReceived';
import { processorMs } from '../processorTime';

function commit(folder: string, name: string, files: string[]): void {
  const email = `${name.toLowerCase()}@example.org`;
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', `user.name=${name}`, '-c', `user.email=${email}`, ...words], { cwd: folder });
  git('init', '-q');
  git('add', ...files);
  git('commit', '-q', '-m', 'work');
}

describe('related people', () => {
  let context: AskingContext;
  let folder: { path: string; remove(): void };

  before(() => {
    folder = createFolder(shopFiles);
    commit(folder.path, 'Ada', ['src/cart.ts']);
    commit(folder.path, 'Grace', ['src/mail.ts']);
  });
  after(() => folder.remove());
  beforeEach(() => (context = createAskingContext()));
  afterEach(() => context.engine.close());

  const ask = async (body: QGPTPersonsRelatedInput, call = anyone) => {
    const given = await qgptHandlers(context).personsRelated({ params: {}, query: {}, body }, call);
    const output = asReceived(QGPTPersonsRelatedOutput, given);
    check(QGPTPersonsRelatedOutput, output, 'output');
    return output;
  };
  const names = ({ persons }: QGPTPersonsRelatedOutput) => persons.iterable.map(({ type }) => type.basic?.name);
  const openWindow = (isTrusted = true) =>
    context.windows.update({ window: 'w', folders: [folder.path], trusted: isTrusted });
  const mailAnchor = () => ({
    anchor: { fullpath: path.join(folder.path, 'src/mail.ts'), lines: { start: 2, end: 4 } },
  });
  const seedOf = (raw: string) => ({ asset: { format: { fragment: { string: { raw } } } } });

  it('are nobody for an empty body', async () => {
    assert.deepEqual(await ask({}), { persons: { iterable: [], indices: {} } });
  });

  it('are the authors of an anchor’s lines, each with a reason and a lasting id', async () => {
    openWindow();
    const output = await ask({ seed: mailAnchor() });
    assert.deepEqual(names(output), ['Grace']);
    const [person] = output.persons.iterable;
    assert.ok(output.explanations?.[person?.id ?? '']);
    assert.equal((await ask({ seed: mailAnchor() })).persons.iterable[0]?.id, person?.id);
  });

  it('are those of the file that relevance took the fragment from, not of its copies', async () => {
    const copied = createFolder({ 'copy.ts': shopFiles['src/cart.ts'] });
    commit(copied.path, 'Linus', ['copy.ts']);
    try {
      context.windows.update({ window: 'w', folders: [folder.path, copied.path], trusted: true });
      const body = { query: 'the total of the cart', paths: [copied.path] };
      const { relevant } = await qgptHandlers(context).relevance({ params: {}, query: {}, body }, trusted);
      const { seed } = relevant.iterable[0] ?? {};
      assert.ok(seed);
      assert.deepEqual(names(await ask({ seed })), ['Linus']);
    } finally {
      copied.remove();
    }
  });

  it('are nobody, with the reason, for a fragment that no open folder holds', async () => {
    openWindow();
    const { persons, notes } = await ask({ seed: seedOf('zebra crossings are striped') });
    assert.deepEqual(persons.iterable, []);
    assert.match(notes?.join() ?? '', /found in no open folder/);
  });

  it('are the authors of the file that holds a fragment', async () => {
    openWindow();
    const raw = shopFiles['src/cart.ts'].split('\n').slice(4, 9).join('\n');
    assert.deepEqual(names(await ask({ seed: seedOf(raw) })), ['Ada']);
  });

  it('are not guessed from a fragment that stands nowhere', async () => {
    openWindow();
    const raw = 'const invoice = await printInvoice(address);\nreturn printer.queue(invoice);';
    assert.deepEqual(names(await ask({ seed: seedOf(raw) })), []);
  });

  it('come from the places that a conversation cites', async () => {
    openWindow();
    const iterable = [{ role: 'ASSISTANT' as const, text: 'It is sent there [1].\n\n[1] `src/mail.ts:1-7`' }];
    assert.deepEqual(names(await ask({ conversation: { iterable } })), ['Grace']);
  });

  it('come from what the last question finds, when a conversation cites nothing', async () => {
    openWindow();
    const iterable = [
      { role: 'USER' as const, text: 'maxCartItems' },
      { role: 'USER' as const, text: 'sendInvoice' },
    ];
    assert.equal(names(await ask({ conversation: { iterable } }))[0], 'Ada');
  });

  describe('who took part in a conversation', () => {
    const said = (text: string, role: 'USER' | 'ASSISTANT' = 'USER') => ({ role, text });
    const stamps = { created: 1, updated: 1, mechanism: 'MANUAL' as const };
    const reasonOf = (output: QGPTPersonsRelatedOutput, name: string) =>
      output.explanations?.[output.persons.iterable.find(({ type }) => type.basic?.name === name)?.id ?? ''];
    const cited = () => said('It is sent there [1].\n\n[1] `src/mail.ts:1-7`', 'ASSISTANT');

    const chosen = process.env.GIT_CONFIG_GLOBAL;
    let account: { path: string; remove(): void };
    const tellGit = (email: string) => {
      fs.writeFileSync(path.join(account.path, 'gitconfig'), `[user]\n\tname = Lin\n\temail = ${email}\n`);
    };

    before(() => {
      account = createFolder({});
      process.env.GIT_CONFIG_GLOBAL = path.join(account.path, 'gitconfig');
      execFileSync('git', ['config', 'user.name', 'Mallory'], { cwd: folder.path });
      execFileSync('git', ['config', 'user.email', 'mallory@example.org'], { cwd: folder.path });
    });
    after(() => {
      account.remove();
      if (chosen === undefined) delete process.env.GIT_CONFIG_GLOBAL;
      else process.env.GIT_CONFIG_GLOBAL = chosen;
    });
    beforeEach(() => tellGit('lin@example.org'));

    it('includes the one who asked, last and as the account names them, told from the others as the local user', async () => {
      openWindow();
      const iterable = [said('and why three times?'), cited(), said('who sends the invoice?')];
      const output = await ask({ conversation: { iterable } });
      assert.deepEqual(names(output), ['Grace', 'Lin']);
      assert.equal(reasonOf(output, 'Lin'), 'asked 2 questions in this conversation');
      assert.deepEqual(
        output.persons.iterable.map(({ type }) => type.platform?.id),
        [undefined, context.user],
      );
    });

    it('gives one who wrote the lines and asked both reasons', async () => {
      openWindow();
      tellGit('GRACE@example.org');
      const output = await ask({ conversation: { iterable: [cited(), said('who sends the invoice?')] } });
      assert.deepEqual(names(output), ['Grace']);
      assert.match(reasonOf(output, 'Grace') ?? '', /^wrote .*; asked 1 question in this conversation$/);
    });

    it('is not asked of git where no trusted window has the folder open', async () => {
      openWindow(false);
      assert.deepEqual(names(await ask({ conversation: { iterable: [said('who sends the invoice?')] } })), []);
    });

    it('includes people named by address, and people of the library named in full or by handle', async () => {
      for (const value of [
        { id: 'p1', name: 'Ada Lovelace', assets: [], ...stamps },
        { id: 'p2', name: 'Ben', username: 'benji', assets: [], ...stamps },
        { id: 'p3', name: 'Will', assets: [], ...stamps },
      ]) {
        await context.store.change([{ op: 'put', collection: 'persons', value }]);
      }
      const text = 'Will this hold? ada lovelace and @benji doubt it. Reviewed-by: Kim Roe <kim@example.org>';
      const output = await ask({ conversation: { iterable: [said(text)] } });
      assert.deepEqual(names(output), ['Ada Lovelace', 'Ben', 'Kim Roe']);
      assert.equal(reasonOf(output, 'Kim Roe'), 'is named in the conversation');
    });

    it('includes people of the assets that the kept chat is about, and of its notes', async () => {
      const asset = assetOf('x', { name: 'Mailer', persons: ['p1'], conversations: ['c1'] });
      const message = { id: 'm1', conversation: 'c1', role: 'USER' as const, text: 'why thrice?', ...stamps };
      const note = { id: 'n1', type: 'COMMENT', text: 'ask Ben', conversation: 'c1', person: 'p2', ...stamps };
      const chat = { id: 'c1', messages: ['m1'], assets: [asset.id], annotations: ['n1'], ...stamps };
      await context.store.change([
        { op: 'put', collection: 'assets', value: asset },
        { op: 'put', collection: 'persons', value: { id: 'p1', name: 'Ada', assets: [asset.id], ...stamps } },
        { op: 'put', collection: 'persons', value: { id: 'p2', name: 'Ben', assets: [], ...stamps } },
        { op: 'put', collection: 'messages', value: message },
        { op: 'put', collection: 'annotations', value: note },
        { op: 'put', collection: 'conversations', value: chat },
      ]);
      const output = await ask({ conversation: { iterable: [said('why thrice?')] } });
      assert.deepEqual(names(output), ['Ada', 'Ben']);
      assert.match(reasonOf(output, 'Ada') ?? '', /attached to the asset “Mailer”/);
      assert.equal(reasonOf(output, 'Ben'), 'is noted on the conversation');
      const others = await ask({ conversation: { iterable: [said('why thrice?'), said('something else')] } });
      assert.deepEqual(names(others), []);
    });
  });

  it('are not looked for with git in a folder that no trusted window has open', async () => {
    openWindow(false);
    const output = await ask({ seed: mailAnchor() });
    assert.deepEqual(names(output), []);
    assert.match(output.notes?.join(' ') ?? '', /trusted windows/);
    assert.deepEqual(names(await ask({ seed: mailAnchor() }, trusted)), ['Grace']);
  });

  it('are those attached to an asset with the same text, one person once', async () => {
    const raw = shopFiles['src/mail.ts'];
    const stamps = { created: 1, updated: 1, mechanism: 'MANUAL' as const };
    const asset = assetOf(raw, {
      name: 'Mailer',
      persons: ['p1'],
      origin: { path: path.join(folder.path, 'src/mail.ts') },
    });
    await context.store.change([
      { op: 'put', collection: 'assets', value: asset },
      {
        op: 'put',
        collection: 'persons',
        value: { id: 'p1', name: 'Grace H.', email: 'GRACE@example.org', assets: [asset.id], ...stamps },
      },
    ]);
    const attached = await ask({ seed: seedOf(raw) });
    assert.deepEqual(names(attached), ['Grace H.']);
    assert.match(attached.explanations?.p1 ?? '', /Mailer/);
    openWindow();
    const both = await ask({ seed: seedOf(raw) });
    assert.deepEqual(
      both.persons.iterable.map(({ id }) => id),
      ['p1'],
    );
    assert.match(both.explanations?.p1 ?? '', /Mailer/);
  });

  it('name the anchor when it is no absolute path, and note a refused one', async () => {
    await assert.rejects(
      ask({ seed: { anchor: { fullpath: 'src/mail.ts' } } }),
      (error) =>
        error instanceof ApiError && error.status === 400 && error.message.includes('body.seed.anchor.fullpath'),
    );
    const { notes } = await ask({ seed: { anchor: { fullpath: '/etc/passwd' } } });
    assert.match(notes?.join(' ') ?? '', /pathPolicy/);
  });
});

describe('places cited in a text', () => {
  let folder: { path: string; remove(): void };
  before(() => (folder = createFolder({ 'a.ts': 'a', 'my file.ts': 'b' })));
  after(() => folder.remove());

  it('are found quoted, linked, bare and absolute, when such a file is in a root', () => {
    const text = `See \`a.ts:3-9\`, [my file.ts:4], a.ts:7. and /abs/b.ts:1-2, but not none.ts:1-2 at 12:30.`;
    assert.deepEqual(
      citedPlaces(text, [folder.path]).map(({ path: file, lines }) => [path.basename(file), lines?.start, lines?.end]),
      [
        ['a.ts', 3, 9],
        ['my file.ts', 4, 4],
        ['a.ts', 7, 7],
        ['b.ts', 1, 2],
      ],
    );
  });

  it('never lead out of a root', () => {
    assert.deepEqual(citedPlaces('../../etc/passwd:1-2 and `../../etc/passwd:1-2`', [path.join(folder.path)]), []);
  });

  it('are looked for in linear time', () => {
    for (const text of ['`'.repeat(200_000), 'a'.repeat(200_000), '('.repeat(100_000) + 'a:'.repeat(50_000)]) {
      assert.ok(processorMs(() => citedPlaces(text, [])) < 1_000, text.slice(0, 8));
    }
  });
});
