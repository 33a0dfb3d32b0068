import assert from 'node:assert/strict';
import { reprompt } from '../../../src/engine/reprompt';
import type { Turn } from '../../../src/engine/types';

const history: Turn[] = [
  { role: 'assistant', text: '`rawBody` reads the payload [1].\n\n[1] lib/parser.js:1-20' },
  { role: 'user', text: 'where is the maximum body size enforced?' },
];

describe('reprompt', () => {
  it('puts the cited symbol in the place of a pronoun', () => {
    assert.match(reprompt({ query: 'who calls it?', history }), /^who calls `rawBody`/);
    assert.match(reprompt({ query: 'what does this function return?', history }), /^what does `rawBody` return/);
  });

  it('adds the subject of the last question to a bare follow-up', () => {
    const asked = reprompt({ query: 'and in tests?', history });
    assert.match(asked, /^in tests/);
    assert.match(asked, /maximum body size/);
    assert.match(reprompt({ query: 'why?', history }), /^why \(about .*body size.*\)\?$/);
  });

  it('leaves a complete question alone', () => {
    for (const query of [
      'how is the content type parser chosen for a request?',
      'where does `parseHeaders` split its lines?',
      'what is the default timeout of a connection?',
    ]) {
      assert.equal(reprompt({ query, history }), query);
    }
  });

  it('uses the question alone when no symbol was cited', () => {
    const asked = reprompt({ query: 'why does it do that?', history: history.slice(1) });
    assert.match(asked, /maximum body size/);
  });

  it('looks past follow-ups for the subject', () => {
    const longer: Turn[] = [{ role: 'user', text: 'and why?' }, ...history.slice(1)];
    assert.match(reprompt({ query: 'in tests too?', history: longer }), /maximum body size/);
  });

  it('changes nothing without history', () => {
    assert.equal(reprompt({ query: 'why?', history: [] }), 'why?');
  });
});
