import assert from 'node:assert/strict';
import { ownEmbedderFrom, ownEndpointFrom } from '../../../src/api/models/registry';
import { answering, embedding, startFakeEndpoint } from '../models/fakeEndpoint';

describe('the endpoint of a service without an editor', () => {
  it('is none when the environment names none', () => {
    assert.equal(ownEndpointFrom({}), undefined);
  });

  it('asks with the key of the environment', async () => {
    const endpoint = await startFakeEndpoint(answering('Fifty.'));
    try {
      const own = ownEndpointFrom({
        QUARRY_MODEL_URL: endpoint.baseUrl,
        QUARRY_MODEL: 'small',
        QUARRY_MODEL_KEY: 'sk-test-0123456789abcdef',
      });
      assert.deepEqual([own?.offered.name, own?.offered.isRemote, own?.offered.maxTokens], ['small', false, 6_000]);
      const pieces: string[] = [];
      for await (const piece of own?.model.generate({ messages: [] }, new AbortController().signal) ?? []) {
        pieces.push(piece);
      }
      assert.deepEqual(pieces, ['Fifty.']);
      assert.equal(endpoint.seen[0]?.headers.authorization, 'Bearer sk-test-0123456789abcdef');
    } finally {
      await endpoint.close();
    }
  });

  it('says which variable is wrong', () => {
    assert.throws(() => ownEndpointFrom({ QUARRY_MODEL_URL: 'nowhere' }), /QUARRY_MODEL_URL/);
    assert.throws(() => ownEndpointFrom({ QUARRY_MODEL_URL: 'http://localhost/v1' }), /QUARRY_MODEL is missing/);
    const tooSmall = { QUARRY_MODEL_URL: 'http://localhost/v1', QUARRY_MODEL: 'm', QUARRY_MODEL_CONTEXT_TOKENS: '5' };
    assert.throws(() => ownEndpointFrom(tooSmall), /CONTEXT_TOKENS/);
  });

  it('embeds with the model named for it, whether or not one answers', async () => {
    const endpoint = await startFakeEndpoint(embedding(() => [0, 2]));
    try {
      const environment = { QUARRY_MODEL_URL: endpoint.baseUrl, QUARRY_EMBEDDING_MODEL: 'tiny', QUARRY_MODEL_KEY: 'k' };
      assert.equal(ownEndpointFrom(environment), undefined);
      const own = ownEmbedderFrom(environment);
      assert.match(own?.name ?? '', /^tiny at 127\.0\.0\.1:\d+$/);
      assert.equal(own?.isRemote, false);
      const vectors = await own?.embedder.embed([{ kind: 'code', text: 'a' }], new AbortController().signal);
      assert.deepEqual(vectors, [Float32Array.of(0, 1)]);
      assert.equal(endpoint.seen[0]?.headers.authorization, 'Bearer k');
    } finally {
      await endpoint.close();
    }
    assert.equal(ownEmbedderFrom({ QUARRY_MODEL_URL: endpoint.baseUrl, QUARRY_MODEL: 'm' }), undefined);
    assert.throws(() => ownEmbedderFrom({ QUARRY_EMBEDDING_MODEL: 'tiny' }), /QUARRY_MODEL_URL is missing/);
  });
});
