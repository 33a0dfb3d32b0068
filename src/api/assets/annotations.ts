/** Annotations of assets, chats, summaries, persons and anchors. Must not know how the owners are kept. */
import type { Handlers } from '../../contract/api';
import type { Annotation, AnnotationUpdate, SeededAnnotation } from '../../contract/schemas';
import type { AnnotationRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { toAnnotation, annotationTypes, toAnnotationType, toWireAnnotation } from './attach';
import { edit, keyOf, find, type Draft, findAsset } from '../records';
import { touched, withMember, without } from './links';
import { oneOf, toCollection } from '../wireValues';

type AnnotationOperation =
  | 'annotationsCreateNewAnnotation'
  | 'annotationsSnapshot'
  | 'annotationSpecificAnnotationSnapshot'
  | 'annotationUpdate'
  | 'annotationsDeleteSpecificAnnotation';

export function annotationHandlers(context: ApiContext) {
  const { store } = context;
  return {
    annotationsCreateNewAnnotation: ({ body }) => create(context, body),
    annotationsSnapshot: ({ query }) => {
      const wanted = query.annotation_type_filter;
      const isWanted = ({ type }: Readonly<AnnotationRecord>) =>
        wanted === undefined || toAnnotationType(type) === wanted;
      return toCollection(() => [...store.list('annotations')].filter(isWanted), toWireAnnotation);
    },
    annotationSpecificAnnotationSnapshot: ({ params }) =>
      toWireAnnotation(find(store, 'annotations', params.annotation)),
    annotationUpdate: ({ body }) => update(context, body),
    annotationsDeleteSpecificAnnotation: async ({ params }) => {
      find(store, 'annotations', params.annotation);
      await edit(
        context,
        () => keysOfDropping(store, [params.annotation]),
        (draft) => dropAnnotation(draft, params.annotation),
      );
    },
  } satisfies Pick<Handlers, AnnotationOperation>;
}

async function create(context: ApiContext, seed: SeededAnnotation): Promise<Annotation> {
  const { asset, conversation, workstream_summary: summary, person, anchor, favorited } = seed;
  const annotation = toAnnotation(context, seed, {
    ...(asset !== undefined && { asset: asset.toLowerCase() }),
    ...(conversation !== undefined && { conversation }),
    ...(summary !== undefined && { summary }),
    ...(person !== undefined && { person }),
    ...(anchor !== undefined && { anchor }),
    ...(favorited !== undefined && { favorited }),
  });
  await edit(
    context,
    () => keysOfOwners(annotation),
    (draft) => putAnnotation(draft, annotation),
  );
  return toWireAnnotation(find(context.store, 'annotations', annotation.id));
}

async function update(context: ApiContext, { id, type, text, favorited }: AnnotationUpdate): Promise<Annotation> {
  await edit(
    context,
    () => [keyOf('annotations', id)],
    (draft) => {
      const before = find(draft, 'annotations', id);
      const known = oneOf(annotationTypes, before.type, 'COMMENT');
      const marked = favorited ?? before.favorited;
      draft.put('annotations', {
        ...before,
        type: oneOf(annotationTypes, type, known),
        text: text ?? before.text,
        ...(marked !== undefined && { favorited: marked }),
        updated: touched(context, before),
      });
    },
  );
  return toWireAnnotation(find(context.store, 'annotations', id));
}

/**
 * Kinds of owners of an annotation, with their collections: each owner lists its annotations, and the annotation names
 * its owners.
 */
const owners = {
  asset: 'assets',
  conversation: 'conversations',
  summary: 'summaries',
  person: 'persons',
  anchor: 'anchors',
} as const;
type Owner = keyof typeof owners;
type Owned = Pick<AnnotationRecord, Owner>;

const kinds = ['asset', 'conversation', 'summary', 'person', 'anchor'] as const satisfies readonly Owner[];

const keysOfOwners = (owned: Owned): string[] =>
  kinds.flatMap((kind) => {
    const id = owned[kind];
    return id === undefined ? [] : [keyOf(owners[kind], id)];
  });

/** @throws ApiError `gone`, `notFound` when an owner does not exist */
export function putAnnotation(draft: Draft, annotation: AnnotationRecord): void {
  for (const kind of kinds) {
    const id = annotation[kind];
    if (id === undefined) continue;
    const owner = kind === 'asset' ? findAsset(draft, id) : find(draft, owners[kind], id);
    draft.put(owners[kind], { ...owner, annotations: withMember(owner.annotations ?? [], annotation.id) });
  }
  draft.put('annotations', annotation);
}

/** Deletes an annotation and removes it from its owners; a missing owner is ignored. */
export function dropAnnotation(draft: Draft, id: string): void {
  const annotation = draft.get('annotations', id);
  if (!annotation) return;
  for (const kind of kinds) {
    const owner = draft.get(owners[kind], annotation[kind] ?? '');
    if (owner) draft.put(owners[kind], { ...owner, annotations: without(owner.annotations ?? [], id) });
  }
  draft.delete('annotations', id);
}

/** Keys of the records that dropping these annotations writes. */
export function keysOfDropping(draft: Pick<Draft, 'get'>, ids: readonly string[]): string[] {
  return ids.flatMap((id) => [keyOf('annotations', id), ...keysOfOwners(draft.get('annotations', id) ?? {})]);
}
