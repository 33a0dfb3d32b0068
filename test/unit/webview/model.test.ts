import assert from 'node:assert/strict';
import {
  emptyModel,
  offeredChips,
  received,
  runningTurn,
  suggestions,
  paintScheduler,
} from '../../../src/webview/model';
import { newTurn } from '../../../src/chat/turns';

const asked = newTurn('t', 'where?', []);

describe('what the page knows', () => {
  it('grows a turn by pieces and leaves the others the same objects', () => {
    const before = received(received(emptyModel, { kind: 'turn', turn: { ...asked, id: 's', state: 'done' } }), {
      kind: 'turn',
      turn: asked,
    });
    const after = received(before, { kind: 'text', turn: 't', text: 'abc' });
    assert.equal(after.turns[0], before.turns[0]);
    assert.equal(after.turns[1]?.text, 'abc');
    assert.equal(runningTurn(after)?.state, 'answering');
  });

  it('announces the beginning and the end of an answer once each', () => {
    const begun = received(emptyModel, { kind: 'turn', turn: asked });
    const grown = received(begun, { kind: 'text', turn: 't', text: 'abc' });
    const done = received(grown, { kind: 'turn', turn: { ...asked, state: 'done' } });
    const later = received(done, { kind: 'turn', turn: { ...asked, state: 'done', followUps: ['next?'] } });
    assert.deepEqual(begun.announcement, { turn: 't', state: 'searching' });
    assert.equal(grown.announcement, begun.announcement);
    assert.deepEqual(done.announcement, { turn: 't', state: 'done' });
    assert.equal(later.announcement, done.announcement);
  });

  it('offers starters to an empty chat, then the last answer’s follow-ups, and none while one is running', () => {
    const empty = { ...emptyModel, starters: ['a?'] };
    assert.deepEqual(suggestions(empty), ['a?']);
    const running = received(empty, { kind: 'turn', turn: asked });
    assert.deepEqual(suggestions(running), []);
    const done = received(running, { kind: 'turn', turn: { ...asked, state: 'done', followUps: ['b?'] } });
    assert.deepEqual(suggestions(done), ['b?']);
    const two = { ...done, turns: [{ ...asked, state: 'done' as const, followUps: ['b?', 'c?'] }] };
    assert.deepEqual(suggestions(two), ['b?'], 'no key asks what is not shown');
    assert.deepEqual(suggestions({ ...two, isNextOpen: true }), ['b?', 'c?']);
  });

  it('offers the workspace only when there is one', () => {
    assert.deepEqual(offeredChips(emptyModel), [{ kind: 'everything' }]);
    assert.deepEqual(offeredChips({ ...emptyModel, folders: ['app'] }), [
      { kind: 'workspace' },
      { kind: 'everything' },
    ]);
    assert.deepEqual(offeredChips({ ...emptyModel, folders: ['app'], chips: [{ kind: 'everything' }] }), []);
    const file = { kind: 'file' as const, path: '/a' };
    assert.deepEqual(offeredChips({ ...emptyModel, folders: ['app'], chips: [file] }), [{ kind: 'workspace' }]);
  });

  it('offers what is selected beside the workspace, until it is taken', () => {
    const lines = { start: 3, end: 9 };
    const selection = { kind: 'selection' as const, uri: 'file:///a.ts', name: 'a.ts', lines };
    const model = { ...emptyModel, folders: ['app'], chips: [{ kind: 'workspace' as const }], offered: selection };
    assert.deepEqual(offeredChips(model), [selection]);
    assert.deepEqual(offeredChips({ ...model, chips: [selection] }), [{ kind: 'workspace' }]);
    const without = received(model, { kind: 'chips', chips: model.chips, starters: [] });
    assert.deepEqual(offeredChips(without), [], 'it goes with the selection');
  });
});

describe('painting', () => {
  it('happens at most thirty times a second, and once after the last request', () => {
    let now = 0;
    const due: { at: number; run: () => void }[] = [];
    let paints = 0;
    const schedule = paintScheduler(() => paints++, {
      now: () => now,
      later: (run, milliseconds) => due.push({ at: now + milliseconds, run }),
    });
    for (now = 0; now < 1000; now++) {
      schedule();
      while ((due[0]?.at ?? Infinity) <= now) due.shift()?.run();
    }
    assert.ok(paints > 25 && paints <= 31, `${paints} paints`);
    assert.equal(due.length, 1);
  });
});
