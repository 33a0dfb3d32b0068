/** The tools that read code by its outline. */
import path from 'node:path';
import type { ToolInput } from '../../../contract/agentTools';
import type { OutlinedFile, OutlinedSymbol, FoundSymbol, SkippedPath, SymbolOutput } from '../../../contract/schemas';
import { isBesideCode } from '../../../api/places';
import { oneLine } from '../../../languages/markdown';
import {
  behindStroke,
  stateOf,
  fit,
  fitEvenly,
  lastName,
  tokensOf,
  type Forms,
  placeAt,
  checkSubject,
  nearestOf,
  numberedRows,
  elsewhereThan,
  ofItsContainer,
  quotedRows,
  whereOf,
} from '../text';
import { readPlace, type Roots, type ToolCall } from '../session';

// Section: outline of a file or folder, as deep as there is room for.

type OutlineInput = ToolInput<'outline'>;

const outlineTokens = 1500;
/** Most symbols and files read; no budget of tokens holds more. */
const [maxSymbols, maxFiles] = [10_000, 1000];

export async function outline(input: OutlineInput, { session, signal }: ToolCall): Promise<string> {
  const { roots, paths } = readPlace(session.folders, input.path);
  const { depth = Infinity, max_tokens: budget = outlineTokens } = input;
  const options = { limit: maxSymbols, files: maxFiles };
  // Who names a folder wants all of it; of the whole project the code tells most.
  const isProject = input.path === undefined;
  const code = await session.api.outline(
    { body: { paths, options: { ...options, ...(isProject && { kind: 'code' }) } } },
    signal,
  );
  const isOther = isProject && code.files.iterable.length === 0;
  const { files, left, skipped } = isOther ? await session.api.outline({ body: { paths, options } }, signal) : code;
  const isTold = ({ path, bytes }: SkippedPath) => paths.includes(path) || bytes !== undefined;
  const state = stateOf({ skipped: (skipped ?? []).filter(isTold) }, roots);
  const without = withoutSymbols((skipped ?? []).filter((one) => !isTold(one)));
  const isOne = files.iterable.length === 1;
  // Of one file all is told, unless a depth is asked for, which the modules around all of it would use up.
  const isAll = isOne && depth === Infinity;
  const found = files.iterable.map((file) => within(isAll ? file : unwrapped(file), depth));
  if (found.length === 0) return [state, without].join(' ').trim() || 'No file with a syntax tree stands there.';
  const unseen =
    left.files > 0 ? [`${left.files} more files were not looked at and are not counted: name a folder in path.`] : [];
  const others = isProject && !isOther ? ['Tests and documents are left out: name their folder in path.'] : [];
  const cut = left.symbols > 0 ? [`${left.symbols} deeper symbols are left out.`] : [];
  const tail = [...unseen, ...others, ...cut, without, state].join(' ').trim();
  const room = budget - tokensOf(tail) - tokensOfMore;
  const { texts, more } = isOne ? ofFile(found[0]!, roots, room) : ofFiles(found, roots, room);
  return [...texts, [...more, tail].join(' ').trim()].filter((row) => row !== '').join('\n');
}

/** Kept for a sentence on how to get the parts left out. */
const tokensOfMore = 25;
/** Most file endings that are named of what is left out. */
const maxEndings = 4;

/** `38 files without symbols (.md, .json, …) are left out.` */
function withoutSymbols(skipped: readonly SkippedPath[]): string {
  const count = skipped.reduce((sum, { files = 1 }) => sum + files, 0);
  if (count === 0) return '';
  const endings = skipped.map(({ path: file }) => oneLine(path.extname(file))).filter((ending) => ending !== '');
  const shown = mostFrequent(endings);
  const which =
    shown.length > 0 ? ` (${shown.slice(0, maxEndings).join(', ')}${shown.length > maxEndings ? ', …' : ''})` : '';
  return `${count} ${count === 1 ? 'file' : 'files'} without symbols${which} ${count === 1 ? 'is' : 'are'} left out.`;
}

function mostFrequent(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
}

/** The file with the symbols that are no deeper. */
const within = (file: WrappedFile, depth: number): WrappedFile => ({
  ...file,
  symbols: file.symbols.filter(({ depth: own }) => own <= depth),
});

/** A file whose modules each hold only the next, without them: what they hold tells where it stands. */
function unwrapped(file: OutlinedFile): WrappedFile {
  const [first, ...inside] = file.symbols;
  const isWrapped = first?.kind === 'module' && inside.length > 0 && inside.every(({ depth }) => depth > first.depth);
  if (!isWrapped) return file;
  const symbols = inside.map((one) => ({ ...one, depth: one.depth - 1 }));
  return { wrapper: first.symbol, ...unwrapped({ ...file, symbols }) };
}

interface Told {
  texts: string[];
  /** Sentences on how to get the parts left out. */
  more: string[];
}

/** Outline of a file, as deep as fits: with documentation, without, then less deep, at last only the first rows. */
function ofFile(file: OutlinedFile, roots: Roots, budget: number): Told {
  const deepest = deepestOf(file);
  const whole = waysOf(file, roots, deepest);
  const fitting = whole.findIndex((text) => tokensOf(text) <= budget);
  if (fitting === 0) return { texts: [whole[0] ?? ''], more: [] };
  const deeper = 'Shortened: read_symbol tells what is in each, or raise max_tokens.';
  // What is too deep to be told in full is told by name where that fits.
  const named = rowsWithNames(file, roots, deepest - fitting + 1).join('\n');
  const isNamed = fitting > 1 && tokensOf(named) <= budget;
  if (fitting > 0) return { texts: [isNamed ? named : (whole[fitting] ?? '')], more: fitting === 1 ? [] : [deeper] };
  const { texts, left } = fit(
    rowsOf(file, roots, 1, false).map((row): Forms => [row]),
    budget,
  );
  return { texts, more: [`${left} more symbols: raise max_tokens.`] };
}

/** Outline of several files, equally deep; folders only when even the files' names do not fit. */
function ofFiles(files: readonly WrappedFile[], roots: Roots, budget: number): Told {
  const pieces = files.map((file): Forms => [
    ...waysOf(file, roots, deepestOf(file)),
    namesOf(file, roots),
    headOf(file, roots),
  ]);
  const { texts, left, isShortened } = fitEvenly(pieces, budget);
  if (left === 0) return { texts, more: isShortened ? ['Shortened: name a file in path for more.'] : [] };
  let folders = fitEvenly(foldersOf(files, roots, maxFolderDepth), budget);
  for (let depth = maxFolderDepth - 1; depth > 0 && folders.left > 0; depth -= 1)
    folders = fitEvenly(foldersOf(files, roots, depth), budget);
  const rest = folders.left > 0 ? [`${folders.left} more folders.`] : [];
  return { texts: folders.texts, more: [...rest, 'These are folders: name one in path for its files.'] };
}

/** Folders in folders that are told apart, where there is room. */
const maxFolderDepth = 8;

/** An outlined file; `wrapper` names the modules around all of it. */
type WrappedFile = OutlinedFile & { wrapper?: string };

const deepestOf = ({ symbols }: OutlinedFile): number => Math.max(1, ...symbols.map(({ depth }) => depth));

/** Forms of a file's outline, longest first. */
function waysOf(file: WrappedFile, roots: Roots, deepest: number): [string, ...string[]] {
  const depths = Array.from({ length: deepest }, (_, at) => deepest - at);
  const [longest, ...others] = [
    rowsOf(file, roots, deepest, true),
    ...depths.map((depth) => rowsOf(file, roots, depth, false)),
  ];
  return [(longest ?? []).join('\n'), ...others.map((rows) => rows.join('\n'))];
}

function headOf({ path: file, language, lines, errors }: OutlinedFile, roots: Roots): string {
  const broken = errors ? ', with syntax errors: symbols may be missing' : '';
  return `${roots.label(file ?? '')} (${language}, ${lines} lines${broken})`;
}

/** The head, and behind a stroke the modules around all of the file and what is said of it. */
function headWith(file: WrappedFile, roots: Roots, said: string | undefined): string {
  const inside = file.wrapper === undefined ? undefined : `in ${file.wrapper}`;
  const parts = [inside, said].filter((part) => part !== undefined && part !== '');
  return behindStroke(headOf(file, roots), parts.join(': '));
}

function rowsOf(file: WrappedFile, roots: Roots, depth: number, withDocumentation: boolean): string[] {
  const head = headWith(file, roots, withDocumentation ? file.documentation : undefined);
  return [head, ...symbolRows(file.symbols, depth, withDocumentation)];
}

/** `12-40 |   open(path: string): Store — Opens it.` */
function symbolRows(symbols: readonly OutlinedSymbol[], depth: number, withDocumentation: boolean): string[] {
  return symbols.flatMap(({ depth: own, lines: { start, end }, signature, name, documentation }) => {
    if (own > depth) return [];
    const said = withDocumentation && documentation !== undefined ? ` — ${documentation}` : '';
    const place = start === end ? `${start}` : `${start}-${end}`;
    return [behindStroke(place, `${'  '.repeat(own - 1)}${signature || name}${said}`)];
  });
}

/** Rows of the symbols down to a depth, with the names and lines of what is one deeper below each. */
function rowsWithNames(file: WrappedFile, roots: Roots, depth: number): string[] {
  const rows = [headWith(file, roots, undefined)];
  let names: string[] = [];
  const putNames = () => {
    if (names.length > 0) rows.push(behindStroke('  holds', names.join(', '), maxNamesCharacters));
    names = [];
  };
  for (const symbol of file.symbols) {
    if (symbol.depth === depth + 1) names.push(`${symbol.name}:${symbol.lines.start}`);
    if (symbol.depth > depth) continue;
    putNames();
    rows.push(...symbolRows([symbol], depth, false));
  }
  putNames();
  return rows;
}
/** Most characters of the names in a row. */
const maxNamesCharacters = 20_000;

function namesOf(file: WrappedFile, roots: Roots): string {
  const names = file.symbols.flatMap(({ depth, name }) => (depth === 1 ? [name] : []));
  return headWith(file, roots, names.join(', '));
}

/** The folder of a file down to a depth; what lies beside the code, such as `examples`, is one where there is code, too. */
function folderOf(label: string, { isOfMany, hasOwn }: { isOfMany: boolean; hasOwn: boolean }, most: number): string {
  const steps = path.posix.dirname(label).split('/');
  // With several roots a label begins with the name of one, which tells nothing of the file.
  const first = isOfMany ? 1 : 0;
  const isBeside = (depth: number) => isBesideCode([...steps.slice(first, depth), 'file'].join('/'));
  const beside = hasOwn ? steps.findIndex((_, at) => isBeside(at + 1)) : -1;
  return steps.slice(0, Math.min(beside < 0 ? most : beside + 1, most)).join('/');
}

/** Folders down to a depth, the project's own code before tests and examples, the largest first. */
function foldersOf(files: readonly OutlinedFile[], roots: Roots, most: number): Forms[] {
  const isOfMany = roots.folders.length > 1;
  const folders = new Map<string, { names: string[]; lines: number; isBeside: boolean }>();
  const isBeside = (label: string) => isBesideCode(isOfMany ? label.split('/').slice(1).join('/') : label);
  const hasOwn = files.some(({ path: file = '' }) => !isBeside(roots.label(file)));
  for (const { path: file = '', lines } of files) {
    const label = roots.label(file);
    const folder = folderOf(label, { isOfMany, hasOwn }, most);
    const known = folders.get(folder) ?? { names: [], lines: 0, isBeside: true };
    folders.set(folder, {
      names: [...known.names, path.posix.relative(folder, label)],
      lines: known.lines + lines,
      isBeside: known.isBeside && isBeside(label),
    });
  }
  const sorted = [...folders].sort(([, a], [, b]) => Number(a.isBeside) - Number(b.isBeside) || b.lines - a.lines);
  return sorted.map(([folder, { names, lines }]): Forms => {
    const count = `${names.length} ${names.length === 1 ? 'file' : 'files'}`;
    const head = `${folder}/ (${count}, ${lines.toLocaleString('en-US')} ${lines === 1 ? 'line' : 'lines'})`;
    return [behindStroke(head, names.join(', ')), head];
  });
}

// Section: one symbol in full, or its head and its members when it is too long.

type SymbolInput = ToolInput<'read_symbol'>;

const symbolTokens = 3000;
/** Most other symbols of the same name that are listed. */
const maxOthers = 5;
/** Most characters read, far beyond any budget of tokens. */
const maxCharacters = 100_000;

export async function readSymbol(input: SymbolInput, call: ToolCall): Promise<string> {
  checkSubject('read_symbol', input);
  const { session, signal } = call;
  const { name, with: part = 'body', max_tokens: budget = symbolTokens } = input;
  const { roots, paths } = readPlace(session.folders, input.path);
  const where = whereOf(input, paths);
  const ask = async (overloads: boolean) => {
    const options = { limit: maxOthers + 1, characters: maxCharacters, overloads };
    return ofItsContainer(await session.api.symbol({ body: { ...where, options } }, signal), name);
  };
  const all = await ask(part === 'body');
  // Where all of a name are too long, one of them is told.
  const isWithin = part !== 'body' || !all.found || tokensOf(numberedRows(all.found.text, 1)) <= budget;
  const made = isWithin ? all : await ask(false);
  const { found } = made;
  if (!found) return [nearestOf(input, made, roots), ...(await usedAt(name, { roots, paths }, call))].join('\n');
  const head = [
    ...(name === undefined || isToTheLetter(name, found.name)
      ? []
      : [behindStroke('No symbol has that name to the letter; this one is like it', found.name)]),
    ...elsewhereThan(input, found),
    behindStroke(symbolHead(found, roots), found.signature),
  ].join('\n');
  const tail = [...othersOf(made, roots), stateOf(made, roots)].filter((row) => row !== '');
  const room = budget - tokensOf([head, ...tail].join('\n'));
  const body =
    part === 'body'
      ? await bodyWithin(room, found, roots, call)
      : [...(part === 'signature' ? headWithin(room, found) : []), ...described(found, part, room)];
  return [head, ...body, ...tail].join('\n');
}

/** Most places named at which an unknown name stands. */
const maxStanding = 3;

/** Where a name stands that no symbol has: it is defined elsewhere, or in code that the grammar did not understand. */
async function usedAt(
  name: string | undefined,
  { roots, paths }: { roots: Roots; paths: string[] },
  { session, signal }: ToolCall,
): Promise<string[]> {
  if (name === undefined) return [];
  const own = lastName(name);
  // A search is enough to say where; uses are parsed, which takes seconds for a name that is everywhere.
  const { relevant } = await session.api.relevance(
    { body: { query: own, paths, options: { limit: maxStanding } } },
    signal,
  );
  const places = relevant.iterable.flatMap(({ path: file, location, lines }) => {
    const rows = (location?.text ?? '').split('\n');
    const at = rows.findIndex((row) => row.split(/[^\p{L}\p{N}_$]+/u).includes(own));
    const line = (lines?.start ?? 1) + at;
    return file !== undefined && at >= 0 ? [placeAt(roots, file, { start: line, end: line })] : [];
  });
  const all = [...new Set(places)];
  return all.length > 0 ? [`The name stands in ${all.join(', ')}.`] : [];
}

/** True when the asked name ends in the found one, arguments and the like aside, and not in a longer word. */
function isToTheLetter(asked: string, found: string): boolean {
  const at = asked.lastIndexOf(found);
  return at === 0 || (at > 0 && !/[\p{L}\p{N}_]$/u.test(asked.slice(0, at)));
}

function symbolHead({ path, lines, kind, symbol, container, overloads }: FoundSymbol, roots: Roots): string {
  const inside = container ? ` in ${container.symbol}` : '';
  const several = overloads === undefined ? '' : `, ${overloads} of that name`;
  return `${placeAt(roots, path ?? '', lines)} ${kind} ${symbol.split('.').at(-1) ?? symbol}${inside}${several}`;
}

/** The rows of a head that its signature does not tell in full. */
function headWithin(budget: number, { head, text, lines }: FoundSymbol): string[] {
  if (!head) return [];
  const rows = text.split('\n').slice(head.start - lines.start, head.end - lines.start + 1);
  const { texts, left } = fit(
    numberedRows(rows.join('\n'), head.start)
      .split('\n')
      .map((row): Forms => [row]),
    budget,
  );
  return left > 0 ? [...texts, `${left} more rows: raise max_tokens.`] : texts;
}

/** The first sentence of its documentation, or all of it as far as there is room. */
function described(
  { description = '', documentation = '', lines }: FoundSymbol,
  part: 'signature' | 'documentation',
  budget: number,
): string[] {
  if (part === 'signature') return documentation === '' ? [] : [behindStroke('', documentation).trim()];
  if (description === '') return [`No documentation stands at it (from line ${lines.start}).`];
  const rows = quotedRows(description);
  const { texts, left } = fit(
    rows.map((row): Forms => [row]),
    budget,
  );
  return left > 0 ? [...texts, `${left} more rows: raise max_tokens.`] : texts;
}

/** The symbol's text, else its members, else its first rows. */
async function bodyWithin(budget: number, found: FoundSymbol, roots: Roots, call: ToolCall): Promise<string[]> {
  const { text, lines, path, cut } = found;
  const whole = numberedRows(text, lines.start);
  if (!cut && tokensOf(whole) <= budget) return [whole];
  const members = path === undefined ? [] : await membersOf(found, path, call);
  const pieces = (members.length > 1 ? members : whole.split('\n')).map((row): Forms => [row]);
  const { texts, left } = fit(pieces, budget);
  if (members.length > 1) {
    const more = left > 0 ? ` ${left} more: raise max_tokens.` : '';
    return [
      `${lines.end - lines.start + 1} lines are too many: what it holds; read_symbol gives each by its name.${more}`,
      ...texts,
    ];
  }
  const next = lines.start + texts.length;
  return [...texts, `Cut: raise max_tokens, or read ${placeAt(roots, path ?? '', { start: next, end: lines.end })}.`];
}

async function membersOf({ lines }: FoundSymbol, path: string, { session, signal }: ToolCall): Promise<string[]> {
  const { files } = await session.api.outline({ body: { paths: [path] } }, signal);
  const inside = (files.iterable[0]?.symbols ?? []).filter(
    (one) =>
      one.lines.start >= lines.start &&
      one.lines.end <= lines.end &&
      one.lines.end - one.lines.start < lines.end - lines.start,
  );
  const top = Math.min(...inside.map(({ depth }) => depth));
  return symbolRows(
    inside.map((one) => ({ ...one, depth: one.depth - top + 1 })),
    1,
    true,
  );
}

function othersOf({ others, left }: SymbolOutput, roots: Roots): string[] {
  const rows = others.iterable.map(({ path, lines, kind, signature }) =>
    behindStroke(`Also ${placeAt(roots, path ?? '', lines)} ${kind}`, signature),
  );
  return left > 0 ? [...rows, `${left} more of this name: name a path, or what it stands in (Store.open).`] : rows;
}
