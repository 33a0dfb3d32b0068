/** The terms of a segment by their root, made on the first worded question about it. Only plain words have roots. */
import type { Segment } from '../index/segment';
import { rootOf } from '../text/roots';

const plainWord = /^[a-z]{4,24}$/;

const families = new WeakMap<Segment, Map<string, string[]>>();

function build(segment: Segment): Map<string, string[]> {
  const byRoot = new Map<string, string[]>();
  for (const term of segment.terms.keys()) {
    if (!plainWord.test(term)) continue;
    const root = rootOf(term);
    const family = byRoot.get(root);
    if (family) family.push(term);
    else byRoot.set(root, [term]);
  }
  return byRoot;
}

/** Every term of the segment with this root. */
export function relatedTerms(segment: Segment, root: string): readonly string[] {
  let byRoot = families.get(segment);
  if (!byRoot) {
    byRoot = build(segment);
    families.set(segment, byRoot);
  }
  return byRoot.get(root) ?? [];
}
