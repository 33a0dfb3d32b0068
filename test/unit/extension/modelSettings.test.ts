import assert from 'node:assert/strict';
import fc from 'fast-check';
import { modelSettingsFrom, offeredEmbedder } from '../../../src/extension/settings';
import { isLoopback, isUnencrypted, offeredEndpoint } from '../../../src/models/endpoint';

const read = (values: Record<string, unknown>) =>
  modelSettingsFrom((name) => values[name.replace('quarry.model.', '')]);

describe('settings of models', () => {
  it('name no endpoint and the built-in model when nothing is set', () => {
    const { preferred, endpoint, endpointFault } = read({});
    assert.deepEqual([preferred, endpoint, endpointFault], ['builtIn', undefined, undefined]);
  });

  it('take the base URL as people write it', () => {
    for (const given of [
      'http://localhost:11434/v1',
      'http://localhost:11434/v1/',
      ' http://localhost:11434/v1/chat/completions ',
    ]) {
      assert.equal(read({ endpoint: given, endpointModel: 'm' }).endpoint?.baseUrl, 'http://localhost:11434/v1');
    }
  });

  it('say what is wrong with an endpoint that cannot be used', () => {
    const faultOf = (endpoint: string, endpointModel = 'm') => read({ endpoint, endpointModel }).endpointFault ?? '';
    assert.match(faultOf('localhost'), /no address/);
    assert.match(faultOf('file:///etc/passwd'), /must begin with http/);
    assert.match(faultOf('https://me:sk-1@api.example.com/v1'), /Set Model Key/);
    assert.match(faultOf('https://api.example.com/v1', ''), /no name/);
  });

  it('name a model for embeddings beside the one that answers, or alone', () => {
    const at = { endpoint: 'https://api.example.com/v1', organization: 'org-1' };
    const both = read({ ...at, endpointModel: 'm', embeddings: ' e ' });
    assert.deepEqual(
      [both.endpoint?.model, both.embeddings?.model, both.embeddings?.organisation],
      ['m', 'e', 'org-1'],
    );
    const alone = read({ ...at, embeddings: 'e' });
    assert.deepEqual([alone.endpoint, alone.embeddings?.model, alone.endpointFault], [undefined, 'e', undefined]);
    assert.match(read({ ...at, embeddings: 'e', default: 'endpoint' }).endpointFault ?? '', /no name/);
    assert.equal(read({ embeddings: 'e' }).embeddings, undefined);
    const { key, name, destination, isRemote } = offeredEmbedder({ baseUrl: 'https://api.example.com/v1', model: 'e' });
    assert.deepEqual([destination, isRemote], ['api.example.com', true]);
    assert.match(name, /e.*api\.example\.com/);
    assert.notEqual(key, offeredEndpoint({ baseUrl: 'https://api.example.com/v1', model: 'e' }, 8_000).key);
  });

  it('know what leaves this machine, and what is not encrypted on its way', () => {
    const addresses: [url: string, isLocal: boolean, isOpen: boolean][] = [
      ['http://localhost:11434/v1', true, false],
      ['http://127.0.0.1:8080', true, false],
      ['http://[::1]:8080', true, false],
      ['http://192.168.0.9:8000/v1', false, true],
      ['https://localhost.example.com/v1', false, false],
      ['https://127.0.0.1.nip.io/v1', false, false],
    ];
    for (const [url, isLocal, isOpen] of addresses) {
      assert.deepEqual([isLoopback(url), isUnencrypted(url)], [isLocal, isOpen], url);
    }
  });

  it('leave room for the answer in the window', () => {
    assert.equal(offeredEndpoint({ baseUrl: 'http://localhost/v1', model: 'm' }, 8_000).maxTokens, 6_000);
    assert.equal(offeredEndpoint({ baseUrl: 'http://localhost/v1', model: 'm' }, 128_000).maxTokens, 124_000);
  });

  it('become something usable, whatever was written there', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { preferred, contextTokens } = modelSettingsFrom(() => value);
        assert.ok(preferred !== '' && contextTokens >= 1_000);
      }),
    );
  });
});
