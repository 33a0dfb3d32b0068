import assert from 'node:assert/strict';
import { qgptHandlers } from '../../../src/api/ask/ask';
import { MalformedFrame } from '../../../src/contract/stream';
import { hashOfLines } from '../../../src/contract/conventions';
import { anyone, assetOf, createAskingContext, createFolder, shopFiles, type AskingContext } from './askingContext';
import { cartQuestion, messagesIn, openStream, questionIn, settle, textOf } from './openStream';

describe('the stream', () => {
  let context: AskingContext;
  let folder: { path: string; remove(): void };

  before(() => (folder = createFolder(shopFiles)));
  after(() => folder.remove());
  beforeEach(() => (context = createAskingContext()));
  afterEach(() => context.engine.close());

  const ask = (query: string, more?: object) => questionIn(folder.path, query, more);
  const messagesOf = (conversation: string) => messagesIn(context, conversation);

  it('answers in pieces that joined are the answer, then ends once without a question', async () => {
    const stream = openStream(context);
    stream.send(ask(cartQuestion, { request: 'r1' }));
    const frames = await stream.untilTerminal();
    const [first] = frames;
    const last = frames.at(-1);
    assert.ok(frames.length > 2);
    assert.deepEqual([...new Set(frames.map(({ request }) => request))], ['r1']);
    assert.equal(new Set(frames.map(({ conversation }) => conversation)).size, 1);
    for (const frame of frames.slice(0, -1)) {
      assert.equal(frame.status, 'IN-PROGRESS');
      assert.equal(frame.question?.answers.iterable.length, 1);
      assert.notEqual(frame.question?.answers.iterable[0]?.text, '');
    }
    assert.deepEqual(
      [last?.status, last?.statusCode, last?.question, last?.errorMessage],
      ['COMPLETED', 200, undefined, undefined],
    );
    assert.ok((first?.relevance?.relevant.iterable.length ?? 0) > 0);
    assert.ok(frames.slice(1).every(({ relevance }) => relevance === undefined));
    const { relevance } = qgptHandlers(context);
    const { answer } = await relevance({ params: {}, query: {}, body: ask(cartQuestion).relevance }, anyone);
    assert.equal(textOf(frames), answer?.answers.iterable[0]?.text);
    assert.deepEqual(first?.question?.answers.iterable[0]?.citations, answer?.answers.iterable[0]?.citations);
  });

  it('has both messages in the conversation when the terminal frame comes', async () => {
    const stream = openStream(context);
    stream.send(ask(cartQuestion));
    const first = await stream.next();
    assert.equal(messagesOf(first?.conversation ?? '')[0]?.role, 'USER');
    const frames = [...(first ? [first] : []), ...(await stream.untilTerminal())];
    const [asked, answered] = messagesOf(first?.conversation ?? '');
    assert.equal(asked?.text, cartQuestion);
    assert.equal(answered?.text, textOf(frames));
    assert.equal(answered?.isPartial, undefined);
    const cited = first?.question?.answers.iterable[0]?.citations?.map(({ id }) => id);
    assert.deepEqual(
      answered?.citations?.map(({ id }) => id),
      cited,
    );
    assert.ok(cited?.every((id) => context.store.get('snippets', id)));
  });

  it('keeps an answer from its first piece on, so that a process killed in its middle loses only the end', async () => {
    const stream = openStream(context);
    stream.send(ask(cartQuestion));
    const first = await stream.next();
    await settle();
    const [, begun] = messagesOf(first?.conversation ?? '');
    const piece = first?.question?.answers.iterable[0];
    assert.deepEqual([begun?.role, begun?.text, begun?.isPartial], ['ASSISTANT', piece?.text, true]);
    assert.equal(begun?.citations?.length, piece?.citations?.length);
    context.pass(1000);
    const second = await stream.next();
    await settle();
    const [, grown] = messagesOf(first?.conversation ?? '');
    assert.equal(grown?.id, begun?.id);
    assert.equal(grown?.text, `${piece?.text}${second?.question?.answers.iterable[0]?.text}`);
    await stream.untilTerminal();
    assert.equal(messagesOf(first?.conversation ?? '').length, 2);
  });

  it('keeps what a question was asked of, and what was searched and considered for its answer', async () => {
    const { id: asset } = assetOf('export const cartColour = "red";');
    const stream = openStream(context);
    const seed = {
      type: 'SEEDED_ASSET',
      asset: { format: { fragment: { string: { raw: 'const x = 1;' }, metadata: { name: 'x.ts' } } } },
      anchor: { type: 'FILE', fullpath: `${folder.path}/src/cart.ts`, lines: { start: 2, end: 3 } },
    };
    const { relevance } = ask(cartQuestion);
    stream.send({
      relevance: {
        ...relevance,
        seeds: { iterable: [seed] },
        assets: { iterable: [{ id: asset }] },
        options: { question: true, explain: true },
      },
    });
    const [{ conversation } = { conversation: '' }] = await stream.untilTerminal();
    const [asked, answered] = messagesOf(conversation);
    assert.deepEqual(asked?.asked, {
      paths: [folder.path],
      assets: [asset],
      selections: [{ name: 'x.ts', path: `${folder.path}/src/cart.ts`, lines: { start: 2, end: 3 }, characters: 12 }],
    });
    assert.equal(answered?.receipt?.searched?.files, 2);
    assert.ok((answered?.receipt?.searched?.passages ?? 0) > 2);
    assert.ok(answered?.receipt?.considered?.some(({ path, terms }) => path?.endsWith('cart.ts') && terms?.length));
    assert.deepEqual(
      answered?.receipt?.skipped?.map(({ path }) => path),
      [asset],
    );
  });

  it('says of cited lines what they were, so that a later change is seen', async () => {
    const stream = openStream(context);
    stream.send(ask(cartQuestion));
    const first = await stream.next();
    const cited = first?.question?.answers.iterable[0]?.citations?.find(({ path }) => path?.endsWith('cart.ts'));
    const lines = shopFiles['src/cart.ts'].split('\n').slice((cited?.lines?.start ?? 1) - 1, cited?.lines?.end);
    assert.equal(cited?.hash, hashOfLines(lines.join('\n')));
    stream.close();
  });

  it('continues a conversation, searching a follow-up as a question of its own', async () => {
    const stream = openStream(context);
    stream.send(ask('Where is sendInvoice?'));
    const [{ conversation } = { conversation: '' }] = await stream.untilTerminal();
    stream.send(ask('and how often does it try?', { conversation }));
    const frames = await stream.untilTerminal();
    assert.equal(frames.at(-1)?.conversation, conversation);
    assert.match(textOf(frames), /sendInvoice/);
    const asked = messagesOf(conversation).map((message) => [message?.role, message?.text]);
    assert.equal(asked.length, 4);
    assert.deepEqual(asked[2], ['USER', 'and how often does it try?']);
  });

  it('takes “this” for the code that comes with the question, and not for what was answered before', async () => {
    const stream = openStream(context);
    stream.send(ask('Where is sendInvoice?'));
    const [{ conversation } = { conversation: '' }] = await stream.untilTerminal();
    const raw = shopFiles['src/cart.ts'].split('\n').slice(4, 9).join('\n');
    const seed = { type: 'SEEDED_ASSET', asset: { format: { fragment: { string: { raw }, metadata: { name: 'cart.ts' } } } } }; // prettier-ignore
    const options = { question: true };
    stream.send({ conversation, relevance: { query: 'what does this do?', seeds: { iterable: [seed] }, options } });
    const text = textOf(await stream.untilTerminal());
    assert.match(text, /addItem/);
    assert.doesNotMatch(text, /sendInvoice/);
  });

  it('answers small talk in a chat without a search, and goes on from what was asked before it', async () => {
    const stream = openStream(context);
    stream.send(ask(cartQuestion));
    const conversation = (await stream.untilTerminal())[0]?.conversation;
    stream.send(ask('Thanks!', { conversation }));
    const thanked = await stream.untilTerminal();
    assert.equal(textOf(thanked), 'You’re welcome.');
    assert.deepEqual(thanked[0]?.relevance?.relevant.iterable, []);
    stream.send(ask('ok, and where is that checked?', { conversation }));
    assert.match(textOf(await stream.untilTerminal()), /cart\.ts/);
  });

  it('fails with 404 naming a conversation that does not exist', async () => {
    const stream = openStream(context);
    stream.send(ask(cartQuestion, { conversation: 'none-such' }));
    const [frame] = await stream.untilTerminal();
    assert.deepEqual([frame?.status, frame?.statusCode, frame?.conversation], ['FAILED', 404, 'none-such']);
    assert.match(frame?.errorMessage ?? '', /none-such/);
    assert.equal(context.store.count('conversations'), 0);
  });

  it('takes null for what is left out', async () => {
    const stream = openStream(context);
    stream.send({
      question: { query: 'x', relevant: { iterable: [] }, model: null },
      conversation: null,
      relevance: null,
    });
    assert.equal((await stream.untilTerminal()).at(-1)?.status, 'COMPLETED');
  });

  it('sends a search without a question as one COMPLETED frame with relevance', async () => {
    const stream = openStream(context);
    stream.send({ relevance: { query: 'cart items', paths: [folder.path] } });
    const frames = await stream.untilTerminal();
    assert.equal(frames.length, 1);
    assert.equal(frames[0]?.status, 'COMPLETED');
    assert.ok((frames[0]?.relevance?.relevant.iterable.length ?? 0) > 0);
  });

  it('answers a question from ids that came over HTTP', async () => {
    const body = { query: cartQuestion, paths: [folder.path] };
    const { relevant } = await qgptHandlers(context).relevance({ params: {}, query: {}, body }, anyone);
    const iterable = relevant.iterable.map(({ id }) => ({ ...(id && { id }) }));
    const stream = openStream(context);
    stream.send({ question: { query: cartQuestion, relevant: { iterable } } });
    const frames = await stream.untilTerminal();
    assert.match(textOf(frames), /50/);
    assert.ok(frames.every(({ relevance }) => relevance === undefined));
  });

  describe('bad input', () => {
    const cases: [string, unknown, RegExp][] = [
      [
        'relevance and question together',
        { relevance: { query: 'x' }, question: { query: 'x', relevant: { iterable: [] } } },
        /both/,
      ],
      ['nothing to do', { conversation: 'c' }, /asks for nothing/],
      ['a stop with a question', { relevance: { query: 'x' }, stop: true }, /stop/],
      ['a frame that is no JSON', new MalformedFrame('The frame is not JSON: expected one JSON object.'), /JSON/],
      ['a list', [], /asks for nothing|frame/],
      ['a text', 'hello', /frame/],
      ['a wrong type', { relevance: { query: 3 } }, /frame\.relevance\.query/],
      [
        'an unknown id',
        { question: { query: 'x', relevant: { iterable: [{ id: 'u' }] } } },
        /frame\.question\.relevant\.iterable\.0/,
      ],
      ['a relative path', { relevance: { query: 'x', paths: ['src'] } }, /frame\.relevance\.paths\.0/],
    ];
    for (const [name, frame, message] of cases) {
      it(`fails ${name} with 400 saying what was expected, and goes on`, async () => {
        const stream = openStream(context);
        stream.send(frame);
        const [failed, ...more] = await stream.untilTerminal();
        assert.deepEqual([failed?.status, failed?.statusCode, more], ['FAILED', 400, []]);
        assert.match(failed?.errorMessage ?? '', message);
        stream.send(ask(cartQuestion));
        assert.equal((await stream.untilTerminal()).at(-1)?.status, 'COMPLETED');
      });
    }

    it('echoes the request of a faulty frame, also one that is too long', async () => {
      const stream = openStream(context);
      stream.send({ request: 'r7', relevance: 5 }, { ...ask('x'), request: 'r'.repeat(201) });
      assert.equal((await stream.untilTerminal())[0]?.request, 'r7');
      const [tooLong] = await stream.untilTerminal();
      assert.deepEqual([tooLong?.request.length, tooLong?.statusCode], [201, 400]);
    });

    it('fails refused paths with 403', async () => {
      const stream = openStream(context);
      stream.send({ relevance: { query: 'x', paths: ['/etc'] } });
      assert.equal((await stream.untilTerminal())[0]?.statusCode, 403);
    });
  });

  it('fails with a fixed sentence when something breaks, and logs the truth', async () => {
    context = createAskingContext({ engine: { retrieve: () => Promise.reject(new Error('segment 7 is broken')) } });
    const stream = openStream(context);
    stream.send(ask(cartQuestion));
    const frame = (await stream.untilTerminal()).at(-1);
    assert.deepEqual([frame?.status, frame?.statusCode], ['FAILED', 500]);
    assert.doesNotMatch(frame?.errorMessage ?? '', /segment/);
    assert.match(context.logged.join('\n'), /segment 7 is broken/);
  });

  it('recommends people when files of a repository in a trusted window are cited, unless agents are off', async () => {
    const repository = createFolder({ ...shopFiles, '.git/HEAD': 'ref: refs/heads/main' });
    context.windows.update({ window: 'w', folders: [repository.path], trusted: true });
    const relevance = { query: cartQuestion, paths: [repository.path], options: { question: true } };
    const stream = openStream(context);
    stream.send({ relevance });
    const frames = await stream.untilTerminal();
    assert.deepEqual(frames.at(-1)?.agentRoutes, { related: { people: true } });
    assert.ok(frames.slice(0, -1).every(({ agentRoutes }) => agentRoutes === undefined));
    stream.send({ relevance, agent: false });
    assert.equal((await stream.untilTerminal()).at(-1)?.agentRoutes, undefined);
    repository.remove();
  });

  it('answers without keeping anything while the library takes no changes', async () => {
    context.store.makeReadOnly('a newer version wrote it');
    const stream = openStream(context);
    stream.send(ask(cartQuestion));
    const frames = await stream.untilTerminal();
    assert.equal(frames.at(-1)?.status, 'COMPLETED');
    assert.match(textOf(frames), /50/);
    assert.equal(context.store.count('messages'), 0);
  });
});
