import assert from 'node:assert/strict';
import { Library } from '../../../src/store/library';
import { prepare, refuseGrowth } from '../../../src/store/prepare';
import type { Change } from '../../../src/store/types';
import { putTag } from './temporaryStore';

describe('a full library', () => {
  const library = new Library(1);
  library.put('tags', { id: 'old' }, 399_999_990);
  const refused = (changes: Change[]) => refuseGrowth(prepare(changes), library);

  it('takes nothing that makes it larger, and says how to make room', () => {
    assert.throws(() => refused([putTag('new')]), /Delete assets and empty the trash/);
  });
  it('takes what deletes, though the trash and the history grow by it', () => {
    refused([{ op: 'delete', collection: 'assets', id: 'some' }, putTag('in the trash')]);
    refused([{ op: 'delete', collection: 'tags', id: 'old' }]);
  });
});
