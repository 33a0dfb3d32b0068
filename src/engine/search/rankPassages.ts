/**
 * Ranks passages by the weighted sum of their signals: for who asks for lines rather than files. The sums are logits, so
 * their powers compare as chances. Pure; ties go by source and row.
 */
import { bestFirst } from '../rank/best';
import type { Row, Placing } from '../rank/rows';
import { passageSignalNames, passageSignals, type PassageEvidence, type PassageSignalName } from './signals';
import { passageWeights } from './weights';

export type PassageWeights = Readonly<Partial<Record<PassageSignalName, number>>>;

export interface RankedPassages {
  /** Best first. */
  rows: Generator<Row>;
  /** Score of a passage part by part, by signal. */
  partsOf: (slot: number) => Record<string, number>;
}

function* inOrder(slots: Uint32Array, sums: Float64Array, { isBefore }: Placing): Generator<Row> {
  const isBetter = (a: number, b: number) => (sums[a] === sums[b] ? isBefore(a, b) : sums[a]! > sums[b]!);
  let best: number | undefined;
  for (const slot of bestFirst(slots, isBetter)) {
    best ??= sums[slot]!;
    yield { slot, score: Math.exp(sums[slot]! - best) };
  }
}

/** Passages with a word of the question or one alike: none where no passage has a word of its own. */
export function passagesToRank({ judged }: Placing, { like }: PassageEvidence): Uint32Array {
  if (judged.candidates.length === 0) return judged.candidates;
  const isNamed = new Uint8Array(like.scores.length);
  for (const slot of judged.candidates) isNamed[slot] = 1;
  const slots = new Uint32Array(isNamed.length);
  let count = 0;
  for (let slot = 0; slot < isNamed.length; slot += 1) if (isNamed[slot] === 1 || like.scores[slot]! > 0) slots[count++] = slot; // prettier-ignore
  return slots.subarray(0, count);
}

/** @param weights others than the fitted ones, to measure them */
export function rankPassages(known: PassageEvidence, placing: Placing, weights?: PassageWeights): RankedPassages {
  const chosen: PassageWeights = weights ?? (known.meaning ? passageWeights.withMeaning : passageWeights.byWords);
  const sums = new Float64Array(known.selection.size);
  const parts: [name: string, values: Float64Array, weight: number][] = [];
  for (const name of passageSignalNames) {
    const weight = chosen[name] ?? 0;
    if (weight === 0) continue;
    const values = passageSignals[name](known);
    for (let slot = 0; slot < sums.length; slot += 1) sums[slot]! += weight * values[slot]!;
    parts.push([name, values, weight]);
  }
  const partsOf = (slot: number) => Object.fromEntries(parts.map(([name, values, weight]) => [name, weight * values[slot]!])); // prettier-ignore
  return { rows: inOrder(passagesToRank(placing, known), sums, placing), partsOf };
}
