/**
 * The tool find_references: definitions, calls, uses and imports of a name, tests apart; or its callers; or its
 * callees. Found by syntax.
 */
import { dirname } from 'node:path';
import type { ToolInput } from '../../../contract/agentTools';
import type {
  CodeReference,
  PlacedSymbol,
  ReferencesOutput,
  ReferencingFile,
  SymbolOutput,
} from '../../../contract/schemas';
import { behindStroke, placeAt, stateOf, checkSubject, nearestOf, fit, numberedRows, type Forms } from '../text';
import { readPlace, type Roots, type ToolCall } from '../session';

type Input = ToolInput<'find_references'>;

const standardTokens = 1500;
const standardLimit = 20;
const maxDefinitions = 5;
/** Most references examined when only calls are wanted. */
const maxLooked = 2000;
/** Most definitions examined per called name. */
const maxNamesakes = 20;

export async function findReferences(input: Input, call: ToolCall): Promise<string> {
  checkSubject('find_references', input);
  if (input.direction === 'callees') return calleesOf(input, call);
  const { session, signal } = call;
  const { direction, limit = standardLimit, max_tokens: budget = standardTokens } = input;
  const { roots, paths } = readPlace(session.folders, input.path);
  const isCallers = direction === 'callers';
  const options = { limit: isCallers ? maxLooked : limit };
  const [path = ''] = paths;
  const where =
    input.name === undefined ? { path, line: input.line ?? 1, paths: [...roots.folders] } : { name: input.name, paths };
  const told = await session.api.references({ body: { ...where, options } }, signal);
  const isNothing = told.definitions.iterable.length + told.files.iterable.length + told.tests.iterable.length === 0;
  if (isNothing && told.untold.length === 0) {
    const made = await session.api.symbol(
      { body: input.name === undefined ? where : { name: input.name, paths } },
      signal,
    );
    return nearestOf(input, { ...made, ...(told.skipped && { skipped: told.skipped }) }, roots);
  }
  const groups = [
    ...groupsOf(told.files.iterable, '', isCallers),
    ...groupsOf(told.tests.iterable, ' (tests)', isCallers),
  ];
  const kept = withinLimit(groups, limit);
  const { texts, left } = fit(piecesOf(kept, roots), budget);
  const unseen = countOf(groups) - countOf(kept) + (isCallers ? 0 : told.left.references);
  const rest = [
    ...(left > 0 ? [`${left} more groups: raise max_tokens.`] : []),
    ...(unseen > 0 ? [`${unseen} more places: raise limit, or name a folder in path.`] : []),
    ...(told.left.files > 0 ? [`${told.left.files} files were not looked at.`] : []),
    ...wordsOnly(told),
    ...told.untold.map(
      ({ language, files }) =>
        `${files} ${files === 1 ? 'file' : 'files'} (${language}) hold the name and have no syntax tree: use grep there.`,
    ),
    stateOf(told, roots),
  ].filter((part) => part !== '');
  return [...headRows(told, roots), ...texts, ...(rest.length > 0 ? [rest.join(' ')] : [])].join('\n');
}

/** Says which languages have no grammar, so that a place may be inside of a text. */
function wordsOnly({ files, tests }: ReferencesOutput): string[] {
  const found = [...files.iterable, ...tests.iterable].filter(({ by }) => by === 'words');
  const languages = [...new Set(found.map(({ language }) => language))];
  return languages.length > 0 ? [`Places in ${languages.join(', ')} were found by words, without a grammar.`] : [];
}

function headRows({ definitions, counts, name }: ReferencesOutput, roots: Roots): string[] {
  const parts = [counted(counts.calls, 'call'), counted(counts.imports, 'import'), counted(counts.uses, 'other use')];
  const tests = counts.tests > 0 ? `, ${counts.tests} of them in tests` : '';
  const head = behindStroke(
    `${parts.join(', ')} in ${counted(counts.files, 'file')}${tests}; by syntax: others of the same name are among them`,
    name,
  );
  const places = definitions.iterable.slice(0, maxDefinitions);
  const more = counts.definitions - places.length;
  return [
    head,
    ...places.map(({ path, lines, kind, signature }) =>
      behindStroke(`defined ${placeAt(roots, path ?? '', lines)} ${kind}`, signature),
    ),
    ...(more > 0 ? [`${more} more definitions.`] : []),
  ];
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

interface Group {
  path: string;
  mark: string;
  kind: CodeReference['kind'];
  symbol: string | undefined;
  rows: CodeReference[];
}

/** Groups references by symbol and kind. */
function groupsOf(files: readonly ReferencingFile[], mark: string, onlyCalls: boolean): Group[] {
  const groups: Group[] = [];
  for (const { path = '', references } of files) {
    for (const row of references) {
      if (onlyCalls && row.kind !== 'call') continue;
      const last = groups.at(-1);
      if (last?.path === path && last.kind === row.kind && last.symbol === row.symbol) last.rows.push(row);
      else groups.push({ path, mark, kind: row.kind, symbol: row.symbol, rows: [row] });
    }
  }
  return groups;
}

function withinLimit(groups: readonly Group[], limit: number): Group[] {
  let room = limit;
  return groups.flatMap((group) => {
    const rows = group.rows.slice(0, room);
    room -= rows.length;
    return rows.length > 0 ? [{ ...group, rows }] : [];
  });
}

const countOf = (groups: readonly Group[]): number => groups.reduce((sum, { rows }) => sum + rows.length, 0);

/** Forms of each group: with its rows, or with line numbers only. */
function piecesOf(groups: readonly Group[], roots: Roots): Forms[] {
  return groups.map(({ path, mark, kind, symbol, rows }, at): Forms => {
    const file = groups[at - 1]?.path === path ? [] : [`${roots.label(path)}${mark}`];
    const lines = rows.map(({ line }) => line).join(', ');
    return [
      [...file, behindStroke(` ${kind}`, symbol), ...rows.map(({ line, text }) => numberedRows(text, line))].join('\n'),
      [...file, behindStroke(` ${kind} ${lines}`, symbol)].join('\n'),
    ];
  });
}

/** Callees of a symbol and their definitions: in the same file or folder, or the only one of that name. */
async function calleesOf(input: Input, { session, signal }: ToolCall): Promise<string> {
  const { roots, paths } = readPlace(session.folders, input.path);
  const { name, line = 1, limit = standardLimit, max_tokens: budget = standardTokens } = input;
  const [path = ''] = paths;
  const options = { limit: maxNamesakes, characters: 200 };
  const body = name === undefined ? { path, line, options } : { name, paths, options };
  const made = await session.api.symbol({ body }, signal);
  const { found } = made;
  if (!found) return nearestOf(input, made, roots);
  const calls = found.calls.slice(0, limit);
  const pieces: Forms[] = [];
  for (const called of calls) {
    const known = await session.api.symbol({ body: { name: called.name, paths: [...roots.folders], options } }, signal);
    pieces.push([calledRow(called, candidatesFor(known, found.path ?? ''), roots)]);
  }
  const { texts, left } = fit(pieces, budget);
  const unseen = found.calls.length - calls.length + left;
  const count = counted(found.calls.length, 'name');
  const head = behindStroke(
    `${count} called by ${placeAt(roots, found.path ?? '', found.lines)}, by syntax`,
    found.signature,
  );
  const rest = unseen > 0 ? [`${unseen} more: raise limit or max_tokens.`] : [];
  return [head, ...texts, ...rest, stateOf(made, roots)].filter((row) => row !== '').join('\n');
}

function candidatesFor({ found, others, left }: SymbolOutput, from: string): { near: PlacedSymbol[]; count: number } {
  const all = [...(found ? [found] : []), ...others.iterable].filter(({ path }) => path !== undefined);
  const near = [
    all.filter(({ path }) => path === from),
    all.filter(({ path = '' }) => dirname(path) === dirname(from)),
    all,
  ];
  return { near: near.find((list) => list.length > 0) ?? [], count: all.length + left };
}

function calledRow(
  { name, line }: { name: string; line: number },
  { near, count }: { near: PlacedSymbol[]; count: number },
  roots: Roots,
): string {
  const [only, ...others] = near;
  if (!only) return behindStroke(`${line}: not defined here`, name);
  if (others.length > 0) return behindStroke(`${line}: one of ${count} definitions`, name);
  return behindStroke(`${line}: ${placeAt(roots, only.path ?? '', only.lines)}`, only.signature);
}
