/**
 * oldver: the file lies in a folder `v3` and there is a `v4` beside it. Idea: parallel versions, and the newest is
 * meant, or the one that the question names; off when it asks for older ones. Source: our ablation. Worth: .0019 of
 * nDCG@10, files alone.
 */
import { perFile, type Signal } from './signal';

const versionFolder = /^(.*?)\/?v(\d{1,3})\//;

export const oldver: Signal = {
  name: 'oldver',
  isPrior: true,
  of: (evidence) => {
    const { versions: asked } = evidence.question.about;
    if (asked === 'old') return new Float64Array(evidence.files.length);
    const newest = new Map<string, number>();
    const versions = evidence.files.map(({ place }) => versionFolder.exec(place));
    versions.forEach((found) => {
      if (found) newest.set(found[1] ?? '', Math.max(newest.get(found[1] ?? '') ?? 0, Number(found[2])));
    });
    return perFile(evidence, (_file, at) => {
      const found = versions[at];
      if (!found) return 0;
      const isMeant = asked ? asked.includes(Number(found[2])) : Number(found[2]) === newest.get(found[1] ?? '');
      return isMeant ? 0 : 1;
    });
  },
};
