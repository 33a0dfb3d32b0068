import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTestServer, type TestServer } from '../../api/startTestServer';
import type { Outcome, Round, Row } from '../row';

/** For a question in the folder with the rules, and for one in another folder meanwhile. */
const limitMs = 3000;
const otherLimitMs = 500;

const depth = 24;
const ruleBytes = 250 * 1024;

/** As many lines as fit into what a rule file may have. */
function fill(line: (place: number) => string): string {
  const lines: string[] = [];
  for (let bytes = 0; bytes < ruleBytes;) {
    const next = line(lines.length);
    lines.push(next);
    bytes += next.length + 1;
  }
  return lines.join('\n');
}

/** Each with the files that it leaves out of this tree by git's reading, and whether something of it is not applied. */
const ruleFiles: Record<string, { text: string; isCut: boolean }> = {
  'stars between folders': { text: `${'**/*/'.repeat(14)}nothing.ts\nhidden.ts\n`, isCut: false },
  'stars in a name': { text: `hidden.ts\n${'*a'.repeat(100)}b\n`, isCut: false },
  'a long row of stars': { text: `hidden.ts\n${'*a'.repeat(ruleBytes / 2 - 16)}b\n`, isCut: true },
  'many patterns': { text: `hidden.ts\n${fill((n) => `*a*a${n}b`)}`, isCut: true },
  'many patterns of folders': { text: `hidden.ts\n${fill((n) => `**/*a/**/${n}*/**`)}`, isCut: true },
  'many classes': { text: `hidden.ts\n${fill((n) => `[a-f][!x-z]*[[:digit:]]${n}`)}`, isCut: true },
  'many names': { text: `hidden.ts\n${fill((n) => `generated${n}.ts`)}`, isCut: false },
  'more than is read': { text: fill((n) => `*a*a${n}b`).repeat(2), isCut: true },
};

function build(root: string, rules: string, filesPerFolder: number): void {
  fs.mkdirSync(root);
  let folder = root;
  for (let level = 0; level < depth; level += 1) {
    for (let n = 0; n < filesPerFolder; n += 1)
      fs.writeFileSync(path.join(folder, `${'a'.repeat(40)}${n}.ts`), `export const a${n} = ${n};\n`);
    fs.mkdirSync((folder = path.join(folder, 'aaaaaaaa')));
  }
  fs.writeFileSync(path.join(root, 'cart.ts'), '/** Adds the tax to the price. */\nexport function withTax() {}\n');
  fs.writeFileSync(path.join(root, 'hidden.ts'), 'export function withHiddenTax() {}\n');
  fs.writeFileSync(path.join(root, '.gitignore'), rules);
}

async function askAll(server: TestServer, base: string, { progress }: Round) {
  const other = path.join(base, 'other');
  const askOther = () => server.api.relevance({ body: { query: 'how is the oven heated?', paths: [other] } });
  await askOther();
  let [slowest, otherSlowest] = [0, 0];
  for (const [name, { isCut }] of Object.entries(ruleFiles)) {
    const root = path.join(base, name);
    const began = performance.now();
    const question = server.api.relevance({ body: { query: 'where is the tax added?', paths: [root] } });
    let isAsking = true;
    const others = (async () => {
      while (isAsking) {
        const asked = performance.now();
        await askOther();
        otherSlowest = Math.max(otherSlowest, performance.now() - asked);
        await new Promise((resume) => setTimeout(resume, 100));
      }
    })();
    const { relevant, skipped = [] } = await question.finally(() => (isAsking = false));
    slowest = Math.max(slowest, performance.now() - began);
    progress(`${name}: ${Math.round(performance.now() - began)} ms`);
    await others;
    const found = relevant.iterable.map((one) => path.basename(one.path ?? ''));
    assert.equal(found[0], 'cart.ts', name);
    if (name !== 'more than is read') assert.ok(!found.includes('hidden.ts'), `${name}: an ignored file was read`);
    const isTold = skipped.some(({ reason }) => /rules? .*\.gitignore/.test(reason));
    assert.equal(isTold, isCut, `${name}: ${JSON.stringify(skipped)}`);
  }
  return { slowest: Math.round(slowest), otherSlowest: Math.round(otherSlowest) };
}

async function run(round: Round): Promise<Outcome> {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-rules-')));
  // Before the service starts: it lives in this process, and sheds calls while writing thousands of files holds it up.
  for (const [name, { text }] of Object.entries(ruleFiles)) build(path.join(base, name), text, round.count);
  build(path.join(base, 'other'), '', 0);
  fs.writeFileSync(path.join(base, 'other', 'oven.ts'), '/** Heats the oven. */\nexport function heatOven() {}\n');
  const server = await startTestServer({ folders: [base] });
  try {
    const { slowest, otherSlowest } = await askAll(server, base, round);
    const tried = Object.keys(ruleFiles).length;
    const { slack } = round;
    return {
      figure: `${tried} rule files: slowest answer after ${slowest} ms, of another folder meanwhile after ${otherSlowest} ms`,
      isKept: slowest <= slack * limitMs && otherSlowest <= slack * otherLimitMs,
    };
  } finally {
    await server.close();
    fs.rmSync(base, { recursive: true, force: true });
  }
}

export const ignoreRules: Row = {
  id: 'S16',
  promise:
    'answers in time whatever stands in a .gitignore, in this folder and in others, and says which rules it left out',
  limit: 'at least 8 rule files of 250 KB: ≤ 3 s, in another folder meanwhile ≤ 0.5 s',
  quick: 5,
  full: 80,
  run,
};
