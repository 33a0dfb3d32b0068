import assert from 'node:assert/strict';
import { ApiError } from '../../../src/contract/errors';

describe('an error of the service', () => {
  it('is known for one when another bundle made it', () => {
    // As the client's bundle has it: the same class, read a second time.
    class OtherApiError extends Error {
      readonly code = 'gone';
      override readonly name = 'ApiError';
    }
    assert.ok(new OtherApiError('deleted') instanceof ApiError);
    assert.ok(new ApiError('gone', 'deleted') instanceof ApiError);
    assert.ok(!(new Error('deleted') instanceof ApiError));
  });
});
