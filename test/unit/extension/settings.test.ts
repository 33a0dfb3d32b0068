import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defaultServerSettings } from '../../../src/contract/serviceOptions';
import { serverSettingsFrom } from '../../../src/extension/settings';

describe('settings of the server', () => {
  it('are taken over when they fit', () => {
    const values: Record<string, unknown> = {
      'quarry.server.port': 0,
      'quarry.server.auth': 'required',
      'quarry.server.allowedOrigins': ['http://localhost:5173'],
      'quarry.server.checkPeerUser': false,
    };
    assert.deepEqual(
      serverSettingsFrom((name) => values[name]),
      {
        ...defaultServerSettings,
        port: 0,
        auth: 'required',
        allowedOrigins: ['http://localhost:5173'],
        checkPeerUser: false,
      },
    );
  });

  it('become the defaults when they do not', () => {
    for (const value of [undefined, null, -1, 70_000, 1.5, 'sometimes', {}, NaN]) {
      assert.deepEqual(
        serverSettingsFrom(() => value),
        defaultServerSettings,
        JSON.stringify(value),
      );
    }
  });

  it('hold only texts in their lists, whatever was written there', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { allowedHosts, allowedOrigins, allowedPaths, port } = serverSettingsFrom(() => value);
        for (const item of [...allowedHosts, ...allowedOrigins, ...allowedPaths]) assert.equal(typeof item, 'string');
        assert.ok(Number.isInteger(port) && port >= 0 && port <= 65_535);
      }),
    );
  });
});
