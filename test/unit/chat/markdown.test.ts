import assert from 'node:assert/strict';
import { chatMarkdown } from '../../../src/chat/writing';
import { newTurn } from '../../../src/chat/turns';

const texts = {
  askedOf: 'Asked of {0}',
  sources: 'Sources',
  incomplete: 'Not finished.',
  noAnswer: 'No answer.',
  chip: ({ kind }: { kind: string }) => kind,
};

describe('a chat as Markdown', () => {
  it('has a heading for each question, what it was asked of, the answer and its places', () => {
    const turn = {
      ...newTurn('t', 'where is\nthe limit?', [{ kind: 'workspace' as const }]),
      text: 'Here [1].\n\n```js\nlet x\n```\n\n[1] a.js:1-2',
      state: 'done' as const,
      sources: [{ id: 'a', name: 'a.js', directory: 'lib', path: '/w/lib/a.js', lines: { start: 1, end: 2 } }],
    };
    assert.equal(
      chatMarkdown('Limits', [turn], texts),
      [
        '# Limits',
        '## where is the limit?',
        '> where is\n> the limit?',
        '*Asked of workspace*',
        'Here [1].\n\n```js\nlet x\n```',
        '**Sources**',
        '1. `lib/a.js:1-2`',
      ].join('\n\n') + '\n',
    );
  });

  it('says of an answer that it was not finished, or that there is none', () => {
    const half = { ...newTurn('t', 'one?', []), text: 'ha', state: 'incomplete' as const };
    const none = { ...newTurn('u', 'two?', []), state: 'incomplete' as const };
    assert.equal(
      chatMarkdown('x', [half, none], texts),
      '# x\n\n## one?\n\nha\n\n*Not finished.*\n\n## two?\n\n*No answer.*\n',
    );
  });
});
