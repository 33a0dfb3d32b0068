import assert from 'node:assert/strict';
import { hints } from '../../../src/engine/hints';
import type { AnswerSnippet } from '../../../src/engine/types';

function snippet(text: string, symbol: string, label = 'src/a.ts'): AnswerSnippet {
  return {
    id: label,
    source: { kind: 'file', path: `/${label}` },
    label,
    text,
    language: 'ts',
    lines: { start: 1, end: text.split('\n').length },
    symbol,
  };
}

const throwing = snippet(
  `function openStore(path) {\n  if (path === '') {\n    throw new Error('The path of the store is missing');\n  }\n}`,
  'openStore',
);
const listening = snippet(
  `class Clock extends Ticker {\n  start() {\n    this.running = true;\n    this.on('tick', beat);\n  }\n}`,
  'Clock',
);

const texts = (...snippets: AnswerSnippet[]) => hints({ snippets }).map(({ text }) => text);

describe('hints', () => {
  it('ask about the symbols and the messages that are in the code', () => {
    const found = texts(throwing).join('\n');
    assert.match(found, /`openStore` fail with “The path of the store is missing”/);
    assert.match(found, /Where is `openStore` called from/);
  });

  it('differ with the code', () => {
    const masked = (list: string[]) => list.map((text) => text.replace(/`[^`]*`|“[^”]*”|'[^']*'/g, '_'));
    const first = masked(texts(throwing));
    const second = masked(texts(listening));
    assert.match(texts(listening).join('\n'), /`Ticker`/);
    assert.match(texts(listening).join('\n'), /'tick'/);
    assert.ok(second.some((text) => !first.includes(text)));
  });

  it('are best first, scored in [0, 1], without repetition', () => {
    const found = hints({ snippets: [throwing, listening] });
    assert.equal(new Set(found.map(({ text }) => text)).size, found.length);
    assert.ok(found.every(({ score }, place) => score > 0 && score <= 1 && score <= (found[place - 1]?.score ?? 1)));
  });

  it('never repeat the question, and put what was asked last', () => {
    const query = 'Where is `openStore` called from?';
    const found = hints({ query, snippets: [throwing] }).map(({ text }) => text);
    assert.ok(!found.includes(query));
  });

  it('are none without code', () => {
    assert.deepEqual(hints({ query: 'anything', snippets: [] }), []);
  });
});
