import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultServerSettings } from '../../../src/contract/serviceOptions';
import { describeOptions, optionOf, settingsFromShell, shellOptions, variableOf } from '../../../src/commandArguments';

interface Manifest {
  contributes: { configuration: { properties: Record<string, { default: unknown; enum?: string[] }> }[] };
}

const manifest = JSON.parse(readFileSync(path.resolve('package.json'), 'utf8')) as Manifest;

/** What the editor's settings say of the server: the part of the name behind `quarry.server.`, and the setting. */
const declared = manifest.contributes.configuration
  .flatMap(({ properties }) => Object.entries(properties))
  .filter(([name]) => name.startsWith('quarry.server.'))
  .map(([name, setting]) => ({ name: name.slice('quarry.server.'.length), ...setting }));

const of = (given: Record<string, string[]>, environment = {}) => settingsFromShell({ options: given, environment });

describe('settings of the server without an editor', () => {
  it('are exactly those of the editor, with their defaults, words and a row of help each', () => {
    const names = Object.keys(defaultServerSettings);
    assert.deepEqual([...declared.map(({ name }) => name)].sort(), [...names].sort());
    assert.deepEqual(Object.keys(shellOptions).length, names.length);
    assert.deepEqual(of({}), Object.fromEntries(declared.map(({ name, default: value }) => [name, value])));
    const help = describeOptions('');
    for (const { name, enum: words } of declared) {
      const option = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      assert.ok(option in shellOptions, option);
      const row = help.split('\n').find((line) => line.startsWith(`--${option} `));
      assert.ok(row, `${option} is in the help`);
      if (words) assert.ok(row.includes(words.join('|')), row);
    }
  });

  it('are taken from options, else from the environment, and lists from several options or one text with commas', () => {
    const environment = {
      QUARRY_SERVER_ALLOWED_ORIGINS: 'http://a.example, http://b.example:8080,',
      QUARRY_SERVER_AUTH: 'ask',
      QUARRY_SERVER_PATH_POLICY: '',
    };
    assert.deepEqual(of({}, environment), {
      ...defaultServerSettings,
      allowedOrigins: ['http://a.example', 'http://b.example:8080'],
      auth: 'ask',
    });
    const options = { 'allowed-origins': ['http://c.example', 'http://d.example'], auth: ['open', 'required'] };
    const { allowedOrigins, auth } = of(options, environment);
    assert.deepEqual({ allowedOrigins, auth }, { allowedOrigins: options['allowed-origins'], auth: 'required' });
    const { port, checkPeerUser } = of({ port: ['0'], 'check-peer-user': ['false'] });
    assert.deepEqual({ port, checkPeerUser }, { port: 0, checkPeerUser: false });
  });

  it('are refused in one sentence that names the option or the variable when they cannot be taken', () => {
    const wrong: [option: string, value: string][] = [
      ...['', 'x', '-1', '1.5', '65536', '0x10', ' 1'].map((value): [string, string] => ['port', value]),
      ...['', 'sometimes', 'constructor', '__proto__'].map((value): [string, string] => ['auth', value]),
      ...['', 'localhost:5173', '*', 'http://', 'http://a b'].map((value): [string, string] => [
        'allowed-origins',
        value,
      ]),
      ...['yes', '', 'constructor'].map((value): [string, string] => ['check-peer-user', value]),
      ['allowed-hosts', 'http://a/'],
      ['allowed-paths', ''],
    ];
    for (const [option, value] of wrong) {
      const sentence = new RegExp(`^TypeError: --${option} takes [^"]+, not "`);
      assert.throws(
        () => of({ [option]: [value] }),
        (error) => sentence.test(String(error)),
        `${option} ${value}`,
      );
    }
    assert.throws(() => of({}, { QUARRY_SERVER_PORT: '99999' }), /QUARRY_SERVER_PORT takes a whole number/);
  });

  it('have names that follow from those of the settings', () => {
    assert.equal(optionOf('allowedOrigins'), 'allowed-origins');
    assert.equal(variableOf('checkPeerUser'), 'QUARRY_SERVER_CHECK_PEER_USER');
  });
});
