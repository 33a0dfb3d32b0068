import assert from 'node:assert/strict';
import { createWindowModels, type NewJob } from '../../../src/api/models/windowModels';
import type { OfferedModel } from '../../../src/contract/schemas/models';
import { ModelFault } from '../../../src/models/ports';

const model = (key: string): OfferedModel => ({
  ...{ key, name: key, kind: 'editor' as const, destination: 'a vendor', isRemote: true, maxTokens: 4_000 },
});
const job: NewJob = { asker: 'window', messages: [{ role: 'user', text: 'How many?' }], passages: [] };
const never = new AbortController().signal;

describe('models that windows ask for the service', () => {
  let count = 0;
  const create = (...times: number[]) => createWindowModels(() => `job-${++count}`, ...times);
  const offer = (window: string, ...keys: string[]) => ({ window, models: keys.map(model), preferred: keys[0] });

  it('carries a question to the window and the pieces of the answer back', async () => {
    const models = create();
    models.offer(offer('w', 'a'));
    const waiting = models.work({ window: 'w' }, never);
    const answer = models.ask('a', job, never)[Symbol.asyncIterator]();
    const first = answer.next();
    const { jobs, isKnown } = await waiting;
    assert.ok(isKnown);
    assert.deepEqual({ ...jobs[0], id: '' }, { ...job, id: '', model: 'a', masked: [] });
    const id = jobs[0]?.id ?? '';
    assert.ok(models.take({ job: id, place: 0, text: 'Fif', isLast: false }));
    assert.equal((await first).value, 'Fif');
    assert.ok(models.take({ job: id, place: 0, text: 'Fif', isLast: false }), 'a repeated call is no fault');
    models.take({ job: id, place: 1, text: 'ty', isLast: true });
    assert.deepEqual(await answer.next(), { done: false, value: 'ty' });
    assert.equal((await answer.next()).done, true);
    models.close();
  });

  it('tells the window when nobody wants the answer any more, stopped or hung up', async () => {
    const models = create();
    models.offer(offer('w', 'a'));
    const controller = new AbortController();
    const answer = models.ask('a', job, controller.signal)[Symbol.asyncIterator]();
    const first = answer.next();
    const id = (await models.work({ window: 'w' }, never)).jobs[0]?.id ?? '';
    const waiting = models.work({ window: 'w' }, never);
    controller.abort(new Error('stopped'));
    await assert.rejects(first, /stopped/);
    assert.deepEqual((await waiting).cancelled, [id]);
    assert.equal(models.take({ job: id, place: 0, text: 'late', isLast: false }), false);
    models.close();
  });

  it('passes the window’s fault on, after what came before it', async () => {
    const models = create();
    models.offer(offer('w', 'a'));
    const answer = models.ask('a', job, never)[Symbol.asyncIterator]();
    const first = answer.next();
    const id = (await models.work({ window: 'w' }, never)).jobs[0]?.id ?? '';
    const fault = { kind: 'quota' as const, message: 'Used up.', retryAfterSeconds: 7 };
    models.take({ job: id, place: 0, text: 'Fif', isLast: true, fault });
    assert.equal((await first).value, 'Fif');
    await assert.rejects(
      answer.next(),
      (error) => error instanceof ModelFault && error.kind === 'quota' && error.retryAfterSeconds === 7,
    );
    models.close();
  });

  it('ends the answers of a window that is gone, and no longer lists its models', async () => {
    const models = create(20);
    models.offer(offer('w', 'a'));
    const hungUp = new AbortController();
    const waiting = models.work({ window: 'w' }, hungUp.signal);
    const first = models.ask('a', job, never)[Symbol.asyncIterator]().next();
    await waiting;
    hungUp.abort();
    await assert.rejects(first, /window .* was closed/);
    assert.deepEqual([models.list(), models.preferred()], [[], undefined]);
    assert.equal((await models.work({ window: 'w' }, never)).isKnown, false);
  });

  const isUnavailable = (says: RegExp) => (error: unknown) =>
    error instanceof ModelFault && error.kind === 'unavailable' && says.test(error.message);

  it('ends the answer of a window that was handed the question and never spoke again', async () => {
    const models = create(20);
    models.offer(offer('w', 'a'));
    const waiting = models.work({ window: 'w', running: [] }, never);
    const first = models.ask('a', job, never)[Symbol.asyncIterator]().next();
    assert.equal((await waiting).jobs.length, 1);
    await assert.rejects(first, isUnavailable(/is stuck. Ask again/));
  });

  it('ends the answer of a window that is stuck with its call open', async () => {
    const models = create(20, 20);
    models.offer(offer('w', 'a'));
    void models
      .ask('a', job, never)
      [Symbol.asyncIterator]()
      .next()
      .catch(() => undefined);
    assert.equal((await models.work({ window: 'w', running: [] }, never)).jobs.length, 1);
    const second = models.ask('a', job, never)[Symbol.asyncIterator]().next();
    await assert.rejects(second, isUnavailable(/is stuck/));
  });

  it('ends an answer that the window does not know of, and no other', async () => {
    const models = create();
    models.offer(offer('w', 'a'));
    const lost = models.ask('a', job, never)[Symbol.asyncIterator]().next();
    const [handed] = (await models.work({ window: 'w', running: [] }, never)).jobs;
    const kept = models.ask('a', job, never)[Symbol.asyncIterator]().next();
    const [other] = (await models.work({ window: 'w', running: [handed?.id ?? ''] }, never)).jobs;
    const waiting = models.ask('a', job, never)[Symbol.asyncIterator]().next();
    const { jobs } = await models.work({ window: 'w', running: [other?.id ?? ''] }, never);
    await assert.rejects(lost, isUnavailable(/was lost on its way/));
    models.take({ job: other?.id ?? '', place: 0, text: 'Fifty.', isLast: true });
    assert.equal((await kept).value, 'Fifty.');
    models.take({ job: jobs[0]?.id ?? '', place: 0, text: 'Sixty.', isLast: true });
    assert.equal((await waiting).value, 'Sixty.');
    models.close();
  });

  it('does not take a window for gone whose new call came before the end of the old one', async () => {
    const models = create(20);
    models.offer(offer('w', 'a'));
    const old = new AbortController();
    const first = models.work({ window: 'w' }, old.signal);
    const second = models.work({ window: 'w' }, never);
    await first;
    await new Promise((resolve) => setTimeout(resolve, 60));
    void models
      .ask('a', job, never)
      [Symbol.asyncIterator]()
      .next()
      .catch(() => undefined);
    assert.equal((await second).jobs.length, 1);
    models.close();
  });

  it('keeps the work of a call whose caller has hung up for the next one', async () => {
    const models = create();
    models.offer(offer('w', 'a'));
    const hungUp = new AbortController();
    const waiting = models.work({ window: 'w' }, hungUp.signal);
    hungUp.abort();
    void models
      .ask('a', job, never)
      [Symbol.asyncIterator]()
      .next()
      .catch(() => undefined);
    assert.deepEqual((await waiting).jobs, []);
    assert.equal((await models.work({ window: 'w' }, never)).jobs.length, 1);
    models.close();
  });

  it('asks the window that spoke last, and takes its default', async () => {
    const models = create();
    models.offer(offer('one', 'a', 'b'));
    models.offer(offer('two', 'b'));
    assert.deepEqual(models.preferred(), { key: 'b' });
    assert.deepEqual(
      models.list().map(({ key }) => key),
      ['b', 'a'],
    );
    void models
      .ask('b', job, never)
      [Symbol.asyncIterator]()
      .next()
      .catch(() => undefined);
    assert.equal((await models.work({ window: 'two' }, never)).jobs.length, 1);
    models.offer(offer('one', 'a'));
    assert.deepEqual(models.preferred(), { key: 'a' });
    models.close();
  });

  it('sends waiting windows home when the service closes', async () => {
    const models = create();
    models.offer(offer('w', 'a'));
    const waiting = models.work({ window: 'w' }, never);
    models.close();
    await waiting;
    assert.equal((await models.work({ window: 'w' }, never)).isKnown, false);
  });
});
