/** The tools that read code by its outline. */
import path from 'node:path';
import type { ToolInput } from '../../../contract/agentTools';
import type { OutlinedFile, OutlinedSymbol, FoundSymbol, SymbolOutput } from '../../../contract/schemas';
import {
  behindStroke,
  stateOf,
  fit,
  fitEvenly,
  tokensOf,
  type Forms,
  placeAt,
  checkSubject,
  nearestOf,
  numberedRows,
} from '../text';
import { readPlace, type Roots, type ToolCall } from '../session';

// Section: outline of a file or folder, as deep as there is room for.

type OutlineInput = ToolInput<'outline'>;

const outlineTokens = 1500;
/** Most symbols and files read; no budget of tokens holds more. */
const [maxSymbols, maxFiles] = [2000, 1000];

export async function outline(input: OutlineInput, { session, signal }: ToolCall): Promise<string> {
  const { roots, paths } = readPlace(session.folders, input.path);
  const { depth, max_tokens: budget = outlineTokens } = input;
  const options = { limit: maxSymbols, files: maxFiles, ...(depth !== undefined && { depth }) };
  const code = await session.api.outline({ body: { paths, options: { ...options, kind: 'code' } } }, signal);
  // Include tests and documents when the named place holds nothing else.
  const isOther = code.files.iterable.length === 0;
  const { files, left, skipped } = isOther ? await session.api.outline({ body: { paths, options } }, signal) : code;
  const found = files.iterable;
  const state = stateOf({ ...(skipped && { skipped }) }, roots);
  if (found.length === 0) return state || 'No file with a syntax tree stands there.';
  const { texts, more } = found.length === 1 ? ofFile(found[0]!, roots, budget) : ofFiles(found, roots, budget);
  const unseen = left.files > 0 ? [`${left.files} more files: name a folder in path.`] : [];
  const cut = left.symbols > 0 ? [`${left.symbols} deeper symbols are left out.`] : [];
  return [...texts, [...more, ...unseen, ...cut, state].join(' ').trim()].filter((row) => row !== '').join('\n');
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
  if (fitting > 0) return { texts: [whole[fitting] ?? ''], more: fitting === 1 ? [] : [deeper] };
  const { texts, left } = fit(
    rowsOf(file, roots, 1, false).map((row): Forms => [row]),
    budget,
  );
  return { texts, more: [`${left} more symbols: raise max_tokens.`] };
}

/** Outline of several files, equally deep; folders only when even the files' names do not fit. */
function ofFiles(files: readonly OutlinedFile[], roots: Roots, budget: number): Told {
  const pieces = files.map((file): Forms => [
    ...waysOf(file, roots, deepestOf(file)),
    namesOf(file, roots),
    headOf(file, roots),
  ]);
  const { texts, left, isShortened } = fitEvenly(pieces, budget);
  if (left === 0) return { texts, more: isShortened ? ['Shortened: name a file in path for more.'] : [] };
  const folders = fitEvenly(foldersOf(files, roots), budget);
  const rest = folders.left > 0 ? [`${folders.left} more folders.`] : [];
  return { texts: folders.texts, more: [...rest, 'These are folders: name one in path for its files.'] };
}

const deepestOf = ({ symbols }: OutlinedFile): number => Math.max(1, ...symbols.map(({ depth }) => depth));

/** Forms of a file's outline, longest first. */
function waysOf(file: OutlinedFile, roots: Roots, deepest: number): [string, ...string[]] {
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

function rowsOf(file: OutlinedFile, roots: Roots, depth: number, withDocumentation: boolean): string[] {
  const head = behindStroke(headOf(file, roots), withDocumentation ? file.documentation : undefined);
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

function namesOf(file: OutlinedFile, roots: Roots): string {
  const names = file.symbols.flatMap(({ depth, name }) => (depth === 1 ? [name] : []));
  return behindStroke(headOf(file, roots), names.join(', '));
}

function foldersOf(files: readonly OutlinedFile[], roots: Roots): Forms[] {
  const folders = new Map<string, string[]>();
  for (const { path: file = '' } of files) {
    const label = roots.label(file);
    const folder = path.posix.dirname(label);
    folders.set(folder, [...(folders.get(folder) ?? []), path.posix.basename(label)]);
  }
  return [...folders].sort().map(([folder, names]): Forms => {
    const head = `${folder}/ (${names.length} ${names.length === 1 ? 'file' : 'files'})`;
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
  const { name, line, with: part = 'body', max_tokens: budget = symbolTokens } = input;
  const { roots, paths } = readPlace(session.folders, input.path);
  const options = { limit: maxOthers + 1, characters: maxCharacters };
  const [path = ''] = paths;
  const where = name === undefined ? { path, line: line ?? 1 } : { name, paths };
  const made = await session.api.symbol({ body: { ...where, options } }, signal);
  const { found } = made;
  if (!found) return nearestOf(input, made, roots);
  const head = behindStroke(symbolHead(found, roots), found.signature);
  const tail = [...othersOf(made, roots), stateOf(made, roots)].filter((row) => row !== '');
  const body =
    part === 'body'
      ? await bodyWithin(budget - tokensOf([head, ...tail].join('\n')), found, roots, call)
      : described(found, part);
  return [head, ...body, ...tail].join('\n');
}

function symbolHead({ path, lines, kind, symbol, container }: FoundSymbol, roots: Roots): string {
  const inside = container ? ` in ${container.symbol}` : '';
  return `${placeAt(roots, path ?? '', lines)} ${kind} ${symbol.split('.').at(-1) ?? symbol}${inside}`;
}

function described({ description, documentation, lines }: FoundSymbol, part: 'signature' | 'documentation'): string[] {
  const text = part === 'documentation' ? (description ?? '') : (documentation ?? '');
  if (text !== '') return text.split('\n').map((row) => behindStroke('', row).trim());
  return part === 'documentation' ? [`No documentation stands at it (from line ${lines.start}).`] : [];
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
