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
}

interface Announcement {
  baseUrl: string;
  pid: number;
  token: string;
}

export class Service {
  private constructor(
    private readonly child: ChildProcess,
    private readonly said: Announcement,
    readonly home: string,
    private readonly isKept: boolean,
    private readonly ended: Promise<number | null>,
  ) {}

  static async start({ roots = [], home, nodeOptions = [] }: ServiceOptions = {}): Promise<Service> {
    const place = home ?? fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-service-'));
    const empty = path.join(place, 'empty');
    fs.mkdirSync(empty, { recursive: true });
    const folders = (roots.length > 0 ? roots : [empty]).flatMap((root) => ['--root', root]);
    const args = [...nodeOptions, path.resolve('dist/cli.js'), 'serve', '--port', '0', ...folders];
    const env = { ...process.env, HOME: place, USERPROFILE: place };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-4_000)));
    let out = '';
    const said = await new Promise<Announcement>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text;
        if (out.includes('\n')) resolve(JSON.parse(out) as Announcement);
      });
      void ended.then((code) => reject(new Error(`The service ended with ${code}: ${log}`)));
    });
    return new Service(child, said, place, home !== undefined, ended);
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
