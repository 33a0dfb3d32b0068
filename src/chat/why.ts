/**
 * Why a passage was considered, in words: the parts of its score sorted into the few reasons that mean something to a
 * person. Knows the names of the engine's signals and nothing else of them; an unknown one says nothing.
 */

export type Reason = 'name' | 'defines' | 'comments' | 'together' | 'aside' | 'old';

/** Conversations that were kept before 2026-11-25 have these names in their receipts. */
const oldNames = {
  name: ['nameHits', 'namePrec', 'namePrecI', 'nameF', 'nameJoin'],
  defines: ['symDef'],
  comments: ['doc'],
  together: ['bigram', 'cover'],
  aside: ['test', 'ex', 'prose'],
  old: ['oldver'],
};

/** Signals by what they tell, and how much of them is worth telling. */
const reasons: { reason: Reason; signals: readonly string[]; from: number }[] = [
  { reason: 'name', signals: ['nameAndPassage', 'fileName', 'name', ...oldNames.name], from: 0.5 },
  { reason: 'defines', signals: ['declares', 'symbol', 'definition', ...oldNames.defines], from: 0.3 },
  { reason: 'comments', signals: ['comments', ...oldNames.comments], from: 0.4 },
  { reason: 'together', signals: ['together', ...oldNames.together], from: 0.6 },
];
/** What speaks against a file; a penalty above `from` moved nothing. */
const against: { reason: Reason; signals: readonly string[]; from: number }[] = [
  { reason: 'aside', signals: ['role', ...oldNames.aside], from: -0.5 },
  { reason: 'old', signals: ['olderVersion', ...oldNames.old], from: -0.5 },
];

export function reasonsOf(parts: Readonly<Record<string, number>>): Reason[] {
  const sumOf = (names: readonly string[]) => names.reduce((sum, name) => sum + Math.max(0, parts[name] ?? 0), 0);
  return [
    ...reasons.filter(({ signals, from }) => sumOf(signals) >= from).map(({ reason }) => reason),
    ...against
      .filter(({ signals, from }) => signals.some((signal) => (parts[signal] ?? 0) <= from))
      .map(({ reason }) => reason),
  ];
}
