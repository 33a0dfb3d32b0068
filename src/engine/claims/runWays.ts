/**
 * Collects the ways to run, test or build a project, each with its place: scripts of manifests, targets, script files,
 * pipelines and guides, and what is usual for the kind of manifest. run.ts writes the answer.
 */
import path from 'node:path';
import { indentOf } from '../answers/markdown';
import { stem } from '../text/tokens';
import { type Asking } from './page';
import {
  commandIn,
  doesTask,
  guides,
  inlineCommands,
  isAbove,
  isAmong,
  isHeadingOf,
  managers,
  pipelineKeys,
  pipelines,
  rankOfName,
  scriptsIn,
  targetsIn,
  tiedRows,
  usual,
} from './runTable';
import { type Run, type Task } from './wants';
import { type CodeSource, type ReadCode, sourcesOf, type OutlinedCode } from '../outline/sources';
import type { RowSpan } from '../read/types';
import { rolesOf } from '../rank/fileKinds';
import { spaced, unquoted } from '../text/plain';
import { fenceReader, headingIn, isUnderline } from '../../languages/markdown';

/** One way to do a task, with its place. */
export interface Way {
  /** The command to type. */
  typed: string;
  /** What the command does, or the heading it stands under. */
  told?: string;
  from: CodeSource;
  code: ReadCode;
  rows: RowSpan;
  /** Lower is better. */
  rank: number;
}

export const inPipeline = 'in continuous integration';

/** Matches commands that accept the name of a test: `just filter PATTERN`. */
const takesNames =
  /(?<!\$)\{\{|<[\w-]{1,40}>|\$[@*1]|\b(?:FILES?|PATTERN|NAMES?|FILTER|TESTS?|ARGS|PATH)\b|^just [\w-]{1,60} \S/;
/**
 * Matches options that pick tests, such as `mocha -g NAME`; inside a target's body they may belong to another program.
 */
const picksNames = /\s(?:-k|-run|-g|-t|--grep|--filter|-Dtest)\b/;

const betweenWords = /[^a-z\d]+/;
/** Least characters of a word compared by its beginning. */
const minBeginning = 3;

/** True when a word of the text is one of the kinds or a short form of it: `test:types`, `docs`, `bench`, `utest`. */
function isOfKind(text: string, kinds: readonly string[]): boolean {
  const words = text
    .toLowerCase()
    .split(betweenWords)
    .filter((word) => word.length >= minBeginning);
  return kinds.some((kind) =>
    words.some((word) => stem(word) === stem(kind) || kind.startsWith(stem(word)) || word === `${kind[0]}test`),
  );
}

/** How well a way fits the request: 2 by its name, 1 by what it does or where it stands, 0 not at all. */
function fitOf({ typed, told = '', from }: Way, { task, isPart, kinds }: Run): number {
  if (isOfKind(typed, kinds)) return 2;
  const where = task === 'test' ? from.place : '';
  if (isOfKind(told === inPipeline ? where : `${told} ${where}`, kinds)) return 1;
  const isUnder =
    told.startsWith('under “') && /\b(?:one|some|single|specific|individual|particular|only|subset)\b/i.test(told);
  const isOne = isUnder || picksNames.test(typed) || takesNames.test(typed) || takesNames.test(told);
  return task === 'test' && isPart && isOne ? 1 : 0;
}

/** The ways that fit best; none when no way fits. */
export function fitting(ways: readonly Way[], run: Run): Way[] {
  const best = Math.max(0, ...ways.map((way) => fitOf(way, run)));
  return best === 0 ? [] : ways.filter((way) => fitOf(way, run) === best);
}

export const maxOfKind = 3;
/** Greatest depth of a manifest's path; deeper ones belong to parts of the project. */
const maxDepth = 3;
/** Rank added for each level of a manifest's path: a guide about the whole counts more than a manifest of a part. */
const ofPart = 2;
const maxRead = 40;
export const maxGuideRows = 3_000;

const nameOf = ({ place }: CodeSource): string => place.split('/').at(-1) ?? place;
export const depthOf = ({ place }: CodeSource): number => place.split('/').length;

export interface Files {
  all: CodeSource[];
  named: (names: readonly string[]) => CodeSource[];
}

export function filesOf({ parts }: Asking): Files {
  const isOther = (place: string) => {
    const { tests, examples, vendored } = rolesOf(place);
    return tests || examples || vendored;
  };
  const all = sourcesOf(parts).filter(({ place }) => !isOther(place) || !place.includes('/'));
  all.sort((a, b) => depthOf(a) - depthOf(b) || (a.place < b.place ? -1 : 1));
  return { all, named: (names) => all.filter((from) => depthOf(from) <= maxDepth && isAmong(nameOf(from), names)) };
}

/** Commands listed in manifests, from their syntax trees. */
async function scriptWays(files: Files, { task, kinds }: Run, { reader }: Asking): Promise<Way[]> {
  const ways: Way[] = [];
  for (const { files: names, above, typed } of scriptsIn) {
    for (const from of files.named(names).slice(0, maxOfKind)) {
      const code = await reader.outlined(from);
      if (typeof code === 'string') continue;
      for (const { name, path, values, start, end } of code.outline.symbols) {
        const rank = rankOfName(name, task) ?? (isOfKind(name, kinds) ? byKind : undefined);
        if (rank === undefined || !isAbove(above, path.slice(0, -1))) continue;
        const value = values.find((one) => one.name === name)?.value;
        const told = value === undefined ? undefined : unquoted(value);
        ways.push({
          typed: typedOf(typed, name, code),
          ...(told !== undefined && { told }),
          from,
          code,
          rows: { start, end },
          rank: rank + ofPart * depthOf(from) - 1,
        });
      }
    }
  }
  return ways;
}

function typedOf(typed: string, name: string, { outline }: OutlinedCode): string {
  if (!typed.startsWith('npm')) return `${typed} ${name}`;
  const named = outline.symbols.find(({ path }) => path.join('.') === 'packageManager')?.values[0]?.value ?? '';
  const manager = managers.exec(named)?.[1] ?? 'npm';
  const isShort = manager !== 'bun' && (name === 'test' || name === 'start');
  return isShort ? `${manager} ${name}` : `${manager} run ${name}`;
}

/** Rank of a target that does the task under another name. */
const byBody = 3;
/** Rank of a target named like the kind asked for. */
const byKind = 3;

export const rowsOf = ({ rows }: ReadCode, most = rows.count): string[] =>
  Array.from({ length: Math.min(most, rows.count) }, (_, row) => rows.row(row));

/** Names of the `namespace :test do` blocks around a row, outermost first. */
function namespacesOf(rows: readonly string[], at: number): string[] {
  const names: string[] = [];
  let indent = indentOf(rows[at]!);
  for (let row = at - 1; row >= 0 && indent > 0; row -= 1) {
    const own = indentOf(rows[row]!);
    if (rows[row]!.trim() === '' || own >= indent) continue;
    indent = own;
    names.unshift(...(/^\s*namespace[( ]["':]?([\w-]{1,60})/.exec(rows[row]!)?.slice(1) ?? []));
  }
  return names;
}

/** Parameter names of a target: `filter PATTERN *FLAGS='':` has a pattern and flags. */
const parametersIn = (row: string): string[] =>
  spaced(row.slice(0, row.indexOf(':')))
    .slice(1)
    .flatMap((one) => /^[*+$]?([\w-]{1,40})/.exec(one)?.[1] ?? []);

function targetWays(files: Files, { task, kinds }: Run, { reader }: Asking): Way[] {
  return targetsIn.flatMap(({ files: names, target, typed }) =>
    files
      .named(names)
      .slice(0, 1)
      .flatMap((from): Way[] => {
        const code = reader.read(from);
        if (typeof code === 'string') return [];
        const rows = rowsOf(code);
        return rows.flatMap((row, start) => {
          const own = target.exec(row)?.[1];
          if (own === undefined || own.startsWith('.')) return [];
          const name = typed === 'rake' ? [...namespacesOf(rows, start), own].join(':') : own;
          let end = start;
          while (indentOf(rows[end + 1] ?? '') > indentOf(row)) end += 1;
          const body = Array.from({ length: end - start }, (_, at) =>
            tiedRows(rows, start + 1 + at)
              .trim()
              .replace(/^[@-]+/, ''),
          );
          const typedRows = body.filter((one) => one !== '' && !/^(?:#|echo\b|printf\b)/.test(one));
          const doing = typedRows.find((one) => doesTask(one, task));
          // The body of a Rakefile's task is Ruby, not commands.
          const isTyped = typed !== 'rake';
          const rank =
            rankOfName(name, task) ??
            (isOfKind(name, kinds) ? byKind : undefined) ??
            (isTyped && task === 'test' && doing !== undefined && !doing.includes('|') ? byBody : undefined);
          // A target that only prints does not do the task.
          if (rank === undefined || (typedRows.length === 0 && end > start)) return [];
          const does = !isTyped ? undefined : (doing ?? (typedRows.length === 1 ? typedRows[0] : undefined));
          const takes = typed === 'just' ? parametersIn(row) : [];
          return [
            {
              typed: [typed, name, ...takes].join(' '),
              ...(does !== undefined && { told: does }),
              from,
              code,
              rows: { start, end },
              rank: rank + 0.5,
            },
          ];
        });
      }),
  );
}

const scriptFile = /^(?:scripts?|bin|tools?|dev|ci|hack)\/([\w-]{1,60})(?:\.(?:sh|bash|py|rb|ps1|cmd|bat|mjs|js))?$/;

/** Ways from scripts in a folder for scripts, by their file names. */
function scriptFileWays(files: Files, { task, kinds }: Run, { reader }: Asking): Way[] {
  return files.all.flatMap((from): Way[] => {
    const name = scriptFile.exec(from.place)?.[1];
    const rank =
      name === undefined ? undefined : (rankOfName(name, task) ?? (isOfKind(name, kinds) ? byKind : undefined));
    const code = rank === undefined ? undefined : reader.read(from);
    if (rank === undefined || !code || typeof code === 'string') return [];
    return [
      { typed: from.place, from, code, rows: { start: 0, end: Math.min(5, code.rows.count - 1) }, rank: rank + 1 },
    ];
  });
}

/**
 * True for commands that nobody types as they stand: for another platform, for a single test, or with values from the
 * pipeline.
 */
export const isSpecial = (typed: string) => /--target\b|\$\{?[A-Z{]| -{1,2}run\b/.test(typed);
/** Least rank of a command from a pipeline. */
export const pipelineRank = 4;

async function pipelineWays(files: Files, { task, kinds }: Run, { reader }: Asking): Promise<Way[]> {
  const ways: Way[] = [];
  for (const from of files.all.filter(({ place }) => pipelines.test(place)).slice(0, maxRead)) {
    const code = await reader.outlined(from);
    if (typeof code === 'string') continue;
    const rows = rowsOf(code);
    for (const { name, start, end } of code.outline.symbols) {
      if (!pipelineKeys.has(name)) continue;
      for (let row = start; row <= end; row += 1) {
        const typed = commandIn(tiedRows(rows, row).replace(/^\s*-?\s*(?:[\w-]+:\s+)?[|>]?[-+]?\s*/, ''));
        if (typed !== undefined && (doesTask(typed, task) || isOfKind(typed, kinds)))
          ways.push({
            typed,
            told: inPipeline,
            from,
            code,
            rows: { start: row, end: row },
            rank: pipelineRank + (isSpecial(typed) ? 0.5 : 0),
          });
      }
    }
  }
  return ways;
}

/** Matches tools whose install step is the build, which then puts the result into a local repository. */
const installsBuilt = /\bmvnw?\b/;

/** Commands in the code of guides, the best ones under a heading for the task. */
function guideWays(files: Files, { task, kinds }: Run, { reader }: Asking): Way[] {
  return files.all
    .filter((from) => depthOf(from) <= 2 && guides.test(from.place))
    .slice(0, maxOfKind + 2)
    .flatMap((from): Way[] => {
      const code = reader.read(from);
      if (typeof code === 'string') return [];
      const ways: Way[] = [];
      let heading = '';
      const kindOfRow = fenceReader();
      const rows = rowsOf(code, maxGuideRows);
      rows.forEach((text, row) => {
        const kind = kindOfRow(text);
        if (kind === 'fence') return;
        const isFenced = kind === 'code';
        const found = isFenced ? undefined : headingIn(text);
        if (found) heading = found.title;
        else if (!isFenced && isUnderline(text)) heading = (rows[row - 1] ?? '').trim();
        else {
          const whole = isFenced || /^(?: {3,}|\t)\S/.test(text) ? commandIn(tiedRows(rows, row)) : undefined;
          const isUnder = isHeadingOf(heading, task);
          for (const typed of whole === undefined ? (isFenced ? [] : inlineCommands(text)) : [whole]) {
            if (
              !doesTask(typed, task) &&
              !isOfKind(typed, kinds) &&
              !(isUnder && (task === 'run' || installsBuilt.test(typed)) && whole !== undefined)
            )
              continue;
            const isOurs = task === 'install' || installsBuilt.test(typed) || !/\b(?:install|add|clone)\b/.test(typed);
            if (isOurs)
              ways.push({
                typed,
                ...(heading !== '' && { told: `under “${heading}”` }),
                from,
                code,
                rows: { start: row, end: row },
                rank: isUnder ? 2 : 3,
              });
          }
        }
      });
      return ways;
    });
}

export function usualWays(files: Files, task: Task, { reader }: Asking): Way[] {
  const found = usual.flatMap(({ files: names, typed }): Way[] => {
    const command = typed[task];
    const [from] = files.all.filter((one) => depthOf(one) === 1 && isAmong(nameOf(one), names));
    const code = from && reader.read(from);
    if (command === undefined || !from || !code || typeof code === 'string') return [];
    return [{ typed: command, from, code, rows: { start: 0, end: 0 }, rank: 5 }];
  });
  return found.slice(0, 2);
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

/** Rank bonus for tests of the kind asked for, above all others. */
const first = 100;

/** Ways from the project's files, best first; ranks from `pipelineRank` on belong to pipelines. */
export async function waysOf(files: Files, wanted: Run, asking: Asking): Promise<Way[]> {
  const ways = [
    ...(await scriptWays(files, wanted, asking)),
    ...targetWays(files, wanted, asking),
    ...scriptFileWays(files, wanted, asking),
    ...(await pipelineWays(files, wanted, asking)),
    ...guideWays(files, wanted, asking),
  ];
  return chosen(ways.map((way) => ({ ...way, rank: way.rank - first * fitOf(way, wanted) })));
}

/** Manifests that hold the project's name. */
const naming = ['package.json', 'composer.json', 'pyproject.toml', 'Cargo.toml', 'mix.exs', 'pubspec.yaml'];

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
