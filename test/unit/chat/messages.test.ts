import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseToHost, type ToHost } from '../../../src/chat/messages';

const chips = [
  { kind: 'workspace' as const },
  { kind: 'selection' as const, uri: 'file:///a.ts', name: 'a.ts', lines: { start: 1, end: 2 } },
  { kind: 'asset' as const, id: 'A', name: '' },
];

const good: ToHost[] = [
  { kind: 'ready' },
  { kind: 'ask', question: 'where?', chips },
  { kind: 'ask', question: 'where?', chips: [] },
  { kind: 'stop' },
  { kind: 'retry', turn: 't' },
  { kind: 'openConversation', conversation: 'c' },
  { kind: 'setChips', chips },
  { kind: 'addContext' },
  { kind: 'openSource', turn: 't', list: 'found', index: 0 },
  { kind: 'openLink', url: 'https://example.org/' },
  { kind: 'copy', text: '', key: 1 },
  { kind: 'insert', text: 'x', key: 2 },
  { kind: 'save', text: 'x', language: '', key: 3 },
  { kind: 'save', text: 'x', language: 'py', key: 7, quote: { turn: 't', index: 0, lines: { start: 1, end: 2 }, isCut: true } }, // prettier-ignore
  { kind: 'create', text: 'x', language: 'ts', key: 4 },
  { kind: 'mention', query: '', key: 5 },
  { kind: 'edit', turn: 't', question: 'why?', chips },
  { kind: 'widen', turn: 't' },
  { kind: 'helpers', turn: 't' },
  { kind: 'pauseIndex', isPaused: true },
  { kind: 'cancelIndex' },
  { kind: 'apply', text: 'x', turn: 't', key: 6 },
];

const bad: [string, unknown][] = [
  ['nothing', undefined],
  ['a list', [{ kind: 'ready' }]],
  ['an unknown kind', { kind: 'assetsDeleteAsset' }],
  ['a kind inherited from every object', { kind: 'constructor' }],
  ['a question without chips', { kind: 'ask', question: 'where?' }],
  ['an empty question', { kind: 'ask', question: ' ', chips }],
  ['a question beyond the limit', { kind: 'ask', question: 'x'.repeat(100_001), chips }],
  ['a chip of no known kind', { kind: 'setChips', chips: [{ kind: 'web' }] }],
  [
    'a selection that ends before it starts',
    { kind: 'setChips', chips: [{ ...chips[1], lines: { start: 3, end: 2 } }] },
  ],
  ['a selection on line 0', { kind: 'setChips', chips: [{ ...chips[1], lines: { start: 0, end: 2 } }] }],
  [
    'more chips than anyone picks',
    { kind: 'setChips', chips: Array.from({ length: 101 }, () => ({ kind: 'workspace' })) },
  ],
  ['a source by path', { kind: 'openSource', turn: 't', list: 'sources', path: '/etc/passwd' }],
  ['a source of another list', { kind: 'openSource', turn: 't', list: 'chips', index: 0 }],
  [
    'a quotation by path',
    {
      kind: 'save',
      text: 'x',
      language: '',
      key: 1,
      quote: { turn: 't', path: '/etc/passwd', lines: { start: 1, end: 2 } },
    },
  ],
  [
    'a quotation that ends before it starts',
    { kind: 'save', text: 'x', language: '', key: 1, quote: { turn: 't', index: 0, lines: { start: 3, end: 2 } } },
  ],
  ['a negative index', { kind: 'openSource', turn: 't', list: 'sources', index: -1 }],
  ['a link that is not https', { kind: 'openLink', url: 'command:workbench.action.terminal.new' }],
  ['a key that is no count', { kind: 'copy', text: 'x', key: 1.5 }],
];

describe('messages of the page', () => {
  for (const message of good) {
    it(`passes ${JSON.stringify(message).slice(0, 60)}`, () => {
      assert.deepEqual(parseToHost(structuredClone(message)), message);
    });
  }

  for (const [name, message] of bad) {
    it(`drops ${name}`, () => {
      assert.equal(parseToHost(message), undefined);
    });
  }

  it('hands on nothing but what was checked', () => {
    assert.deepEqual(parseToHost({ kind: 'stop', extra: 1 }), { kind: 'stop' });
    assert.deepEqual(parseToHost({ kind: 'setChips', chips: [{ kind: 'workspace', path: '/' }] }), {
      kind: 'setChips',
      chips: [{ kind: 'workspace' }],
    });
  });

  it('never throws, whatever comes', () => {
    fc.assert(fc.property(fc.anything(), (value) => void parseToHost(value)));
    const kinds = fc.constantFrom(...new Set(good.map((message) => message.kind)));
    fc.assert(fc.property(kinds, fc.object(), (kind, fields) => void parseToHost({ ...fields, kind })));
  });
});
