// Makes every bundle with esbuild. `node src/build.mjs [--watch] [--tests] [--production]`; with `--grammars` only grammars
// and queries.
// The headless entries are bundled without marking `vscode` external: a leak of the editor fails the build.
import { build, context } from 'esbuild';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { constants, brotliCompressSync } from 'node:zlib';
import { noticesOf } from './notices.mjs';

const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');
// The watch task of the editor reads when a build begins and ends.
const logLevel = flags.has('--watch') ? 'info' : 'warning';
const node = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: production,
  sourcemap: !production,
  logLevel,
  loader: { '.sql': 'text', '.tsv': 'text' },
};
/** What ships has its packages inside. */
const shipped = {
  ...node,
  // Its other form asks for its parts at run time, where no bundler sees it.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
};

/**
 * The editor's interface is taken as it is. A namespace import makes each file a copy of its four hundred names, which
 * was two thirds of what the editor paid for loading the shell.
 */
const editorAsItIs = {
  name: 'editor-as-it-is',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]src[\\/]extension[\\/].*\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replace(
        /^import \* as vscode from 'vscode';$/m,
        "const vscode = require('vscode');",
      ),
      loader: 'ts',
    }));
  },
};

const product = [
  ...['extension', 'shell', 'later'].map((part) => ({
    ...shipped,
    plugins: [editorAsItIs],
    entryPoints: [`src/extension/start/${part}.ts`],
    outfile: `dist/${part}.js`,
    external: ['vscode', './client.js', './later.js', './shell.js'],
    // Becomes `require`, which costs the host half of what the other loader does.
    supported: { 'dynamic-import': false },
  })),
  { ...node, entryPoints: ['src/extension/start/client.ts'], outfile: 'dist/client.js' },
  { ...shipped, entryPoints: ['src/service.ts'], outfile: 'dist/service.js' },
  { ...node, entryPoints: ['src/engine/worker.ts'], outfile: 'dist/engine.js' },
  // Of the command line alone: the editor's package does not hold it. The native driver of PostgreSQL is not ours to bring.
  { ...shipped, entryPoints: ['src/team.ts'], outfile: 'dist/team.js', external: ['pg-native'] },
  {
    ...node,
    entryPoints: ['src/cli.ts'],
    outfile: 'dist/cli.js',
    external: ['./service.js', './team.js'],
    supported: { 'dynamic-import': false },
    banner: { js: '#!/usr/bin/env node' },
  },
  {
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    minify: production,
    sourcemap: production ? false : 'inline',
    logLevel,
    tsconfig: 'src/webview/tsconfig.json',
    entryPoints: ['src/webview/chat.ts', 'src/webview/answers.ts'],
    outdir: 'dist/webview',
  },
];

/** Every suite below `dir`. */
function testFiles(dir, ending = /\.(test|bench|soak|child)\.ts$/) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => path.join(dir, file));
}

function suites() {
  const plain = ['test/unit', 'test/api', 'test/quality', 'test/bench', 'test/soak'].flatMap((dir) => testFiles(dir));
  return [
    // ES modules with packages left outside: what runs is what the project's own node_modules hold.
    {
      ...node,
      minify: false,
      sourcemap: 'inline',
      sourcesContent: false,
      format: 'esm',
      packages: 'external',
      entryPoints: plain,
      outbase: 'test',
      outdir: 'out/test',
      outExtension: { '.js': '.mjs' },
    },
    // The editor loads CommonJS.
    {
      ...node,
      minify: false,
      sourcemap: 'inline',
      external: ['vscode', 'mocha'],
      entryPoints: [...testFiles('test/extension'), ...testFiles('test/bench', /\.editor\.ts$/)],
      outbase: 'test',
      outdir: 'out/test',
    },
  ].filter((options) => options.entryPoints.length > 0);
}

/** The languages' table, which is TypeScript like the rest. */
async function readLanguages() {
  const { outputFiles } = await build({
    ...{ entryPoints: ['src/languages/table.ts'], bundle: true, format: 'esm', write: false, logLevel },
  });
  const { languages } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  return languages;
}

/** Packed where it ships: a third smaller than the archive's own way makes it. Quality 9 of 11 costs a thirtieth of the time. */
function copyGrammar(from, name) {
  const bytes = readFileSync(path.join('node_modules', from));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  if (production) writeFileSync(`dist/grammars/${name}.br`, brotliCompressSync(bytes, { params }));
  else writeFileSync(`dist/grammars/${name}`, bytes);
}

/** Each language's grammar, and its queries in one file: ours, then the official ones. */
async function copyGrammars() {
  rmSync('dist/grammars', { recursive: true, force: true });
  mkdirSync('dist/grammars', { recursive: true });
  copyGrammar('@vscode/tree-sitter-wasm/wasm/tree-sitter.wasm', 'tree-sitter.wasm');
  for (const { id, tree } of await readLanguages()) {
    if (!tree) continue;
    copyGrammar(path.join(tree.from, tree.wasm), tree.wasm);
    const queries = [
      ...tree.queries.map((name) => `src/languages/queries/${name}.scm`),
      ...(tree.tags ?? []).map((file) => path.join('node_modules', file)),
    ];
    writeFileSync(`dist/grammars/${id}.scm`, queries.map((file) => readFileSync(file, 'utf8')).join('\n'));
  }
}

/** Folders of the packages that are inside of what ships, as the bundles' own lists of inputs tell. */
function bundledFolders(results) {
  const folders = results
    .flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
    .flatMap((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? []);
  return [...new Set(folders)].sort();
}

const nameOfFolder = (folder) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * README as the extension's own page shows it, where no address of the repository is known: a picture or a link that would
 * lead nowhere is left out, its words stay.
 */
function writeReadme() {
  const text = readFileSync('README.md', 'utf8');
  const pictures = /^!\[[^\]]*\]\((?!https:)[^)]*\)\n\n?/gm;
  const links = /\[([^\]]*)\]\((?!https:|#)[^)]*\)/g;
  writeFileSync('dist/README.md', text.replace(pictures, '').replace(links, '$1'));
}

const wanted = flags.has('--tests') ? [...product, ...suites()] : product;
if (flags.has('--watch')) {
  for (const options of wanted) await (await context(options)).watch();
} else if (!flags.has('--grammars')) {
  rmSync('dist', { recursive: true, force: true });
  // Half of a build would be taken for a whole one by who looks at the time of a file.
  process.on('exit', (code) => code !== 0 && rmSync('dist', { recursive: true, force: true }));
  if (flags.has('--tests')) rmSync('out', { recursive: true, force: true });
  const results = await Promise.all(
    wanted.map((options) => build({ ...options, metafile: product.includes(options) })),
  );
  const folders = bundledFolders(results);
  // For the test that compares them with the list.
  if (flags.has('--tests')) writeFileSync('out/bundled.json', JSON.stringify([...new Set(folders.map(nameOfFolder))].sort(), null, 2)); // prettier-ignore
  if (production) {
    writeFileSync('dist/ThirdPartyNotices.txt', noticesOf(folders, await readLanguages()));
    writeReadme();
  }
}
await copyGrammars();
