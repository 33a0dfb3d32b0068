/**
 * Reads what manifests say of a project: the ways to run something that they, target files and script files name, the
 * entry points, and a description.
 */
import { setOf } from '../question/courtesies';
import { inline, type Asking, outlinedOf, readOf, textOf } from './page';
import type { OutlineSymbol, RowSpan } from '../read/types';
import { unquoted, segmentsOf, rowsOfText, spaced } from '../text/plain';
import { type CodeSource, type OutlinedCode, type ReadCode, sourcesOf } from '../outline/sources';
import { isManifest } from '../overview';
import {
  type Files,
  type Way,
  maxOfKind,
  rankOfScript,
  isUndoing,
  doesTask,
  doesOther,
  depthOf,
  rankOfName,
  rowsOf,
} from './runFits';
import { managersBy, scriptsIn, isAbove, releasing, shellEndings, scriptFolders, scriptEndings } from './runTable';
import type { Run, Task } from './wants';
import { type TargetKind, type Target, isOwnScript, targetKinds, targetsOf, isPlainName, commandIn } from './runRows';

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
  { run, needed, own }: { run: Run; needed: readonly string[]; own: ReadonlySet<string> },
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
  // `ferry:` makes the ferry, unless it makes an image of it.
  const isOwn =
    isTyped && task === 'build' && best !== undefined && !best.startsWith('docker') && own.has(name.toLowerCase());
  const rank = rankOfScript(name, about, run) ?? (isOwn ? 1 : isByBody ? byBody : undefined);
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
export function targetWays(files: Files, run: Run, { reader }: Asking, own: ReadonlySet<string>): Way[] {
  return targetKinds.flatMap((kind) => {
    const [from] = files.named(kind.files);
    const code = from && reader.read(from);
    if (!from || !code || typeof code === 'string') return [];
    return targetsOf(rowsOf(code), kind).flatMap((target, at): Way[] => {
      // `all: build test`: what make does first.
      const needed = spaced(code.rows.row(target.start).split(':')[1] ?? '');
      const way = targetWay(target, kind, { run, needed, own });
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

// Section: entry points and descriptions of manifests, from their syntax trees. Data: the keys that each kind of manifest uses.

interface ManifestStart {
  row: number;
  says: string;
  isCommand: boolean;
}

const descriptions = setOf('description project.description package.description tool.poetry.description metadata.description'); // prettier-ignore
/** Sections of manifests in which each key is a command. */
export const commands = setOf('bin project.scripts project.gui-scripts tool.poetry.scripts options.entry_points');
const modules = setOf('main module bin');
const scripts = setOf('scripts.start scripts.serve');

/**
 * Patterns of entry points, for manifests without a syntax tree or with commands inside texts: the main class of a
 * build, an entry point of `setup.py`.
 */
const inRows: readonly { form: RegExp; says: (found: RegExpExecArray) => string }[] = [
  { form: /\bmainClass(?:Name)?(?:>|\s{0,3}=\s{0,3}["'])([\w.$]{2,120})/, says: ([, name = '']) => `${inline(name)} as the main class` },
  { form: /["']([\w.-]{1,80})\s{0,3}=\s{0,3}([\w.]{2,120}:\w{1,80})["']/, says: ([, name = '', target = '']) => asCommand(target, name) },
]; // prettier-ignore
const maxRows = 1_000;
const maxRowChars = 500;

const asCommand = (target: string | undefined, name: string) =>
  (target === undefined ? '' : `${inline(target)} as `) + `the command ${inline(name)}`;
export const keyOf = ({ path }: OutlineSymbol) => path.join('.');

/** The folder of a path with its slash; empty for the root. */
export const slashedFolder = (place: string) => place.slice(0, place.lastIndexOf('/') + 1);

/** Default files of a command that a manifest names without a path. */
const filesOfCommand = (name: string): string[] => [`src/bin/${name}.rs`, `src/bin/${name}/main.rs`];

/** The first of some paths, relative to the manifest's folder, that exists in the space. */
function fileBeside({ part, place }: CodeSource, wanted: readonly string[]): string | undefined {
  const places = new Set(Array.from(part.keys(), (key) => part.placeOf(key)));
  return wanted.find((one) => places.has(slashedFolder(place) + one));
}

/** The command of a `[[bin]]` section of Cargo: its name, and its file as written or at the default path. */
function sectionStart(section: OutlineSymbol, { outline }: OutlinedCode, from: CodeSource): ManifestStart[] {
  const own = outline.symbols.filter(({ parent }) => parent !== undefined && outline.symbols[parent] === section);
  const valueOf = (key: string) => own.filter(({ name }) => name === key).map(textOf)[0];
  const name = valueOf('name');
  if (name === undefined) return [];
  const file = valueOf('path') ?? fileBeside(from, filesOfCommand(name));
  return [{ row: section.start, says: asCommand(file, name), isCommand: true }];
}

function startsOf(symbol: OutlineSymbol, code: OutlinedCode, from: CodeSource): ManifestStart[] {
  const { name, nameRow: row } = symbol;
  const place = keyOf(symbol);
  if (place === 'bin' && symbol.kind === 'section') return sectionStart(symbol, code, from);
  const around = symbol.path.slice(0, -1).join('.');
  const isOfSection = around === 'bin' && code.outline.symbols.some((one) => keyOf(one) === 'bin.name');
  const target = textOf(symbol);
  if (target === undefined) return listedStarts(symbol);
  if (commands.has(around) && !isOfSection) return [{ row, says: asCommand(target, name), isCommand: true }];
  if (modules.has(place)) return [{ row, says: `${inline(target)} as ${inline(name)}`, isCommand: name === 'bin' }];
  return scripts.has(place) ? [{ row, says: `${inline(target)} to start it`, isCommand: false }] : [];
}

/** Commands from a manifest's list of files. */
function listedStarts({ name, path, values, nameRow: row }: OutlineSymbol): ManifestStart[] {
  const list = values.find((one) => one.name === name)?.value ?? '';
  if (path.join('.') !== 'bin' || !list.startsWith('[')) return [];
  const files = [...list.matchAll(/["']([\w./@-]{2,120})["']/g)].map(([, file = '']) => file);
  return files.map((file) => ({ row, says: asCommand(file, segmentsOf(file).at(-1)!), isCommand: true }));
}

/** The entry points that a manifest names, in its order. */
export async function startsIn(from: CodeSource, asking: Pick<Asking, 'reader'>): Promise<ManifestStart[]> {
  const code = await outlinedOf(from, asking);
  const found = code?.outline.symbols.flatMap((symbol) => startsOf(symbol, code, from)) ?? [];
  if (found.length > 0) return found;
  const rows = rowsOfText(readOf(from, asking)?.source.text ?? '').slice(0, maxRows);
  return rows.flatMap((text, row) =>
    inRows.flatMap(({ form, says }) => {
      // What is commented out is a template.
      const match = text.trimStart().startsWith('#') ? null : form.exec(text.slice(0, maxRowChars));
      return match ? [{ row, says: says(match), isCommand: true }] : [];
    }),
  );
}
const maxStarts = 3;

export interface Place {
  from: CodeSource;
  code: ReadCode;
  rows: RowSpan;
}

/**
 * A sentence about the entry points in the first manifest that names some; when there are many, commands rather than
 * modules.
 */
export async function manifestStart(
  sources: readonly CodeSource[],
  asking: Asking,
  isMeant: (start: ManifestStart) => boolean = () => true,
): Promise<(Place & { sentence: string }) | undefined> {
  for (const from of sources.filter(({ place }) => isManifest(place))) {
    const found = (await startsIn(from, asking)).filter(isMeant);
    const code = readOf(from, asking);
    const commandsFirst = found.toSorted((a, b) => Number(b.isCommand) - Number(a.isCommand));
    const shown: ManifestStart[] = (found.length > maxStarts ? commandsFirst : found).slice(0, maxStarts);
    const at = shown.map(({ row }) => row);
    const sentence = `${inline(asking.labelOf(from))} names ${[...new Set(shown.map(({ says }) => says))].join(', ')}`;
    if (code && shown.length > 0)
      return { sentence, from, code, rows: { start: Math.min(...at), end: Math.max(...at) } };
  }
  return undefined;
}

/** Rows of manifests at the root that say what the project is: of Cabal, gems, Nimble, LuaRocks, R. */
const sayingRow =
  /^\s{0,8}(?:[a-z]{1,20}\.)?(?:synopsis|summary|description|Title)\s{0,20}(?::\s{0,20}([^"'\s].{7,200})|=\s{0,20}["']([^"']{8,200})["'],?\s{0,4})$/;
const saidInRows = /^[^/]{1,80}\.(?:cabal|gemspec|nimble|rockspec)$|^DESCRIPTION$/;

/** The description in the first manifest that has one. */
export async function descriptionIn(
  manifests: readonly CodeSource[],
  asking: Asking,
): Promise<(Place & { text: string }) | undefined> {
  for (const from of manifests) {
    const code = await outlinedOf(from, asking);
    const symbol = code?.outline.symbols.find((one) => descriptions.has(keyOf(one)));
    const text = symbol && textOf(symbol);
    if (code && symbol && text) return { from, code, rows: { start: symbol.nameRow, end: symbol.nameRow }, text };
  }
  for (const from of sourcesOf(asking.parts).filter(({ place }) => saidInRows.test(place))) {
    const code = readOf(from, asking);
    const rows = rowsOfText(code?.source.text ?? '').slice(0, maxRows);
    const at = rows.findIndex(
      (row) => row.length < maxRowChars && !row.trimEnd().endsWith('\\') && sayingRow.test(row),
    );
    const [, bare, quoted] = sayingRow.exec(rows[at] ?? '') ?? [];
    const text = bare ?? quoted;
    if (code && text !== undefined) return { from, code, rows: { start: at, end: at }, text };
  }
  return undefined;
}
