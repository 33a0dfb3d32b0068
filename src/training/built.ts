/**
 * What fits use of the last build, and whether it worked. The engine goes on without a grammar or the embedding, as a
 * person wants it to; weights fitted like that would be wrong, so `writeWeights` refuses after such a fault.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Log } from '../engine/chunk/grammars';
import { languages } from '../languages/table';

const faults: string[] = [];

/** The log of grammars and of the embedding: prints what went wrong, and keeps it. */
export const tell: Log = (level, text) => {
  if (level === 'info') return;
  console.error(text);
  faults.push(text);
};

/** @throws Error when a grammar or the embedding failed since the program began */
export function refuseAfterFaults(): void {
  if (faults.length > 0)
    throw new Error(`No weights are written, because the engine went on without a part. ${faults[0]}`);
}

/**
 * Folder of grammars and queries of the last build.
 * @throws Error naming what is missing there
 */
export function grammarFolder(): string {
  const folder = path.resolve('dist/grammars');
  const wanted = languages.flatMap(({ id, tree }) => (tree ? [tree.wasm, `${id}.scm`] : []));
  const isThere = (name: string) => ['', '.br'].some((ending) => fs.existsSync(path.join(folder, name + ending)));
  const missing = ['tree-sitter.wasm', ...wanted].find((name) => !isThere(name));
  if (missing !== undefined) throw new Error(`dist/grammars has no ${missing}: run “node src/build.mjs” first.`);
  return folder;
}
