import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTestServer } from '../../api/startTestServer';
import { answering, embedding, startFakeEndpoint } from '../../unit/models/fakeEndpoint';
import type { Outcome, Round, Row } from '../row';
import { Random } from '../tools/random';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

interface Secret {
  /** File it stands in. */
  file: string;
  /** What must not get out. */
  value: string;
  /** The file's text. */
  text: string;
}

/** Made up for each run, so that no scanner stumbles over them; of the shapes that are given out. */
function makeSecrets(random: Random): Secret[] {
  const some = (length: number, from = letters) => Array.from({ length }, () => random.pick([...from])).join('');
  const upper = (length: number) => some(length, 'ABCDEFGHJKLMNPQRSTUVWXYZ234567');
  const inCode: [value: string, line: (value: string) => string][] = [
    [`AKIA${upper(16)}`, (value) => `const cloudKeyId = '${value}';`],
    [`ASIA${upper(16)}`, (value) => `export AWS_ACCESS_KEY_ID=${value}`],
    [`AIza${some(35)}`, (value) => `maps.load('${value}')`],
    [`ghp_${some(36)}`, (value) => `git clone https://${value}@example.com/cart`],
    [`github_pat_${some(40)}`, (value) => `// used to be ${value}`],
    [`glpat-${some(20)}`, (value) => `{"gitlab": "${value}"}`],
    [`xoxb-${some(11, '0123456789')}-${some(24)}`, (value) => `slack: ${value}`],
    [`sk_live_${some(24)}`, (value) => `stripe("${value}")`],
    [`sk-proj1${some(40)}`, (value) => `curl -H "x-api: ${value}"`],
    [`npm_${some(36)}`, (value) => `//registry/:_authToken=${value}`],
    [`ya29.${some(60)}`, (value) => `const google = \`${value}\`;`],
    [`SG.${some(22)}.${some(43)}`, (value) => `mail = ${value}`],
    [`eyJ${some(30)}.eyJ${some(60)}.${some(43)}`, (value) => `Cookie: session=${value}`],
    [some(43), (value) => `Authorization: Bearer ${value}`],
    [some(32), (value) => `const apiSecret = '${value}';`],
    [some(24), (value) => `db_password: "${value}"`],
    [some(40), (value) => `AUTH_TOKEN=${value}`],
    [some(64), (value) => `-----BEGIN RSA PRIVATE KEY-----\n${value}\n-----END RSA PRIVATE KEY-----`],
    [some(28), (value) => `{ "client_secret" : "${value}" }`],
    [some(36), (value) => `access_key => '${value}'`],
  ];
  // What stands in these is nobody's business, whatever it looks like.
  const closed = [
    '.env',
    '.env.local',
    'server.pem',
    'server.key',
    'id_rsa',
    'id_ed25519',
    '.npmrc',
    '.netrc',
    '.pypirc',
  ];
  const closedToo = [
    '.ssh/config',
    '.aws/credentials',
    '.git/hooks/note',
    'ignored/cart.ts',
    'store.p12',
    '.kube/config',
  ];
  return [
    ...inCode.map(([value, line], at) => ({
      ...{ file: `src/cart${at}.ts`, value },
      text: `/** Opens the cart number ${at} with its key. */\nexport function openCart${at}() {\n  ${line(value)}\n}\n`,
    })),
    ...[...closed, ...closedToo].map((file, at) => {
      const value = `hidden cart word ${at}${some(5)}`;
      return { file, value, text: `where is the cart key? ${value}\n` };
    }),
  ];
}

function write(root: string, secrets: Secret[]): void {
  execFileSync('git', ['init', '-q', root]);
  fs.writeFileSync(path.join(root, '.gitignore'), 'ignored/\n');
  for (const { file, text } of secrets) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
}

/** The bytes of every file below. */
function* filesBelow(folder: string): Generator<[name: string, bytes: Buffer]> {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) yield [file, fs.readFileSync(file)];
  }
}

/** In the encodings that something of ours might write. */
function holds(bytes: Buffer, value: string): boolean {
  return bytes.includes(value) || bytes.includes(Buffer.from(value, 'utf16le'));
}

async function run({ seed }: Round): Promise<Outcome> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-secrets-')));
  const secrets = makeSecrets(new Random(seed));
  write(root, secrets);
  const endpoint = await startFakeEndpoint((response, request) =>
    (request.path.endsWith('/embeddings') ? embedding(() => [1, 2, 3]) : answering('The cart opens [1].'))(
      response,
      request,
    ),
  );
  const modelEnvironment = { QUARRY_MODEL_URL: endpoint.baseUrl, QUARRY_MODEL: 'm', QUARRY_EMBEDDING_MODEL: 'e' };
  const server = await startTestServer({ folders: [root], modelEnvironment });
  try {
    const said: [where: string, bytes: Buffer][] = [];
    const questions = ['where is the cart key?', ...secrets.map((_, at) => `how is cart ${at} opened with its key?`)];
    for (const query of questions) {
      const body = { query, paths: [root], options: { question: true, limit: 100 } };
      const output = await server.api.relevance({ body });
      said.push([`the answer to ${query}`, Buffer.from(JSON.stringify(output))]);
    }
    assert.match(said[1]?.[1].toString() ?? '', /\[secret\]/, 'the files with keys are found, masked');
    said.push(
      ...endpoint.seen.map((request): [string, Buffer] => [`sent to ${request.path}`, Buffer.from(request.body)]),
    );
    assert.ok(
      endpoint.seen.some(({ path: asked }) => asked.endsWith('/embeddings')),
      'passages were embedded',
    );
    assert.ok(
      endpoint.seen.some(({ body }) => body.includes('[secret]')),
      'passages were sent, masked',
    );
    said.push(...filesBelow(server.dataFolder));
    for (const { file, value } of secrets) {
      for (const [where, bytes] of said) assert.ok(!holds(bytes, value), `the secret of ${file} is in ${where}`);
    }
    const figure = `${secrets.length} secrets, 0 in ${questions.length} answers, ${endpoint.seen.length} requests to the provider and the index on disk`;
    return { figure, isKept: true };
  } finally {
    await Promise.all([server.close(), endpoint.close()]);
    fs.rmSync(root, { recursive: true, force: true });
  }
}

export const seededSecrets: Row = {
  id: 'S9',
  promise: 'lets no secret of a file into a snippet, the index or what a provider is sent',
  limit: '0 of at least 30 out',
  quick: 1,
  full: 1,
  run,
};
