/**
 * Which pairs are learned together. A batch is a handful of groups, each of one repository and language, half of the
 * batches of one language: code near to the right one teaches more than code that is far from it. Must not know: terms.
 */
import type { Chance } from './chance';
import type { Pairs } from './pairFile';

/** Pairs of one repository and language side by side. */
const groupSize = 16;
const mixedShare = 0.5;

function chunks(items: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

function groupBy(items: readonly number[], keyOf: (item: number) => number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const item of items) {
    const known = groups.get(keyOf(item));
    if (known) known.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** All pairs once, in whole batches; those left over are not learned this time. */
export function batchesOf(pairs: Pairs, chosen: readonly number[], size: number, chance: Chance): number[][] {
  const order = chance.shuffle([...chosen]);
  const homes = groupBy(order, (pair) => pairs.repositoryOf(pair) * 1024 + pairs.languageOf(pair));
  const groups = chance.shuffle([...homes.values()].flatMap((home) => chunks(home, groupSize)));
  const mixed = -1;
  const streams = new Map<number, number[]>();
  for (const group of groups) {
    const key = chance.next() < mixedShare ? mixed : pairs.languageOf(group[0]!);
    const stream = streams.get(key) ?? [];
    stream.push(...group);
    streams.set(key, stream);
  }
  const cut = [...streams.values()].flatMap((stream) => chunks(stream, size));
  const whole = cut.filter((batch) => batch.length === size);
  const left = chance.shuffle(cut.filter((batch) => batch.length < size).flat());
  whole.push(...chunks(left, size).filter((batch) => batch.length === size));
  return chance.shuffle(whole);
}
