/**
 * oldver: the file lies in a folder `v3` and there is a `v4` beside it. Idea: parallel versions, and the newest is
 * meant, or the one that the question names; off when it asks for older ones. Source: our ablation. Worth: .0019 of
 * nDCG@10, files alone.
 */
import { perFile, type SketchSignal } from './signal';

export const oldver: SketchSignal = {
  name: 'oldver',
  isPrior: true,
  of: (evidence) => {
    const { versions: asked } = evidence.question.about;
    if (asked === 'old') return new Float64Array(evidence.files.length);
    const newest = new Map<string, number>();
    for (const { version: found } of evidence.files)
      if (found) newest.set(found.base, Math.max(newest.get(found.base) ?? 0, found.version));
    return perFile(evidence, ({ version: found }) => {
      if (!found) return 0;
      const isMeant = asked ? asked.includes(found.version) : found.version === newest.get(found.base);
      return isMeant ? 0 : 1;
    });
  },
};
