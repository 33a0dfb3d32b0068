/**
 * What manifests say of a project, by their trees: what it is, and where its programs begin. Data: the keys under which
 * each of them writes it. Cost: one outline.
 */
import type { CodeSource, OutlinedCode } from '../outline/sources';
import type { OutlineSymbol } from '../read/types';
import { inline } from './words';
import type { Asking } from './types';
import { spaced, unquoted } from '../text/plain';

export interface ManifestStart {
  row: number;
  says: string;
  isCommand: boolean;
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(spaced(text));

const descriptions = wordsOf('description project.description package.description tool.poetry.description metadata.description'); // prettier-ignore
/** Sections in which each key is a command. */
const commands = wordsOf('bin project.scripts project.gui-scripts tool.poetry.scripts options.entry_points');
const modules = wordsOf('main module bin');
const scripts = wordsOf('scripts.start scripts.serve scripts.dev');

/** Where no tree is at hand or commands stand in a text: the class that a build starts, an entry point of `setup.py`. */
const inRows: readonly { form: RegExp; says: (found: RegExpExecArray) => string }[] = [
  { form: /\bmainClass(?:Name)?(?:>|\s{0,3}=\s{0,3}["'])([\w.$]{2,120})/, says: ([, name = '']) => `${inline(name)} as the main class` },
  { form: /["']([\w.-]{1,80})\s{0,3}=\s{0,3}([\w.]{2,120}:\w{1,80})["']/, says: ([, name = '', target = '']) => asCommand(target, name) },
]; // prettier-ignore
const maxRows = 1_000;
const maxRowChars = 500;

const asCommand = (target: string | undefined, name: string) => (target === undefined ? '' : `${inline(target)} as `) + `the command ${inline(name)}`; // prettier-ignore
const fileOf = (target: string) => target.split('/').at(-1) ?? target;
const pathOf = ({ path }: OutlineSymbol) => path.join('.');

/** A text without its quotes; undefined of what is no text. */
function textOf({ name, values }: OutlineSymbol): string | undefined {
  const value = values.find((one) => one.name === name)?.value;
  return value === undefined || /^[[{]/.test(value) ? undefined : unquoted(value);
}

export function descriptionIn({ outline }: OutlinedCode): { text: string; row: number } | undefined {
  const symbol = outline.symbols.find((one) => descriptions.has(pathOf(one)));
  const text = symbol && textOf(symbol);
  return symbol && text ? { text, row: symbol.nameRow } : undefined;
}

/** Where the file of a command lies that a section names without its path. */
const filesOfCommand = (name: string): string[] => [`src/bin/${name}.rs`, `src/bin/${name}/main.rs`];

/** The one of some paths below a manifest's folder that is a file here. */
function fileBeside({ part, place }: CodeSource, wanted: readonly string[]): string | undefined {
  const withSlashes = (path: string) => path.replaceAll('\\', '/');
  const folder = withSlashes(place).slice(0, withSlashes(place).lastIndexOf('/') + 1);
  const places = new Set(Array.from(part.keys(), (key) => withSlashes(part.placeOf(key))));
  return wanted.find((one) => places.has(folder + one));
}

/** `[[bin]]` of Cargo: each section is a command, with its name and its file, where it is written or lies where it has to. */
function sectionStart(section: OutlineSymbol, { outline }: OutlinedCode, from: CodeSource): ManifestStart[] {
  const own = outline.symbols.filter(({ parent }) => parent !== undefined && outline.symbols[parent] === section);
  const valueOf = (key: string) => own.filter(({ name }) => name === key).map(textOf)[0];
  const name = valueOf('name');
  if (section.kind !== 'section' || name === undefined) return [];
  return [
    {
      row: section.start,
      says: asCommand(valueOf('path') ?? fileBeside(from, filesOfCommand(name)), name),
      isCommand: true,
    },
  ];
}

function startsOf(symbol: OutlineSymbol, code: OutlinedCode, from: CodeSource): ManifestStart[] {
  const { name, nameRow: row } = symbol;
  const place = pathOf(symbol);
  if (place === 'bin' && symbol.kind === 'section') return sectionStart(symbol, code, from);
  const around = symbol.path.slice(0, -1).join('.');
  const isOfSection = code.outline.symbols.some(
    (one) => pathOf(one) === around && sectionStart(one, code, from).length > 0,
  );
  const target = textOf(symbol);
  if (target === undefined) return listedStarts(symbol);
  if (commands.has(around) && !isOfSection) return [{ row, says: asCommand(target, name), isCommand: true }];
  if (modules.has(place)) return [{ row, says: `${inline(target)} as ${inline(name)}`, isCommand: name === 'bin' }];
  return scripts.has(place) ? [{ row, says: `${inline(target)} to start it`, isCommand: false }] : [];
}

/** A list of files, each of which is a command. */
function listedStarts({ name, path, values, nameRow: row }: OutlineSymbol): ManifestStart[] {
  const list = values.find((one) => one.name === name)?.value ?? '';
  if (path.join('.') !== 'bin' || !list.startsWith('[')) return [];
  return [...list.matchAll(/["']([\w./@-]{2,120})["']/g)].map(([, file = '']) => ({ row, says: asCommand(file, fileOf(file)), isCommand: true })); // prettier-ignore
}

/** What a manifest names as the beginning of a program, in its order. */
export async function startsIn(from: CodeSource, { reader }: Pick<Asking, 'reader'>): Promise<ManifestStart[]> {
  const code = await reader.outlined(from);
  const found = typeof code === 'string' ? [] : code.outline.symbols.flatMap((symbol) => startsOf(symbol, code, from));
  if (found.length > 0) return found;
  const read = reader.read(from);
  if (typeof read === 'string') return [];
  const rows = Array.from({ length: Math.min(maxRows, read.rows.count) }, (_, row) => read.rows.row(row).slice(0, maxRowChars)); // prettier-ignore
  return rows.flatMap((text, row) =>
    inRows.flatMap(({ form, says }) => {
      const match = form.exec(text);
      return match ? [{ row, says: says(match), isCommand: true }] : [];
    }),
  );
}
