// Writes the sources of the set: node checkout.mjs OUT [--mirrors DIR] [--part PART] [--only NAME] [--sources FILE]
// OUT/NAME gets the files of the pinned commit under the repository's root folder. They come from DIR, which holds bare
// git directories named owner+name/repo or owner+name, else from GitHub. What OUT holds already at that commit stays.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { filesBelow, readParts } from './sets.mjs';

const string = { type: 'string' };
const { values, positionals } = parseArgs({
  options: { mirrors: string, part: string, only: string, sources: string },
  allowPositionals: true,
});
if (positionals.length !== 1)
  throw new Error('usage: node checkout.mjs OUT [--mirrors DIR] [--part PART] [--only NAME] [--sources FILE]');
const out = path.resolve(positionals[0]);

const git = (folder, ...args) =>
  execFileSync('git', ['--git-dir', folder, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });

function mirrorOf({ repo }) {
  const base = path.join(path.resolve(values.mirrors), repo.replace('/', '+'));
  const found = [path.join(base, 'repo'), path.join(base, 'repo', '.git'), base].find((one) =>
    fs.existsSync(path.join(one, 'objects')),
  );
  if (found === undefined) throw new Error(`There is no mirror of ${repo} in ${values.mirrors}.`);
  return found;
}

/** One commit without its history. */
function fetchCommit({ repo, commit }, folder) {
  execFileSync('git', ['init', '--quiet', '--bare', folder]);
  git(folder, 'fetch', '--quiet', '--depth', '1', `https://github.com/${repo}`, commit);
  return folder;
}

function writeTree(source, temporary) {
  const folder = path.join(out, source.name);
  const from = values.mirrors === undefined ? fetchCommit(source, path.join(temporary, source.name)) : mirrorOf(source);
  const archive = path.join(temporary, `${source.name}.tar`);
  git(from, 'archive', '-o', archive, source.commit, '--', source.root);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  fs.rmSync(archive);
}

fs.mkdirSync(out, { recursive: true });
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'line-questions-'));
try {
  // Another set's list of sources has the same form.
  const sources = values.sources ? JSON.parse(fs.readFileSync(values.sources, 'utf8')) : readParts(values.part).sources;
  for (const source of sources) {
    if (values.only !== undefined && source.name !== values.only) continue;
    const done = path.join(out, `.${source.name}`);
    const wanted = `${source.commit} ${source.root}`;
    if (fs.existsSync(done) && fs.readFileSync(done, 'utf8') === wanted) continue;
    writeTree(source, temporary);
    fs.writeFileSync(done, wanted);
    console.log(`${source.name}: ${filesBelow(path.join(out, source.name)).length} files`);
  }
} finally {
  fs.rmSync(temporary, { recursive: true, force: true });
}
