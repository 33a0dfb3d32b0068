// Tells which conditions, filters and functions of the answers no question needs: each is forced to its neutral value
// while whole repositories are asked, and is listed when no answer changes. One that is reached often and listed is a
// rule that may go; a guard against bad input, or one that other rules cover, is listed too, so read before removing.
//   node run.mjs CHECKOUTS [--only NAME]... [--least 20]
// CHECKOUTS is what ../line-questions/checkout.mjs wrote; this checkout has a build. koa, jq and ring take two and a half
// minutes together on one core; --least: times that a mutant was asked before it is listed.
import { build } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { locator } from '../line-questions/match.mjs';
import { halfOf, readParts } from '../line-questions/sets.mjs';
import { withMutants } from './mutants.mjs';

const { values: options, positionals } = parseArgs({
  options: { only: { type: 'string', multiple: true }, least: { type: 'string', default: '20' } },
  allowPositionals: true,
});
if (positionals.length !== 1) throw new Error('usage: node run.mjs CHECKOUTS [--only NAME]... [--least 20]');

const root = path.resolve(import.meta.dirname, '../../..');
const mutated = /[\\/]src[\\/]engine[\\/](?:(?:claims|answers)[\\/]\w+|answer|overview)\.ts$/;
/** Questions about the whole, and about names that the passages found have. */
const ofWhole = [
  'What is this project?', 'How is the code organised?', 'Where does the program start?', 'How do I build it?', 'How do I run the tests?',
  'How do I run a single test?', 'How do I install it?', 'How do I lint the code?', 'What does it depend on?', 'Which version of the language does it need?',
]; // prettier-ignore
const ofNames = [
  'What is NAME?', 'How does NAME work?', 'Who calls NAME?', 'Which tests use NAME?', 'Which errors can NAME raise?', 'What happens when NAME fails?',
  'What is the difference between NAME and OTHER?', 'What is the default of NAME?', 'What is the maximum NAME?', 'Is there a NAME?', 'Can I configure NAME?',
  'What parameters does NAME take?', 'What does NAME return?', 'When is NAME called?', 'Where is NAME set?', 'Why does NAME exist?',
]; // prettier-ignore
/** Passages given to the answerer, and most questions for a mutant in one repository. */
const [limit, maxAsked] = [20, 2];
/** How many times as long a mutant may take as the answer itself, in switches passed: one may never end. */
const patience = 20;

const mutants = [];
const state = { forced: -1, passed: 0, most: Infinity, reached: new Set() };
globalThis.reached = (number) => {
  state.passed += 1;
  if (state.passed > state.most) throw new Error('This mutant does not end.');
  state.reached.add(number);
  return state.forced === number;
};

// Beside the project's packages, which it loads as they are: the parser finds its program by its own address.
const outfile = path.join(root, 'out/mutants/engine.mjs');
await build({
  entryPoints: [path.join(root, 'src/engine/engine.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  loader: { '.tsv': 'text' },
  logLevel: 'warning',
  packages: 'external',
  plugins: [
    {
      name: 'mutants',
      setup: ({ onLoad }) => {
        onLoad({ filter: mutated }, ({ path: file }) => ({
          contents: withMutants(path.relative(root, file), fs.readFileSync(file, 'utf8'), mutants),
          loader: 'ts',
        }));
      },
    },
  ],
});
const { createEngine } = await import(pathToFileURL(outfile).href);

/** Without a grammar or the embedding the engine goes on, and its answers would tell nothing. */
function fail(level, text) {
  if (level === 'info') return;
  console.error(text);
  process.exit(1);
}

async function asked(engine, folder, text) {
  const { snippets } = await engine.retrieve({ query: text, space: { paths: [folder] }, limit });
  const given = snippets.map(({ source, ...passage }, at) => ({
    ...passage,
    id: String(at),
    source,
    label: path.relative(folder, source.path).split(path.sep).join('/'),
  }));
  return { query: text, snippets: given, space: { paths: [folder] }, roots: [folder] };
}

/** What an answer says, or how it fails. */
async function told(engine, request) {
  try {
    const answers = await engine.answer(request);
    return JSON.stringify(answers.map(({ text, kind, score }) => [text, kind, score]));
  } catch (error) {
    return String(error);
  }
}

/** The answers as they are, with the mutants that each passes. */
async function baseOf(engine, folder, texts) {
  const bases = [];
  for (const text of texts) {
    const request = await asked(engine, folder, text);
    // The first time reads files and outlines that later answers find read.
    await told(engine, request);
    Object.assign(state, { forced: -1, passed: 0, most: Infinity, reached: new Set() });
    const answer = await told(engine, request);
    bases.push({ request, answer, passed: state.passed, reached: state.reached });
  }
  return bases;
}

const counts = mutants.map(() => 0);
const noticed = new Set();
async function tryMutant(engine, number, bases) {
  const reaching = bases.filter((base) => base.reached.has(number));
  // Others of the questions for each mutant.
  const first = reaching.length > 0 ? (number * 7919) % reaching.length : 0;
  for (const base of [...reaching.slice(first), ...reaching.slice(0, first)].slice(0, maxAsked)) {
    Object.assign(state, { forced: number, passed: 0, most: base.passed * patience + 20_000 });
    counts[number] += 1;
    if ((await told(engine, base.request)) !== base.answer) return noticed.add(number);
  }
  return undefined;
}

const namesIn = (bases) => [
  ...new Set(bases.flatMap(({ request }) => request.snippets.flatMap(({ symbol }) => symbol ?? []))),
];

const { sources, questions } = readParts();
const chosen = sources.filter(({ name }) => (options.only ? options.only.includes(name) : halfOf(name) === 'open'));
for (const source of chosen) {
  const engine = createEngine({
    grammarFolder: path.join(root, 'dist/grammars'),
    embeddingFile: path.join(root, 'media/embedding.bin'),
    log: fail,
    patienceMs: 600_000,
  });
  const folder = locator(path.resolve(positionals[0]), source).root;
  const own = questions.filter((one) => one.source === source.name).map(({ text }) => text);
  const found = await baseOf(engine, folder, [...own, ...ofWhole]);
  const names = namesIn(found);
  const made = names.length > 0 ? ofNames.flatMap((form, at) => [0, 1].map((turn) => form.replace('NAME', names[(at * 5 + turn * 3) % names.length]).replace('OTHER', names[(at * 7 + turn + 1) % names.length]))) : []; // prettier-ignore
  const bases = [...found, ...(await baseOf(engine, folder, made))];
  for (const number of mutants.keys()) if (!noticed.has(number)) await tryMutant(engine, number, bases);
  await engine.close();
  console.error(`${source.name}: ${bases.length} questions, ${noticed.size} of ${mutants.length} mutants noticed`);
}
const idle = [...mutants.entries()].filter(
  ([number]) => !noticed.has(number) && counts[number] >= Number(options.least),
);
for (const [number, { file, line, forced, text }] of idle)
  console.log(`${file}:${line} ${forced} (${counts[number]}) ${text}`);
console.log(
  `${mutants.length} mutants, ${noticed.size} noticed, ${idle.length} not, of those asked ${options.least} times`,
);
