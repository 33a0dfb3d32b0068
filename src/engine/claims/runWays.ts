/**
 * Collects the ways to run, test or build a project, each with its place: scripts of manifests, targets, script files,
 * pipelines and guides, and what is usual for the kind of manifest. run.ts writes the answer.
 */
import path from 'node:path';
import { type Asking } from './page';
import { fitOf } from './runFits';
import { guideWays, pipelineWays } from './runGuides';
import { commentWays, scriptFileWays, scriptWays, targetWays } from './runManifests';
import { isAmong, usual } from './runTable';
import type { Run, Task } from './runWants';
import { type CodeSource, type ReadCode, sourcesOf } from '../outline/sources';
import type { RowSpan } from '../read/types';
import { rolesOf } from '../rank/fileKinds';
import { unquoted } from '../text/plain';

/** One way to do a task, with its place. */
export interface Way {
  /** The command to type. */
  typed: string;
  /** The folder in which it is typed; the root when there is none. */
  folder?: string;
  /** What the command does. */
  told?: string;
  /** Where it stands, as told to people. */
  where?: string;
  /** What is said of it: its heading, sentence, comment, description or step; empty when nothing is. */
  about: string;
  from: CodeSource;
  code: ReadCode;
  rows: RowSpan;
  /** Lower is better. */
  rank: number;
}

export const maxOfKind = 3;
/** Greatest depth of a manifest's path; deeper ones belong to parts of the project. */
const maxDepth = 3;
const nameOf = ({ place }: CodeSource): string => place.split('/').at(-1) ?? place;
export const depthOf = ({ place }: CodeSource): number => place.split('/').length;

export const rowsOf = ({ rows }: ReadCode, most = rows.count): string[] =>
  Array.from({ length: Math.min(most, rows.count) }, (_, row) => rows.row(row));

export interface Files {
  /** Without tests, examples and what belongs to others, but for those at the root. */
  all: CodeSource[];
  every: CodeSource[];
  places: ReadonlySet<string>;
  named: (names: readonly string[]) => CodeSource[];
}

export function filesOf({ parts }: Asking): Files {
  const isOther = (place: string) => {
    const { tests, examples, vendored } = rolesOf(place);
    return tests || examples || vendored;
  };
  const every = sourcesOf(parts);
  every.sort((a, b) => depthOf(a) - depthOf(b) || (a.place < b.place ? -1 : 1));
  const all = every.filter(({ place }) => !isOther(place) || !place.includes('/'));
  const named = (names: readonly string[]) =>
    all.filter((from) => depthOf(from) <= maxDepth && isAmong(nameOf(from), names));
  return { all, every, places: new Set(every.map(({ place }) => place)), named };
}

/**
 * True for commands that nobody types as they stand: for another platform, for a single test, or with values from the
 * pipeline.
 */
export const isSpecial = (typed: string) => /--target\b|\$\{?[A-Z{]| -{1,2}run\b/.test(typed);
/** Least rank of a command from a pipeline. */
export const pipelineRank = 4;

const maxUsual = 2;
export function usualWays(files: Files, task: Task, { reader }: Asking): Way[] {
  const found = usual.flatMap(({ files: names, having, typed }): Way[] => {
    const command = typed[task];
    if (command === undefined) return [];
    const [from] = files.all.filter((one) => depthOf(one) === 1 && isAmong(nameOf(one), names));
    const code = from && reader.read(from);
    if (!from || !code || typeof code === 'string') return [];
    if (having !== undefined && !code.source.text.includes(having)) return [];
    return [{ typed: command, about: '', from, code, rows: { start: 0, end: 0 }, rank: 5 }];
  });
  const once = found.filter((way, at) => found.findIndex(({ typed }) => typed === way.typed) === at);
  return once.slice(0, maxUsual);
}

/** Each command once, the best of each file first, so that one file does not fill the list. */
function chosen(ways: readonly Way[]): Way[] {
  const sorted = ways.toSorted((a, b) => a.rank - b.rank);
  const once = sorted.filter((way, at) => sorted.findIndex(({ typed }) => typed === way.typed) === at);
  const seen = new Map<string, number>();
  return once.filter(({ from }) => {
    const count = (seen.get(from.place) ?? 0) + 1;
    seen.set(from.place, count);
    return count <= maxOfKind;
  });
}

/** Rank bonus for what fits the kind asked for, above all others. */
const first = 100;

/** Ways from the project's files, best first; ranks from `pipelineRank` on belong to pipelines. */
export async function waysOf(
  files: Files,
  wanted: Run,
  { asking, own }: { asking: Asking; own: ReadonlySet<string> },
): Promise<Way[]> {
  const ways = [
    ...(await scriptWays(files, wanted, asking)),
    ...targetWays(files, wanted, asking),
    ...scriptFileWays(files, wanted, asking),
    ...commentWays(files, wanted, asking),
    ...(await pipelineWays(files, wanted, asking)),
    ...guideWays(files, wanted, asking, own),
  ];
  return chosen(ways.map((way) => ({ ...way, rank: way.rank - first * fitOf(way, wanted) })));
}

/** Manifests that hold the project's name. */
const naming = ['package.json', 'composer.json', 'pyproject.toml', 'Cargo.toml', 'mix.exs', 'pubspec.yaml'];
const betweenWords = /[^a-z\d]+/;

/** Words of the project's names, from its folder and its manifests. */
export async function projectWords(files: Files, { parts, reader }: Asking): Promise<Set<string>> {
  const names = parts.flatMap((part) => {
    const [key = ''] = part.keys();
    const source = part.sourceOf(key);
    return source.kind === 'file' ? [path.basename(source.path.slice(0, source.path.length - key.length))] : [];
  });
  for (const from of files.named(naming).filter((one) => depthOf(one) === 1)) {
    const code = await reader.outlined(from);
    const named =
      typeof code === 'string'
        ? []
        : code.outline.symbols.filter(({ name, path: at }) => name === 'name' && at.length <= 2);
    names.push(...named.flatMap(({ values }) => values.map(({ value }) => unquoted(value))));
  }
  return new Set(names.flatMap((name) => [name.toLowerCase(), ...name.toLowerCase().split(betweenWords)]));
}
