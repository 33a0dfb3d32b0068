/** The headless service as its own process, watched from outside: port, token, memory, descriptors, processor time. */
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface ServiceOptions {
  roots?: string[];
  /** To start again over the data of an earlier one; it is kept at the end. */
  home?: string;
  /** For Node itself, such as `--expose-gc`. */
  nodeOptions?: string[];
  /** Makes `look` possible. */
  isWatched?: boolean;
  /** Each look counts what is kept but for compiled code, which takes a second. */
  countsData?: boolean;
  env?: NodeJS.ProcessEnv;
  /** The preferred one; any free one without it. */
  port?: number;
  /** Where its library lies, if not in its home. */
  data?: string;
  /** The number of the account it runs as; needs root. */
  user?: number;
  /** More of the shell's options. */
  options?: string[];
}

/** What the process says of itself. */
export interface Look {
  /** How often it has been looked at. */
  looks: number;
  /** Processor time of the longest turn of the event loop since the look before, in milliseconds. */
  blockedMs: number;
  /** Of the service's own thread, after two collections of garbage where `--expose-gc` is given. */
  heapMiB: number;
  /** Of the engine's thread, likewise. */
  engineHeapMiB: number;
  /** Of all threads, without compiled code; 0 unless `countsData`. */
  dataMiB: number;
  externalMiB: number;
  /** Timers, sockets and the like. */
  resources: number;
}

interface Announcement {
  baseUrl: string;
  pid: number;
  token: string;
}

const watchFile = 'look.json';
const lookMs = 30_000;

export class Service {
  private constructor(
    private readonly child: ChildProcess,
    private readonly said: Announcement,
    private readonly readLog: () => string,
    readonly home: string,
    private readonly isKept: boolean,
    private readonly ended: Promise<number | null>,
  ) {}

  static async start(options: ServiceOptions = {}): Promise<Service> {
    const { roots = [], home, nodeOptions = [], isWatched = false, countsData = false, port = 0, data } = options;
    const place = home ?? fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-service-'));
    const empty = path.join(place, 'empty');
    fs.mkdirSync(empty, { recursive: true });
    const folders = (roots.length > 0 ? roots : [empty]).flatMap((root) => ['--root', root]);
    const dataFolder = data === undefined ? [] : ['--data', data];
    const watching = isWatched ? ['--import', path.resolve('out/test/soak/children/watch.child.mjs')] : [];
    const args = [
      ...nodeOptions,
      ...watching,
      path.resolve('dist/cli.js'),
      'serve',
      '--port',
      `${port}`,
      ...dataFolder,
      ...folders,
      ...(options.options ?? []),
    ];
    const env = {
      ...process.env,
      HOME: place,
      USERPROFILE: place,
      QUARRY_WATCH: path.join(place, watchFile),
      ...(countsData && { QUARRY_WATCH_DATA: '1' }),
      ...options.env,
    };
    const account = options.user === undefined ? {} : { uid: options.user, gid: options.user };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'], ...account });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-20_000)));
    let out = '';
    const said = await new Promise<Announcement>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text;
        if (out.includes('\n')) resolve(JSON.parse(out) as Announcement);
      });
      void ended.then((code) => reject(new Error(`The service ended with ${code}: ${log}`)));
    });
    return new Service(child, said, () => log, place, home !== undefined, ended);
  }

  get baseUrl(): string {
    return this.said.baseUrl;
  }

  get port(): number {
    return Number(new URL(this.baseUrl).port);
  }

  get token(): string {
    return this.said.token;
  }

  get pid(): number {
    return this.said.pid;
  }

  /** Resident memory. Linux only. */
  memoryMiB(): number {
    const status = fs.readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  }

  descriptors(): number {
    return fs.readdirSync(`/proc/${this.pid}/fd`).length;
  }

  /** Processor time used so far, in milliseconds. */
  processorMs(): number {
    // After the name in brackets; fields 14 and 15 of proc(5), in ticks of ten milliseconds.
    const stat = fs.readFileSync(`/proc/${this.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  /** Needs `isWatched`. */
  async look(): Promise<Look> {
    const file = path.join(this.home, watchFile);
    fs.rmSync(file, { force: true });
    this.child.kill('SIGUSR2');
    const until = performance.now() + lookMs;
    for (;;) {
      const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
      if (text.endsWith('}')) return JSON.parse(text) as Look;
      if (this.child.exitCode !== null) throw new Error(`The service ended with ${this.child.exitCode}: ${this.log}`);
      if (performance.now() > until) throw new Error('The service does not say how it is.');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** What it has said on stderr, the end of it. */
  get log(): string {
    return this.readLog();
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Ends it and answers its exit code. */
  async stop(name: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(name);
    const code = await this.ended;
    if (!this.isKept) fs.rmSync(this.home, { recursive: true, force: true });
    return code;
  }
}

/** Rows that read a process from outside need its files in /proc. */
export function whyNoProc(): string | undefined {
  return process.platform === 'linux' ? undefined : 'processes are watched through /proc, which only Linux has';
}
