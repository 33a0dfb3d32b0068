/**
 * The tool find_references: definitions, calls, uses and imports of a name, tests apart; or its callers; or its
 * callees. Found by syntax.
 */
import type { ToolInput } from '../../../contract/agentTools';
import type {
  Callee,
  CodeReference,
  FoundSymbol,
  PlacedSymbol,
  ReferencesOutput,
  ReferencingFile,
  SymbolOutput,
} from '../../../contract/schemas';
import {
  behindStroke,
  placeAt,
  stateOf,
  checkSubject,
  nearestOf,
  fit,
  numberedRows,
  elsewhereThan,
  ofItsContainer,
  whereOf,
  type Forms,
} from '../text';
import { isInside } from '../../../api/places';
import { readPlace, type Roots, type ToolCall } from '../session';

type Input = ToolInput<'find_references'>;

const standardTokens = 1500;
const standardLimit = 20;
/** Most overriding definitions listed, unless a limit is named. */
const maxOverrides = 8;
const maxDefinitions = 5;
/** Most places listed that are only possible, unless a limit is named. */
const maxPossible = 10;
/** Most references examined when only calls are wanted. */
const maxLooked = 2000;
/** Most further definitions of the name whose callees are told. */
const maxNamesakes = 20;

export async function findReferences(input: Input, call: ToolCall): Promise<string> {
  checkSubject('find_references', input);
  if (input.direction === 'callees') return calleesOf(input, call);
  const { session, signal } = call;
  const { direction, limit = standardLimit, max_tokens: budget = standardTokens } = input;
  const { roots, where, note, first } = await subjectOf(input, call);
  const isCallers = direction === 'callers';
  const options = { limit: isCallers || first !== undefined ? maxLooked : limit };
  const told = await session.api.references({ body: { ...where, options } }, signal);
  const lists = [told.definitions, told.files, told.tests, told.possible];
  if (lists.every(({ iterable }) => iterable.length === 0) && told.untold.length === 0) {
    const made = await session.api.symbol({ body: where }, signal);
    return nearestOf(input, { ...made, ...(told.skipped && { skipped: told.skipped }) }, roots);
  }
  // A function that is passed as a value is called, too: what is no import is given to who asks for callers, calls first.
  const kinds: Kinds[] = isCallers ? [['call'], ['use']] : [['call', 'use', 'import']];
  const all = kinds.flatMap((only) => [...groupsOf(told.files.iterable, only), ...groupsOf(told.tests.iterable, only)]);
  const isFirst = ({ path }: Group) => first !== undefined && isInside(first, path);
  const groups = [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))];
  if (first !== undefined) note.push(groups.some(isFirst) ? 'Uses there come first.' : 'It is not used there either.');
  const kept = withinLimit(groups, limit);
  const possible = withinLimit(groupsOf(told.possible.iterable, ['call', 'use', 'import']), input.limit ?? maxPossible);
  const pieces = piecesOf(kept, roots);
  if (possible.length > 0)
    pieces.push([`Perhaps of it, where the type is not told or may have its own (${told.counts.possible}):`]);
  const { texts, left } = fit([...pieces, ...piecesOf(possible, roots)], budget);
  const unseen = countOf(groups) - countOf(kept) + (isCallers ? 0 : told.left.references);
  const rest = [
    ...note,
    ...(left > 0 ? [`${left} more groups: raise max_tokens.`] : []),
    ...(unseen > 0 ? [`${unseen} more places: raise limit, or name a folder in path.`] : []),
    ...(possible.length > 0 && told.counts.possible > countOf(possible)
      ? [`${told.counts.possible - countOf(possible)} more that may be of it: raise limit.`]
      : []),
    ...(told.left.files > 0 ? [`${told.left.files} files were not looked at.`] : []),
    ...quotedRows(told, roots),
    ...wordsOnly(told),
    ...told.untold.map(({ language, files, paths }) => {
      const named = [...paths.map((path) => roots.label(path)), ...(files > paths.length ? ['…'] : [])].join(', ');
      const hold = files === 1 ? 'file holds' : 'files hold';
      return `${files} ${hold} the name and could not be read for uses (${language}): ${named}; use grep there.`;
    }),
    stateOf(told, roots),
  ].filter((part) => part !== '');
  return [
    ...headRows(told, { isCallers, roots, limit: input.limit ?? 0 }),
    ...texts,
    ...(rest.length > 0 ? [rest.join(' ')] : []),
  ].join('\n');
}

/** Most places named that have the name in a text. */
const maxQuoted = 6;

/** Where the name stands in texts: a test that replaces it, or a table of names, says it so. */
function quotedRows({ quoted, counts }: ReferencesOutput, roots: Roots): string[] {
  if (counts.quoted === 0) return [];
  const places = quoted.iterable.flatMap(({ path = '', references }) =>
    references.map(({ line }) => `${roots.label(path)}:${line}`),
  );
  const named = places.slice(0, maxQuoted);
  const more = counts.quoted > named.length ? ', …' : '';
  return [`In a text, which may mean it (${counts.quoted}): ${named.join(', ')}${more}.`];
}

interface Meant {
  roots: Roots;
  where: { name?: string; path?: string; line?: number; paths: string[] };
  note: string[];
  /** The file or folder whose uses come first. */
  first?: string;
}

/**
 * A file or folder beside a name tells which of its definitions is meant; where none stands there, whose uses come
 * first.
 */
async function subjectOf(input: Input, { session, signal }: ToolCall): Promise<Meant> {
  const { name, path: given, line = 1 } = input;
  const { roots, paths } = readPlace(session.folders, given);
  const [path = ''] = paths;
  const everywhere = [...roots.folders];
  if (name === undefined) return { roots, where: { path, line, paths: everywhere }, note: [] };
  if (given === undefined) return { roots, where: { name, paths }, note: [] };
  const body = { ...whereOf(input, paths), options: { limit: 1, characters: 200 } };
  const { found, skipped = [] } = await session.api.symbol({ body }, signal);
  const note = found ? elsewhereThan(input, found) : [];
  if (found?.path === path) return { roots, where: { path, line: found.lines.start, paths: everywhere }, note };
  const label = roots.label(path);
  // What is in a file that was not read is not known.
  if (!found && skipped.some((one) => one.path === path && one.bytes !== undefined))
    return { roots, where: { name, paths: everywhere }, note };
  if (!found)
    return { roots, where: { name, paths: everywhere }, note: [`It is not defined in ${label}.`], first: path };
  return { roots, where: { name, paths }, note: [`Only in ${label}.`] };
}

/** Says which languages have no grammar, so that a place may be inside of a text. */
function wordsOnly({ files, tests }: ReferencesOutput): string[] {
  const found = [...files.iterable, ...tests.iterable].filter(({ by }) => by === 'words');
  const languages = [...new Set(found.map(({ language }) => language))];
  return languages.length > 0 ? [`Places in ${languages.join(', ')} were found by words, without a grammar.`] : [];
}

/** `14 calls (13 in tests), 2 imports (1 in tests) in 2 files`: callers without the imports, of which none is listed. */
function headRows(
  told: ReferencesOutput,
  { isCallers, roots, limit }: { isCallers: boolean; roots: Roots; limit: number },
): string[] {
  const { definitions, overrides, counts, name } = told;
  const kinds = (
    [
      ['calls', 'call'],
      ['imports', 'import'],
      ['uses', 'other use'],
    ] as const
  ).filter(([kind]) => kind === 'calls' || (counts[kind] > 0 && !(isCallers && kind === 'imports')));
  const parts = kinds.map(([kind, word]) => {
    const inTests = counts.inTests[kind];
    return `${counted(counts[kind], word)}${inTests > 0 ? ` (${inTests} in tests)` : ''}`;
  });
  const files = filesOf(told, isCallers);
  const where = files > 0 ? ` in ${counted(files, 'file')}` : '';
  const may = counts.possible > 0 ? `; ${counts.possible} more may be of it` : '';
  const any = counts.definitions > 1 ? `: of any of these ${counts.definitions} definitions` : '';
  const head = behindStroke(`${parts.join(', ')}${where}${may}; by syntax${any}`, name);
  const places = definitions.iterable.slice(0, maxDefinitions);
  const more = counts.definitions - places.length;
  return [
    head,
    ...places.map(({ path, lines, kind, signature }) =>
      behindStroke(`defined ${placeAt(roots, path ?? '', lines)} ${kind}`, signature),
    ),
    ...overrideRows(overrides.iterable, Math.max(maxOverrides, limit), roots),
    ...(more > 0 ? [`${counted(more, 'more definition')}.`] : []),
  ];
}

/** Where what extends the type of a member defines it again. */
function overrideRows(overrides: readonly PlacedSymbol[], most: number, roots: Roots): string[] {
  const rows = overrides.slice(0, most).map(({ path, lines, symbol }) => {
    const inside = stepsOf(symbol).at(-2);
    return `overridden ${placeAt(roots, path ?? '', lines)}${inside === undefined ? '' : ` in ${inside}`}`;
  });
  const more = overrides.length - rows.length;
  return more > 0 ? [...rows, `${more} more override it: raise limit.`] : rows;
}

/** Number of files with references, of callers without those that only import, as far as all were looked at. */
function filesOf({ files, tests, counts, left }: ReferencesOutput, isCallers: boolean): number {
  if (!isCallers || left.references > 0) return counts.files;
  const all = [...files.iterable, ...tests.iterable];
  const calling = all.filter(({ references }) => references.some(({ kind }) => kind !== 'import'));
  return new Set(calling.map(({ path }) => path)).size;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

interface Group {
  path: string;
  mark: string;
  kind: CodeReference['kind'];
  symbol: string | undefined;
  rows: CodeReference[];
}

type Kinds = readonly CodeReference['kind'][];

/** Groups references by symbol and kind. */
function groupsOf(files: readonly ReferencingFile[], only: Kinds): Group[] {
  const groups: Group[] = [];
  for (const { path = '', tests: isOfTests = false, references } of files) {
    const mark = isOfTests ? ' (tests)' : '';
    for (const row of references) {
      if (!only.includes(row.kind)) continue;
      const last = groups.at(-1);
      if (last?.path === path && last.mark === mark && last.kind === row.kind && last.symbol === row.symbol)
        last.rows.push(row);
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
    const before = groups[at - 1];
    const file = before?.path === path && before.mark === mark ? [] : [`${roots.label(path)}${mark}`];
    const lines = rows.map(({ line }) => line).join(', ');
    return [
      [...file, behindStroke(` ${kind}`, symbol), ...rows.map(({ line, text }) => numberedRows(text, line))].join('\n'),
      [...file, behindStroke(` ${kind} ${lines}`, symbol)].join('\n'),
    ];
  });
}

/** What a symbol calls, and the definitions that are meant. */
async function calleesOf(input: Input, { session, signal }: ToolCall): Promise<string> {
  const { roots, paths } = readPlace(session.folders, input.path);
  const { name, limit = standardLimit, max_tokens: budget = standardTokens } = input;
  const body = { ...whereOf(input, paths), options: { limit: maxNamesakes, characters: 200 } };
  const made = ofItsContainer(await session.api.symbol({ body }, signal), name);
  const { found } = made;
  if (!found?.path) return nearestOf(input, made, roots);
  const { path, line } = found;
  const asked = { path, line, paths: [...roots.folders], options: { limit } };
  const told = await session.api.callees({ body: asked }, signal);
  const { texts, left } = fit(
    told.calls.iterable.map((one) => [calledRow(one, roots)]),
    budget,
  );
  const unseen = told.left + left;
  const count = counted(new Set(told.calls.iterable.map((one) => one.name)).size + told.left, 'name');
  const head = behindStroke(`${count} called by ${placeAt(roots, path, found.lines)}, by syntax`, found.signature);
  const rest = unseen > 0 ? [`${unseen} more: raise limit or max_tokens.`] : [];
  return [
    head,
    ...(name === undefined ? [] : namesakesOf(made, found, roots)),
    ...elsewhereThan(input, found),
    ...texts,
    ...rest,
    stateOf(told, roots),
  ]
    .filter((row) => row !== '')
    .join('\n');
}

/** Kinds that are told apart by what they stand in alone. */
const functions: ReadonlySet<string> = new Set(['function', 'method']);
/** Most other definitions of a name that are listed beside the one whose callees are told. */
const maxOthers = 3;

/** `1 of 4 definitions; the others: …`, for a name that several functions have. */
function namesakesOf({ others, left }: SymbolOutput, found: FoundSymbol, roots: Roots): string[] {
  const isAlike = (kind: string) => kind === found.kind || (functions.has(kind) && functions.has(found.kind));
  const same = others.iterable.filter(({ kind, name }) => isAlike(kind) && name === found.name);
  if (same.length === 0) return [];
  const shown = same.slice(0, maxOthers).map(({ path = '', lines }) => placeAt(roots, path, lines));
  const count = `${same.length + 1}${left > 0 ? ' or more' : ''}`;
  const listed = [...shown, ...(same.length > shown.length ? ['…'] : [])].join(', ');
  return [`1 of ${count} definitions: name a path and a line for another (${listed}).`];
}

const stepsOf = (symbol: string): string[] => symbol.split('.');

/** Most definitions named that a call may mean; of more only the first. */
const maxMeant = 3;

/** One call with the definitions that it means, or may mean; overloads and declarations of one symbol are one thing. */
function calledRow({ name, line, on, named, definitions, possible }: Callee, roots: Roots): string {
  const own = on === undefined ? name : `${on}: ${name}`;
  const placesOf = (some: readonly PlacedSymbol[]) => {
    const shown = some
      .slice(0, some.length > maxMeant ? 1 : maxMeant)
      .map(({ path = '', lines }) => placeAt(roots, path, lines));
    const more = some.length - shown.length;
    return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  };
  const [first, ...others] = definitions.toSorted((a, b) => rowsIn(b) - rowsIn(a));
  if (first && others.every((one) => isOneSymbol(one, first)))
    return behindStroke(`${line}: ${placesOf([first, ...others])}`, first.signature);
  if (first) return behindStroke(`${line}: one of ${placesOf(definitions)}`, own);
  if (possible.length > 0) return behindStroke(`${line}: perhaps ${placesOf(possible)}`, own);
  const isOpen = named && on !== undefined;
  const unmeant = named ? 'none of this name here fits' : 'not defined here';
  return behindStroke(`${line}: ${isOpen ? 'of a type that is not told there' : unmeant}`, own);
}

/** True where one of the names is the end of the other, as a definition outside of its namespace leaves that out. */
const isOneSymbol = ({ symbol: a }: PlacedSymbol, { symbol: b }: PlacedSymbol): boolean =>
  a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);

const rowsIn = ({ lines }: PlacedSymbol): number => lines.end - lines.start;
