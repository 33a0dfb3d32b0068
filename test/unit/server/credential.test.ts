import assert from 'node:assert/strict';
import { ApiError } from '../../../src/contract/errors';
import { authorize, createCredentialReader, restsOnToken, standingOf } from '../../../src/server/gate';

const token = 'Zm9vYmFyYmF6cXV4LWZvb2Jhci1iYXpxdXgtMTIzNDU';
const read = createCredentialReader(() => token);

const malformed = [
  `Basic ${token}`,
  'Bearer',
  'Bearer ',
  `Bearer ${token}x`,
  `Bearer ${token.slice(1)}`,
  `Bearer "${token}"`,
  token,
  `Bearer ${token.toLowerCase()}`,
  `Bearer ${token}, Bearer ${token}`,
  '',
];

describe('credential', () => {
  it('knows the token, whatever the case of the scheme', () => {
    assert.equal(read([`Bearer ${token}`]), 'valid');
    assert.equal(read([`bearer  ${token}`]), 'valid');
    assert.equal(read(undefined), 'none');
  });
  for (const value of malformed) {
    it(`takes “${value.replace(token, '<token>')}” for wrong`, () => assert.equal(read([value]), 'wrong'));
  }
  it('takes a repeated header for wrong', () => assert.equal(read([`Bearer ${token}`, `Bearer ${token}`]), 'wrong'));

  it('knows the renewed token and takes the one before for wrong', () => {
    let current = token;
    const readCurrent = createCredentialReader(() => current);
    assert.equal(readCurrent([`Bearer ${token}`]), 'valid');
    current = `${token.slice(1)}x`;
    assert.equal(readCurrent([`Bearer ${token}`]), 'wrong');
    assert.equal(readCurrent([`Bearer ${current}`]), 'valid');
  });
  it('lets only those end with the token who were let in by it', () => {
    assert.equal(restsOnToken(standingOf('none', false)), false);
    assert.equal(restsOnToken(standingOf('valid', false), 'linux'), true);
    assert.equal(restsOnToken(standingOf('valid', true, 'linux'), 'linux'), false);
    assert.equal(restsOnToken(standingOf('valid', true, 'win32'), 'win32'), true);
  });

  const table: [
    mode: 'open' | 'ask' | 'required',
    credential: 'none' | 'wrong' | 'valid',
    engine: boolean,
    other: boolean,
  ][] = [
    ['open', 'none', true, true],
    ['open', 'wrong', false, true],
    ['open', 'valid', true, true],
    ['ask', 'none', false, true],
    ['ask', 'wrong', false, true],
    ['ask', 'valid', true, true],
    ['required', 'none', false, false],
    ['required', 'wrong', false, false],
    ['required', 'valid', true, true],
  ];
  for (const [mode, credential, engine, other] of table) {
    it(`mode ${mode}, credential ${credential}: engine ${engine ? 'yes' : '401'}, others ${other ? 'yes' : '401'}`, () => {
      const standing = standingOf(credential, false);
      for (const [isEngine, isAllowed] of [
        [true, engine],
        [false, other],
      ] as const) {
        const attempt = () => authorize(standing, mode, isEngine);
        if (isAllowed) attempt();
        else assert.throws(attempt, (error) => error instanceof ApiError && error.status === 401);
      }
    });
  }
  it('trusts the socket file, but a named pipe only with the token', () => {
    assert.deepEqual(standingOf('none', true, 'linux'), { credential: 'none', isOwn: true, isTrusted: true });
    assert.deepEqual(standingOf('none', true, 'win32'), { credential: 'none', isOwn: false, isTrusted: false });
    assert.deepEqual(standingOf('valid', true, 'win32'), { credential: 'valid', isOwn: true, isTrusted: true });
    assert.deepEqual(standingOf('valid', false), { credential: 'valid', isOwn: false, isTrusted: true });
  });
});
