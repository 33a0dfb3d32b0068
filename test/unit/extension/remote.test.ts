import assert from 'node:assert/strict';
import fc from 'fast-check';
import { repositoryAddress, withoutCredentials } from '../../../src/extension/library/origin';

describe('the address of a repository', () => {
  it('keeps no password, token or user of a web address', () => {
    for (const given of [
      'https://someone:secret@example.invalid/team/it.git',
      'https://secret@example.invalid/team/it.git',
      'https://a@b:secret@example.invalid/team/it.git',
      'https://example.invalid/team/it.git?private_token=secret',
      'https://example.invalid/team/it.git#secret',
    ]) {
      assert.equal(withoutCredentials(given), 'https://example.invalid/team/it.git', given);
    }
  });

  it('keeps the user of ssh, which is part of the address, but no password', () => {
    assert.equal(withoutCredentials('git@example.invalid:team/it.git'), 'git@example.invalid:team/it.git');
    assert.equal(withoutCredentials('ssh://git:secret@example.invalid:22/it'), 'ssh://git@example.invalid:22/it');
  });

  it('leaves a path as it is', () => {
    for (const given of ['/srv/git/it.git', '../it', 'C:\\git\\it']) assert.equal(withoutCredentials(given), given);
  });

  it('never lets a secret through, whatever it is made of', () => {
    const secret = fc.stringMatching(/^[\w.~!$&'()*+,;=:%-]{1,30}$/).map((text) => `SECRET${text}`);
    fc.assert(
      fc.property(secret, fc.constantFrom('https', 'http', 'HTTPS'), (text, scheme) => {
        const address = withoutCredentials(`${scheme}://user:${text}@example.invalid/it.git`);
        assert.ok(!address.includes('SECRET'));
        assert.ok(address.endsWith('://example.invalid/it.git'));
      }),
    );
  });

  it('is that of the remote called origin, else of the first', () => {
    const [fork, origin] = [
      { name: 'fork', fetchUrl: 'https://example.invalid/fork' },
      { name: 'origin', fetchUrl: 'https://example.invalid/origin' },
    ];
    assert.equal(repositoryAddress([fork, origin]), origin.fetchUrl);
    assert.equal(repositoryAddress([fork]), fork.fetchUrl);
    assert.equal(repositoryAddress([]), undefined);
  });
});
