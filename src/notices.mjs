// The licences of everything of others that ships: what is in the bundles, the grammars beside them, and what these were made of.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const head = `Quarry contains the following packages of others, each under its own licence. The table media/embedding.bin holds
numbers that were computed from public repositories under permissive licences; it contains none of their text.\n\n`;

/** Packages that hold grammars others wrote, and their licences not. */
const collections = ['@vscode/tree-sitter-wasm', 'tree-sitter-wasms', '@cursorless/tree-sitter-wasms'];
const textsOf = {
  MIT: 'src/languages/licences/MIT.txt',
  // Each copy of this text is the same.
  'Apache-2.0': 'node_modules/tree-sitter-elixir/LICENSE',
  'CC0-1.0': 'src/languages/licences/CC0-1.0.txt',
};

const isLicence = (file) => /^(licen[cs]e|copying|notice)/i.test(file);
const packageOf = (name) => path.posix.join(...name.split('/').slice(0, name.startsWith('@') ? 2 : 1));
const notice = (title, ...parts) => `${'='.repeat(80)}\n${title}\n${parts.join('\n\n')}\n`;

function ofPackage(folder) {
  const { name, version, license, homepage } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter(isLicence)
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  const terms = texts.length > 0 ? texts : ['The package holds no text of its licence.'];
  return notice(`${name} ${version}`, `${license}${homepage ? `\n${homepage}` : ''}`, ...terms);
}

function ofCollected(file, [address, license, copyright]) {
  const terms = [copyright, readFileSync(textsOf[license], 'utf8').trim()].filter(Boolean);
  return notice(file, `${license}\n${address}`, ...terms);
}

/** True when the package holds what its grammars are made from, not only what others made of theirs: then its licence is theirs. */
function isOwn(name) {
  const files = readdirSync(`node_modules/${name}`, { recursive: true, encoding: 'utf8' });
  return files.some((file) => path.basename(file) === 'grammar.js' && !file.includes('node_modules'));
}

/**
 * @param {string[]} folders of packages in the bundles
 * @throws Error for a grammar whose licence would not ship
 */
export function noticesOf(folders, languages) {
  const trees = languages.flatMap(({ tree }) => tree ?? []);
  const packages = [collections[0], ...trees.map(({ from }) => packageOf(from))];
  const all = [...new Set([...folders, ...packages.map((name) => `node_modules/${name}`)])].sort();
  const strange = packages.find((name) => !collections.includes(name) && !isOwn(name));
  if (strange)
    throw new Error(
      `${strange} holds grammars without what they are made from: name it in \`collections\` of src/notices.mjs`,
    );
  const known = JSON.parse(readFileSync('src/languages/licences/collected.json', 'utf8'));
  const collected = trees.filter(({ from }) => collections.includes(packageOf(from))).map(({ wasm }) => wasm);
  const rows = ['tree-sitter.wasm', ...new Set(collected)].map((file) => {
    if (!known[file]) throw new Error(`${file} has no row in src/languages/licences/collected.json`);
    return ofCollected(file, known[file]);
  });
  return head + [...all.map(ofPackage), ...rows].join('\n');
}
