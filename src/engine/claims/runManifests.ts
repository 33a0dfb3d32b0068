/** Collects the ways to run something that manifests, target files and script files name. */
import { type Asking } from './page';
import {
  rankOfScript,
  doesOther,
  doesTask,
  isUndoing,
  rankOfName,
  depthOf,
  maxOfKind,
  rowsOf,
  type Files,
  type Way,
} from './runFits';
import {
  commandsOfManifests,
  isAbove,
  managersBy,
  releasing,
  scriptEndings,
  scriptFolders,
  scriptsIn,
  shellEndings,
} from './runTable';
import { commandIn, isOwnScript, isPlainName, targetKinds, targetsOf, type Target, type TargetKind } from './runRows';
import type { Run, Task } from './runWants';
import { type CodeSource, type OutlinedCode, type ReadCode } from '../outline/sources';
import type { OutlineSymbol } from '../read/types';
import { setOf } from '../question/courtesies';
import { spaced, unquoted } from '../text/plain';

/** Rank added for each level of a manifest's path: a guide about the whole counts more than a manifest of a part. */
const ofPart = 2;
/** What npm writes into a manifest for tests that there are not. */
const placeholder = 'no test specified';
/** Rank of a target that does the task under another name, and rank added to what changes files, where they are checked. */
const [byBody, byFix] = [3, 0.5];
const looks = setOf('check test lint verify type types');
const changes = (told = ''): boolean => spaced(told).some((word) => word === '--fix' || word === '--write');

/** The name of a script as it is typed: those of another environment than the default one have its name before them. */
function nameOf(typed: string, symbol: OutlineSymbol): string {
  const steps = symbol.path.join('.').split('.');
  // A table's own name has dots: `tool.tox.env.docs`.
  const name = symbol.path.length === 1 && symbol.values.length === 0 ? steps.at(-1)! : symbol.name;
  // `format.sequence = [...]` sets something of the task `format`.
  if (typed === 'poe') return name.split('.')[0]!;
  const environment = typed === 'hatch run' ? (steps[steps.indexOf('envs') + 1] ?? 'default') : 'default';
  return environment === 'default' ? name : `${environment}:${name}`;
}

/** What is typed for a script. */
function typedOf(typed: string, name: string, asked: { code: OutlinedCode; from: CodeSource; files: Files }): string {
  if (typed !== 'npm run') return `${typed} ${name}`;
  const manager = managerOf(asked);
  const isShort = manager !== 'bun' && (name === 'test' || name === 'start');
  return isShort ? `${manager} ${name}` : `${manager} run ${name}`;
}

/** The package manager that the manifest names, or that has left its file beside it or at the root. */
function managerOf({ code, from, files }: { code: OutlinedCode; from: CodeSource; files: Files }): string {
  const said = code.outline.symbols.find(({ path }) => path.join('.') === 'packageManager')?.values[0]?.value ?? '';
  const named = managersBy.find(([, manager]) => unquoted(said).startsWith(`${manager}@`));
  const folder = from.place.slice(0, from.place.lastIndexOf('/') + 1);
  const beside = managersBy.find(([file]) => files.places.has(folder + file) || files.places.has(file));
  return (named ?? beside)?.[1] ?? 'npm';
}

/** The folder in which a command of a manifest is typed, when it is not the root. */
function folderOf({ place }: CodeSource): { folder?: string } {
  const at = place.lastIndexOf('/');
  return at < 0 || place.startsWith('.cargo/') ? {} : { folder: place.slice(0, at) };
}

/** Keys of a table of sessions that say what it does. */
const sayingKeys = ['description', 'commands', 'cmd', 'help', 'run', 'script'];

/** What the members of a script that is a table say of it: `description`, `commands`. */
function membersOf({ path }: OutlineSymbol, { outline }: OutlinedCode): string {
  const around = path.join('.');
  return outline.symbols
    .filter((one) => sayingKeys.includes(one.name) && one.path.slice(0, -1).join('.') === around)
    .flatMap(({ values }) => values.map(({ value }) => unquoted(value)))
    .join(' ');
}

/** Commands listed in manifests, from their syntax trees. */
export async function scriptWays(files: Files, run: Run, { reader }: Asking): Promise<Way[]> {
  const ways: Way[] = [];
  // Scripts of other names that do it among other things: `"test": "xo && ava"` for the linter.
  const others: Way[] = [];
  for (const { files: names, above, typed } of scriptsIn) {
    for (const from of files.named(names).slice(0, maxOfKind)) {
      const code = await reader.outlined(from);
      if (typeof code === 'string') continue;
      for (const symbol of code.outline.symbols) {
        const { path, values, start, end } = symbol;
        if (!isAbove(above, path.join('.').split('.').slice(0, -1)) && !isAbove(above, path.slice(0, -1))) continue;
        const name = nameOf(typed, symbol);
        const value = values.find((one) => one.name === symbol.name)?.value;
        const about = membersOf(symbol, code);
        const told = value === undefined ? undefined : unquoted(value);
        const rank = rankOfScript(name, about, run);
        // `check:types` compiles to look, not to build.
        const isLook = run.task === 'build' && looks.has(name.split(':')[0]!);
        const isOther =
          told !== undefined && run.kinds.length === 0 && !isUndoing(name) && !isLook && doesTask(told, run.task);
        // `check` may be another one.
        const isOfOther = rank !== undefined && rank > 0 && told !== undefined && doesOther(told, run.task);
        if ((rank === undefined && !isOther) || isOfOther || told?.includes(placeholder)) continue;
        (rank === undefined ? others : ways).push({
          typed: typedOf(typed, name, { code, from, files }),
          ...(told !== undefined && { told }),
          about,
          ...folderOf(from),
          from,
          code,
          rows: { start, end },
          rank: (rank ?? byBody) + ofPart * depthOf(from) - 1 + (run.task === 'lint' && changes(told) ? byFix : 0),
        });
      }
    }
  }
  return ways.length > 0 ? ways : others;
}

/** Beginnings of rows of a target that only say something. */
const saying = ['#', 'echo', 'printf', '$(info', '"""', 'rm ', 'mkdir '];

type Read = Pick<TargetKind, 'typed' | 'isTyped'>;

/** Tasks of which a target for all of the project is no build. */
const otherThanBuild: readonly Task[] = ['test', 'lint', 'format', 'types', 'install'];

function targetWay(
  { name, takes, about, body }: Target,
  { typed, isTyped }: Read,
  { run, needed }: { run: Run; needed: readonly string[] },
) {
  const { task, kinds } = run;
  if (task !== 'release' && body.some((one) => releasing.some((said) => one.includes(said)))) return undefined;
  const doing = body
    .map((one) => one.replace('$(MAKE)', 'make'))
    .filter((one) => one !== '' && !saying.some((word) => one.startsWith(word)));
  // `all: doc lint test` builds nothing.
  const isOfOthers = (one: string) => otherThanBuild.some((other) => rankOfName(one, other) !== undefined);
  if (name === 'all' && (needed.some(isOfOthers) || body.some((one) => one.includes('test')))) return undefined;
  // A target that only prints does not do the task.
  if (isTyped && doing.length === 0 && body.length > 0) return undefined;
  const best = doing.find((one) => doesTask(one, task));
  const isByBody = isTyped && task === 'test' && best !== undefined && !best.includes('|') && !isUndoing(name);
  const rank = rankOfScript(name, about, run) ?? (isByBody ? byBody : undefined);
  // Neither does one of another name whose commands do something else.
  const mayBeOther = isTyped && (rank !== 0 || task === 'run') && kinds.length === 0 && doing.length > 0;
  const isOfOther = (one: string) => doesOther(one, task);
  const starts = doing.some((one) => doesTask(one, task) || isOwnScript(spaced(one)[0] ?? ''));
  // What only builds starts nothing.
  const isOther = task === 'run' ? !starts && doing.some(isOfOther) : doing.every(isOfOther);
  // `check` may look at the style alone.
  const isTold =
    name !== 'check' ||
    task !== 'test' ||
    !isTyped ||
    best !== undefined ||
    needed.some((one) => rankOfName(one, task) !== undefined);
  if (!isTold) return undefined;
  // `test.o` is a file.
  if (rank === undefined || (mayBeOther && isOther) || name.endsWith('.o')) return undefined;
  const told = isTyped ? (best ?? (doing.length === 1 ? doing[0] : undefined)) : undefined;
  return {
    typed: typed.endsWith('+') ? `${typed}${name}` : [typed, name, ...takes].join(' '),
    ...(told !== undefined && { told }),
    about,
    rank: rank + (isTyped && doing.length === 0 ? 0.7 : 0.5),
  };
}

/** Targets of makefiles and the like, and aliases of manifests. */
export function targetWays(files: Files, run: Run, { reader }: Asking): Way[] {
  return targetKinds.flatMap((kind) => {
    const [from] = files.named(kind.files);
    const code = from && reader.read(from);
    if (!from || !code || typeof code === 'string') return [];
    return targetsOf(rowsOf(code), kind).flatMap((target, at): Way[] => {
      // `all: build test`: what make does first.
      const needed = spaced(code.rows.row(target.start).split(':')[1] ?? '');
      const way = targetWay(target, kind, { run, needed });
      // `make` alone makes the first one.
      const isDefault = at === 0 && target.name === 'all' && kind.typed === 'make';
      return way
        ? [
            {
              ...way,
              ...(isDefault && { typed: 'make' }),
              ...folderOf(from),
              from,
              code,
              rows: { start: target.start, end: target.end },
            },
          ]
        : [];
    });
  });
}

/** Rank of what is named so by its last word only. */
const byLast = 2;
const maxScriptDepth = 3;

/** Name of a script file, with the folders inside of its folder for scripts; undefined when it is none. */
function scriptName(place: string): string | undefined {
  const parts = place.split('/');
  const file = parts.at(-1)!;
  const dot = file.lastIndexOf('.');
  const ending = dot < 0 ? '' : file.slice(dot + 1);
  const name = dot < 0 ? file : file.slice(0, dot);
  if (!isPlainName(name) || parts.length > maxScriptDepth) return undefined;
  if (parts.length === 1) return shellEndings.includes(ending) ? name : undefined;
  if (!scriptFolders.has(parts[0]!.toLowerCase()) || !['', ...scriptEndings].includes(ending)) return undefined;
  return [...parts.slice(1, -1), name].join('/');
}

/** Rank added to scripts that come with pipelines, and to others in a folder: what a guide says counts more than a name. */
const [ofPipelines, inFolder] = [3, 1.2];
/** Most rows at the beginning of a script that say what it does. */
const maxHead = 6;

/** Most rows of a script at the root that are read for what it does, and least rank of such a way. */
const [maxScriptRows, byRows] = [200, 3.5];

/** The script of another name of which a row does the task: a `build.sh` that runs the tests. */
function doingRows(from: CodeSource, code: ReadCode, run: Run): Way[] {
  const rows = rowsOf(code, maxScriptRows);
  const row =
    run.kinds.length > 0 ? -1 : rows.findIndex((one) => commandIn(one) !== undefined && doesTask(one, run.task));
  if (row < 0 || run.task === 'install' || run.task === 'run') return [];
  const told = rows[row]!.trim();
  return [{ typed: `./${from.place}`, told, about: '', from, code, rows: { start: row, end: row }, rank: byRows }];
}

/** Ways from script files, by their names. */
export function scriptFileWays(files: Files, run: Run, { reader }: Asking): Way[] {
  return files.every.flatMap((from): Way[] => {
    const name = scriptName(from.place);
    const rank = name === undefined ? undefined : rankOfScript(name, '', run);
    // The last word of a file's name says little: `release_tests.py` releases. A further word tells
    // what it is done to: `build-fixtures.sh`.
    if (name === undefined || rank === byLast) return [];
    const isOfMore = ['-', '_'].some((sign) => name.includes(sign)) && !name.includes('all');
    if (rank === 1 && run.kinds.length === 0 && isOfMore) return [];
    const code = rank === undefined && from.place.includes('/') ? undefined : reader.read(from);
    if (!code || typeof code === 'string') return [];
    if (rank === undefined) return doingRows(from, code, run);
    // `scripts/check` may look at the style alone.
    const rows = rowsOf(code, maxScriptRows);
    const does = rows.some((one) => doesTask(one, run.task));
    if (rank > 0 && !does && rows.some((one) => doesOther(one, run.task))) return [];
    // Without an ending only its first row tells that it is a script.
    if (!from.place.split('/').at(-1)!.includes('.') && !code.rows.row(0).startsWith('#!')) return [];
    const typed = from.place.includes('/') ? from.place : `./${from.place}`;
    const end = Math.min(maxHead - 1, code.rows.count - 1);
    const aside = typed.startsWith('ci/') ? ofPipelines : from.place.includes('/') ? inFolder : 0;
    const own = rank * 2 + 1 + (depthOf(from) > 2 ? 1 : 0) + aside;
    return [{ typed, about: '', from, code, rows: { start: 0, end }, rank: own }];
  });
}

/** Commands that comments of a manifest quote: "use 'mvn test -Pbenchmark' for the benchmarks". */
export function commentWays(files: Files, run: Run, { reader }: Asking): Way[] {
  return files
    .named(['pom.xml', 'build.gradle', 'build.gradle.kts', 'build.sbt', 'CMakeLists.txt'])
    .slice(0, maxOfKind)
    .flatMap((from): Way[] => {
      const code = reader.read(from);
      if (typeof code === 'string') return [];
      return rowsOf(code).flatMap((text, row) => {
        const isComment = ['<!--', '//', '#', '*'].some((sign) => text.trimStart().startsWith(sign));
        if (!isComment) return [];
        const quoted = text
          .replaceAll('`', "'")
          .split("'")
          .filter((_, at) => at % 2 === 1);
        const typed = quoted.find(
          (one) =>
            commandsOfManifests.includes(spaced(one)[0] ?? '') &&
            (doesTask(one, run.task) || rankOfName(one, run.task) !== undefined),
        );
        return typed === undefined ? [] : [{ typed, about: text, from, code, rows: { start: row, end: row }, rank: 2 }];
      });
    });
}
