// A library to look at, put in through the server as any program would.
import fs from 'node:fs';
import path from 'node:path';
import { until } from '../rig/editor/drive.mjs';

const repository = 'https://example.invalid/acme/shop.git';
const ada = { type: { basic: { name: 'Ada Lovelace', email: 'ada@example.invalid' } } };
const grace = { type: { basic: { name: 'Grace Hopper', email: 'grace@example.invalid' } } };

// prettier-ignore
const pieces = [
  ['ts', 'retryRequest: tries again with exponential backoff', 'src/net/retry.ts', ['network', 'retry'], [ada, grace], `export async function retryRequest<T>(call: () => Promise<T>, tries = 5): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt === tries) throw error;
      await new Promise((done) => setTimeout(done, 100 * 2 ** attempt));
    }
  }
}`],
  ['ts', 'debounce', 'src/ui/debounce.ts', ['ui'], [ada], `export function debounce<A extends unknown[]>(call: (...args: A) => void, ms: number) {
  let timer: ReturnType<typeof setTimeout>;
  return (...args: A) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...args), ms);
  };
}`],
  ['ts', 'groupBy with a typed key', 'src/lists.ts', ['lists'], [grace], 'export const groupBy = <T, K extends string>(all: T[], key: (one: T) => K) =>\n  Object.groupBy(all, key);'],
  ['ts', 'invariant', 'src/assert.ts', ['types'], [], 'export function invariant(is: unknown, why: string): asserts is {\n  if (!is) throw new Error(why);\n}'],
  ['py', 'read_lines: yields lines without their ends', 'tools/io.py', ['io', 'files'], [grace], 'def read_lines(path):\n    with open(path, encoding="utf-8") as file:\n        for line in file:\n            yield line.rstrip("\\n")'],
  ['py', 'chunked', 'tools/lists.py', ['lists'], [], 'def chunked(items, size):\n    return [items[i:i + size] for i in range(0, len(items), size)]'],
  ['py', 'atomic_write', 'tools/io.py', ['io', 'files'], [ada], 'import os, tempfile\n\ndef atomic_write(path, text):\n    fd, name = tempfile.mkstemp(dir=os.path.dirname(path))\n    with os.fdopen(fd, "w") as file:\n        file.write(text)\n    os.replace(name, path)'],
  ['sql', 'Orders without an invoice', 'db/reports.sql', ['reports'], [grace], 'SELECT o.id, o.placed_at\nFROM orders o LEFT JOIN invoices i ON i.order_id = o.id\nWHERE i.id IS NULL;'],
  ['sql', 'Median by group', 'db/reports.sql', ['reports', 'statistics'], [], 'SELECT team, percentile_cont(0.5) WITHIN GROUP (ORDER BY hours)\nFROM work GROUP BY team;'],
  ['sh', 'Find large files in the history of git', undefined, ['git'], [], "git rev-list --objects --all | git cat-file --batch-check='%(objecttype) %(objectname) %(objectsize) %(rest)' | sort -k3 -n | tail"],
  ['go', 'WithTimeout: runs a function, gives up after a while', 'pkg/run/timeout.go', ['concurrency'], [ada], 'func WithTimeout(d time.Duration, f func() error) error {\n\tdone := make(chan error, 1)\n\tgo func() { done <- f() }()\n\tselect {\n\tcase err := <-done:\n\t\treturn err\n\tcase <-time.After(d):\n\t\treturn context.DeadlineExceeded\n\t}\n}'],
  ['rs', 'Parse key=value lines', 'src/config.rs', ['config'], [], 'fn parse(text: &str) -> HashMap<&str, &str> {\n    text.lines().filter_map(|line| line.split_once(\'=\')).collect()\n}'],
  ['css', 'Visually hidden, still read aloud', 'web/a11y.css', ['accessibility'], [], '.visually-hidden {\n  position: absolute;\n  clip-path: inset(50%);\n  width: 1px;\n  height: 1px;\n}'],
  ['yaml', 'Cache npm between builds', '.ci/cache.yaml', ['ci'], [], 'cache:\n  key: npm-${{ checksum "package-lock.json" }}\n  paths: [~/.npm]'],
];

/** The server of the editor whose home this is, as a program finds it. */
export async function serverOf(home) {
  const folder = path.join(home, '.quarry', 'servers');
  const file = await until('the discovery file', () =>
    fs.existsSync(folder) ? fs.readdirSync(folder).find((name) => name.endsWith('.json')) : undefined,
  );
  const { baseUrl } = JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
  const post = async (target, body) => {
    const answer = await fetch(`${baseUrl}${target}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${target}: ${answer.status} ${await answer.text()}`);
    return answer.headers.get('content-type')?.includes('json') ? answer.json() : answer.text();
  };
  const create = (raw, ext, metadata) =>
    post('/assets/create?transferables=false', {
      type: 'SEEDED_ASSET',
      asset: { metadata, format: { fragment: { string: { raw }, metadata: { ext } } } },
    });
  return {
    post,
    create,
    assets: async () => (await (await fetch(`${baseUrl}/assets`)).json()).iterable,
    /** So many small assets more, of ten languages and fifty tags. */
    async fill(count) {
      const words = ['ts', 'js', 'py', 'go', 'rs', 'java', 'sql', 'sh', 'css', 'yaml'];
      for (let from = 0; from < count; from += 100) {
        await Promise.all(
          Array.from({ length: 100 }, (_, offset) => {
            const n = from + offset;
            const metadata = {
              name: `Generated asset ${n}`,
              tags: [{ text: `topic ${n % 50}` }],
              annotations: [{ type: 'DESCRIPTION', text: `Number ${n}.` }],
              origin: { relativePath: `src/part${n % 100}/file${n}.x`, lines: { start: 1, end: 2 } },
            };
            return create(`value${n} = ${n}\nprint(value${n})`, words[n % words.length], metadata);
          }),
        );
      }
    },
  };
}

export async function seedLibrary(server) {
  for (const [ext, name, place, tags, persons, text] of pieces) {
    const lines = { start: 12, end: 11 + text.split('\n').length };
    await server.create(text, ext, {
      name,
      tags: tags.map((tag) => ({ text: tag })),
      persons,
      ...(place && { origin: { repository, branch: 'main', relativePath: place, lines } }),
    });
  }
}
