/**
 * Path policy: which files and folders of a query space this caller may read. Security: existing and missing paths
 * outside the allowed places get the same answer. Must not read file contents.
 */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Caller, CallContext } from '../contract/api';
import { ApiError } from '../contract/errors';
import type { PathPolicy } from '../contract/serviceOptions';
import { closedFolders, type ClosedFolders } from '../engine/door';
import type { ApiContext } from './context';
import { isInside, pathsOn, type Spelling, isUserFolder, liesInClosedPlace } from './places';

/** Longest path that Linux allows, in characters. */
const maxPathCharacters = 4096;

type PathDecision =
  | { kind: 'allowed'; given: string; real: string; isFolder: boolean }
  | { kind: 'refused'; given: string; reason: string }
  /** In an allowed place, but missing or unreadable. */
  | { kind: 'missing'; given: string; reason: string };

/** A path with its links resolved. */
interface Resolved {
  real: string;
  isFolder: boolean;
  /** The deepest existing folder: the path itself, or the nearest one above it. */
  folder: string;
  /** Set when the path cannot be reached. */
  failure?: string;
}

/** @throws ApiError `invalid` naming the path by `where` and its index */
export async function decidePaths(
  context: ApiContext,
  caller: Caller,
  paths: readonly string[],
  where: string,
): Promise<PathDecision[]> {
  paths.forEach((given, index) => {
    const fault = pathFault(given);
    if (fault) throw new ApiError('invalid', `${where}.${index} is wrong: expected an absolute path, got ${fault}.`);
  });
  const { ownFolders, pathPolicy } = context.service;
  const { policy, allowedPaths } = pathPolicy();
  const open = [...context.windows.folders({ onlyTrusted: true }), ...allowedPaths];
  const rules = { policy, open, roots: await realRoots(open), own: closedFolders(ownFolders), caller };
  return Promise.all(paths.map((given) => decide(given, rules)));
}

/** Real paths of the folders; missing ones are left out. */
export async function realRoots(folders: readonly string[]): Promise<string[]> {
  return (await spellingsOf(folders)).map(({ real }) => real);
}

/** The folders as they are named, with their real paths. */
export async function spellingsOf(folders: readonly string[]): Promise<Spelling[]> {
  const usable = [...new Set(folders)].filter((folder) => !pathFault(folder));
  const resolved = await Promise.all(usable.map(async (given) => ({ given, ...(await resolve(given)) })));
  return resolved.filter(({ failure }) => failure === undefined).map(({ given, real }) => ({ given, real }));
}

/** Why a text is not accepted as a path, without echoing it; undefined when it is. */
export function pathFault(given: string): string | undefined {
  if (given === '') return 'an empty text';
  if (given.length > maxPathCharacters) return `text of ${given.length} characters`;
  if (given.includes('\0')) return 'a text with a NUL character';
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(given)) return 'a URL';
  if (given.startsWith('~')) return 'a path that starts with ~';
  return path.isAbsolute(given) ? undefined : 'a relative path';
}

interface Rules {
  policy: PathPolicy;
  /** Folders that windows and settings name, as written there. */
  open: string[];
  roots: string[];
  /** The service's own folders, which nobody may read. */
  own: ClosedFolders;
  caller: Caller;
}

async function decide(given: string, rules: Rules): Promise<PathDecision> {
  // Opening a network path would reveal the user's identity to another machine.
  if (isClosedNetworkPath(given, rules.open)) {
    return { kind: 'refused', given, reason: networkRefusal };
  }
  const resolved = await resolve(given);
  if (!(await isAllowed(given, resolved, rules))) {
    return { kind: 'refused', given, reason: refusalOf(given, rules.policy) };
  }
  if (rules.own.hold(resolved.real)) return { kind: 'refused', given, reason: ownRefusal };
  if (resolved.failure !== undefined) return { kind: 'missing', given, reason: resolved.failure };
  return { kind: 'allowed', given, real: resolved.real, isFolder: resolved.isFolder };
}

async function isAllowed(given: string, { real, folder }: Resolved, rules: Rules): Promise<boolean> {
  if (rules.policy === 'any') return true;
  if (liesInClosedPlace(path.resolve(given)) || liesInClosedPlace(real)) return false;
  if (rules.caller.isTrusted || rules.roots.some((root) => isInside(root, real))) return true;
  return rules.policy === 'owned' && !hasHiddenPart(real) && (await isUserFolder(folder));
}

const networkRefusal = 'Network and device paths are searched only where a window has them open.';
const ownRefusal = 'Folders in which Quarry itself keeps things are not searched.';

/**
 * True for network and device paths (`\\server\share`, `\\wsl$\…`, `\\?\…`), unless they lie in a folder that a window
 * or a setting names.
 */
export function isClosedNetworkPath(
  given: string,
  open: readonly string[],
  paths = pathsOn(process.platform),
): boolean {
  return /^[\\/]{2}/.test(given) && !open.some((folder) => isInside(folder, given, paths));
}

function hasHiddenPart(real: string): boolean {
  return real.split(path.sep).some((segment) => segment.startsWith('.'));
}

/** The reason for a refusal. Security: it depends only on the path's text, so it does not reveal what exists. */
function refusalOf(given: string, policy: PathPolicy): string {
  const setting = `the setting quarry.server.pathPolicy ("${policy}")`;
  if (liesInClosedPlace(path.resolve(given))) {
    return `System folders and hidden folders of the home folder are not searched under ${setting}.`;
  }
  return `Not allowed by ${setting}: open its folder in a window, or add it to quarry.server.allowedPaths.`;
}

async function resolve(given: string): Promise<Resolved> {
  const missing: string[] = [];
  let failure: string | undefined;
  for (let current = path.resolve(given); ; current = path.dirname(current)) {
    try {
      const real = await realpath(current);
      const isFolder = (await stat(real)).isDirectory();
      return {
        real: path.join(real, ...missing),
        isFolder: isFolder && missing.length === 0,
        folder: isFolder ? real : path.dirname(real),
        ...(failure !== undefined && { failure }),
      };
    } catch (error) {
      failure ??= failureOf(error);
      const isTop = path.dirname(current) === current;
      if (isTop) return { real: path.resolve(given), isFolder: false, folder: path.dirname(current), failure };
      missing.unshift(path.basename(current));
    }
  }
}

function failureOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'It does not exist.' : `It cannot be read (${code}).`;
}

/**
 * The rule for which files may be sent to a model on another machine: only those of trusted workspaces, unless our own
 * window or a caller with the token asks, since both can read the user's files anyway.
 * @returns a test for a file's path; content that is no file may be sent
 */
export async function leavingRule(
  { windows }: ApiContext,
  caller: CallContext['caller'],
  isRemote: boolean,
): Promise<(path: string | undefined) => boolean> {
  if (!isRemote || caller.isTrusted) return () => true;
  const roots = await realRoots(windows.folders({ onlyTrusted: true }));
  return (path) => path === undefined || roots.some((root) => isInside(root, path));
}
