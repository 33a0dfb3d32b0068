import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTestServer } from '../../api/startTestServer';
import { call, json } from '../../unit/server/startServer';
import type { Outcome, Row } from '../row';
import { sendRequest } from '../tools/raw';

const canary = 'canaryNobodyMayRead';

/** Ways to write "up and out", each put where an id, a parameter or a path belongs. */
const encodings = [
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e/%2e%2e/etc/passwd',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%252f..%252fetc%252fpasswd',
  '%252e%252e%252fetc%252fpasswd',
  '..%c0%af..%c0%afetc',
  '%c0%ae%c0%ae/etc',
  '..%ef%bc%8f..%ef%bc%8fetc',
  '..\\..\\windows\\win.ini',
  '..%5c..%5cwindows%5cwin.ini',
  '..%255c..%255cwindows',
  '....//....//etc/passwd',
  '..;/..;/etc/passwd',
  './.././../etc/passwd',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  '//etc/passwd',
  '///etc///passwd',
  'file:///etc/passwd',
  'file:%2f%2f%2fetc%2fpasswd',
  'C:\\Windows\\win.ini',
  'C:%5cWindows%5cwin.ini',
  '%00',
  '..%00/',
  'a%00.ts',
  '%ff%fe',
  '%',
  '%zz',
  '.%2e/.%2e/etc',
  '~root/.ssh/id_rsa',
];

const routes = (text: string) => [`/asset/${text}`, `/asset/${text}/formats`, `/tag/${text}`, `/${text}`];

function outsidePaths(home: string, hidden: string): string[] {
  const outside = [
    hidden,
    path.join(hidden, 'canary.ts'),
    `${home}/../..`,
    '/',
    '/etc',
    '/etc/passwd',
    '/proc/self/environ',
  ];
  const devices = ['/dev/zero', '/dev/stdin', '/sys/kernel', '/run', '/var/log', '/usr/share/doc', '/boot'];
  const spellings = [
    '~',
    '~/.ssh',
    'file:///etc/passwd',
    '\\\\server\\share',
    '\\\\?\\C:\\',
    'C:\\Windows',
    '.',
    '..',
    '',
    '/etc\0/passwd',
  ];
  return [...outside, ...devices, ...spellings, `/${'x'.repeat(5_000)}`];
}

async function run(): Promise<Outcome> {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-outside-')));
  const [root, hidden] = [path.join(base, 'root'), path.join(base, '.hidden')];
  for (const folder of [root, hidden]) fs.mkdirSync(folder);
  fs.writeFileSync(path.join(hidden, 'canary.ts'), `export const ${canary} = 'quarterly figures';\n`);
  fs.writeFileSync(path.join(root, 'inside.ts'), `export const inside = 'quarterly figures';\n`);
  fs.symlinkSync(hidden, path.join(root, 'link'));
  fs.symlinkSync(path.join(hidden, 'canary.ts'), path.join(root, 'link.ts'));
  const server = await startTestServer({ folders: [root], settings: { pathPolicy: 'roots' } });
  let tried = 0;
  try {
    for (const encoding of encodings) {
      for (const target of routes(encoding)) {
        const { status, text } = await sendRequest(server.port, { target, fields: [['Host', 'localhost']] });
        assert.ok(status >= 400 && status < 500, `${target}: ${text.slice(0, 200)}`);
        assert.doesNotMatch(text, /root:|\[fonts\]/, target);
        tried += 1;
      }
    }
    for (const outside of outsidePaths(root, hidden)) {
      const body = JSON.stringify({ query: `${canary} quarterly figures`, paths: [outside] });
      const { status, text } = await call(server, { method: 'POST', path: '/qgpt/relevance', headers: json, body });
      assert.ok(status === 400 || status === 403, `${outside.slice(0, 80)}: ${status} ${text.slice(0, 200)}`);
      assert.ok(!text.includes("'quarterly"), outside);
      tried += 1;
    }
    const all = JSON.stringify({ query: `${canary} quarterly figures`, paths: [root, hidden] });
    const { status, text } = await call(server, { method: 'POST', path: '/qgpt/relevance', headers: json, body: all });
    assert.equal(status, 200);
    assert.match(text, /inside/);
    assert.ok(!text.includes(`const ${canary}`), 'what a link points at stays out');
  } finally {
    await server.close();
    fs.rmSync(base, { recursive: true, force: true });
  }
  return { figure: `${tried} ways, 0 files read`, isKept: true };
}

export const traversal: Row = {
  id: 'S7',
  promise: 'reads no file outside the allowed folders, however ids, parameters and paths are spelt',
  limit: '0 leaks of at least 25 encodings × 3 routes and 20 paths',
  quick: 1,
  full: 1,
  run,
};
