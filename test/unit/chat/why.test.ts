import assert from 'node:assert/strict';
import { reasonsOf } from '../../../src/chat/turns';

describe('why a passage was considered', () => {
  it('is told from the parts of its score that say something', () => {
    assert.deepEqual(reasonsOf({ fileName: 0.76, comments: 0.34, definition: 0.34, widened: 0.96, closeRows: 3.1 }), [
      'name',
      'defines',
      'comments',
      'together',
    ]);
  });

  it('tells what counted against it', () => {
    assert.deepEqual(reasonsOf({ role: -4.1, olderVersion: -0.2 }), ['aside']);
  });

  it('is told of conversations that were kept with the names of earlier signals', () => {
    assert.deepEqual(
      reasonsOf({ nameHits: 0.76, doc: 0.69, definition: 0.34, cbfMax: 0.96, cover: 0.1, closeRows: 2 }),
      ['name', 'defines', 'comments'],
    );
    assert.deepEqual(reasonsOf({ test: -4.1, depth: -0.2, oldver: -0.6 }), ['aside', 'old']);
  });

  it('is told once where old and new signals of one meaning are kept together', () => {
    assert.deepEqual(reasonsOf({ together: 0.9, closeRows: 3.1 }), ['together']);
  });

  it('says nothing of signals that it does not know', () => {
    assert.deepEqual(reasonsOf({ somethingNew: 5 }), []);
  });
});
