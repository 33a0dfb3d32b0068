import assert from 'node:assert/strict';
import type { ModelJob, OfferedModel } from '../../../src/contract/schemas/models';
import { createConsentRules, mayBeOffered } from '../../../src/extension/models/consentRules';
import { ModelFault } from '../../../src/models/ports';

const remote: OfferedModel = {
  ...{ key: 'a', name: 'a', kind: 'endpoint', destination: 'api.example.com', isRemote: true, maxTokens: 4_000 },
};
const local: OfferedModel = { ...remote, destination: 'localhost:11434', isRemote: false };
const ofEditor: OfferedModel = { ...remote, kind: 'editor', destination: 'a vendor' };
const job = (asker: ModelJob['asker']): ModelJob => ({
  id: 'j',
  model: 'a',
  asker,
  messages: [],
  passages: [],
  masked: [],
});
const never = new AbortController().signal;
const refusedWith = (says: RegExp) => (error: unknown) =>
  error instanceof ModelFault && error.kind === 'refused' && says.test(error.message);

describe('what may leave this machine', () => {
  function create(answers: boolean[] = []) {
    const kept = new Map<string, unknown>();
    const asked: string[] = [];
    const memory = {
      get: (key: string) => kept.get(key),
      update: async (key: string, value: unknown) => void kept.set(key, value),
    };
    const rules = createConsentRules({
      memory,
      ask: async (_, { destination }) => {
        asked.push(destination);
        return answers.shift() ?? false;
      },
      texts: {
        onlyInChat: () => 'Only in the chat.',
        notAllowed: (destination) => `${destination} is not allowed.`,
        notSent: (destination) => `Nothing was sent to ${destination}.`,
      },
    });
    return { rules, asked, kept };
  }

  it('is asked once for each destination', async () => {
    const { rules, asked } = create([true, true]);
    await rules.require(job('window'), remote, never);
    await rules.require(job('window'), remote, never);
    await rules.require(job('window'), ofEditor, never);
    assert.deepEqual(asked, ['api.example.com', 'a vendor']);
  });

  it('is asked again after it was taken back, by the next question', async () => {
    const { rules, asked } = create([true, false, true]);
    await rules.require(job('window'), remote, never);
    await rules.forget(['api.example.com']);
    assert.deepEqual(rules.allowed(), []);
    await assert.rejects(rules.require(job('program'), remote, never), refusedWith(/is not allowed/));
    await assert.rejects(rules.require(job('window'), remote, never), refusedWith(/Nothing was sent/));
    await rules.require(job('window'), remote, never);
    assert.equal(asked.length, 3);
  });

  it('is nothing that a program is asked about: it is refused until a person has allowed it', async () => {
    const { rules, asked } = create([true]);
    await assert.rejects(rules.require(job('program'), remote, never), refusedWith(/api\.example\.com is not allowed/));
    assert.deepEqual(asked, []);
    await rules.require(job('window'), remote, never);
    await rules.require(job('program'), remote, never);
  });

  it('is never sent to a model of the editor for a program', async () => {
    const { rules } = create([true]);
    await rules.require(job('window'), ofEditor, never);
    await assert.rejects(rules.require(job('program'), ofEditor, never), refusedWith(/Only in the chat/));
  });

  it('is refused for ranking without a second question, because an answer can do without', async () => {
    const { rules, asked } = create([false, true]);
    const ranking = { ...job('window'), texts: [] };
    await assert.rejects(rules.require(ranking, remote, never), refusedWith(/Nothing was sent/));
    await assert.rejects(rules.require(ranking, remote, never), refusedWith(/Nothing was sent/));
    assert.equal(asked.length, 1);
    await rules.require(job('window'), remote, never);
    await rules.require(ranking, remote, never);
    assert.equal(asked.length, 2);
  });

  it('is asked once when several questions wait, and not for one whose asker has gone', async () => {
    const { rules, asked } = create([true]);
    await Promise.all([1, 2, 3].map(() => rules.require(job('window'), remote, never)));
    assert.equal(asked.length, 1);
    const gone = AbortSignal.abort(new Error('stopped'));
    await assert.rejects(rules.require(job('window'), ofEditor, gone), /stopped/);
    assert.equal(asked.length, 1);
  });

  it('is not asked about for a model on this machine', async () => {
    const { rules, asked } = create();
    await rules.require(job('program'), local, never);
    assert.deepEqual(asked, []);
  });

  it('does not follow from damaged memory', async () => {
    const { rules, kept, asked } = create([true]);
    kept.set('quarry.model.allowedDestinations', 'api.example.com');
    await rules.require(job('window'), remote, never);
    assert.deepEqual(asked, ['api.example.com']);
  });

  it('is nothing in Restricted Mode: only models on this machine are offered', () => {
    const offered = (isTrusted: boolean) => [remote, local, ofEditor].filter((model) => mayBeOffered(model, isTrusted));
    assert.deepEqual(offered(false), [local]);
    assert.deepEqual(offered(true), [remote, local, ofEditor]);
  });
});
