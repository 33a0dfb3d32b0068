/**
 * Measures retrieval on questions about symbols of the repositories that the embedding was trained on:
 * `npm run measure:symbols -- --sources DIR [--write FILE] [--against FILE]`. DIR is what `checkout.mjs --sources
 * test/quality/symbol-questions/sources.json` wrote; repositories it lacks are left out. With some nine thousand
 * questions a change of half a percent shows, which the line questions cannot tell; it is for choosing between ways, and
 * never a figure to report. `--write` keeps the rank of each question, `--against` compares with ranks kept before.
 * Cost: some ten milliseconds a question, besides reading the repositories.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openEngine, snippetsFor } from '../answers/packageAnswers';
import { differenceInterval, mean } from '../ranking/scores';

const set = 'test/quality/symbol-questions/questions.jsonl';

interface AskedSymbol {
  /** Name of the repository's folder in DIR. */
  source: string;
  path: string;
  /** Lines of the right passage, 1-based and inclusive. */
  startLine: number;
  endLine: number;
  questions: string[];
}

/** By repository, the rank of the first passage that shares a line with the right one, by question; 0 where none does. */
type Ranks = Record<string, Record<string, number>>;

const { values: options } = parseArgs({
  options: { sources: { type: 'string' }, write: { type: 'string' }, against: { type: 'string' } },
});

async function ranksIn(folder: string, symbols: readonly AskedSymbol[]): Promise<Record<string, number>> {
  const engine = openEngine();
  const ranks: Record<string, number> = {};
  for (const { path: file, startLine, endLine, questions } of symbols)
    for (const question of questions) {
      const found = await snippetsFor(engine, folder, question);
      ranks[question] =
        1 + found.findIndex(({ label, lines }) => label === file && lines.start <= endLine && lines.end >= startLine);
    }
  await engine.close();
  return ranks;
}

const cuts = [1, 5, 10, 20];
const withinCut = (rank: number, cut: number) => (rank > 0 && rank <= cut ? 1 : 0);
const shown = (value: number) => value.toFixed(3);

function figures(ranks: readonly number[]): string {
  const shares = cuts.map((cut) => shown(mean(ranks.map((rank) => withinCut(rank, cut)))));
  const reciprocal = mean(ranks.map((rank) => (rank > 0 ? 1 / rank : 0)));
  return `n ${ranks.length}, place at ${cuts.join(' / ')}: ${shares.join(' / ')}, mean reciprocal rank ${shown(reciprocal)}`;
}

/** Mean change of the reciprocal rank with its 95 % interval, repositories drawn anew. */
function change(before: Ranks, after: Ranks): string {
  const worth = (rank: number) => (rank > 0 ? 1 / rank : 0);
  const both = Object.entries(after).flatMap(([source, ranks]) =>
    Object.entries(ranks).flatMap(([question, rank]) => {
      const known = before[source]?.[question];
      return known === undefined ? [] : [{ source, known: worth(known), now: worth(rank) }];
    }),
  );
  if (both.length === 0) return 'no repository in common';
  const [known, now] = [both.map((one) => one.known), both.map((one) => one.now)];
  const sources = both.map(({ source }) => source);
  const { low, high } = differenceInterval(known, now, sources);
  return `${shown(mean(now) - mean(known))} (${shown(low)} to ${shown(high)}), ${new Set(sources).size} repositories`;
}

async function main(): Promise<void> {
  if (options.sources === undefined) throw new Error('Say where the repositories are checked out: --sources DIR.');
  const rows = fs.readFileSync(set, 'utf8').split('\n').filter(Boolean);
  const symbols = rows.map((row) => JSON.parse(row) as AskedSymbol);
  const ranks: Ranks = {};
  for (const source of new Set(symbols.map((symbol) => symbol.source))) {
    const folder = path.resolve(options.sources, source);
    if (!fs.existsSync(folder)) continue;
    const own = symbols.filter((symbol) => symbol.source === source);
    ranks[source] = await ranksIn(folder, own);
    console.log(`${source}: ${figures(Object.values(ranks[source]))}`);
  }
  const sources = Object.keys(ranks);
  if (sources.length === 0) throw new Error(`None of the repositories of ${set} lies in ${options.sources}.`);
  console.log(`${sources.length} repositories: ${figures(sources.flatMap((source) => Object.values(ranks[source]!)))}`);
  if (options.against !== undefined)
    console.log(`change: ${change(JSON.parse(fs.readFileSync(options.against, 'utf8')) as Ranks, ranks)}`);
  if (options.write !== undefined) fs.writeFileSync(options.write, JSON.stringify(ranks));
}

await main();
