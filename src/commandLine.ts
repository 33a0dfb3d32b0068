/**
 * Quarry without an editor. Arguments in, exit code out: 0 done, 1 failed, 2 wrong arguments.
 * Only results go to stdout; everything else goes to stderr.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { App } from './app';
import { readArguments, refuseUnusable, usage, type Arguments } from './commandArguments';
import type { Api } from './contract/api';
import { homeFolder } from './contract/conventions';
import { createHttpClient } from './contract/httpClient';
import type { QGPTRelevanceOutput } from './contract/schemas';
import type { ServerSettings, LogLevel, ServiceMessage, ServiceOptions } from './contract/serviceOptions';
import { defaultDiscoveryFolder } from './owner/discovery';
import { temporaryFolders } from './owner/ownerConnection';
import { readToken } from './owner/token';
// A named import keeps the rest of the manifest out of the bundle.
import { version as ownVersion } from '../package.json';

function serviceOptions(dataFolder: string, settings: ServerSettings): ServiceOptions {
  return {
    dataFolder,
    cacheFolder: path.join(dataFolder, 'cache'),
    engineFile: path.join(__dirname, 'engine.js'),
    grammarFolder: path.join(__dirname, 'grammars'),
    discoveryFolder: defaultDiscoveryFolder(),
    version: ownVersion,
    settings,
  };
}

function logToStderr(level: LogLevel, text: string): void {
  process.stderr.write(`${new Date().toISOString()} ${level} ${text}\n`);
}

function refusedPage(origin: string): string {
  return `A page of ${origin} was refused: start with --allowed-origins ${origin} if it may call the service.`;
}

function defaultLibrary(): string {
  return path.join(homeFolder(), '.quarry', 'library');
}

type Connected = Extract<ServiceMessage, { kind: 'connected' }>;

/** Starts the app and waits until it owns its data folder or has found the process that does. */
async function start(
  options: ServiceOptions,
  folders: string[],
  quiet: boolean,
  onConnected: (message: Connected) => void = () => undefined,
): Promise<[App, Connected]> {
  // Loaded only when a service is started, which halves the start of an agent that joins one.
  const { startApp } = await import('./app');
  let isStarted = false;
  return new Promise((resolve, reject) => {
    const team = { address: process.env.QUARRY_TEAM_ADDRESS, token: process.env.QUARRY_TEAM_TOKEN };
    const app = startApp({ ...options, folders, modelEnvironment: process.env, team }, (message) => {
      if (message.kind === 'log' && (!quiet || message.level === 'error')) logToStderr(message.level, message.text);
      if (message.kind === 'originRefused' && !quiet) logToStderr('warn', refusedPage(message.origin));
      if (message.kind === 'detached') {
        if (isStarted) logToStderr('error', message.reason);
        reject(new Error(message.reason));
      }
      if (message.kind !== 'connected') return;
      onConnected(message);
      isStarted = true;
      resolve([app, message]);
    });
  });
}

async function serve(args: Arguments): Promise<number> {
  refuseUnusable(args);
  // Listen for signals before starting: an unhandled one would end us with the library open and the address still
  // announced.
  const asked = untilAsked();
  const dataFolder = args.data ?? defaultLibrary();
  const [app, connected] = await start(serviceOptions(dataFolder, args.settings), args.roots, false);
  const { baseUrl, pid } = await createHttpClient(connected).serviceStatus();
  if (connected.role === 'client') {
    await app.stop();
    process.stderr.write(
      `${dataFolder} is served already by process ${pid} at ${baseUrl}; stop it or name another --data.\n`,
    );
    return 1;
  }
  process.stdout.write(`${JSON.stringify({ baseUrl, pid, token: connected.token })}\n`);
  await asked;
  await app.stop();
  return 0;
}

/** Longest stop in milliseconds, which includes waiting for the start; a normal one takes about a second. */
const maxStopMs = 10_000;

/**
 * Resolves at the first signal to end. Further signals are ignored so that a second Ctrl+C cannot interrupt the stop,
 * which has a time limit instead.
 */
function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const hear = (): void => {
      timer ??= setTimeout(() => {
        process.stderr.write(`The service did not stop within ${maxStopMs / 1000} s and is ended.\n`);
        process.exit(1);
      }, maxStopMs).unref();
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, hear);
  });
}

async function mcp(args: Arguments): Promise<number> {
  if (args.install || args.uninstall) return connect(args);
  const roots = args.isNamed ? args.roots : [];
  refuseUnusable({ ...args, roots });
  const { runMcp } = await import('./mcp');
  const log = (level: LogLevel, text: string) => void (level === 'info' || logToStderr(level, text));
  const discoveryFolder = args.data === undefined ? defaultDiscoveryFolder() : undefined;
  return runMcp({ roots, version: ownVersion, log, asked: untilAsked(), discoveryFolder, startOwn });

  async function startOwn() {
    const folders = args.isNamed ? roots : [];
    let latest: Connected | undefined;
    const hear = (message: Connected) => (latest = message);
    const [app, connected] = await start(
      serviceOptions(args.data ?? defaultLibrary(), args.settings),
      folders,
      true,
      hear,
    );
    const address = () => latest ?? connected;
    return { address, stop: () => app.stop() };
  }
}

async function connect({ install, uninstall, words, yes, isNamed, data }: Arguments): Promise<number> {
  if (install && uninstall) throw new TypeError('Take --install or --uninstall, not both.');
  if (isNamed || data !== undefined) {
    throw new TypeError('An agent is connected for every folder, with your own library: leave --root and --data out.');
  }
  const { runConnect } = await import('./connectAgents');
  return runConnect({ isWanted: install, named: words, isAgreed: yes, commandLine: path.join(__dirname, 'cli.js') });
}

async function ask(args: Arguments): Promise<number> {
  if (!args.question.trim()) throw new TypeError('ask needs a question: quarry ask "where is the timeout set?"');
  refuseUnusable(args);
  const temporary = args.data === undefined ? makeTemporary() : undefined;
  const dataFolder = args.data ?? temporary ?? '';
  const options = {
    ...serviceOptions(dataFolder, { ...args.settings, port: 0 }),
    ...(temporary && { discoveryFolder: path.join(temporary, 'servers') }),
  };
  try {
    const [app, connected] = await start(options, args.roots, true);
    try {
      const output = await askOnce(createHttpClient(connected), args);
      process.stdout.write(args.json ? `${JSON.stringify(output)}\n` : readable(output));
      return 0;
    } finally {
      await app.stop();
    }
  } finally {
    if (temporary) rmSync(temporary, { recursive: true, force: true });
  }
}

function makeTemporary(): string {
  const faults: string[] = [];
  for (const folder of temporaryFolders()) {
    try {
      return mkdtempSync(path.join(folder, 'quarry-ask-'));
    } catch (error) {
      faults.push(String(error));
    }
  }
  throw new Error(`No folder for temporary files can be written: ${faults.join('; ')}. Name one in TMPDIR.`);
}

function askOnce(api: Api, args: Arguments): Promise<QGPTRelevanceOutput> {
  return api.relevance({
    body: {
      query: args.question,
      paths: args.roots,
      options: { question: true, limit: args.limit, ...(args.data !== undefined && { database: true }) },
    },
  });
}

/** Shows or renews the token through the running service, so that it takes effect at once; else through our own. */
async function token(args: Arguments): Promise<number> {
  let hear: (message: Connected) => void = () => undefined;
  const options = serviceOptions(args.data ?? defaultLibrary(), { ...args.settings, port: 0 });
  const [app, connected] = await start(options, [], true, (message) => hear(message));
  try {
    const renewed = new Promise<string>((resolve) => {
      hear = (message) => {
        if (message.token !== connected.token) resolve(message.token);
      };
    });
    if (args.renew) await createHttpClient(connected).tokenRenew();
    if ((await readToken(options.dataFolder)) === undefined)
      throw new Error(`There is no token in ${options.dataFolder}, and the folder takes none.`);
    process.stdout.write(`${args.renew ? await renewed : connected.token}\n`);
    return 0;
  } finally {
    await app.stop();
  }
}

/** Text of the best answer, which ends with its citations, followed by what was left out. */
function readable(output: QGPTRelevanceOutput): string {
  const [best] = output.answer?.answers.iterable ?? [];
  const skipped = (output.skipped ?? []).map(({ path: name, reason }) => `Left out: ${name} (${reason})`);
  return `${[best?.text ?? 'No answer.', ...skipped].join('\n')}\n`;
}

async function main(): Promise<number> {
  const args = readArguments(process.argv.slice(2));
  switch (args.command) {
    case 'serve':
      return serve(args);
    case 'ask':
      return ask(args);
    case 'mcp':
      return mcp(args);
    case 'token':
      return token(args);
    case 'help':
      process.stdout.write(usage);
      return 0;
    case 'version':
      process.stdout.write(`${ownVersion}\n`);
      return 0;
    case undefined:
      process.stderr.write(usage);
      return 2;
    default:
      process.stderr.write(
        `There is no command "${args.command}": take serve, ask, mcp, token or team; "quarry help" tells more.\n`,
      );
      return 2;
  }
}

/** Exits after stdout has been flushed, since writes to a pipe are asynchronous. */
function exit(code: number): void {
  process.stdout.write('', () => process.exit(code));
}

export function run(): void {
  main().then(exit, (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message}\n`);
    exit(error instanceof TypeError ? 2 : 1);
  });
}
