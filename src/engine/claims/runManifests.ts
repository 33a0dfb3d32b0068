/**
 * Reads what manifests say of a project: the ways to run something that they, target files and script files name, the
 * entry points, and a description.
 */
import { setOf } from '../question/courtesies';
import { quotedIn } from '../question/spelling';
import { inline, type Asking, outlinedOf, readOf, textOf } from './page';
import type { OutlineSymbol, RowSpan } from '../read/types';
import { unquoted, segmentsOf, rowsOfText, spaced } from '../text/plain';
import { type CodeSource, type OutlinedCode, type ReadCode, sourcesOf } from '../outline/sources';
import { isManifest } from '../overview';
import { folderNames } from '../parts';
import { rolesOf } from '../rank/fileKinds';
import {
  type Files,
  type Way,
  maxOfKind,
  nameOf,
  rankOfScript,
  isUndoing,
  doesTask,
  doesOther,
  depthOf,
  otherTasks,
  rankOfName,
  rowsOf,
} from './runFits';
import {
  isAmong,
  managersBy,
  scriptsIn,
  isAbove,
  releasing,
  shellEndings,
  scriptFolders,
  scriptEndings,
} from './runTable';
import type { Run } from './wants';
import { type TargetKind, type Target, isOwnScript, targetKinds, targetsOf, isPlainName } from './runRows';

/** Rank added for each level of a manifest's path: a guide about the whole counts more than a manifest of a part. */
const ofPart = 2;
/** What npm writes into a manifest for tests that there are not. */
const placeholder = 'no test specified';
/** Rank of a target that does the task under another name, and rank added to what changes files, where they are checked. */
const [byBody, byFix] = [3, 0.5];

/** The name of a script as it is typed: those of another environment than the default one have its name before them. */
function scriptNameOf(typed: string, { name, path, values }: OutlineSymbol): string {
  const steps = path.join('.').split('.');
  // `format.sequence = [...]` sets something of the task `format`.
  if (typed === 'poe') return name.split('.')[0]!;
  const environment = typed === 'hatch run' ? (steps[steps.indexOf('envs') + 1] ?? 'default') : 'default';
  if (environment !== 'default') return `${environment}:${name}`;
  // A table's own name has dots: `tool.tox.env.docs`.
  return values.length === 0 ? steps.at(-1)! : name;
}

/** What is typed for a script. */
function typedOf(typed: string, name: string, asked: { code: OutlinedCode; from: CodeSource; files: Files }): string {
  const manager = typed === 'npm run' ? managerOf(asked) : undefined;
  if (!manager) return `${typed} ${name}`;
  const isShort = manager !== 'bun' && (name === 'test' || name === 'start');
  return isShort ? `${manager} ${name}` : `${manager} run ${name}`;
}

/** The package manager that the manifest names, or that has left its file beside it or at the root. */
function managerOf({ code, from, files }: { code: OutlinedCode; from: CodeSource; files: Files }): string {
  const said = code.outline.symbols.find(({ path }) => path.join('.') === 'packageManager')?.values[0]?.value ?? '';
  const named = managersBy.find(([, manager]) => unquoted(said).startsWith(`${manager}@`));
  const folder = slashedFolder(from.place);
  const beside = managersBy.find(([file]) => files.places.has(folder + file) || files.places.has(file));
  return (named ?? beside)?.[1] ?? 'npm';
}

/** The folder in which a command of a manifest is typed, when it is not the root. */
const folderOf = ({ place }: CodeSource): { folder?: string } =>
  place.includes('/') ? { folder: slashedFolder(place).slice(0, -1) } : {};

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
        const name = scriptNameOf(typed, symbol);
        const value = values.find((one) => one.name === symbol.name)?.value;
        const about = membersOf(symbol, code);
        const told = value === undefined ? undefined : unquoted(value);
        const rank = rankOfScript(name, about, run);
        if (
          told?.includes(placeholder) ||
          (rank === undefined ? !doesAnyway(name, told, run) : isOfOther(rank, told, run))
        )
          continue;
        (rank === undefined ? others : ways).push({
          typed: typedOf(typed, name, { code, from, files }),
          ...(told !== undefined && { told }),
          about,
          ...folderOf(from),
          from,
          code,
          rows: { start, end },
          rank:
            (rank ?? byBody) +
            ofPart * depthOf(from) -
            1 +
            (run.task === 'lint' && told?.includes('--fix') ? byFix : 0),
        });
      }
    }
  }
  return ways.length > 0 ? ways : others;
}

/** True for a script of another name that does the task; `check:types` compiles to look, not to build. */
function doesAnyway(name: string, told: string | undefined, { task, kinds }: Run): boolean {
  const isOfOthers = task === 'build' && otherTasks.some((other) => rankOfName(name, other) !== undefined);
  return told !== undefined && kinds.length === 0 && !isUndoing(name) && !isOfOthers && doesTask(told, task);
}

/** True for a script that is only named alike: `check` may be another one. */
const isOfOther = (rank: number, told: string | undefined, { task }: Run): boolean =>
  rank > 0 && told !== undefined && doesOther(told, task);

/** Beginnings of rows of a target that only say something. */
const saying = ['#', 'echo', 'printf', '$(info', '"""', 'rm ', 'mkdir '];

function targetWay(
  { name, takes, about, body }: Target,
  { typed, isTyped = false }: TargetKind,
  { run, needed, own }: { run: Run; needed: readonly string[]; own: ReadonlySet<string> },
) {
  const { task, kinds } = run;
  const doing = body
    .map((one) => one.replace('$(MAKE)', 'make'))
    .filter((one) => one !== '' && !saying.some((word) => one.startsWith(word)));
  const needs = (of: Run['task']) => needed.some((one) => rankOfName(one, of) !== undefined);
  // A target that only prints does nothing, nor does one that sends something out; `all: doc lint test` builds nothing,
  // `test.o` is a file.
  const isPrinting = isTyped && doing.length === 0 && body.length > 0;
  const isSending = task !== 'release' && releasing.some((said) => body.some((one) => one.includes(said)));
  const isOfAll = name === 'all' && ((['test', 'lint', 'install'] as const).some(needs) || body.some((one) => one.includes('test'))); // prettier-ignore
  if (isPrinting || isSending || isOfAll || name.endsWith('.o')) return undefined;
  const best = isTyped ? doing.find((one) => doesTask(one, task)) : undefined;
  const isByBody = task === 'test' && best?.includes('|') === false && !isUndoing(name);
  // `ferry:` makes the ferry, unless it makes an image of it.
  const isOwn = task === 'build' && best?.startsWith('docker') === false && own.has(name.toLowerCase());
  const rank = rankOfScript(name, about, run) ?? (isOwn ? 1 : isByBody ? byBody : undefined);
  // `check` may look at the style alone.
  const isCheck = isTyped && name === 'check' && task === 'test' && best === undefined && !needs(task);
  if (rank === undefined || isCheck || (isTyped && kinds.length === 0 && isOfAnother())) return undefined;
  const told = best ?? (isTyped && doing.length === 1 ? doing[0] : undefined);
  return {
    typed: [typed, name, ...takes].join(' '),
    ...(told !== undefined && { told }),
    about,
    rank: rank + (isTyped && doing.length === 0 ? 0.7 : 0.5),
  };

  /** True where the commands do something else, whatever the name is. */
  function isOfAnother(): boolean {
    const isOf = (one: string) => doesOther(one, task);
    if (task !== 'run') return rank !== 0 && doing.length > 0 && doing.every(isOf);
    // What only builds starts nothing.
    return best === undefined && !doing.some((one) => isOwnScript(spaced(one)[0] ?? '')) && doing.some(isOf);
  }
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
      const way = targetWay(target, kind, { run, needed, own: files.own });
      // `make` alone makes the first one.
      const typed = at === 0 && target.name === 'all' && kind.typed === 'make' ? { typed: 'make' } : {};
      const rows = { start: target.start, end: target.end };
      return way ? [{ ...way, ...typed, ...folderOf(from), from, code, rows }] : [];
    });
  });
}

/** Rank of what is named so by its last word only. */
const byLast = 2;
const maxScriptDepth = 3;

/** Name of a script file, with the folders inside of its folder for scripts; undefined when it is none. */
function scriptName(from: CodeSource): string | undefined {
  const [folder = '', ...inside] = from.place.split('/').slice(0, -1);
  const [name = '', ending = '', ...more] = nameOf(from).split('.');
  if (!isPlainName(name) || more.length > 0 || depthOf(from) > maxScriptDepth) return undefined;
  if (folder === '') return shellEndings.includes(ending) ? name : undefined;
  const isScript = scriptFolders.has(folder.toLowerCase()) && ['', ...scriptEndings].includes(ending);
  return isScript ? [...inside, name].join('/') : undefined;
}

/** Rank added to scripts that come with pipelines, and to others in a folder: what a guide says counts more than a name. */
const [ofPipelines, inFolder] = [3, 1.2];
/** Most rows at the beginning of a script that say what it does, and most rows that are read for it. */
const [maxHead, maxScriptRows] = [6, 200];

/** Ways from script files, by their names. */
export function scriptFileWays(files: Files, run: Run, { reader }: Asking): Way[] {
  return files.every.flatMap((from): Way[] => {
    const name = scriptName(from) ?? '';
    const rank = name === '' ? undefined : rankOfScript(name, '', run);
    // The last word of a file's name says little: `release_tests.py` releases. A further word tells
    // what it is done to: `build-fixtures.sh`.
    const isOfMore = ['-', '_'].some((sign) => name.includes(sign)) && !name.includes('all');
    if (rank === undefined || rank === byLast || (rank === 1 && run.kinds.length === 0 && isOfMore)) return [];
    const code = reader.read(from);
    if (typeof code === 'string') return [];
    // `scripts/check` may look at the style alone.
    const rows = rowsOf(code, maxScriptRows);
    const isOther = rows.some((one) => doesOther(one, run.task)) && !rows.some((one) => doesTask(one, run.task));
    // Without an ending only its first row tells that it is a script.
    if ((rank > 0 && isOther) || (!nameOf(from).includes('.') && !code.rows.row(0).startsWith('#!'))) return [];
    const isInFolder = from.place.includes('/');
    const aside = from.place.startsWith('ci/') ? ofPipelines : isInFolder ? inFolder : 0;
    const end = Math.min(maxHead - 1, code.rows.count - 1);
    const typed = isInFolder ? from.place : `./${from.place}`;
    return [{ typed, about: '', from, code, rows: { start: 0, end }, rank: rank * 2 + 1 + aside }];
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

/** The command of a `[[bin]]` section of Cargo: its name, and its file where it is written. */
function sectionStart(section: OutlineSymbol, { outline }: OutlinedCode): ManifestStart[] {
  const own = outline.symbols.filter(({ parent }) => parent !== undefined && outline.symbols[parent] === section);
  const valueOf = (key: string) => own.filter(({ name }) => name === key).map(textOf)[0];
  const name = valueOf('name');
  return name === undefined ? [] : [{ row: section.start, says: asCommand(valueOf('path'), name), isCommand: true }];
}

function startsOf(symbol: OutlineSymbol, code: OutlinedCode): ManifestStart[] {
  const { name, nameRow: row } = symbol;
  const place = keyOf(symbol);
  if (place === 'bin' && symbol.kind === 'section') return sectionStart(symbol, code);
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
  const files = path.join('.') === 'bin' && list.startsWith('[') ? quotedIn(list) : [];
  return files.map((file) => ({ row, says: asCommand(file, segmentsOf(file).at(-1)!), isCommand: true }));
}

/** The entry points that a manifest names, in its order. */
export async function startsIn(from: CodeSource, asking: Pick<Asking, 'reader'>): Promise<ManifestStart[]> {
  const code = await outlinedOf(from, asking);
  const found = code?.outline.symbols.flatMap((symbol) => startsOf(symbol, code)) ?? [];
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

/** Manifests that hold the project's name. */
const naming = ['package.json', 'composer.json', 'pyproject.toml', 'Cargo.toml', 'mix.exs', 'pubspec.yaml'];
const betweenWords = /[^a-z\d]+/;
/** Greatest depth of a manifest's path; deeper ones belong to parts of the project. */
const maxDepth = 3;

/** The files of the project, with the words of its names. */
export async function filesOf(asking: Asking): Promise<Files> {
  const isOther = (place: string) => {
    const { tests, examples, vendored } = rolesOf(place);
    return tests || examples || vendored;
  };
  const every = sourcesOf(asking.parts);
  every.sort((a, b) => depthOf(a) - depthOf(b) || (a.place < b.place ? -1 : 1));
  const all = every.filter(({ place }) => !isOther(place) || !place.includes('/'));
  const named = (names: readonly string[]) =>
    all.filter((from) => depthOf(from) <= maxDepth && isAmong(nameOf(from), names));
  const names = folderNames(asking.parts);
  for (const from of named(naming).filter((one) => depthOf(one) === 1)) {
    const code = await outlinedOf(from, asking);
    const said = code?.outline.symbols.filter(({ name, path }) => name === 'name' && path.length <= 2) ?? [];
    names.push(...said.flatMap(({ values }) => values.map(({ value }) => unquoted(value))));
  }
  const own = new Set(names.flatMap((name) => [name.toLowerCase(), ...name.toLowerCase().split(betweenWords)]));
  return { all, every, places: new Set(every.map(({ place }) => place)), named, own };
}
