import assert from 'node:assert/strict';
import type { ConversationMessage } from '../../../src/contract/schemas/conversations';
import type { QGPTStreamOutput } from '../../../src/contract/schemas/qgpt';
import { newTurn, turnsOfMessages, withFrame, type Naming } from '../../../src/chat/turns';

const naming: Naming = (path) => ({ name: path.split('/').at(-1) ?? '', directory: 'src' });
const reading = { naming, chipsOf: () => [{ kind: 'workspace' as const }] };
const frame = (more: Partial<QGPTStreamOutput>): QGPTStreamOutput => ({
  request: 'r',
  conversation: 'c',
  status: 'IN-PROGRESS',
  statusCode: 200,
  ...more,
});
const piece = (text: string, more = {}) => ({ question: { answers: { iterable: [{ score: 0.8, text, ...more }] } } });
const asked = newTurn('t', 'where?', [{ kind: 'workspace' }]);

describe('a turn', () => {
  it('grows by the pieces of its answer', () => {
    const turn = [frame(piece('one ')), frame(piece('two'))].reduce((all, next) => withFrame(all, next, naming), asked);
    assert.equal(turn.text, 'one two');
    assert.equal(turn.state, 'answering');
    assert.equal(asked.text, '');
  });

  it('takes places from the citations, and their score from what was found', () => {
    const citations = [{ id: 'a', label: 'a.ts:3-4', path: '/w/src/a.ts', lines: { start: 3, end: 4 } }];
    const relevance = {
      relevant: { iterable: [{ id: 'a', path: '/w/src/a.ts', lines: { start: 1, end: 9 }, score: 0.9 }] },
    };
    const turn = withFrame(asked, frame({ ...piece('x [1]', { citations }), relevance }), naming);
    assert.deepEqual(turn.sources, [
      { id: 'a', name: 'a.ts', directory: 'src', path: '/w/src/a.ts', lines: { start: 3, end: 4 }, score: 0.9 },
    ]);
    assert.equal(turn.found.length, 1);
  });

  it('takes the score of what was found also when the citations came first', () => {
    const citations = [{ id: 'a', label: 'a.ts:3-4', path: '/w/src/a.ts' }];
    const relevance = { relevant: { iterable: [{ id: 'a', path: '/w/src/a.ts', score: 0.4 }] } };
    const first = withFrame(asked, frame(piece('x [1]', { citations })), naming);
    const last = withFrame(first, frame({ status: 'COMPLETED', relevance }), naming);
    assert.equal(last.sources[0]?.score, 0.4);
    assert.equal(last.state, 'done');
  });

  it('names an asset by its title', () => {
    const citations = [{ id: 'a', label: 'Retry: twice:1-4', asset: { id: 'A' }, lines: { start: 1, end: 4 } }];
    const turn = withFrame(asked, frame(piece('x [1]', { citations })), naming);
    assert.equal(turn.sources[0]?.name, 'Retry: twice');
    assert.equal(turn.sources[0]?.asset, 'A');
  });

  it('keeps its text when it is stopped or fails', () => {
    const begun = withFrame(asked, frame(piece('half')), naming);
    assert.equal(withFrame(begun, frame({ status: 'STOPPED' }), naming).state, 'stopped');
    const failed = withFrame(begun, frame({ status: 'FAILED', errorMessage: 'No.' }), naming);
    assert.deepEqual([failed.state, failed.text, failed.error], ['failed', 'half', 'No.']);
  });
});

describe('a conversation read back', () => {
  const message = (role: 'USER' | 'ASSISTANT', raw: string, more = {}): ConversationMessage => ({
    id: `${role}${raw.length}`,
    created: { value: '2026-01-01T00:00:00Z' },
    updated: { value: '2026-01-01T00:00:00Z' },
    conversation: { id: 'c' },
    role,
    fragment: { string: { raw } },
    ...more,
  });
  it('has a turn for each question, with the answer and whether it was stopped', () => {
    const turns = turnsOfMessages(
      [
        message('USER', 'one?'),
        message('ASSISTANT', 'yes'),
        message('USER', 'two?'),
        message('ASSISTANT', 'ha', { partial: true }),
        message('USER', 'three?'),
      ],
      reading,
    );
    assert.deepEqual(
      turns.map(({ question, text, state }) => [question, text, state]),
      [
        ['one?', 'yes', 'done'],
        ['two?', 'ha', 'incomplete'],
        ['three?', '', 'incomplete'],
      ],
    );
  });

  it('shows again what it was asked of, what was searched and why each passage was considered', () => {
    const receipt = {
      searched: { files: 3, documents: 1, passages: 9 },
      considered: [
        { id: 'x', path: '/w/src/a.ts', lines: { start: 1, end: 9 }, score: 1, terms: ['cart'], parts: { doc: 0.7 } },
      ],
      skipped: [{ path: '/x', reason: 'It does not exist.' }],
      score: 0.5,
    };
    const citations = [{ id: 'x', label: 'src/a.ts:1-2', path: '/w/src/a.ts', lines: { start: 1, end: 2 }, hash: 'h' }];
    const [turn] = turnsOfMessages(
      [message('USER', 'q', { asked: { paths: ['/w'] } }), message('ASSISTANT', 'Yes [1].', { citations, receipt })],
      reading,
    );
    assert.deepEqual(turn?.chips, [{ kind: 'workspace' }]);
    assert.deepEqual([turn?.searched?.files, turn?.skipped.length], [3, 1]);
    assert.deepEqual([turn?.found[0]?.words, turn?.found[0]?.reasons], [['cart'], ['comments']]);
    assert.deepEqual([turn?.sources[0]?.lines, turn?.sources[0]?.score], [{ start: 1, end: 2 }, 1]);
    assert.equal(turn?.mayHaveHelpers, true);
  });

  it('has the places that were cited, in their order', () => {
    const citations = [
      { id: 'x', label: 'src/a.ts:1-2', path: '/w/src/a.ts', lines: { start: 1, end: 2 } },
      { id: 'y', label: 'My asset:4-5', asset: { id: 'A' }, lines: { start: 4, end: 5 } },
    ];
    const [turn] = turnsOfMessages([message('USER', 'q'), message('ASSISTANT', 'Yes [1][2].', { citations })], reading);
    assert.deepEqual(turn?.sources, [
      { id: 'x', name: 'a.ts', directory: 'src', path: '/w/src/a.ts', lines: { start: 1, end: 2 } },
      { id: 'y', name: 'My asset', directory: '', asset: 'A', lines: { start: 4, end: 5 } },
    ]);
  });
});
