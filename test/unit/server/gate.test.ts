import assert from 'node:assert/strict';
import { allowedHost, allowedOrigins, badHosts, badOrigins, goodHosts } from '../../soak/tools/hosts';
import { checkRequest, type RequestFacts, type Verdict } from '../../../src/server/gate';

const settings = { allowedHosts: [allowedHost], allowedOrigins };

function judge(facts: Partial<RequestFacts>): Verdict {
  const request = { method: 'GET', target: '/assets', headerCount: 2, peer: '127.0.0.1', isOwnSocket: false };
  return checkRequest({ ...request, ...facts, headers: { host: ['localhost'], ...facts.headers } }, settings);
}

function statusOf(verdict: Verdict): number | string {
  return verdict.kind === 'answered' ? verdict.answer.status : verdict.kind;
}

describe('gate: Host', () => {
  for (const host of goodHosts) {
    it(`lets in ${host}`, () => assert.equal(judge({ headers: { host: [host] } }).kind, 'pass'));
  }
  for (const host of badHosts) {
    it(`answers 403 to “${host}”`, () => assert.equal(statusOf(judge({ headers: { host: [host] } })), 403));
  }
  it('answers 403 without a Host and to two of them', () => {
    assert.equal(statusOf(judge({ headers: { host: undefined } })), 403);
    assert.equal(statusOf(judge({ headers: { host: ['localhost', 'localhost'] } })), 403);
  });
  it('ignores what proxies claim', () => {
    const headers = { host: ['evil.example'], 'x-forwarded-host': ['localhost'], forwarded: ['host=localhost'] };
    assert.equal(statusOf(judge({ headers })), 403);
  });
});

describe('gate: Origin', () => {
  for (const origin of badOrigins) {
    it(`refuses “${origin}” in every kind of request, without a CORS header`, () => {
      for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD', 'PUT']) {
        const verdict = judge({ method, headers: { origin: [origin] } });
        assert.ok(verdict.kind === 'answered');
        assert.equal(verdict.answer.status, method === 'OPTIONS' ? 405 : 403);
        assert.deepEqual(
          Object.keys(verdict.answer.headers).filter((name) => name.startsWith('Access-')),
          [],
        );
        assert.equal(verdict.refusedOrigin, origin);
      }
    });
  }
  for (const origin of [
    'http://localhost:3000',
    'https://pages.example',
    'https://pages.example:8443',
    'http://upper.example',
  ]) {
    it(`lets in the listed ${origin} with its exact CORS headers`, () => {
      const verdict = judge({ headers: { origin: [origin] } });
      assert.ok(verdict.kind === 'pass');
      assert.equal(verdict.headers['Access-Control-Allow-Origin'], origin);
      assert.equal(verdict.headers.Vary, 'Origin');
      assert.equal(verdict.headers['Access-Control-Allow-Credentials'], undefined);
    });
  }
  it('lets in a socket whose origin is the very address it connects to, as Python programs open it', () => {
    const host = ['127.0.0.1:39300'];
    const own = { host, origin: ['http://127.0.0.1:39300'], upgrade: ['websocket'] };
    assert.deepEqual(judge({ headers: own }), { kind: 'pass', headers: {} });
    for (const headers of [
      { ...own, upgrade: undefined },
      { ...own, origin: ['http://127.0.0.1:39301'] },
      { ...own, origin: ['https://127.0.0.1:39300'] },
      { ...own, origin: ['http://localhost:39300'] },
      { ...own, host: ['evil.example:39300'], origin: ['http://evil.example:39300'] },
      { ...own, 'sec-fetch-site': ['cross-site'] },
    ]) {
      assert.equal(statusOf(judge({ headers })), 403);
    }
  });
  it('refuses two origins even when both are listed', () => {
    const origins = ['https://pages.example', 'https://pages.example'];
    assert.equal(statusOf(judge({ headers: { origin: origins } })), 403);
  });
  it('names the setting in the refusal', () => {
    const verdict = judge({ headers: { origin: ['http://localhost:5173'] } });
    assert.ok(verdict.kind === 'answered');
    assert.match(verdict.answer.text, /quarry\.server\.allowedOrigins/);
  });
  it('gives a request without an origin no CORS header', () => {
    assert.deepEqual(judge({}), { kind: 'pass', headers: {} });
  });
});

describe('gate: the rest', () => {
  it('refuses what a page of another site fetches, whatever the mode', () => {
    for (const site of ['cross-site', 'same-site', 'other', '']) {
      assert.equal(statusOf(judge({ headers: { 'sec-fetch-site': [site] } })), 403);
    }
    for (const site of ['none', 'same-origin']) {
      assert.equal(judge({ headers: { 'sec-fetch-site': [site], 'sec-fetch-mode': ['cors'] } }).kind, 'pass');
    }
    assert.equal(statusOf(judge({ headers: { 'sec-fetch-site': ['none', 'cross-site'] } })), 403);
  });
  it('lets a listed page fetch across sites, and gives its refusals CORS headers', () => {
    const origin = ['https://pages.example'];
    assert.equal(judge({ headers: { origin, 'sec-fetch-site': ['cross-site'] } }).kind, 'pass');
    const verdict = judge({ headers: { origin, 'sec-fetch-site': ['odd'] } });
    assert.ok(verdict.kind === 'answered');
    assert.equal(verdict.answer.headers['Access-Control-Allow-Origin'], origin[0]);
  });
  it('answers a preflight only to listed pages, with the private network only when asked', () => {
    const origin = ['https://pages.example'];
    const plain = judge({ method: 'OPTIONS', headers: { origin } });
    assert.ok(plain.kind === 'answered');
    assert.equal(plain.answer.status, 204);
    assert.equal(plain.answer.headers['Access-Control-Allow-Headers'], 'content-type, authorization, x-application-id');
    assert.equal(plain.answer.headers['Access-Control-Allow-Private-Network'], undefined);
    const asked = judge({
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-private-network': ['true'] },
    });
    assert.ok(asked.kind === 'answered');
    assert.equal(asked.answer.headers['Access-Control-Allow-Private-Network'], 'true');
    const stranger = judge({ method: 'OPTIONS' });
    assert.ok(stranger.kind === 'answered');
    assert.equal(stranger.answer.status, 405);
    assert.ok(stranger.answer.headers.Allow);
  });
  it('closes connections from other addresses, but not those of the socket file', () => {
    for (const peer of ['192.168.1.5', '10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', undefined]) {
      assert.equal(judge({ peer }).kind, 'closed');
    }
    for (const peer of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])
      assert.equal(judge({ peer }).kind, 'pass');
    assert.equal(judge({ peer: undefined, isOwnSocket: true }).kind, 'pass');
  });
  it('answers 431 to more than a hundred header fields', () => {
    assert.equal(judge({ headerCount: 100 }).kind, 'pass');
    assert.equal(statusOf(judge({ headerCount: 101 })), 431);
  });
  it('takes only paths as targets', () => {
    for (const target of ['http://evil.example/assets', '*', 'assets', '']) {
      assert.equal(statusOf(judge({ target })), 400);
    }
  });
});
