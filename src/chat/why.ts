/**
 * Why a passage was considered, in words: the parts of its score sorted into the few reasons that mean something to a
 * person. Knows the names of the engine's signals and nothing else of them; an unknown one says nothing.
 */

export type Reason = 'name' | 'defines' | 'comments' | 'together' | 'test' | 'example' | 'prose' | 'deep' | 'old';

/** Signals by what they tell, and how much of them is worth telling. */
const reasons: { reason: Reason; signals: readonly string[]; from: number }[] = [
  { reason: 'name', signals: ['nameHits', 'namePrec', 'namePrecI', 'nameF', 'nameJoin', 'name'], from: 0.5 },
  { reason: 'defines', signals: ['symDef', 'symbol', 'definition'], from: 0.3 },
  { reason: 'comments', signals: ['doc'], from: 0.4 },
  { reason: 'together', signals: ['bigram', 'cover'], from: 0.6 },
];
/** What speaks against a file; a penalty above `from` moved nothing. */
const against: { reason: Reason; signal: string; from: number }[] = [
  { reason: 'test', signal: 'test', from: -0.5 },
  { reason: 'example', signal: 'ex', from: -0.5 },
  { reason: 'prose', signal: 'prose', from: -0.5 },
  { reason: 'deep', signal: 'depth', from: -2 },
  { reason: 'old', signal: 'oldver', from: -0.5 },
];

export function reasonsOf(parts: Readonly<Record<string, number>>): Reason[] {
  const sumOf = (names: readonly string[]) => names.reduce((sum, name) => sum + Math.max(0, parts[name] ?? 0), 0);
  return [
    ...reasons.filter(({ signals, from }) => sumOf(signals) >= from).map(({ reason }) => reason),
    ...against.filter(({ signal, from }) => (parts[signal] ?? 0) <= from).map(({ reason }) => reason),
  ];
}
