/** Other processes of a row: they say lines of JSON on stdout, and are stopped, frozen or killed from here. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

/** A script of `children/`, as the build has left it. */
const scripts = path.resolve('out/test/soak/children');

export class Child<Line> {
  readonly lines: Line[] = [];
  private readonly ended: Promise<void>;
  private readonly child: ChildProcess;
  private wake: () => void = () => undefined;
  private hasEnded = false;

  constructor(script: string, args: readonly string[], nodeOptions: readonly string[] = []) {
    const file = path.join(scripts, `${script}.child.mjs`);
    this.child = spawn(process.execPath, ['--enable-source-maps', ...nodeOptions, file, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let rest = '';
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const texts = (rest + text).split('\n');
      rest = texts.pop() ?? '';
      this.lines.push(...texts.map((line) => JSON.parse(line) as Line));
      this.wake();
    });
    this.ended = new Promise((resolve) =>
      this.child.once('close', () => {
        this.hasEnded = true;
        this.wake();
        resolve();
      }),
    );
  }

  /** Waits for a state of what was said. Throws when the child ends before. */
  async until(isReached: (child: this) => boolean): Promise<void> {
    while (!isReached(this)) {
      if (this.hasEnded)
        throw new Error(`The child ended (${this.child.exitCode ?? this.child.signalCode}) too early.`);
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Wakes it if it was frozen, ends it, and waits until it is gone. */
  async end(name: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.hasEnded) return;
    if (process.platform !== 'win32') this.child.kill('SIGCONT'); // it freezes none, and knows no such signal
    this.child.kill(name);
    await this.ended;
  }
}
