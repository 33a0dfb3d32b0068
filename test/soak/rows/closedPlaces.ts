import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTestServer, type TestServer } from '../../api/startTestServer';
import { ApiError } from '../../../src/contract/errors';
import type { Outcome, Round, Row } from '../row';

/** Stands in our own files and in those outside of what may be searched, and nowhere else. */
const secret = 'quokkaSecret';

type Search = TestServer['api'];

/** What a question brings back of these paths; nothing when it is refused. */
async function answersOf(api: Search, paths: string[]): Promise<string> {
  try {
    return JSON.stringify((await api.relevance({ body: { query: `${secret} token journal`, paths } })).relevant);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return '';
    throw error;
  }
}

/** Asks for our own folders in every way that a caller has, under every policy. */
async function askForOwn(base: string): Promise<{ asked: number; leaks: string[] }> {
  const dataFolder = path.join(base, 'library');
  fs.mkdirSync(dataFolder);
  fs.symlinkSync(dataFolder, path.join(base, 'link'));
  const ways = [
    ...['', '/', '/.', '/../library', '/token', '/store', '/cache', '/servers'].map((way) => dataFolder + way),
    ...[base, `${base}/link`, `${base}/link/token`, `${base}//library`, path.join(base, 'code/../library')],
  ];
  fs.mkdirSync(path.join(base, 'code'));
  fs.writeFileSync(path.join(base, 'code', 'a.ts'), 'export const journal = 1;\n');
  const leaks: string[] = [];
  for (const pathPolicy of ['owned', 'roots', 'any'] as const) {
    const server = await startTestServer({ dataFolder, folders: [base], settings: { pathPolicy } });
    try {
      // What a file of ours would show: the token, and what was saved.
      const text = { fragment: { string: { raw: `const ${secret} = 1;` } } };
      await server.ownApi.assetsCreateNewAsset({ query: {}, body: { type: 'SEEDED_ASSET', asset: { format: text } } });
      for (const way of ways) {
        for (const [caller, api] of Object.entries({ anyone: server.api, window: server.ownApi })) {
          const answers = await answersOf(api, [way]);
          if (answers.includes(secret) || answers.includes(server.token)) leaks.push(`${pathPolicy} ${caller} ${way}`);
        }
      }
      const found = await server.ownApi.filesFind({ body: { query: 'token', folders: [base], limit: 10 } });
      if (found.iterable.some((file) => file.path.startsWith(dataFolder))) leaks.push(`${pathPolicy} names of files`);
    } finally {
      await server.close();
    }
  }
  return { asked: 3 * (2 * ways.length + 1), leaks };
}

/** An anchor of a place that is there and one of a place that is not look alike where the caller may not search. */
async function askForAnchors(api: Search, base: string): Promise<string[]> {
  const shapeOf = async (fullpath: string, type?: string) => {
    const { id, ...anchor } = await api.anchorsCreateNewAnchor({ body: { fullpath, ...(type && { type }) } });
    const again = await api.anchorSpecificAnchorSnapshot({ params: { anchor: id } });
    const points = [anchor, again].flatMap((one) => one.points.iterable.map(({ reference }) => reference.verified));
    return JSON.stringify([anchor.type, again.type, points]);
  };
  const absent = await shapeOf('/nowhere/at/all');
  const places = ['/etc', '/etc/passwd', '/root', os.homedir(), path.join(base, 'hidden'), process.execPath];
  const told: string[] = [];
  for (const place of places) if ((await shapeOf(place)) !== absent) told.push(place);
  return told;
}

/** Swaps a folder for a link to another while it is walked and read. */
async function askWhileSwapping(api: Search, base: string, rounds: number): Promise<number> {
  const [root, outside] = [path.join(base, 'open'), path.join(base, 'hidden')];
  const names = Array.from({ length: 40 }, (_, n) => `part${n}`);
  for (const name of names) {
    fs.mkdirSync(path.join(root, 'in', name), { recursive: true });
    fs.mkdirSync(path.join(outside, name), { recursive: true });
    fs.writeFileSync(path.join(root, 'in', name, 'notes.ts'), `export const plain = '${name}';\n`);
    fs.writeFileSync(path.join(outside, name, 'notes.ts'), `export const ${secret} = '${name}';\n`);
  }
  const [inside, aside] = [path.join(root, 'in'), path.join(base, 'aside')];
  let leaks = 0;
  for (let round = 0; round < rounds; round += 1) {
    // Its time of change is another one, so that it is read again.
    fs.utimesSync(inside, new Date(), new Date(Date.now() - round * 1000));
    let isAsking = true;
    const question = answersOf(api, [root]).finally(() => (isAsking = false));
    for (let turn = 0; isAsking || turn % 2 === 1; turn += 1) {
      if (turn % 2 === 0) {
        fs.renameSync(inside, aside);
        fs.symlinkSync(outside, inside);
      } else {
        fs.unlinkSync(inside);
        fs.renameSync(aside, inside);
      }
      await new Promise((resume) => setTimeout(resume, round % 4));
    }
    if ((await question).includes(secret)) leaks += 1;
  }
  return leaks;
}

async function run({ count, progress }: Round): Promise<Outcome> {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-closed-')));
  fs.mkdirSync(path.join(base, 'open'));
  fs.mkdirSync(path.join(base, 'own'));
  const server = await startTestServer({ folders: [path.join(base, 'open')], settings: { pathPolicy: 'roots' } });
  try {
    const { asked, leaks } = await askForOwn(path.join(base, 'own'));
    progress(`own folders: ${leaks.join('; ') || 'nothing'}`);
    const swapped = await askWhileSwapping(server.api, base, count);
    progress(`swapped: ${swapped}`);
    const told = await askForAnchors(server.api, base);
    progress(`anchors: ${told.join('; ') || 'nothing'}`);
    assert.ok(asked > 0);
    return {
      figure:
        `our own folders asked for ${asked} times, ${leaks.length} leaks; ${told.length} of 6 places told of by anchors; ` +
        `${count} questions while a folder is swapped for a link, ${swapped} leaks`,
      isKept: leaks.length + told.length + swapped === 0,
    };
  } finally {
    await server.close();
    fs.rmSync(base, { recursive: true, force: true });
  }
}

export const closedPlaces: Row = {
  id: 'S17',
  promise: 'gives nobody what lies in its own folders or behind a link swapped in, and tells nobody what is there',
  limit: '0 leaks of at least 75 ways to our own folders, 6 places and 200 swaps',
  quick: 10,
  full: 200,
  unable: () => (process.platform === 'win32' ? 'Windows makes no links without a privilege' : undefined),
  run,
};
