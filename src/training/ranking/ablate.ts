/**
 * Measures the worth of each engine part: measures again with the part switched off and the weights refitted. Each
 * variant is the same source with a few marked places replaced while bundling, as the product has no such switches.
 * `npm run measure -- --ablate --sets DIR ...`; variants measured before are skipped.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { SetFigures } from './measure';

interface Edit {
  /** Path below src/engine. */
  file: string;
  find: string;
  put: string;
}

export interface Variant {
  name: string;
  /** Signals left out. */
  drop?: readonly string[];
  edits?: readonly Edit[];
}

const edit = (file: string, find: string, put: string): Edit => ({ file, find, put });

export const variants: readonly Variant[] = [
  { name: 'all parts' },
  {
    name: 'without synonyms',
    edits: [
      edit('rank/question.ts', 'return [...(neighbours.get(term) ?? [])];', 'return term === neighbours ? [] : [];'),
    ],
  },
  {
    name: 'without priors',
    drop: ['role', 'depth', 'olderVersion'],
    edits: [edit('rank/fileKinds.ts', '** misfit;', '** (0 * misfit);')],
  },
  {
    name: 'without feedback',
    drop: ['widened'],
    edits: [edit('rank/passageWords.ts', 'const feedbackShare = 0.3;', 'const feedbackShare = 0;')],
  },
  { name: 'without the embedding', edits: [edit('rank/storeScores.ts', 'maxCompared = 20_000;', 'maxCompared = -1;')] },
  {
    name: 'without the share of words held',
    edits: [edit('rank/storeScores.ts', 'const heldWeight = 0.25;', 'const heldWeight = 0;')],
  },
  { name: 'without stems', edits: [edit('text/tokens.ts', '? stemmer(word) : word;', '? word : word;')] },
  {
    name: 'without splitting identifiers',
    edits: [edit('text/tokens.ts', 'return parts.map((part) => part.toLowerCase());', 'return [word.toLowerCase()];')],
  },
  {
    name: 'without field weights',
    edits: [
      edit('index/fields.ts', 'names: { weight: 3,', 'names: { weight: 1,'),
      edit('index/fields.ts', 'place: { weight: 2.2,', 'place: { weight: 1,'),
    ],
  },
  {
    name: 'without file and folder names',
    drop: ['nameAndPassage', 'fileName', 'folders'],
    edits: [edit('rank/storeScores.ts', 'weights.name * fits[file]!;', '0 * fits[file]!;')],
  },
  {
    name: 'without definitions',
    drop: ['definitions', 'declares'],
    edits: [edit('rank/storeScores.ts', '(declares[slot] ? weights.symbol : 0)', '(declares[slot] ? 0 : 0)')],
  },
  {
    name: 'without the words of code in a question',
    edits: [
      edit('rank/question.ts', 'if (isCodeWord(word.toLowerCase())) addWeight', 'if (false as boolean) addWeight'),
    ],
  },
  {
    name: 'passages alone, no files',
    edits: [edit('ranking.ts', 'if (!known) return', 'if (pieces) return')],
  },
];

/**
 * Replaces the marked places of a file below src/engine. Fails unless each place occurs exactly once, so that no part
 * is switched off in name only.
 */
export function edited(file: string, edits: readonly Edit[]): string {
  let contents = fs.readFileSync(path.resolve('src/engine', file), 'utf8');
  for (const { find, put } of edits.filter((one) => one.file === file)) {
    const places = contents.split(find).length - 1;
    if (places !== 1) throw new Error(`${file} has ${places} places "${find}"; one is to be replaced.`);
    contents = contents.replace(find, put);
  }
  return contents;
}

function editing(edits: readonly Edit[]): Plugin {
  return {
    name: 'ablation',
    setup: (building) => {
      for (const file of new Set(edits.map((one) => one.file))) {
        const whole = path.resolve('src/engine', file);
        const filter = new RegExp(`${file.replace(/[./]/g, '[\\\\/.]')}$`);
        building.onLoad({ filter }, ({ path: loaded }) => {
          if (loaded !== whole) return undefined;
          return { contents: edited(file, edits), loader: 'ts' };
        });
      }
    },
  };
}

async function measureVariant({ name, drop = [], edits = [] }: Variant, args: readonly string[], results: string) {
  const outfile = path.resolve('out/training', `${name.replace(/\W+/g, '-')}.mjs`);
  await build({
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
    entryPoints: [path.resolve('src/training/ranking/quality.ts')],
    outfile,
    plugins: [editing(edits)],
  });
  const drops = drop.flatMap((signal) => ['--drop', signal]);
  const { status } = spawnSync(process.execPath, [outfile, ...args, ...drops, '--json', results], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`The variant "${name}" was not measured.`);
}

/** @param args the options of the measuring @param folder where the figures of each variant are kept */
export async function ablate(args: readonly string[], folder: string): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  const setNames = new Set<string>();
  const rows: [string, Record<string, SetFigures>][] = [];
  for (const variant of variants) {
    const results = path.join(folder, `${variant.name.replace(/\W+/g, '-')}.json`);
    if (!fs.existsSync(results)) await measureVariant(variant, args, results);
    const figures = JSON.parse(fs.readFileSync(results, 'utf8')) as Record<string, SetFigures>;
    Object.keys(figures).forEach((set) => setNames.add(set));
    rows.push([variant.name, figures]);
    console.log(
      `${variant.name}: ${[...setNames].map((set) => `${set} ${figures[set]?.ndcg10.toFixed(3) ?? '-'}`).join('  ')}`,
    );
  }
  console.log(`\n| engine | ${[...setNames].join(' | ')} |\n| --- |${' ---: |'.repeat(setNames.size)}`);
  for (const [name, figures] of rows)
    console.log(`| ${name} | ${[...setNames].map((set) => figures[set]?.ndcg10.toFixed(3) ?? '-').join(' | ')} |`);
}
