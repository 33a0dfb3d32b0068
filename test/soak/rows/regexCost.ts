import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { analyse } from 'scslre';
import type { Outcome, Round, Row } from '../row';
import { hostileTexts, type MakeText } from '../tools/hostileTexts';
import { patternsOf, type Pattern } from '../tools/patterns';

/**
 * The promise is 50 ms for 100 KB on a machine like ours. Judged is the growth: a text ten times as long that takes
 * over thirty times as long is quadratic on any machine, however busy. Below the floor there is nothing to compare.
 */
const maxGrowth = 30;
/** Milliseconds of processor time that are looked into, by length. */
type Floors = readonly (readonly [length: number, floorMs: number])[];
const floors: { quick: Floors; full: Floors } = {
  quick: [[3_000, 3]],
  full: [
    [1_000, 8],
    [10_000, 5],
    [100_000, 50],
  ],
};

/** What is slow is judged at ten times its length: what looks at most so far ahead grows with the square before that. */
const maxLength = 100_000;

/** Layers whose patterns meet text from outside. */
const layers = ['api', 'contract', 'engine', 'extension', 'models', 'owner', 'server', 'store', 'webview'];

/** Milliseconds of processor time, so that a busy machine is no property of a pattern. */
function cost(expression: RegExp, makers: readonly MakeText[], length: number): number {
  const texts = makers.map((make) => make(length));
  const before = process.cpuUsage();
  for (const text of texts) text.replace(expression, '');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of several: the first one compiles, another meets the collector. */
function leastCost(expression: RegExp, make: MakeText, length: number): number {
  return Math.min(...[1, 2, 3].map(() => cost(expression, [make], length)));
}

/** How much longer a text takes than a tenth of it; that is run many times, since it takes less than the clock tells. */
function growth(expression: RegExp, make: MakeText, length: number): number {
  const runs = Array.from({ length: 20 }, () => make);
  const short = Math.min(...[1, 2, 3].map(() => cost(expression, runs, length / 10) / runs.length));
  return leastCost(expression, make, length) / Math.max(short, 0.001);
}

/** The text that is slow, told, or undefined. */
function slowness({ place, expression }: Pattern, isFull: boolean): string | undefined {
  // As it is used at its worst: every match of the text is looked for.
  const all = new RegExp(expression.source, `${expression.flags.replace(/[gy]/g, '')}g`);
  const makers = hostileTexts(expression);
  for (const [length, floorMs] of floors[isFull ? 'full' : 'quick']) {
    // All together first: the clock costs more than most texts do.
    if (cost(all, makers, length) <= floorMs) continue;
    for (const make of makers) {
      if (cost(all, [make], length) <= floorMs || leastCost(all, make, length) <= floorMs) continue;
      const judged = Math.min(10 * length, maxLength);
      const times = growth(all, make, judged);
      if (times <= maxGrowth) continue;
      const begin = JSON.stringify(make(length).slice(0, 12));
      return `${place}: ${Math.round(times)} times as long for ${judged} of ${begin} as for a tenth`;
    }
  }
  return undefined;
}

/** What its states say: two of them that may share a run of the same letters, or a start that moves along one. */
function ambiguity({ place, expression }: Pattern): string | undefined {
  const [report] = analyse({ source: expression.source, flags: expression.flags }).reports;
  return report && `${place}: ${report.type} at ${JSON.stringify(report.character.pick)}`;
}

async function run({ count, isFull, progress }: Round): Promise<Outcome> {
  const files = layers.flatMap((layer) => {
    const folder = path.join('src', layer);
    if (!fs.existsSync(folder)) return [];
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.ts')).map((name) => path.join(folder, name));
  });
  const patterns = files.flatMap(patternsOf);
  // All are analysed; timed is every so-manieth, which takes far longer.
  const step = Math.max(1, Math.floor(patterns.length / count));
  const slow: string[] = [];
  for (const [at, pattern] of patterns.entries()) {
    const found = ambiguity(pattern) ?? (at % step === 0 ? slowness(pattern, isFull) : undefined);
    if (found) slow.push(found);
    if (at % 100 === 99) progress(`${at + 1} of ${patterns.length} patterns`);
  }
  assert.deepEqual(slow, [], 'patterns that are not linear: let a run begin at its beginning only, (?<!a)a+$');
  const timed = Math.ceil(patterns.length / step);
  const figure = `${patterns.length} patterns, none ambiguous by analysis; ${timed} timed, none slow on ${isFull ? 100 : 3} KB of hostile text`;
  return { figure, isKept: true };
}

export const regexCost: Row = {
  id: 'B7',
  promise: 'looks through hostile text with every pattern of the source in linear time',
  limit: '≤ 50 ms each for 100 KB, or no more than grows with the text',
  // Patterns timed.
  quick: 200,
  full: 10_000,
  run,
};
