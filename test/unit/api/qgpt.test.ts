import assert from 'node:assert/strict';
import path from 'node:path';
import { libraryOf } from '../../../src/api/library/engineDocuments';
import { qgptHandlers } from '../../../src/api/ask/ask';
import { check } from '../../../src/contract/check';
import { ApiError } from '../../../src/contract/errors';
import {
  QGPTQuestionOutput,
  QGPTRelevanceOutput,
  type QGPTQuestionInput,
  type QGPTRelevanceInput,
} from '../../../src/contract/schemas/qgpt';
import type { Seed } from '../../../src/contract/schemas/assets';
import { anyone, assetOf, createAskingContext, createFolder, shopFiles, type AskingContext } from './askingContext';
import { asReceived } from './asReceived';

const fragment = (raw: string, ext?: string): Seed => ({
  asset: { format: { fragment: { string: { raw }, ...(ext && { metadata: { ext } }) } } },
});
const failsWith =
  (status: number, ...words: string[]) =>
  (error: unknown) =>
    error instanceof ApiError && error.status === status && words.every((word) => error.message.includes(word));

describe('question answering', () => {
  let context: AskingContext;
  let folder: { path: string; remove(): void };

  before(() => (folder = createFolder(shopFiles)));
  after(() => folder.remove());
  beforeEach(() => (context = createAskingContext()));
  afterEach(() => context.engine.close());

  const relevance = async (body: QGPTRelevanceInput) => {
    const output = await qgptHandlers(context).relevance({ params: {}, query: {}, body }, anyone);
    check(QGPTRelevanceOutput, output, 'output');
    return output;
  };
  const question = async (body: QGPTQuestionInput) => {
    const output = await qgptHandlers(context).question({ params: {}, query: {}, body }, anyone);
    check(QGPTQuestionOutput, output, 'output');
    return output;
  };
  const saveAsset = async (text: string, more: Parameters<typeof assetOf>[1] = {}) => {
    const value = assetOf(text, more);
    await context.store.change([{ op: 'put', collection: 'assets', value }]);
    return value;
  };
  const full = { query: 'How many items does a cart hold?' };

  describe('messages', () => {
    const say = async (id: string, role: 'USER' | 'ASSISTANT', text: string, created: number) => {
      const value = { id, conversation: 'c', role, text, created, updated: created };
      await context.store.change([{ op: 'put', collection: 'messages', value }]);
    };

    it('are what a follow-up refers to', async () => {
      await say('m1', 'USER', 'How many items does a cart hold?', 1);
      const messages = { iterable: [{ id: 'm1' }, { id: 'unknown' }] };
      const { relevant } = await relevance({ query: 'and why?', paths: [folder.path], messages });
      assert.equal(relevant.iterable[0]?.path, path.join(folder.path, 'src/cart.ts'));
    });

    it('are searched themselves when nothing else is named', async () => {
      await say('m2', 'ASSISTANT', 'The warehouse door opens with the blue key.', 2);
      const { relevant } = await relevance({
        query: 'which key opens the warehouse?',
        messages: { iterable: [{ id: 'm2' }] },
      });
      assert.match(relevant.iterable[0]?.seed?.asset?.format.fragment?.string?.raw ?? '', /blue key/);
    });
  });

  describe('relevance', () => {
    it('finds the place in a folder and says where it is', async () => {
      const { relevant, skipped, answer } = await relevance({ ...full, paths: [folder.path] });
      const [best] = relevant.iterable;
      assert.equal(best?.path, path.join(folder.path, 'src/cart.ts'));
      assert.ok(best?.id && best.lines && best.score !== undefined);
      const text = shopFiles['src/cart.ts'];
      assert.equal(text.slice(best?.location?.start, best?.location?.end), best?.location?.text);
      const firstLine = text.slice(0, best?.location?.start).split('\n').length;
      assert.equal(best?.lines?.start, firstLine);
      assert.equal(best?.seed?.type, 'SEEDED_ASSET');
      assert.equal(best?.seed?.asset?.format.fragment?.string?.raw, best?.location?.text);
      assert.equal(best?.seed?.asset?.format.fragment?.metadata?.ext, 'ts');
      assert.equal(best?.seed?.asset?.application?.name, 'OPEN_SOURCE');
      assert.equal(skipped, undefined);
      assert.equal(answer, undefined);
    });

    it('is best first, and gives the same ids again', async () => {
      const first = await relevance({ query: 'cart items', paths: [folder.path] });
      const scores = first.relevant.iterable.map(({ score }) => score ?? 0);
      assert.deepEqual(
        scores,
        [...scores].sort((a, b) => b - a),
      );
      assert.deepEqual(await relevance({ query: 'cart items', paths: [folder.path] }), first);
    });

    it('obeys limit, and explains when asked', async () => {
      const options = { limit: 1, explain: true };
      const { relevant } = await relevance({ query: 'cart items', paths: [folder.path], options });
      assert.equal(relevant.iterable.length, 1);
      assert.ok((relevant.iterable[0]?.explanation?.matchedTerms.length ?? 0) > 0);
    });

    it('reads only the inline text of seeds, and their language', async () => {
      const { relevant } = await relevance({
        query: 'full cart',
        seeds: { iterable: [{}, fragment(''), fragment('def full_cart():\n    return True\n', 'py')] },
      });
      assert.equal(relevant.iterable.length, 1);
      assert.equal(relevant.iterable[0]?.seed?.asset?.format.fragment?.metadata?.ext, 'py');
      assert.equal(relevant.iterable[0]?.path, undefined);
    });

    it('numbers the lines of a seed as in the file that it is from, in its results and in words', async () => {
      const seed = fragment('def full_cart():\n    return True\n\n\ndef empty_cart():\n    return False\n', 'py');
      const anchor = { type: 'FILE', fullpath: path.join(folder.path, 'cart.py'), lines: { start: 40, end: 45 } };
      const seeds = { iterable: [{ ...seed, anchor }] };
      const asked = { query: 'what does empty_cart do?', seeds, options: { question: true } };
      const { relevant, answer } = await relevance(asked);
      assert.deepEqual(relevant.iterable[0]?.lines, { start: 40, end: 45 });
      const { text, citations } = answer!.answers.iterable[0]!;
      assert.deepEqual(citations?.[0]?.lines, { start: 44, end: 45 });
      assert.ok(!/lines? [1-9]\b/.test(text), text);
      // A file has no such line: the text is numbered by itself.
      const far = { ...anchor, lines: { start: 2_000_000_000, end: 2_000_000_005 } };
      const { relevant: own } = await relevance({
        query: 'empty_cart',
        seeds: { iterable: [{ ...seed, anchor: far }] },
      });
      assert.deepEqual(own.iterable[0]?.lines, { start: 1, end: 6 });
    });

    it('says in what nothing was found: the selected lines, a text, an asset or the library', async () => {
      const seed = fragment('def full_cart():\n    return True\n', 'py');
      const anchor = { type: 'FILE', fullpath: path.join(folder.path, 'cart.py'), lines: { start: 40, end: 41 } };
      const row = { ...seed, anchor: { ...anchor, lines: { start: 40, end: 40 } } };
      const asset = await saveAsset('export function refundOrder() {}', { name: 'Refund' });
      const textOf = async (space: object) => {
        const { answer } = await relevance({ query: 'where is the zeppelin?', ...space, options: { question: true } });
        return answer!.answers.iterable[0]!.text;
      };
      const selected = [{ ...seed, anchor }, row];
      assert.match(
        await textOf({ seeds: { iterable: selected } }),
        /“zeppelin” does not occur in the selected lines\./,
      );
      assert.match(await textOf({ seeds: { iterable: [row] } }), /“zeppelin” does not occur in the selected line\./);
      assert.match(await textOf({ seeds: { iterable: [seed] } }), /“zeppelin” does not occur in this text\./);
      assert.match(await textOf({ assets: { iterable: [asset] } }), /“zeppelin” does not occur in this asset\./);
      const both = { seeds: { iterable: selected }, paths: [folder.path] };
      assert.match(await textOf(both), /“zeppelin” does not occur in what was searched\./);
    });

    it('recognises the language of a seed that names none', async () => {
      const raw = 'def parse_port(text):\n    """Parses a port."""\n    return int(text)\n';
      const seeds = { iterable: [{ asset: { format: { fragment: { string: { raw } } } } }] };
      const { relevant } = await relevance({ query: 'parse a port', seeds });
      assert.equal(relevant.iterable[0]?.seed?.asset?.format.fragment?.metadata?.ext, 'py');
    });

    it('searches an asset that was saved a moment ago, by id and in the whole library', async () => {
      libraryOf(context);
      const asset = await saveAsset('export function refundOrder() { return "refund"; }', { name: 'Refund' });
      const byId = await relevance({ query: 'refund order', assets: { iterable: [{ id: asset.id.toUpperCase() }] } });
      assert.deepEqual(byId.relevant.iterable[0]?.asset, { id: asset.id });
      const all = await relevance({ query: 'refund order', options: { database: true } });
      assert.deepEqual(all.relevant.iterable[0]?.asset, { id: asset.id });
    });

    it('leaves the counters of the assets it finds as they are: reading does not write', async () => {
      const asset = await saveAsset('export function refundOrder() {}');
      await relevance({ query: 'refund order', options: { database: true } });
      assert.equal(context.store.get('assets', asset.id)?.counters.searched, 0);
    });

    it('names unknown assets and searches the others', async () => {
      const asset = await saveAsset('export function refundOrder() {}');
      const unknown = '00000000-0000-4000-8000-000000000000';
      const mixed = await relevance({ query: 'refund', assets: { iterable: [{ id: unknown }, { id: asset.id }] } });
      assert.equal(mixed.relevant.iterable.length, 1);
      assert.equal(mixed.skipped?.[0]?.path, unknown);
      const none = await relevance({ query: 'refund', assets: { iterable: [{ id: unknown }] } });
      assert.deepEqual([none.relevant.iterable.length, none.skipped?.length], [0, 1]);
    });

    it('searches several spaces together', async () => {
      await saveAsset('// The cart of the old shop held 10 items.');
      const { relevant } = await relevance({
        query: 'cart items',
        paths: [folder.path],
        seeds: { iterable: [fragment('cart items cart items')] },
        options: { database: true },
      });
      const kinds = relevant.iterable.map(({ path: file, asset }) => (file && 'file') ?? (asset && 'asset') ?? 'seed');
      assert.deepEqual([...new Set(kinds)].sort(), ['asset', 'file', 'seed']);
    });

    it('counts empty parts as absent: nothing is found, and still answered when asked', async () => {
      const empty = { query: 'cart', paths: [], seeds: {}, assets: { iterable: [] } };
      assert.deepEqual(await relevance(empty), { relevant: { iterable: [] } });
      const { answer } = await relevance({ ...empty, options: { question: true } });
      assert.equal(answer?.answers.iterable.length, 1);
      assert.match(answer?.answers.iterable[0]?.text ?? '', /nothing/i);
    });

    it('names paths that are missing or refused and searches the others', async () => {
      const missing = path.join(folder.path, 'none');
      const { relevant, skipped } = await relevance({ ...full, paths: [missing, folder.path, '/etc'] });
      assert.ok(relevant.iterable.length > 0);
      assert.deepEqual(
        skipped?.map((entry) => entry.path),
        [missing, '/etc'],
      );
    });

    it('is refused with 403 naming the setting only when every path is refused and nothing else is given', async () => {
      await assert.rejects(
        relevance({ ...full, paths: ['/etc', '/proc'] }),
        failsWith(403, 'quarry.server.pathPolicy'),
      );
      const { skipped } = await relevance({ ...full, paths: ['/etc'], seeds: { iterable: [fragment('cart')] } });
      assert.equal(skipped?.length, 1);
    });

    it('is malformed when a path is relative, naming which', async () => {
      const paths = [folder.path, 'src'];
      await assert.rejects(relevance({ ...full, paths }), failsWith(400, 'body.paths.1', 'absolute'));
    });

    it('answers in the same call when asked, citing the file and its lines', async () => {
      const { answer } = await relevance({ ...full, paths: [folder.path], options: { question: true } });
      const best = answer?.answers.iterable[0];
      assert.match(best?.text ?? '', /50/);
      assert.match(best?.text ?? '', /src\/cart\.ts:\d+-\d+/);
      const citation = best?.citations?.[0];
      assert.equal(citation?.path, path.join(folder.path, 'src/cart.ts'));
      assert.ok(citation?.lines && citation.label.endsWith(`:${citation.lines.start}-${citation.lines.end}`));
    });

    it('answers small talk with a sentence, without a search', async () => {
      const { relevant, searched, answer } = await relevance({
        query: 'thanks!',
        paths: [folder.path],
        options: { question: true },
      });
      assert.deepEqual([relevant.iterable, searched], [[], undefined]);
      assert.deepEqual(answer, { answers: { iterable: [{ score: 1, text: 'You’re welcome.', citations: [] }] } });
    });

    it('searches for no courtesy, also in a first question', async () => {
      const query = 'Hello, can you tell me how many items a cart holds?';
      const { answer } = await relevance({ query, paths: [folder.path], options: { question: true } });
      assert.doesNotMatch(answer?.answers.iterable[0]?.text ?? '', /hello/i);
      assert.match(answer?.answers.iterable[0]?.text ?? '', /50/);
    });

    it('ends when the caller is gone', async () => {
      const controller = new AbortController();
      controller.abort();
      const call = { ...anyone, signal: controller.signal };
      const body = { ...full, paths: [folder.path] };
      await assert.rejects(
        async () => qgptHandlers(context).relevance({ params: {}, query: {}, body }, call),
        (error: Error) => error.name === 'AbortError',
      );
    });
  });

  describe('question', () => {
    it('answers from ids alone, also after a restart', async () => {
      const { relevant } = await relevance({ ...full, paths: [folder.path] });
      const iterable = relevant.iterable.map(({ id }) => ({ ...(id && { id }) }));
      const restarted = createAskingContext();
      context = { ...restarted, store: context.store };
      const { answers } = await question({ ...full, relevant: { iterable } });
      assert.match(answers.iterable[0]?.text ?? '', /50/);
      assert.ok(answers.iterable[0]?.citations?.every(({ path: file }) => file?.startsWith(folder.path)));
    });

    it('names a file relative to the window’s folder, and by its whole path outside', async () => {
      const { relevant } = await relevance({ ...full, paths: [folder.path] });
      const outside = await question({ ...full, relevant });
      assert.ok(outside.answers.iterable[0]?.text.includes(`${path.join(folder.path, 'src/cart.ts')}:`));
      context.windows.update({ window: 'w', folders: [folder.path], trusted: false });
      const inside = await question({ ...full, relevant });
      assert.ok(inside.answers.iterable[0]?.text.includes('src/cart.ts:'));
      assert.ok(!inside.answers.iterable[0]?.text.includes(folder.path));
    });

    it('prefers the seed’s text to what the id stands for', async () => {
      const { relevant } = await relevance({ ...full, paths: [folder.path] });
      const id = relevant.iterable[0]?.id ?? '';
      const seed = fragment('/** A cart holds at most 77 items. */\nexport const maxCartItems = 77;');
      const { answers } = await question({ ...full, relevant: { iterable: [{ id, seed }] } });
      assert.match(answers.iterable[0]?.text ?? '', /77/);
    });

    it('cites an asset by its name', async () => {
      const asset = await saveAsset('/** A cart holds at most 50 items. */\nconst maxCartItems = 50;', {
        name: 'Cart rule',
      });
      const { relevant } = await relevance({ ...full, options: { database: true } });
      const { answers } = await question({ ...full, relevant });
      const citation = answers.iterable[0]?.citations?.[0];
      assert.deepEqual(citation?.asset, { id: asset.id });
      assert.match(citation?.label ?? '', /^Cart rule/);
    });

    it('gives ids to seeds that have none, and takes them back', async () => {
      const seed = fragment('/** A cart holds at most 77 items. */\nexport const maxCartItems = 77;');
      const { answers } = await question({ ...full, relevant: { iterable: [{ seed }] } });
      const id = answers.iterable[0]?.citations?.[0]?.id ?? '';
      const again = await question({ ...full, relevant: { iterable: [{ id }] } });
      assert.match(again.answers.iterable[0]?.text ?? '', /77/);
    });

    it('tells who greets what can be asked', async () => {
      const { answers } = await question({ query: 'hi', relevant: { iterable: [] } });
      assert.match(answers.iterable[0]?.text ?? '', /^Ask about this code: /);
    });

    it('says so when there is nothing to answer from', async () => {
      const { answers } = await question({ ...full, relevant: { iterable: [] } });
      assert.match(answers.iterable[0]?.text ?? '', /nothing/i);
    });

    for (const [item, word] of [
      [{}, 'neither'],
      [{ id: 'unknown' }, 'no relevance call'],
      [{ seed: { asset: { format: {} } } }, 'neither'],
    ] as const) {
      it(`refuses the item ${JSON.stringify(item)}, naming it and what was expected`, async () => {
        const iterable = [{ seed: fragment('fine') }, item];
        await assert.rejects(
          question({ ...full, relevant: { iterable } }),
          failsWith(400, 'body.relevant.iterable.1', word, 'asset.format.fragment.string.raw'),
        );
      });
    }
  });

  it('suggests questions from the snippets, with or without query and answer', async () => {
    const { relevant } = await relevance({ ...full, paths: [folder.path] });
    const hints = async (more: object) =>
      asReceived(
        QGPTQuestionOutput,
        await qgptHandlers(context).hints({ params: {}, query: {}, body: { relevant, ...more } }, anyone),
      );
    const { answers } = await hints({});
    assert.ok(answers.iterable.length > 0);
    assert.ok((await hints({ query: 'cart', answer: { text: 'It holds 50.' } })).answers.iterable.length > 0);
  });

  it('turns a follow-up into a query of its own, the history being newest first', async () => {
    const conversation = {
      iterable: [
        { role: 'ASSISTANT' as const, text: 'At most 50.' },
        { role: 'USER' as const, text: 'How many items does a cart hold?' },
      ],
    };
    const body = { query: 'and where is that checked?', conversation };
    const { query } = await qgptHandlers(context).reprompt({ params: {}, query: {}, body }, anyone);
    assert.match(query, /cart/);
    const alone = { query: 'How is mail sent?', conversation: {} };
    assert.deepEqual(await qgptHandlers(context).reprompt({ params: {}, query: {}, body: alone }, anyone), {
      query: 'How is mail sent?',
    });
  });
});
