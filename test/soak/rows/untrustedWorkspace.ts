import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTestServer, type TestServer } from '../../api/startTestServer';
import { ApiError } from '../../../src/contract/errors';
import { answering, startFakeEndpoint } from '../../unit/models/fakeEndpoint';
import type { Outcome, Row } from '../row';

interface Workspace {
  folder: string;
  /** Stands in a file of it. */
  words: string;
  /** What the window says is its git; it leaves a mark when it is run. */
  git: string;
  mark: string;
}

/** A repository from who knows where, that would like its programs to be run. */
function makeWorkspace(): Workspace {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-untrusted-')));
  const words = 'maxCartItemsOfNobody';
  const mark = path.join(folder, 'was-run');
  const git = path.join(folder, 'git');
  fs.writeFileSync(git, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
  execFileSync('git', ['init', '-q', folder]);
  fs.writeFileSync(path.join(folder, 'cart.ts'), `/** A cart holds 50 items. */\nexport const ${words} = 50;\n`);
  execFileSync('git', ['-C', folder, 'add', 'cart.ts']);
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  execFileSync('git', ['-C', folder, ...who, 'commit', '-q', '-m', 'work']);
  execFileSync('git', ['-C', folder, 'config', 'core.fsmonitor', git]);
  return { folder, words, git, mark };
}

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : 0),
  );

async function checkRoots(server: TestServer, { folder, git }: Workspace, trusted: boolean): Promise<void> {
  await server.ownApi.windowUpdate({ body: { window: 'w', folders: [folder], trusted, git, warm: false } });
  const body = { query: 'how many items does a cart hold?', paths: [folder], options: { question: true } };
  assert.equal(await statusOf(server.ownApi.relevance({ body })), 200, 'the window itself searches its folder');
  assert.equal(await statusOf(server.api.relevance({ body })), trusted ? 200 : 403, `a program, trusted: ${trusted}`);
  await server.ownApi.personsRelated({
    body: {
      seed: {
        type: 'SEEDED_ASSET',
        asset: { format: { fragment: { string: { raw: `export const maxCartItemsOfNobody = 50;` } } } },
      },
    },
  });
}

/** Settings a workspace must not set as long as it is not trusted. */
function unrestricted(): string[] {
  interface Manifest {
    capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
    contributes: { configuration: { properties: object }[] };
  }
  const { capabilities, contributes } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Manifest;
  const restricted = new Set(capabilities.untrustedWorkspaces.restrictedConfigurations);
  const names = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
  return names.filter((name) => /^quarry\.(server|model)\./.test(name) && !restricted.has(name));
}

async function run(): Promise<Outcome> {
  const workspace = makeWorkspace();
  const endpoint = await startFakeEndpoint(answering('Fifty [1].'));
  // Not written as this machine's own address, so it counts as another one; and yet nothing leaves.
  const url = endpoint.baseUrl.replace('127.0.0.1', '0.0.0.0');
  const modelEnvironment = { QUARRY_MODEL_URL: url, QUARRY_MODEL: 'm' };
  const settings = { pathPolicy: 'roots' as const };
  const [strict, remote] = await Promise.all([startTestServer({ settings }), startTestServer({ modelEnvironment })]);
  try {
    await checkRoots(strict, workspace, false);
    assert.ok(!fs.existsSync(workspace.mark), 'a program of the workspace was run');
    await checkRoots(strict, workspace, true);
    assert.ok(fs.existsSync(workspace.mark), 'trusted, its git is run: the mark can be left');
    const { folder, words } = workspace;
    const ask = async () => {
      await remote.api.relevance({ body: { query: 'cart items', paths: [folder], options: { question: true } } });
      return endpoint.seen.some(({ body }) => body.includes(words));
    };
    await remote.ownApi.windowUpdate({ body: { window: 'w', folders: [folder], trusted: false, warm: false } });
    assert.equal(await ask(), false, 'a remote provider was sent a file of the workspace');
    await remote.ownApi.windowUpdate({ body: { window: 'w', folders: [folder], trusted: true, warm: false } });
    assert.equal(await ask(), true, 'trusted, it is sent');
    assert.deepEqual(unrestricted(), [], 'settings that the workspace itself could set');
  } finally {
    await Promise.all([strict.close(), remote.close(), endpoint.close()]);
    fs.rmSync(workspace.folder, { recursive: true, force: true });
  }
  return {
    figure: 'no root, no program run, nothing to a remote provider, no setting; all of it once trusted',
    isKept: true,
  };
}

export const untrustedWorkspace: Row = {
  id: 'S12',
  promise: 'takes no root, no program and no setting from an untrusted workspace, and sends nothing of it away',
  limit: '100%; in a real editor: the ui suite’s “a model elsewhere”',
  quick: 1,
  full: 1,
  unable: () => (process.platform === 'win32' ? 'the workspace’s program is a shell script' : undefined),
  run,
};
