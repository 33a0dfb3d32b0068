/**
 * Finds the repository that a file or folder lies in, and its current commit, by reading a few small files as text:
 * `.git`, `commondir`, HEAD, refs, alternates. Never runs git, which would obey settings beside them. The owner of the
 * repository does not matter, since nothing in it is obeyed.
 */
import path from 'node:path';
import { lstat, opendir, stat } from 'node:fs/promises';
import { type ObjectFormat, pathFrom, type Reach, Untold } from './ownGit';

// The current commit, from HEAD and branches on disk: loose, packed, symbolic.
const maxRefBytes = 8 * 1024;
/** Most bytes of packed refs, enough for half a million branches. */
const maxPackedBytes = 64 * 1024 * 1024;
/** Most symbolic refs followed in a row, as in git itself. */
const maxDepth = 5;

interface Folders {
  /** The git folder of this worktree. */
  gitFolder: string;
  /** The git folder that all worktrees share. */
  commonFolder: string;
}

const id = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

function isBranchName(name: string): boolean {
  const isPlain = [...name].every((character) => character > ' ' && !'~^:?*[\\'.includes(character));
  return isPlain && name.startsWith('refs/') && name.split('/').every((part) => part !== '' && !part.startsWith('.'));
}

/** Refs that each worktree has for itself. */
const ownNames = ['refs/bisect/', 'refs/worktree/', 'refs/rewritten/'];

async function packed(name: string, { commonFolder }: Folders, reach: Reach): Promise<string | undefined> {
  const text = (await reach.read(path.join(commonFolder, 'packed-refs'), maxPackedBytes)) ?? '';
  const end = text.indexOf(` ${name}\n`);
  return end < 0 ? undefined : text.slice(text.lastIndexOf('\n', end) + 1, end);
}

/**
 * The commit of HEAD. @returns undefined before the first commit. @throws Untold for what is neither branch nor commit
 */
async function headOf(folders: Folders, reach: Reach): Promise<string | undefined> {
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

/** Most bytes of a `.git` file, which holds one path. */
const maxLinkBytes = 8 * 1024;
const maxAlternatesBytes = 64 * 1024;
/** Most alternates of alternates followed, as in git itself. */
const maxAlternatesDepth = 5;
/** Most entries of an object store: an unpacked store has 256 folders, a badly packed one some thousand packs. */
const maxStoreEntries = 20_000;

export interface Repository {
  /** The folder that holds `.git`: names of files are relative to it. */
  top: string;
  /** Path of the object store. All stores that it borrows from may be read too. */
  objects: string;
  format: ObjectFormat;
  /** The commit that HEAD is at; undefined before the first one. */
  head: string | undefined;
  /** True when the history is truncated, so that its oldest commit seems to have written every line. */
  isShallow: boolean;
  /** True when some objects were left on a server. */
  isPartial: boolean;
}

async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false, // absent, or closed to us: both are passed over
  );
}

/** The innermost `.git` above a folder. A bare repository among the files is not theirs. */
async function gitFolderOf(folder: string, reach: Reach): Promise<{ top: string; gitFolder: string }> {
  for (let top = folder; ; top = path.dirname(top)) {
    const entry = path.join(top, '.git');
    if (await isThere(entry)) {
      const real = await reach.follow(top, '.git');
      const isFile = (await stat(real).catch(() => undefined))?.isFile() === true;
      const gitFolder = isFile ? await reach.follow(top, await linkIn(entry, reach)) : real;
      // An empty `.git` is no repository: git looks further up, too.
      if (isFile || (await isThere(path.join(gitFolder, 'HEAD')))) return { top, gitFolder };
    }
    if (path.dirname(top) === top) throw new Untold('lies in no git repository');
  }
}

async function linkIn(file: string, reach: Reach): Promise<string> {
  const text = (await reach.read(file, maxLinkBytes)) ?? '';
  if (!text.startsWith('gitdir:')) throw new Untold('lies in no git repository, since its .git names none');
  return pathFrom(text.slice('gitdir:'.length));
}

/** Checks the entries of a folder of the store, and tells whether some packs were left incomplete on purpose. */
async function lookThrough(folder: string, reach: Reach): Promise<boolean> {
  let isPartial = false;
  let count = 0;
  const entries = await opendir(folder).catch(() => undefined); // most stores lack some of these folders
  for await (const entry of entries ?? []) {
    count += 1;
    if (count > maxStoreEntries) throw new Untold('belongs to a repository with too many files to be looked through');
    // Git would read the target of a link, and block on a pipe.
    if (entry.isSymbolicLink()) await reach.follow(folder, entry.name);
    else if (!entry.isFile() && !entry.isDirectory())
      throw new Untold('belongs to a repository that holds what is no plain file');
    isPartial ||= entry.name.endsWith('.promisor');
  }
  return isPartial;
}

/**
 * Checks that a store and all its alternates may be read, as git follows them by itself. @returns whether any is
 * partial
 */
async function checkStore(objects: string, reach: Reach, depth = 0): Promise<boolean> {
  if (depth > maxAlternatesDepth) throw new Untold('belongs to a repository that borrows from too many others');
  let isPartial = false;
  for (const name of ['', 'pack', 'info']) {
    isPartial = (await lookThrough(path.join(objects, name), reach)) || isPartial;
  }
  const alternates = (await reach.read(path.join(objects, 'info', 'alternates'), maxAlternatesBytes)) ?? '';
  for (const line of alternates.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('"'))
      throw new Untold('belongs to a repository that borrows from a folder with an unusual name');
    isPartial = (await checkStore(await reach.follow(objects, pathFrom(line)), reach, depth + 1)) || isPartial;
  }
  return isPartial;
}

/** @param folder a real path. @throws Untold where there is none, or one that may not be read */
export async function findRepository(folder: string, reach: Reach): Promise<Repository> {
  const { top, gitFolder } = await gitFolderOf(folder, reach);
  const common = await reach.read(path.join(gitFolder, 'commondir'), maxLinkBytes);
  const commonFolder = common === undefined ? gitFolder : await reach.follow(gitFolder, pathFrom(common));
  const objects = await reach.follow(commonFolder, 'objects');
  if (!(await isThere(objects))) throw new Untold('lies in no git repository, since its .git is incomplete');
  if (await isThere(path.join(commonFolder, 'reftable'))) {
    throw new Untold('belongs to a repository that keeps branches in the format “reftable”, which is not read');
  }
  const isPartial = await checkStore(objects, reach);
  const shallow = await stat(path.join(commonFolder, 'shallow')).catch(() => undefined); // a whole clone has none
  const head = await headOf({ gitFolder, commonFolder }, reach);
  return {
    ...{ top, objects, head, isPartial },
    // Ids of the two formats differ in length, so the settings need not be read.
    format: head !== undefined && head.length > 40 ? 'sha256' : 'sha1',
    isShallow: (shallow?.size ?? 0) > 0,
  };
}
