/** The commit that a repository is at, from HEAD and its branches as they lie on the disk: loose, packed, symbolic. */
import path from 'node:path';
import { pathFrom, type Reach, Untold } from './reach';

const maxRefBytes = 8 * 1024;
/** Half a million branches. */
const maxPackedBytes = 64 * 1024 * 1024;
/** Git itself follows a name to a name to a name no further. */
const maxDepth = 5;

interface Folders {
  /** Of the worktree. */
  gitFolder: string;
  /** Of all worktrees together. */
  commonFolder: string;
}

const id = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

function isBranchName(name: string): boolean {
  const isPlain = [...name].every((character) => character > ' ' && !'~^:?*[\\'.includes(character));
  return isPlain && name.startsWith('refs/') && name.split('/').every((part) => part !== '' && !part.startsWith('.'));
}

/** Each worktree has its own of these. */
const ownNames = ['refs/bisect/', 'refs/worktree/', 'refs/rewritten/'];

async function packed(name: string, { commonFolder }: Folders, reach: Reach): Promise<string | undefined> {
  const text = (await reach.read(path.join(commonFolder, 'packed-refs'), maxPackedBytes)) ?? '';
  const end = text.indexOf(` ${name}\n`);
  return end < 0 ? undefined : text.slice(text.lastIndexOf('\n', end) + 1, end);
}

/** @returns undefined before the first commit. @throws Untold for what is no branch and no commit */
export async function headOf(folders: Folders, reach: Reach): Promise<string | undefined> {
  let name = 'HEAD';
  for (let depth = 0; depth <= maxDepth; depth += 1) {
    const isOwn = name === 'HEAD' || ownNames.some((own) => name.startsWith(own));
    const file = path.join(isOwn ? folders.gitFolder : folders.commonFolder, pathFrom(name));
    const text = (await reach.read(file, maxRefBytes)) ?? (await packed(name, folders, reach));
    if (text === undefined) return undefined;
    const said = text.trim();
    if (id.test(said)) return said;
    name = said.startsWith('ref:') ? said.slice('ref:'.length).trim() : '';
    if (!isBranchName(name)) throw new Untold('belongs to a repository that is at no branch and no commit');
  }
  throw new Untold('belongs to a repository that is at a branch which names itself');
}
