// Sign-in by the device flow at a real issuer (oidc-provider), and at one that lies.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { newDatabase, type TestDatabase } from './postgres';
import { ask, call, emailOf, person, startService, type TestService } from './team';
import { root } from './world';

interface Account {
  sub: string;
  name: string;
  email: string;
  email_verified: boolean;
}

interface Issuer {
  address: string;
  /** What the person does in their browser; the pages are the issuer's own business. */
  agree(code: string, account: Account): Promise<void>;
  refuse(code: string): Promise<void>;
  close(): Promise<void>;
}

const clientId = 'quarry-team';

async function startIssuer(): Promise<Issuer> {
  const { Provider } = await import('oidc-provider');
  const accounts = new Map<string, Account>();
  const server = http.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(address, {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
        response_types: [],
        redirect_uris: [],
      },
    ],
    features: { deviceFlow: { enabled: true }, devInteractions: { enabled: false } },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    cookies: { keys: ['only-for-tests'] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ ...accounts.get(sub), sub }) }),
  });
  server.on('request', provider.callback());
  const codeOf = async (code: string) => {
    const found = await provider.DeviceCode.findByUserCode(code.replaceAll('-', ''));
    assert.ok(found);
    return found;
  };
  return {
    address,
    async agree(code, account) {
      accounts.set(account.sub, account);
      const grant = new provider.Grant({ accountId: account.sub, clientId });
      grant.addOIDCScope('openid profile email');
      const device = await codeOf(code);
      const agreed = { accountId: account.sub, grantId: await grant.save(), scope: 'openid profile email' };
      await Object.assign(device, agreed, { authTime: Math.floor(Date.now() / 1000) }).save(600);
    },
    async refuse(code) {
      const device = await codeOf(code);
      await Object.assign(device, { error: 'access_denied', errorDescription: 'no' }).save(600);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

describe('signing in to a team', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let issuer: Issuer;
  let services: TestService[] = [];
  let [one, two] = ['', ''];

  before(async () => {
    database = await newDatabase();
    issuer = await startIssuer();
    const signIn = { issuer: issuer.address, clientId, tokenDays: 30 };
    services = await Promise.all([0, 1].map(() => startService(database.service, { signIn })));
    [one = '', two = ''] = services.map(({ address }) => address);
  });
  after(async () => {
    await Promise.all(services.map((service) => service.close()));
    await issuer.close();
    await database.drop();
  });

  const account = (name: string, more: Partial<Account> = {}): Account => ({
    ...{ sub: `sub-${name}`, name, email: emailOf(name), email_verified: true },
    ...more,
  });
  async function signIn(who: Account): Promise<string> {
    const { device, code } = await ask(one, undefined, 'signInStart');
    await issuer.agree(code, who);
    const { token } = await ask(two, undefined, 'signInFinish', { body: { device, name: 'laptop' } });
    assert.ok(token);
    return token;
  }

  it('waits until the person has agreed in the browser, and may be ended by another copy than began it', async () => {
    const { device, code, address, intervalSeconds } = await ask(one, undefined, 'signInStart');
    assert.ok(address.startsWith(issuer.address));
    assert.ok(intervalSeconds > 0);
    const body = { device, name: 'laptop' };
    assert.deepEqual(await ask(two, undefined, 'signInFinish', { body }), { state: 'waiting' });
    await issuer.agree(code, account('Ada'));
    const { state, token, expires } = await ask(two, undefined, 'signInFinish', { body });
    assert.equal(state, 'done');
    assert.ok(Date.parse(expires ?? '') > Date.now() + 29 * 86_400_000);
    const { person: who, scope } = await ask(one, token, 'me');
    assert.deepEqual([who.name, who.email, scope], ['Ada', emailOf('Ada'), 'admin']);
    assert.equal((await call(one, undefined, 'signInFinish', { body })).status, 403);
  });

  it('finds a person again by what the issuer calls them, whatever their name and address are now', async () => {
    const first = await ask(one, await signIn(account('Bob')), 'me');
    const again = await ask(one, await signIn(account('Bob', { name: 'Robert', email: 'robert@example.org' })), 'me');
    assert.equal(again.person.id, first.person.id);
    assert.equal(again.person.name, 'Robert');
  });

  it('lets somebody who was invited in, once the issuer has verified the address', async () => {
    const keeper = await person(database.owner, 'Keeper');
    const { id: space } = await ask(one, keeper, 'spaceMake', { body: { name: 'Waiting', visibility: 'members' } });
    await ask(one, keeper, 'memberSet', { params: { space }, body: { email: 'EVE@example.org', role: 'write' } });
    const unverified = await signIn(account('Mallory', { email: 'eve@example.org', email_verified: false }));
    assert.deepEqual(await ask(one, unverified, 'spaces'), []);
    const eve = await signIn(account('Eve'));
    assert.deepEqual(
      (await ask(one, eve, 'spaces')).map(({ id, role }) => [id, role]),
      [[space, 'write']],
    );
    const later = await signIn(account('Other', { email: 'eve@example.org' }));
    assert.deepEqual(await ask(one, later, 'spaces'), []);
    assert.equal((await ask(one, eve, 'spaces')).length, 1);
  });

  it('gives somebody who is known what waited under an address that has become theirs', async () => {
    const keeper = await person(database.owner, 'Keeper');
    await signIn(account('Kim'));
    const { id: space } = await ask(one, keeper, 'spaceMake', { body: { name: 'New', visibility: 'members' } });
    await ask(one, keeper, 'memberSet', { params: { space }, body: { email: 'kim.new@example.org', role: 'read' } });
    const kim = await signIn(account('Kim', { email: 'kim.new@example.org' }));
    assert.deepEqual(
      (await ask(one, kim, 'spaces')).map(({ id }) => id),
      [space],
    );
  });

  it('makes one person of two windows that sign in at once', async () => {
    const tokens = await Promise.all([0, 1, 2, 3].map(() => signIn(account('Twin'))));
    const ids = await Promise.all(tokens.map(async (token) => (await ask(one, token, 'me')).person.id));
    assert.equal(new Set(ids).size, 1);
    assert.equal((await root(database, `SELECT FROM quarry.people WHERE email = 'twin@example.org'`)).length, 1);
  });

  it('says no when the person has, and to a code that nobody gave', async () => {
    const { device, code } = await ask(one, undefined, 'signInStart');
    await issuer.refuse(code);
    const body = { device, name: 'laptop' };
    assert.equal((await call(one, undefined, 'signInFinish', { body })).status, 403);
    const invented = { body: { device: 'invented', name: 'laptop' } };
    assert.equal((await call(one, undefined, 'signInFinish', invented)).status, 403);
  });

  it('is not there without an issuer, and 503 while the issuer is away', async () => {
    const without = await startService(database.service);
    const away = await startService(database.service, {
      signIn: { issuer: 'http://127.0.0.1:1', clientId, tokenDays: 1 },
    });
    try {
      assert.equal((await call(without.address, undefined, 'signInStart')).status, 404);
      assert.equal((await call(away.address, undefined, 'signInStart')).status, 503);
    } finally {
      await Promise.all([without.close(), away.close()]);
    }
  });

  describe('at an issuer that lies', () => {
    let liar: http.Server;
    let own: CryptoKey;
    let idToken = '';
    let address = '';
    let service: TestService;

    before(async () => {
      const pair = await generateKeyPair('ES256');
      own = pair.privateKey;
      const keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'own', alg: 'ES256' }] };
      liar = http.createServer((request, response) => {
        const answers: Record<string, unknown> = {
          '/.well-known/openid-configuration': {
            issuer: address,
            jwks_uri: `${address}/keys`,
            token_endpoint: `${address}/token`,
            device_authorization_endpoint: `${address}/device`,
            id_token_signing_alg_values_supported: ['ES256'],
          },
          '/keys': keys,
          '/token': { access_token: 'x', token_type: 'Bearer', id_token: idToken },
        };
        response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[request.url ?? '']));
      });
      liar.listen(0, '127.0.0.1');
      await once(liar, 'listening');
      address = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
      service = await startService(database.service, { signIn: { issuer: address, clientId, tokenDays: 1 } });
    });
    after(async () => {
      await service.close();
      liar.closeAllConnections();
      await new Promise((done) => liar.close(done));
    });

    interface Told {
      issuer?: string;
      audience?: string;
      expires?: number;
      key?: CryptoKey;
    }
    const sign = ({ issuer: who = address, audience = clientId, expires = 300, key = own }: Told) => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ name: 'Ada', email: emailOf('Ada'), email_verified: true })
        .setProtectedHeader({ alg: 'ES256', kid: 'own' })
        .setSubject('sub-Ada')
        .setIssuer(who)
        .setAudience(audience)
        .setIssuedAt(now - 600)
        .setExpirationTime(now + expires)
        .sign(key);
    };
    const finish = async (token: string) => {
      idToken = token;
      return call(service.address, undefined, 'signInFinish', { body: { device: 'x', name: 'laptop' } });
    };

    it('believes what is signed, to the clock’s tolerance', async () => {
      assert.equal((await finish(await sign({}))).status, 200);
    });

    it('believes no word for another service, of another issuer, of yesterday, or signed by somebody else', async () => {
      const { privateKey: foreign } = await generateKeyPair('ES256');
      const lies = [{ audience: 'another' }, { issuer: issuer.address }, { expires: -300 }, { key: foreign }];
      for (const lie of lies) {
        const answer = await finish(await sign(lie));
        assert.equal(answer.status, 403, `${Object.keys(lie)[0]}: ${answer.text}`);
      }
      const [, payload = ''] = (await sign({})).split('.');
      const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
      assert.equal((await finish(unsigned)).status, 403);
    });
  });
});
