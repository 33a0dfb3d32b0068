import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTestServer, type TestServer } from '../../api/startTestServer';
import type { QGPTStreamInput } from '../../../src/contract/schemas/qgpt';
import type { Outcome, Round, Row } from '../row';
import { configText, documentedSettings, type Setting, takenTogether } from '../tools/gitSettings';
import { author, makeProject, makeTrap, type Trap, ways } from '../tools/trapRepository';

const query = 'Who wrote a.js?';

/** What was asked, and whether the answer names who wrote it: then git was really asked. */
interface Asked {
  questions: number;
  told: number;
}

async function streamed(server: TestServer, paths: string[]): Promise<string> {
  async function* inputs(): AsyncGenerator<QGPTStreamInput> {
    yield { relevance: { query, paths, options: { question: true } } };
  }
  const frames: string[] = [];
  for await (const frame of server.api.qgptStream(inputs())) {
    frames.push(JSON.stringify(frame));
    if (frame.status !== 'IN-PROGRESS') break;
  }
  return frames.join('');
}

/** Every way in which a program without a token makes git tell of a file; the first few go by different roads. */
function questionsAbout(server: TestServer, folder: string): (() => Promise<unknown>)[] {
  const { api } = server;
  const paths = [folder];
  const anchor = { fullpath: path.join(folder, 'a.js') };
  const said = { role: 'USER' as const, text: 'who wrote `a.js:1-4`?' };
  return [
    () => api.personsRelated({ body: { seed: { anchor: { ...anchor, lines: { start: 2, end: 9 } } } } }),
    () => api.relevance({ body: { query, paths, options: { question: true } } }),
    () => streamed(server, paths),
    () => api.personsRelated({ body: { seed: { anchor: { fullpath: folder } } } }),
    () => api.personsRelated({ body: { conversation: { iterable: [said] } } }),
    async () => {
      const { relevant } = await api.relevance({ body: { query, paths } });
      return api.question({
        body: { query, relevant: { iterable: relevant.iterable.map(({ id }) => ({ id: id ?? '' })) } },
      });
    },
  ];
}

class Hunt {
  readonly asked: Asked = { questions: 0, told: 0 };
  readonly caught: string[] = [];
  readonly silent: string[] = [];

  constructor(
    private readonly server: TestServer,
    private readonly trap: Trap,
  ) {}

  /** As a window does every 30 seconds: a silent one is forgotten, and then git is not asked any more. */
  async holdWindow(): Promise<void> {
    const body = { window: 'w', folders: [this.trap.folder], trusted: true, warm: false };
    await this.server.ownApi.windowUpdate({ body });
  }

  /** @param limit how many of the ways to ask are taken */
  async ask(name: string, folder: string, limit: number): Promise<void> {
    fs.rmSync(this.trap.mark, { force: true });
    let told = 0;
    for (const question of questionsAbout(this.server, folder).slice(0, limit)) {
      this.asked.questions += 1;
      if (JSON.stringify(await question()).includes(author)) told += 1;
    }
    this.asked.told += told;
    if (told === 0) this.silent.push(name);
    if (fs.existsSync(this.trap.mark)) {
      const runs = fs.readFileSync(this.trap.mark, 'utf8').trim().split('\n');
      this.caught.push(`${name}: ${runs.length} runs, the first ${runs[0]?.slice(0, 200)}`);
    }
  }
}

/** A repository whose settings are written anew for each try. */
interface Tried {
  folder: string;
  settings: readonly Setting[];
  together: readonly Setting[];
  write: (some: readonly Setting[]) => void;
}

function prepareSettings(trap: Trap): Tried {
  const folder = makeProject(trap, 'settings');
  const config = path.join(folder, '.git', 'config');
  const base = `${fs.readFileSync(config, 'utf8')}[log]\n\tshowSignature = true\n`;
  const settings = documentedSettings(trap.program).filter(({ name }) => name !== 'log.showSignature');
  assert.ok(settings.length > 500, `git documents ${settings.length} settings only`);
  const together = takenTogether(folder, base, settings);
  assert.ok(together.length > settings.length / 2, `git takes ${together.length} settings together only`);
  return { folder, settings, together, write: (some) => fs.writeFileSync(config, base + configText(some)) };
}

/** Settings that refuse a program are tried with what switches others on, too. */
async function tryEachAlone(hunt: Hunt, { folder, settings, write }: Tried, trap: Trap, { progress }: Round) {
  for (const [at, { name, value }] of settings.entries()) {
    if (at % 20 === 0) await hunt.holdWindow();
    for (const form of new Set([value, trap.program, 'true'])) {
      write([{ name, value: form }]);
      await hunt.ask(`${name} = ${form}`, folder, 1);
    }
    if (at % 100 === 99) progress(`${at + 1} of ${settings.length} settings alone`);
  }
}

async function run(round: Round): Promise<Outcome> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-hostile-')));
  const trap = makeTrap(folder);
  // Before the service starts, which shares this thread and would be held up.
  const traps = ways.map(({ name, make }, at) => ({ name, folder: make(trap, `way${at}`) }));
  const tried = prepareSettings(trap);
  const server = await startTestServer();
  const hunt = new Hunt(server, trap);
  try {
    await hunt.holdWindow();
    const limit = round.isFull ? 6 : 3;
    for (const way of traps) await hunt.ask(way.name, way.folder, limit);
    tried.write(tried.together);
    await hunt.ask(`${tried.together.length} settings together`, tried.folder, limit);
    if (round.isFull) await tryEachAlone(hunt, tried, trap, round);
    assert.deepEqual(hunt.caught, [], 'programs of a repository were run');
    assert.deepEqual(hunt.silent, [], 'nobody was named, so git may not have been asked');
  } finally {
    await server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
  const { questions, told } = hunt.asked;
  const alone = round.isFull ? ` and each of ${tried.settings.length} alone in two or three forms` : '';
  return {
    figure: `${tried.together.length} settings together${alone}, ${traps.length} other ways: 0 programs run in ${questions} questions, ${told} of them answered with who wrote it`,
    isKept: true,
  };
}

export const hostileRepository: Row = {
  id: 'S15',
  promise:
    'runs no program of a repository that somebody else made, whatever its settings, attributes, hooks and links say',
  limit: '0 programs run, by every setting that git documents',
  quick: 1,
  full: 1,
  unable: () => (process.platform === 'win32' ? 'the programs of the repositories are shell scripts' : undefined),
  run,
};
