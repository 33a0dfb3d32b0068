/**
 * Fits the chance of each row of a place to be what a reader needs: `npm run fit:rows -- --sources DIR [--write]`. DIR
 * is what `test/quality/line-questions/checkout.mjs` wrote; only the open half of the repositories is read. A row is
 * right where it says the fact, and partly where it lies on the question's lines. Figures are cross-validated by
 * repository: five folds, each judged by weights fitted on the others, with intervals over repositories drawn anew.
 * Options: --cache FILE (the passages are kept there and taken from there; the file of `fit:tiers` will do), --drop SIGN
 * (repeatable).
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { draftOf, usableOf } from '../../engine/answer';
import { entryOf, maxPlaces, shownPlaces, type Shown } from '../../engine/answers/places';
import { type Spot, signsOfRows, type RowSigns, type RowWeights } from '../../engine/answers/spots';
import { meaningOf, shippedEmbedding } from '../../engine/dense/embedding';
import type { AnswerSnippet } from '../../engine/types';
import { readLineSets, type LineQuestion, type LineSource } from '../ranking/questionSets';
import { mean, seeded } from '../ranking/scores';
import { tell } from '../built';
import { writeWeights } from '../weights';
import { fitLogistic, type Example } from './calibration';
import { openEngine, snippetsFor } from './packageAnswers';

const { values: options } = parseArgs({
  options: {
    sources: { type: 'string' },
    cache: { type: 'string' },
    drop: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
  },
});

const meaning = meaningOf(shippedEmbedding(path.resolve('media/embedding.bin'), tell));

const folds = 5;
const ridge = 0.0001;
/** What a row on the lines of the question counts, beside 1 for one that says the fact. */
const lineWorth = 0.3;

/** The question set's scorer, which also judges the product: plain JavaScript. */
type HasFact = (question: LineQuestion, text: string) => boolean;
async function loadScorer(): Promise<HasFact> {
  const file = path.resolve('test/quality/line-questions/match.mjs');
  return ((await import(pathToFileURL(file).href)) as { hasFact: HasFact }).hasFact;
}

/** A question with the rows of its places. */
interface Asked {
  question: LineQuestion;
  draft: ReturnType<typeof draftOf>;
  examples: { signs: RowSigns; y: number }[];
  /** Rows on the lines of the question, by place. */
  lines: Map<Spot, Set<number>>;
}

/** The rows of a passage that lie on the question's lines. */
function rowsOnLines({ snippet, rows }: Spot, { places }: LineQuestion, { root, folder }: LineSource): Set<number> {
  const below = snippet.source.kind === 'file' ? path.relative(folder, snippet.source.path) : '';
  const file = path.posix.join(root, below.split(path.sep).join('/'));
  const own = places.filter((place) => place.path === file);
  const isOn = (row: number) =>
    own.some(
      ({ startLine, endLine }) => startLine <= snippet.lines.start + row && snippet.lines.start + row <= endLine,
    );
  return new Set([...rows.keys()].filter(isOn));
}

function askedOf(question: LineQuestion, source: LineSource, snippets: AnswerSnippet[], hasFact: HasFact): Asked {
  const draft = draftOf(question.text, usableOf(snippets), meaning);
  const spots = draft.spots.slice(0, maxPlaces);
  const lines = new Map(spots.map((spot) => [spot, rowsOnLines(spot, question, source)]));
  const examples = spots.flatMap((spot, place) =>
    [...signsOfRows(spot, draft.asked, place)].map(([row, signs]) => {
      const says = hasFact(question, spot.rows[row]!) ? 1 : 0;
      return { signs, y: (says + (lines.get(spot)!.has(row) ? lineWorth : 0)) / (1 + lineWorth) };
    }),
  );
  return { question, draft, examples, lines };
}

/** Questions that have an answer, with the engine's passages. */
async function readAsked(sources: string): Promise<Asked[]> {
  const hasFact = await loadScorer();
  const { cache } = options;
  const isKept = cache !== undefined && fs.existsSync(cache);
  const kept = isKept
    ? (JSON.parse(fs.readFileSync(cache, 'utf8')) as Record<string, { snippets: AnswerSnippet[] }>)
    : {};
  const asked: Asked[] = [];
  for (const { source, questions } of readLineSets(sources, 'open', { isWhole: options.write })) {
    const engine = openEngine();
    for (const question of questions.filter(({ absent }) => !absent)) {
      const key = `${source.name} ${question.text}`;
      if (isKept && !kept[key]) throw new Error(`${cache} lacks questions of ${source.name}: remove it.`);
      kept[key] ??= { snippets: await snippetsFor(engine, source.folder, question.text) };
      asked.push(askedOf(question, source, kept[key].snippets, hasFact));
    }
    await engine.close();
  }
  if (cache !== undefined && !isKept) fs.writeFileSync(cache, JSON.stringify(kept));
  return asked;
}

function fit(all: readonly Asked[]): RowWeights {
  const rows = all.flatMap(({ examples }) => examples);
  const names = Object.keys(rows[0]!.signs) as (keyof RowSigns)[];
  const isDropped = names.map((name) => options.drop.includes(name));
  const tableOf = ({ signs, y }: (typeof rows)[number]): Example => ({
    x: names.map((name, at) => (isDropped[at] ? 0 : signs[name])),
    y,
  });
  const weights = fitLogistic(rows.map(tableOf), ridge);
  return Object.fromEntries(names.map((name, at) => [name, isDropped[at] ? 0 : weights[at]!])) as RowWeights;
}

interface Judged {
  source: string;
  /** 1 when the shown rows say the fact, else 0. */
  says: number;
  /** Share of the lines of the question that are shown of those in its places; none without such lines. */
  share: number[];
  chars: number;
  rows: number;
}

const textOf = (shown: readonly Shown[]): string => shown.map((one) => entryOf(one, 1)).join('\n\n');

function judge({ question, draft, lines }: Asked, weights: RowWeights, hasFact: HasFact): Judged {
  const shown = shownPlaces(draft.spots, draft.asked, weights);
  const text = textOf(shown);
  const wanted = [...lines].flatMap(([spot, rows]) => [...rows].map((row) => ({ spot, row })));
  const isShown = ({ spot, row }: (typeof wanted)[number]) =>
    shown.some((one) => one.spot === spot && one.rows.includes(row));
  return {
    source: question.source,
    says: hasFact(question, text) ? 1 : 0,
    share: wanted.length === 0 ? [] : [wanted.filter(isShown).length / wanted.length],
    chars: text.length,
    rows: text.split('\n').length,
  };
}

function crossValidated(all: readonly Asked[], hasFact: HasFact): Judged[] {
  const sources = [...new Set(all.map(({ question }) => question.source))].sort();
  const foldOf = ({ question }: Asked) => sources.indexOf(question.source) % folds;
  return Array.from({ length: folds }, (_, fold) => {
    const weights = fit(all.filter((one) => foldOf(one) !== fold));
    return all.filter((one) => foldOf(one) === fold).map((one) => judge(one, weights, hasFact));
  }).flat();
}

const draws = 2000;

/** A mean with its 95 % interval over repositories drawn anew. */
function told(judged: readonly Judged[], of: (one: Judged) => readonly number[]): string {
  const sources = [...new Set(judged.map(({ source }) => source))];
  const bySource = sources.map((name) => judged.filter(({ source }) => source === name).flatMap(of));
  const random = seeded(7);
  const drawn = Array.from({ length: draws }, () =>
    mean(sources.flatMap(() => bySource[Math.floor(random() * sources.length)]!)),
  ).sort((a, b) => a - b);
  const [low, high] = [0.025, 0.975].map((share) => drawn[Math.floor(share * draws)]!.toFixed(3));
  return `${mean(judged.flatMap(of)).toFixed(3)} (${low} to ${high})`;
}

async function main(): Promise<void> {
  if (options.sources === undefined) throw new Error('Say where the repositories are checked out: --sources DIR.');
  const asked = await readAsked(path.resolve(options.sources));
  const judged = crossValidated(asked, await loadScorer());
  const reached =
    `n ${judged.length}; fact in the shown rows ${told(judged, ({ says }) => [says])}, ` +
    `share of the right lines shown ${told(judged, ({ share }) => share)}`;
  const size = `${mean(judged.map(({ chars }) => chars)).toFixed(0)} characters, ${mean(judged.map(({ rows }) => rows)).toFixed(1)} rows`;
  console.log(`${reached}; ${size} without heading and sources`);
  if (options.write)
    writeWeights(
      'rows',
      { ...fit(asked) },
      `\`npm run fit:rows\`, on the open half of test/quality/line-questions; cross-validated by repository: ${reached}`,
    );
}

await main();
