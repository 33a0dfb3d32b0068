/** Context of a tool: the operations, the folders, the caller. Must not know how the call came in. */
import type { Api } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import { oneLine } from '../../languages/markdown';
import type { Log } from '../answers';
import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { editDistance } from '../../api/assets/describe/recognise';
import { isInside } from '../../api/places';

/** Operations that tools may use, over a port or in the same process; none is internal to our windows. */
export type ToolApi = Pick<
  Api,
  | 'relevance'
  | 'outline'
  | 'symbol'
  | 'references'
  | 'callees'
  | 'searchAssets'
  | 'assetSnapshotPost'
  | 'assetsSpecificAssetSnapshot'
  | 'assetsIdentifiersSnapshot'
  | 'assetsExists'
  | 'assetsCreateNewAsset'
  | 'conversationsSearch'
  | 'conversationGetSpecificConversation'
  | 'conversationSpecificConversationMessages'
>;

export interface Session {
  api: ToolApi;
  /** Absolute folders, searched when a call names none. */
  folders: readonly string[];
  /** True when the caller shows the token or was started by this user. */
  isTrusted: boolean;
  /** Name that the agent gives itself, such as `claude-code`. */
  client: string;
  /** The version of Quarry. */
  version: string;
  /** Why no tool can be run now. */
  refusal?: ApiError;
}

export interface ToolCall {
  session: Session;
  /** Aborted when the agent cancels or hangs up. */
  signal: AbortSignal;
  log: Log;
}

const prefix = 'client-';
const maxCharacters = 80;
const unnamed = 'an agent';

/** A client's name made safe for display. */
export function shownName(name: unknown): string {
  const shown = typeof name === 'string' ? oneLine(name).trim().slice(0, maxCharacters) : '';
  return shown === '' ? unnamed : shown;
}

/**
 * Session id that encodes the client's name. Clients before 2026-07-28 send the name only in `initialize`, and this id
 * with every call; it reveals nothing else.
 */
export function sessionIdFor(name: unknown): string {
  return prefix + Buffer.from(shownName(name)).toString('base64url');
}

export function nameInSessionId(id: string | null | undefined): string {
  if (!id?.startsWith(prefix)) return unnamed;
  return shownName(Buffer.from(id.slice(prefix.length), 'base64url').toString('utf8'));
}

// Section: converts between agents' names of folders and files and paths. The operations decide what may be read.

export interface Roots {
  /** Absolute. */
  folders: string[];
  /** `src/a.ts`, or `name/src/a.ts` with several folders; absolute for files outside all of them. */
  label(file: string): string;
  /** @throws ApiError `invalid` for a path outside all folders */
  absolute(given: string): string;
}

/**
 * @param wanted as a call names them: absolute, by name, or by a path below one
 * @throws ApiError `invalid` when there is no folder to search
 */
export function readRoots(known: readonly string[], wanted: readonly string[] = []): Roots {
  const names = namesOf(known);
  const folders = wanted.length === 0 ? [...known] : [...new Set(wanted.map((one) => folderOf(one, names)))];
  if (folders.length === 0) {
    throw new ApiError('invalid', 'No folder is open in Quarry: name yours by its absolute path in "roots".');
  }
  const own = namesOf(folders);
  const isOne = folders.length === 1;
  return {
    folders,
    label(file) {
      const [name, root] = [...own].filter(([, folder]) => isInside(folder, file)).sort(byDepth)[0] ?? [];
      if (root === undefined || name === undefined) return oneLine(file);
      const inside = path.relative(root, file).split(path.sep).join('/');
      return oneLine(isOne ? inside || name : `${name}/${inside}`);
    },
    absolute(given) {
      if (path.isAbsolute(given)) return given;
      const plain = path.normalize(given.split('/').join(path.sep)).replace(/^\.[\\/]/, '');
      const [first = '', ...rest] = plain.split(path.sep);
      const named = isOne ? undefined : own.get(first);
      const found = named ? path.join(named, ...rest) : path.join(folders[0] ?? '', plain);
      if (folders.some((folder) => isInside(folder, found))) return found;
      throw new ApiError('invalid', 'path leads out of the project: give it relative to its folder, or absolute.');
    },
  };
}

/**
 * Resolves the place that a call names, or all folders.
 * @param given a file or folder: relative to a folder, or absolute
 * @throws ApiError `invalid` when there is no folder to look in, and for what lies in none of them
 */
export function readPlace(known: readonly string[], given: string | undefined): { roots: Roots; paths: string[] } {
  if (given !== undefined && path.isAbsolute(given)) {
    const place = path.normalize(given);
    return { roots: readRoots(known.length > 0 ? known : [place]), paths: [place] };
  }
  if (known.length === 0) {
    throw new ApiError('invalid', 'No folder is open in Quarry: name yours by its absolute path in "path".');
  }
  const roots = readRoots(known);
  return { roots, paths: given === undefined ? roots.folders : [roots.absolute(given)] };
}

/** Files of one ending that are looked at; more are no answer to which one is meant. */
const maxAlike = 20;

/** Most files named for a path that does not exist. */
const maxNamesakes = 3;
/** Longest name that a wrong one is compared with. */
const maxNameCharacters = 100;

/** The path of a call, or the file that it means; a row says which one that is, or why there is no path any more. */
export interface MeantPlace {
  path?: string;
  row?: string;
}

/**
 * Finds the one file that ends with the path of a call, as a stack trace or a person names files. A name is looked for
 * everywhere where its path does not exist.
 * @throws ApiError `invalid` when several do, for what does not exist, for a line in a folder or behind the end
 */
export async function meantPlace(
  { path: given, line, name, text }: { path?: unknown; line?: unknown; name?: unknown; text?: unknown },
  { session, signal }: Pick<ToolCall, 'session' | 'signal'>,
): Promise<MeantPlace> {
  if (typeof given !== 'string') return {};
  const { roots, paths } = readPlace(session.folders, given);
  const [place = ''] = paths;
  // As many symbols as may be: a file whose symbols are beyond the limit would be left out.
  const options = { depth: 1, limit: 10_000, files: maxAlike };
  // What lies elsewhere is for the path policy to allow: nothing is told of it here, nor of what a link leads to.
  const isOurs = session.folders.some((folder) => isInside(folder, place));
  const found = isOurs ? lstatSync(place, { throwIfNoEntry: false }) : undefined;
  const isThere = found !== undefined;
  // The path of a text to save says where it is from, which need not be there any more.
  if (!isThere && (!isOurs || text !== undefined)) return { path: given };
  const ending = given
    .split(path.sep)
    .join('/')
    .replace(/^(?:\.?\/)+/, '');
  const wanted = isThere ? { paths, options } : { paths: roots.folders, options: { ...options, glob: globOf(ending) } };
  if (isThere && typeof line !== 'number') return { path: given };
  if (found?.isDirectory()) throw new ApiError('invalid', `${oneLine(given)} is a folder: a line needs a file.`);
  const { files, skipped = [] } = await session.api.outline({ body: wanted }, signal);
  const outlined = files.iterable.map(({ path: file = '', lines }) => ({ file, lines }));
  const all = [
    ...outlined,
    ...skipped.flatMap(({ path: file }) => (roots.folders.includes(file) ? [] : [{ file, lines: Infinity }])),
  ];
  const alike = isThere ? outlined : all.filter(({ file }) => `/${roots.label(file)}`.endsWith(`/${ending}`));
  // A folder that is still being read may hold another file of this name.
  const soFar = skipped.some(({ path: file }) => roots.folders.includes(file)) ? ', of what is read so far' : '';
  const [one, ...others] = alike;
  if (one === undefined) {
    const fault = isThere ? undefined : await faultOf(place, options, { roots, session, signal });
    if (fault === undefined) return { path: given };
    if (typeof name === 'string') return { row: `${fault} The name is looked for everywhere:` };
    throw new ApiError('invalid', fault);
  }
  if (others.length > 0) {
    const rows = alike.map(({ file }) => roots.label(file));
    throw new ApiError('invalid', `${alike.length} files end with ${oneLine(given)}; name one:\n${rows.join('\n')}`);
  }
  const label = roots.label(one.file);
  if (typeof line === 'number' && line > one.lines)
    throw new ApiError('invalid', `${label} has ${one.lines} ${one.lines === 1 ? 'line' : 'lines'}.`);
  return isThere ? { path: given } : { path: one.file, row: `${oneLine(given)} is ${label}${soFar}.` };
}

/** Matches files by the end of their path, whatever signs of a pattern are in it. */
const globOf = (ending: string): string => `**/${ending.replace(/[*?[\]{}!\\]/g, '\\$&')}`;

/** Why a place that is not there cannot be read, and where files of its name are. */
async function faultOf(
  place: string,
  options: { limit: number; files: number },
  { roots, session, signal }: { roots: Roots } & Pick<ToolCall, 'session' | 'signal'>,
): Promise<string | undefined> {
  const { skipped = [] } = await session.api.outline({ body: { paths: [place], options } }, signal);
  const reason = skipped.find(({ path: file }) => file === place)?.reason;
  if (reason === undefined) return undefined;
  const glob = globOf(path.basename(place));
  const alike = await session.api.outline({ body: { paths: roots.folders, options: { ...options, glob } } }, signal);
  const files = [...alike.files.iterable, ...(alike.skipped ?? [])].flatMap(({ path: file = '' }) =>
    path.basename(file) === path.basename(place) ? [roots.label(file)] : [],
  );
  const named = files.slice(0, maxNamesakes).join(', ');
  const near = nearestPath(place, roots.folders);
  const hint =
    named !== '' ? ` Files of that name: ${named}.` : near === undefined ? '' : ` Nearest: ${roots.label(near)}.`;
  return `${roots.label(place)}: ${reason}${hint}`;
}

/** Of the names in the last folder of a path that is there, the one most like the step that is not. */
function nearestPath(place: string, folders: readonly string[]): string | undefined {
  const parent = path.dirname(place);
  if (!folders.some((folder) => isInside(folder, parent))) return undefined;
  if (lstatSync(parent, { throwIfNoEntry: false }) === undefined) return nearestPath(parent, folders);
  const wanted = path.basename(place).toLowerCase();
  const most = Math.floor(wanted.length / 3);
  const near = namesIn(parent)
    // Names of other lengths are farther, and are not compared: a folder may hold very many.
    .filter((name) => Math.abs(name.length - wanted.length) <= most)
    .map((name) => ({ name, edits: editDistance(wanted, name.toLowerCase()) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits);
  return near[0] && path.join(parent, near[0].name);
}

/** The names in a folder that are shown; none where it is no folder, or cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.') && name.length <= maxNameCharacters);
  } catch {
    return [];
  }
}

type Named = readonly [string, string];
const byDepth = ([, a]: Named, [, b]: Named): number => b.length - a.length;

/** Base names of folders; a repeated name gets its parent's name in front. */
function namesOf(folders: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const folder of folders) {
    const base = path.basename(folder) || folder;
    const longer = `${path.basename(path.dirname(folder))}-${base}`;
    const free = [base, longer, folder].find((name) => !names.has(name));
    if (free !== undefined) names.set(free, folder);
  }
  return names;
}

function folderOf(given: string, names: ReadonlyMap<string, string>): string {
  if (path.isAbsolute(given)) return path.normalize(given).replace(/(?<=[^\\/:])[\\/]+$/, '');
  const [first = '', ...rest] = given.replace(/^\.[\\/]|(?<![\\/])[\\/]+$/g, '').split(/[\\/]/);
  const named = names.get(first);
  if (named !== undefined) return path.join(named, ...rest);
  const [only] = names.values();
  const isBelow = rest.concat(first).every((part) => part !== '..');
  if (names.size === 1 && only !== undefined && isBelow) return path.join(only, given === '.' ? '' : given);
  const known = [...names.keys()].map((name) => oneLine(name)).join(', ');
  throw new ApiError('invalid', `roots: there is no such folder. Known: ${known || 'none'}; or give an absolute path.`);
}
