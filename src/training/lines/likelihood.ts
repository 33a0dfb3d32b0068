/**
 * Fits how likely a shown passage is the place asked for: `npm run fit:likelihood -- --sources DIR [--write] [--cache
 * DIR]`. DIR is what `test/quality/line-questions/checkout.mjs` wrote; only the open half of the repositories is read.
 * Asked are the line questions, those without an answer among them, the same as topics, and names and literals of the
 * code. Figures are cross-validated by repository: ten folds, each judged by weights fitted on the others.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Grammars } from '../../engine/chunk/grammars';
import { shippedEmbedding } from '../../engine/dense/embedding';
import { likelihoodSignsOf } from '../../engine/retrieve';
import type { LikelihoodSigns } from '../../engine/search/likelihood';
import { Space } from '../../engine/space';
import { calibrationError, fitLogistic, logisticOf } from '../answers/calibration';
import { cacheIn, readLineSets, topicOf, type LineQuestion } from '../ranking/questionSets';
import { grammarFolder, tell } from '../built';
import { writeWeights } from '../weights';

const { values: options } = parseArgs({
  options: { sources: { type: 'string' }, cache: { type: 'string' }, write: { type: 'boolean', default: false } },
});

const folds = 10;
const ridge = 0.002;
/** Passages per question; further ones are hardly ever read. */
const shown = 8;

interface Row {
  source: string;
  kind: 'question' | 'topic' | 'absent' | 'literal' | 'name';
  rank: number;
  signs: LikelihoodSigns;
  isRight: boolean;
}

type Asked = Pick<LineQuestion, 'text' | 'places'> & { kind: Row['kind'] };

function asTopic({ places, text, absent }: LineQuestion): Asked {
  return { places, text: topicOf(text), kind: absent ? 'absent' : 'topic' };
}

/** Names and literals that occur in one place, as `exact.mjs` generates. */
function exactOf(sources: string, name: string): Asked[] {
  const script = path.resolve('test/quality/line-questions/exact.mjs');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [script, sources, '--list', '--only', name, '--n', '6'],
    {
      encoding: 'utf8',
      maxBuffer: 1e8,
    },
  );
  if (status !== 0) throw new Error(`No names and literals of ${name}: ${stderr}`);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((row) => JSON.parse(row) as { kind: 'literal' | 'name'; query: string; file: string; line: number })
    .map(({ kind, query, file, line }) => ({
      kind,
      text: query,
      places: [{ path: file, startLine: line, endLine: line }],
    }));
}

async function prepare(sources: string): Promise<Row[]> {
  const grammars = new Grammars(grammarFolder(), tell);
  const embedding = shippedEmbedding(path.resolve('media/embedding.bin'), tell);
  const rows: Row[] = [];
  for (const { source, questions } of readLineSets(sources, 'open', { isWhole: options.write })) {
    const space = new Space({ grammars, log: tell, patienceMs: 600_000, cache: cacheIn(options.cache) });
    const { parts } = await space.open({ paths: [source.folder] });
    const all: Asked[] = [
      ...questions.map((one): Asked => ({ ...one, kind: one.absent ? 'absent' : 'question' })),
      ...questions.map(asTopic),
      ...exactOf(sources, source.name),
    ];
    for (const { kind, text, places } of all) {
      const found = await likelihoodSignsOf({ query: text, parts, limit: shown, embedding });
      found.forEach(({ snippet, signs }, rank) => {
        const file =
          snippet.source.kind === 'file'
            ? path.posix.join(source.root, path.relative(source.folder, snippet.source.path).split(path.sep).join('/'))
            : '';
        const isRight = places.some(
          (place) =>
            place.path === file && snippet.lines.start <= place.endLine && snippet.lines.end >= place.startLine,
        );
        rows.push({ source: source.name, kind, rank, signs, isRight: kind !== 'absent' && isRight });
      });
    }
    await space.close();
    console.log(`${source.name}: ${rows.length} passages so far`);
  }
  return rows;
}

const fitted = (rows: readonly Row[]) =>
  fitLogistic(
    rows.map(({ signs, isRight }) => ({ x: Object.values(signs) as number[], y: isRight ? 1 : 0 })),
    ridge,
  );

function crossValidated(rows: readonly Row[]): Map<Row, number> {
  const sources = [...new Set(rows.map(({ source }) => source))].sort();
  const chances = new Map<Row, number>();
  for (let fold = 0; fold < folds; fold += 1) {
    const isHere = ({ source }: Row) => sources.indexOf(source) % folds === fold;
    const weights = fitted(rows.filter((row) => !isHere(row)));
    for (const row of rows.filter(isHere)) chances.set(row, logisticOf(Object.values(row.signs) as number[], weights));
  }
  return chances;
}

function figures(rows: readonly Row[], chances: Map<Row, number>): string {
  const promised = rows.map((row) => ({ score: chances.get(row)!, isRight: row.isRight }));
  const strong = promised.filter(({ score }) => score >= 0.6);
  const weak = promised.filter(({ score }) => score >= 0.3 && score < 0.6);
  const share = (list: typeof promised) =>
    `${list.length}, right ${(list.filter(({ isRight }) => isRight).length / Math.max(1, list.length)).toFixed(2)}`;
  return `n ${rows.length}, right ${(promised.filter(({ isRight }) => isRight).length / rows.length).toFixed(2)}; calibration error ${calibrationError(promised).toFixed(3)}; from .6: ${share(strong)}; .3 to .6: ${share(weak)}`;
}

/** The weights fitted on all rows, by sign. */
function tableOf(rows: readonly Row[]): Record<string, number> {
  const weights = fitted(rows);
  return Object.fromEntries(Object.keys(rows[0]!.signs).map((name, at) => [name, weights[at]!]));
}

async function main(): Promise<void> {
  if (options.sources === undefined) throw new Error('Say where the repositories are checked out: --sources DIR.');
  const rows = await prepare(path.resolve(options.sources));
  const chances = crossValidated(rows);
  const firsts = rows.filter(({ rank }) => rank === 0);
  for (const kind of ['question', 'topic', 'absent', 'literal', 'name'] as const)
    console.log(
      `first of a ${kind}: ${figures(
        firsts.filter((row) => row.kind === kind),
        chances,
      )}`,
    );
  const reached = figures(firsts, chances);
  console.log(`first of all: ${reached}\nall places: ${figures(rows, chances)}`);
  if (options.write)
    writeWeights(
      'likelihood',
      tableOf(rows),
      `\`npm run fit:likelihood\`, on the open half of test/quality/line-questions; first passages, cross-validated by repository: ${reached}`,
    );
}

await main();
