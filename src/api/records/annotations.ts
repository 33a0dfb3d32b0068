/** What an annotation is about: each owner lists its annotations, and the annotation names its owners. */
import type { AnnotationRecord } from '../../store/records';
import { keyOf, type Draft } from './draft';
import { find, findAsset } from './find';
import { withMember, without } from './links';

export const owners = {
  asset: 'assets',
  conversation: 'conversations',
  summary: 'summaries',
  person: 'persons',
  anchor: 'anchors',
} as const;
export type Owner = keyof typeof owners;
export type Owned = Pick<AnnotationRecord, Owner>;

const kinds = ['asset', 'conversation', 'summary', 'person', 'anchor'] as const satisfies readonly Owner[];

export const keysOfOwners = (owned: Owned): string[] =>
  kinds.flatMap((kind) => {
    const id = owned[kind];
    return id === undefined ? [] : [keyOf(owners[kind], id)];
  });

/** @throws ApiError `gone`, `notFound` when an owner is not there */
export function putAnnotation(draft: Draft, annotation: AnnotationRecord): void {
  for (const kind of kinds) {
    const id = annotation[kind];
    if (id === undefined) continue;
    const owner = kind === 'asset' ? findAsset(draft, id) : find(draft, owners[kind], id);
    draft.put(owners[kind], { ...owner, annotations: withMember(owner.annotations ?? [], annotation.id) });
  }
  draft.put('annotations', annotation);
}

/** Takes it off all its owners, too; an owner that is gone is passed over. */
export function dropAnnotation(draft: Draft, id: string): void {
  const annotation = draft.get('annotations', id);
  if (!annotation) return;
  for (const kind of kinds) {
    const owner = draft.get(owners[kind], annotation[kind] ?? '');
    if (owner) draft.put(owners[kind], { ...owner, annotations: without(owner.annotations ?? [], id) });
  }
  draft.delete('annotations', id);
}

/** The records that dropping these annotations writes. */
export function keysOfDropping(draft: Pick<Draft, 'get'>, ids: readonly string[]): string[] {
  return ids.flatMap((id) => [keyOf('annotations', id), ...keysOfOwners(draft.get('annotations', id) ?? {})]);
}
