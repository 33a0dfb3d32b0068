/**
 * Suggested first questions, derived from a folder's README, manifest and file names before it is indexed. Uses only
 * question forms that the engine answers from known places. Must not know the editor.
 */
import type { Dirent } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isOutlined, languageOfPath } from '../../languages/table';

export interface FolderFacts {
  name: string;
  /** True when the manifest or a file name shows where a program starts. */
  hasStart: boolean;
  /** Relative paths of files worth asking about, the best first. */
  files: string[];
}

/** Most folders listed, so that the cost does not depend on the size of the project. */
const maxFolders = 60;
const maxDepth = 4;
const maxListed = 600;
const maxRead = 24;
const headBytes = 16_384;

const closed =
  /^(?:[._].*|node_modules|vendor|third_party|dist|build|out|target|bin|obj|tests?|specs?|__tests__|test.*|examples?|samples?|sandbox|playground|demos?|docs?|fixtures|bench(?:mark)?s?|scripts|tools|site|www|assets|media|public|migrations|generated)$/i;
const beside = /(?:^|[._-])(?:tests?|spec|bench|stories|config|conf|generated|min|d)(?:[._-]|$)|Tests?$/i;
/** File names too general to tell what the file contains. */
const general =
  /^(?:index|main|mod|lib|init|__init__|__main__|app|util|utils|helpers?|types?|constants?|common|core|base|setup|conftest|version|errors?|package|prelude|manage|settings|models?|views?|urls|admin|globals?|misc|all|exports?)$/i;
const readmeName = /^readme(?:\.(?:md|markdown|rst|txt|adoc))?$/i;
const manifestNames = ['package.json', 'pyproject.toml', 'Cargo.toml', 'go.mod', 'composer.json'];
const startNames = /^(?:main|__main__|cli|server|manage|index|app)\.\w{1,4}$|^Program\.cs$/;
const nameRow = /(?:^|[{,])[ \t]*["']?name["']?\s*[:=]\s*["']([^"'\n]{1,60})["']/m;
const moduleRow = /^module\s+(\S{1,200})/m;
const startRow =
  /(?:^|[{,])[ \t]*(?:"(?:main|bin|start)"\s*:|\[\[bin\]\]|\[project\.scripts\]|\[tool\.poetry\.scripts\])/m;
/** A comment at the top of a file, which likely describes the file unless it is a licence notice. */
const comment = /^(?:#![^\n]*\n)?\s*(?:'use strict';?\s*)?(?:\/\*|\/\/|#\s|"""|'''|--|;;|\(\*|@moduledoc)/;
const legal = /copyright|licen[cs]e|spdx|eslint|prettier/i;

async function headOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function namesIn(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return []; // not readable or deleted meanwhile; the others suffice
  }
}

/** Code files, those in shallow folders first. */
async function listCode(root: string): Promise<string[]> {
  const files: string[] = [];
  const folders = [''];
  for (let at = 0; at < Math.min(folders.length, maxFolders) && files.length < maxListed; at += 1) {
    const folder = folders[at] ?? '';
    const depth = folder === '' ? 0 : folder.split('/').length;
    for (const entry of await namesIn(path.join(root, folder))) {
      const place = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && depth < maxDepth && !closed.test(entry.name)) folders.push(place);
      else if (
        entry.isFile() &&
        isOutlined(languageOfPath(entry.name)) &&
        !/\.(?:json|ya?ml|toml|css|ini|sh|ps1)$/.test(place)
      ) {
        files.push(place);
      }
    }
  }
  return files;
}

const stemOf = (place: string): string => path.posix.basename(place).replace(/\.\w{1,8}$/, '');

/** The words of a name, such as "content-type-parser" or "ContentTypeParser". */
const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word.length > 3);

/** How much the README mentions the words of a file's name, from 0 to 1. */
function told(place: string, readme: ReadonlySet<string>): number {
  const words = wordsIn(stemOf(place));
  return words.length === 0 ? 0 : words.filter((word) => readme.has(word)).length / words.length;
}

async function filesWorthAsking(root: string, { name, readme }: { name: string; readme: string }): Promise<string[]> {
  const words = new Set(wordsIn(readme));
  const candidates = (await listCode(root))
    .filter((place) => !general.test(stemOf(place)) && !beside.test(stemOf(place)))
    // The first question already covers the file with the project's own name.
    .filter((place) => wordsIn(stemOf(place)).join() !== wordsIn(name).join())
    .map((place) => ({ place, score: told(place, words) - place.split('/').length * 0.05 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, maxRead);
  const read = await Promise.all(
    candidates.map(async ({ place, score }) => {
      const head = await headOf(path.join(root, place)).catch(() => '');
      const tells = comment.test(head) && !legal.test(head.slice(0, 400));
      // A very short file offers little to ask about.
      return { place, score: head.length < 400 ? -1 : score + (tells ? 1 : 0) };
    }),
  );
  const good = read.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  const isNew = ({ place }: { place: string }, at: number) =>
    good.findIndex((other) => stemOf(other.place) === stemOf(place)) === at;
  return good.filter(isNew).map(({ place }) => place);
}

function nameOf(root: string, manifest: string): string {
  const named =
    nameRow.exec(manifest.slice(0, 2_000))?.[1] ??
    moduleRow
      .exec(manifest)?.[1]
      ?.replace(/\/v\d{1,3}$/, '')
      .split('/')
      .at(-1);
  return named ?? path.basename(root);
}

/** Collects facts from a few files and folders; never fails, and an unreadable folder has no facts. */
export async function readFolderFacts(root: string): Promise<FolderFacts> {
  const names = (await namesIn(root)).filter((entry) => entry.isFile()).map(({ name }) => name);
  const read = (name: string | undefined) => (name === undefined ? '' : headOf(path.join(root, name)).catch(() => ''));
  const manifest = await read(manifestNames.find((name) => names.includes(name)));
  const readme = await read(names.find((name) => readmeName.test(name)));
  const name = nameOf(root, manifest);
  const hasStart = startRow.test(manifest) || names.some((one) => startNames.test(one));
  return { name, hasStart, files: await filesWorthAsking(root, { name, readme }) };
}

const count = 3;

/**
 * Always in English, because the engine recognises these forms.
 * @param openFile relative path of the active file
 */
export function questionsAbout({ name, hasStart, files }: FolderFacts, openFile?: string): string[] {
  const shown = openFile === undefined ? files : [openFile, ...files.filter((file) => file !== openFile)];
  const ofFiles = shown.map((file) => `What does ${file} do?`);
  // The engine would not recognise a name of another form.
  const whole = /^@?[\w./-]+$/.test(name) ? name : 'this project';
  const first = [`What does ${whole} do?`, ...(hasStart ? ['Where does the program start?'] : [])];
  const rest = ofFiles.slice(0, count - first.length);
  // General questions fill the list when the folder offers too little.
  return [...new Set([...first, ...rest, 'Where does the program start?', 'How are errors handled?'])].slice(0, count);
}
