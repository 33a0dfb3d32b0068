import assert from 'node:assert/strict';
import path from 'node:path';
import { startConversation } from '../../../src/api/conversations/messages';
import type { QGPTStreamOutput } from '../../../src/contract/schemas/qgpt';
import { createEngine } from '../../../src/engine/engine';
import type { Engine } from '../../../src/engine/types';
import { createAskingContext, createFolder, shopFiles, type AskingContext } from './askingContext';
import { cartQuestion, messagesIn, openStream, questionIn, settle, textOf } from './openStream';

/** An engine whose calls wait until they are let go or aborted, and tell how they ended. */
function holdingEngine(): {
  engine: Partial<Engine>;
  aborted: () => number;
  release: () => void;
  /** Resolves when so many calls are held. */
  begun: (count: number) => Promise<void>;
} {
  const real = createEngine({ grammarFolder: path.resolve('dist/grammars'), log() {} });
  let aborted = 0;
  let isBegun: () => void = () => undefined;
  const held: (() => void)[] = [];
  return {
    engine: {
      async retrieve(request, signal) {
        await new Promise<void>((resolve, reject) => {
          held.push(resolve);
          isBegun();
          signal?.addEventListener('abort', () => {
            aborted += 1;
            reject(signal.reason as Error);
          });
        });
        return real.retrieve(request, signal);
      },
    },
    aborted: () => aborted,
    release: () => held.splice(0).forEach((go) => go()),
    async begun(count) {
      while (held.length < count) await new Promise<void>((resolve) => (isBegun = resolve));
    },
  };
}

describe('the stream, with requests under way', () => {
  let context: AskingContext;
  let folder: { path: string; remove(): void };

  before(() => (folder = createFolder(shopFiles)));
  after(() => folder.remove());
  beforeEach(() => (context = createAskingContext()));
  afterEach(() => context.engine.close());

  const ask = (query: string, more?: object) => questionIn(folder.path, query, more);
  const messagesOf = (conversation: string) => messagesIn(context, conversation);

  describe('stop and reset', () => {
    it('stop a search: the engine is aborted and the request ends with its own STOPPED frame', async () => {
      const held = holdingEngine();
      context = createAskingContext({ engine: held.engine });
      const stream = openStream(context);
      stream.send(ask(cartQuestion, { request: 'r1' }));
      const ended = stream.untilTerminal();
      await held.begun(1);
      stream.send({ stop: true, request: 'the stop' });
      const frames = await ended;
      assert.deepEqual(
        frames.map(({ request, status }) => [request, status]),
        [['r1', 'STOPPED']],
      );
      assert.equal(held.aborted(), 1);
      const messages = messagesOf(frames[0]?.conversation ?? '');
      assert.deepEqual(
        messages.map((message) => message?.role),
        ['USER'],
      );
    });

    it('stop an answer in the middle: what was sent is kept, marked as partial', async () => {
      const stream = openStream(context);
      stream.send(ask(cartQuestion));
      const first = await stream.next();
      stream.send({ stop: true, conversation: first?.conversation });
      await settle();
      const frames = [...(first ? [first] : []), ...(await stream.untilTerminal())];
      assert.equal(frames.at(-1)?.status, 'STOPPED');
      const answered = messagesOf(first?.conversation ?? '')[1];
      assert.deepEqual([answered?.text, answered?.isPartial], [textOf(frames), true]);
      const cited = first?.question?.answers.iterable[0]?.citations?.map(({ id }) => id);
      assert.deepEqual(
        answered?.citations?.map(({ id }) => id),
        cited,
      );
    });

    it('stop only the conversation that is named', async () => {
      const held = holdingEngine();
      context = createAskingContext({ engine: held.engine });
      const { id: conversation } = await startConversation(context, {});
      const stream = openStream(context);
      stream.send(ask(cartQuestion, { request: 'r1', conversation }), ask(cartQuestion, { request: 'r2' }));
      const ended = stream.untilTerminal();
      await held.begun(2);
      stream.send({ stop: true, conversation });
      const [stopped] = await ended;
      assert.deepEqual([stopped?.request, stopped?.status], ['r1', 'STOPPED']);
      held.release();
      const rest = await stream.untilTerminal();
      assert.deepEqual([rest.at(-1)?.request, rest.at(-1)?.status], ['r2', 'COMPLETED']);
    });

    it('say so when nothing runs', async () => {
      const stream = openStream(context);
      stream.send({ stop: true }, { reset: true });
      assert.deepEqual(
        [...(await stream.untilTerminal()), ...(await stream.untilTerminal())].map(({ status }) => status),
        ['STOPPED', 'RESET'],
      );
    });

    it('reset ends everything that runs, each with its own RESET frame', async () => {
      const held = holdingEngine();
      context = createAskingContext({ engine: held.engine });
      const stream = openStream(context);
      stream.send(ask('one', { request: 'r1' }), ask('two', { request: 'r2' }));
      const ended = stream.untilTerminal();
      await held.begun(2);
      stream.send({ reset: true });
      const frames = [...(await ended), ...(await stream.untilTerminal())];
      assert.deepEqual(frames.map(({ request, status }) => [request, status]).sort(), [
        ['r1', 'RESET'],
        ['r2', 'RESET'],
      ]);
      assert.equal(held.aborted(), 2);
    });
  });

  it('lets requests interleave, each in its own order and in its own conversation', async () => {
    const stream = openStream(context);
    stream.send(ask(cartQuestion, { request: 'r1' }), ask('Who delivers the invoice mail?', { request: 'r2' }));
    const frames: QGPTStreamOutput[] = [];
    while (frames.filter(({ status }) => status === 'COMPLETED').length < 2) frames.push((await stream.next())!);
    for (const request of ['r1', 'r2']) {
      const own = frames.filter((frame) => frame.request === request);
      assert.equal(own.at(-1)?.status, 'COMPLETED');
      const answered = messagesOf(own[0]?.conversation ?? '')[1];
      assert.equal(answered?.text, textOf(own));
    }
    assert.equal(new Set(frames.map(({ conversation }) => conversation)).size, 2);
  });

  it('refuses the ninth request that is open at once with 429', async () => {
    const held = holdingEngine();
    context = createAskingContext({ engine: held.engine });
    const stream = openStream(context);
    for (let at = 1; at <= 9; at += 1) stream.send(ask(cartQuestion, { request: `r${at}` }));
    const [frame] = await stream.untilTerminal();
    assert.deepEqual([frame?.request, frame?.status, frame?.statusCode], ['r9', 'FAILED', 429]);
    stream.send({ reset: true });
    for (let at = 1; at <= 8; at += 1) assert.equal((await stream.untilTerminal())[0]?.status, 'RESET');
  });

  it('aborts the engine when the caller is gone, and ends', async () => {
    const held = holdingEngine();
    context = createAskingContext({ engine: held.engine });
    const gone = new AbortController();
    const stream = openStream(context, gone.signal);
    stream.send(ask(cartQuestion));
    const end = stream.next();
    await held.begun(1);
    gone.abort();
    assert.equal(await end, undefined);
    assert.equal(held.aborted(), 1);
  });

  it('finishes what is under way when no more input comes, then ends', async () => {
    const stream = openStream(context);
    stream.send(ask(cartQuestion));
    stream.close();
    assert.equal((await stream.untilTerminal()).at(-1)?.status, 'COMPLETED');
    assert.equal(await stream.next(), undefined);
  });

  it('does not run ahead of a reader who does not read', async () => {
    let answered = 0;
    context = createAskingContext({
      engine: {
        async answer() {
          answered += 1;
          return [{ text: 'word '.repeat(5_000), score: 1, citations: [], isAbsence: false }];
        },
      },
    });
    const stream = openStream(context);
    stream.send(ask(cartQuestion));
    const first = await stream.next();
    await settle();
    assert.equal(answered, 1);
    const [, begun] = messagesOf(first?.conversation ?? '');
    assert.equal(begun?.text, first?.question?.answers.iterable[0]?.text, 'only what was given is kept');
    await stream.untilTerminal();
    assert.equal(messagesOf(first?.conversation ?? '').length, 2);
  });
});
