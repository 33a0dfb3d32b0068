/**
 * Why a passage was considered, in words: the parts of its score sorted into the few reasons that mean something to a
 * person. Knows the names of the engine's signals and nothing else of them; an unknown one says nothing.
 */

export type Reason = 'name' | 'defines' | 'comments' | 'together' | 'aside' | 'old';

/** Signals by what they tell, and how much of them is worth telling. */
const reasons: { reason: Reason; signals: readonly string[]; from: number }[] = [
  { reason: 'name', signals: ['nameAndPassage', 'name'], from: 0.5 },
  { reason: 'defines', signals: ['declares', 'symbol', 'definition'], from: 0.3 },
  { reason: 'comments', signals: ['comments'], from: 0.4 },
  { reason: 'together', signals: ['together'], from: 0.6 },
];
/** What speaks against a file; a penalty above `from` moved nothing. */
const against: { reason: Reason; signal: string; from: number }[] = [
  { reason: 'aside', signal: 'role', from: -0.5 },
  { reason: 'old', signal: 'olderVersion', from: -0.5 },
];

export function reasonsOf(parts: Readonly<Record<string, number>>): Reason[] {
  const sumOf = (names: readonly string[]) => names.reduce((sum, name) => sum + Math.max(0, parts[name] ?? 0), 0);
  return [
    ...reasons.filter(({ signals, from }) => sumOf(signals) >= from).map(({ reason }) => reason),
    ...against.filter(({ signal, from }) => (parts[signal] ?? 0) <= from).map(({ reason }) => reason),
  ];
}
