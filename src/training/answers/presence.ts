/**
 * Fits when "not here" is said: `npm run fit:presence -- SET...` (folders of question sets). Prints how often it is said
 * rightly and wrongly, each package judged by weights fitted without it, and with `--write` writes the weights fitted on all
 * sets to src/engine/answers/presenceWeights.ts. Options: --ridge NUMBER, --misses (each question judged wrongly), --drop
 * SIGN (repeatable), --cache DIR (the passages are kept there and taken from there), --reasons (fits which comment is the
 * reason of a "why" instead: reasonWeights.ts).
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { draftOf } from '../../engine/answer';
import { minPresence, presenceSigns, type PresenceSigns } from '../../engine/answers/presence';
import { minReason } from '../../engine/answers/reasons';
import type { FactQuestion } from './answerScores';
import { fitLogistic, logisticOf, type Example } from './logistic';
import { findSet, type FoundQuestion } from './prepared';
import { candidatesOf, fitReasons } from './reasons';
import { tableSource } from './weightsSource';

const { values: options, positionals: sets } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    ridge: { type: 'string', default: '0.01' },
    drop: { type: 'string', multiple: true, default: [] },
    cache: { type: 'string' },
    reasons: { type: 'boolean', default: false },
  },
});

interface Row extends Example {
  set: string;
  question: FactQuestion;
  names: string[];
}

function rowOf({ set, question, snippets }: FoundQuestion): Row {
  const { rated, asked } = draftOf(question.text, snippets);
  const signs: PresenceSigns = presenceSigns(rated, asked);
  const kept = Object.entries<number>({ ...signs }).filter(([name]) => !options.drop.includes(name));
  return {
    set,
    question,
    names: kept.map(([name]) => name),
    x: kept.map(([, value]) => value),
    y: question.absent ? 0 : 1,
  };
}

/** Chance of each question, its package judged by weights fitted on the others. */
function crossValidated(rows: readonly Row[], ridge: number): number[] {
  const chances = new Map<Row, number>();
  for (const repo of new Set(rows.map(({ question }) => question.repo))) {
    const weights = fitLogistic(rows.filter(({ question }) => question.repo !== repo), ridge); // prettier-ignore
    for (const row of rows) if (row.question.repo === repo) chances.set(row, logisticOf(row.x, weights));
  }
  return rows.map((row) => chances.get(row) ?? 0);
}

const text = (value: number) => value.toFixed(3).replace(/^0/, '');

function sharesAt(rows: readonly Row[], chances: readonly number[], least: number): { told: number; wrong: number } {
  const share = (y: number) => {
    const own = chances.filter((_, at) => rows[at]?.y === y);
    return own.filter((chance) => chance < least).length / Math.max(1, own.length);
  };
  return { told: share(0), wrong: share(1) };
}

/** Of an absent and a present question, how often the absent one has the lower chance (area under the curve). */
function areaOf(rows: readonly Row[], chances: readonly number[]): number {
  const of = (y: number) => chances.filter((_, at) => rows[at]?.y === y);
  const present = of(1);
  const below = of(0).flatMap((chance) => present.map((other): number => (other > chance ? 1 : other === chance ? 0.5 : 0))); // prettier-ignore
  return below.reduce((sum, share) => sum + share, 0) / Math.max(1, below.length);
}

const ridge = Number(options.ridge);
const day = new Date().toISOString().slice(0, 10);

function tableOf(names: readonly string[], weights: readonly number[]): Record<string, number> {
  return Object.fromEntries(names.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(2))]));
}

function writeWeights(name: string, head: string, table: Readonly<Record<string, number>>): void {
  fs.writeFileSync(`src/engine/answers/${name}.ts`, tableSource(name, head, table));
}

function measurePresence(found: readonly FoundQuestion[]): void {
  const rows = found.map(rowOf);
  const chances = crossValidated(rows, ridge);
  const loss =
    rows.reduce((sum, { y }, at) => sum - Math.log(y === 1 ? chances[at]! : 1 - chances[at]!), 0) / rows.length;
  console.log(`${rows.length} questions, ${rows.filter(({ y }) => y === 0).length} absent; loss ${text(loss)}, area ${text(areaOf(rows, chances))}`); // prettier-ignore
  for (const least of [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9, minPresence]) {
    const { told, wrong } = sharesAt(rows, chances, least);
    console.log(`below ${text(least)}: said rightly ${text(told)}, wrongly ${text(wrong)}${least === minPresence ? '  <- as set' : ''}`); // prettier-ignore
  }
  for (const set of new Set(rows.map(({ set }) => set))) {
    const own = rows.flatMap((row, at) => (row.set === set ? [{ row, chance: chances[at]! }] : []));
    const { told, wrong } = sharesAt(own.map(({ row }) => row), own.map(({ chance }) => chance), minPresence); // prettier-ignore
    console.log(`${set}: said rightly ${text(told)}, wrongly ${text(wrong)}, area ${text(areaOf(own.map(({ row }) => row), own.map(({ chance }) => chance)))}`); // prettier-ignore
  }
  if (options.misses) {
    const judged = rows.map((row, at) => ({ ...row, chance: chances[at]! })).sort((a, b) => a.chance - b.chance);
    for (const { question, y, chance } of judged)
      if (y === 1 ? chance < minPresence : chance >= minPresence) console.log(`${y === 1 ? 'there ' : 'ABSENT'} ${text(chance)} ${question.id}: ${question.text}`); // prettier-ignore
  }
  const named = tableOf(rows[0]?.names ?? [], fitLogistic(rows, ridge));
  console.log(named);
  if (!options.write) return;
  const { told, wrong } = sharesAt(rows, chances, minPresence);
  const repos = new Set(rows.map(({ question }) => question.repo)).size;
  const head = ` * Written by \`npm run fit:presence\` on ${day}; not edited by hand. Fitted on ${rows.length} questions about ${repos} packages, ${rows.filter(({ y }) => y === 0).length} of
 * them without an answer (ridge ${options.ridge}). Each package judged by weights fitted without it: "not here" said rightly ${text(told)},
 * wrongly ${text(wrong)}, below a chance of ${minPresence}.`;
  writeWeights('presenceWeights', head, named);
}

function measureReasons(found: readonly FoundQuestion[]): void {
  const candidates = found.flatMap(({ question, snippets }) => candidatesOf(question, snippets));
  const { weights, first, none, questions, packages } = fitReasons(candidates, ridge, minReason);
  const table = tableOf(candidates[0]?.names ?? [], weights);
  const figures = `the likeliest sentence held the reason for ${text(first)}, none was likely enough for ${text(none)}`;
  console.log(`${questions} questions with a reason about ${packages} packages: ${figures}`, table);
  if (!options.write) return;
  const head = ` * Written by \`npm run fit:presence -- --reasons\` on ${day}; not edited by hand. Fitted on ${questions} questions about ${packages}
 * packages (ridge ${options.ridge}). Each package judged by weights fitted without it: ${figures.replace(', none', ',\n * none')}.`;
  writeWeights('reasonWeights', head, table);
}

const found: FoundQuestion[] = [];
for (const set of sets) found.push(...(await findSet(set, options.cache)));
if (options.reasons) measureReasons(found);
else measurePresence(found);
