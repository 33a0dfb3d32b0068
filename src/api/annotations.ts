/** Notes on assets, chats, summaries, persons and files. Must not know how the owners are kept: records/annotations.ts. */
import type { Handlers } from '../contract/api';
import type { Annotation, AnnotationUpdate, SeededAnnotation } from '../contract/schemas';
import type { AnnotationRecord } from '../store/records';
import type { ApiContext } from './context';
import { toAnnotation } from './edits/attach';
import { dropAnnotation, keysOfDropping, keysOfOwners, putAnnotation } from './records/annotations';
import { edit, keyOf } from './records/draft';
import { find } from './records/find';
import { touched } from './records/links';
import { annotationTypes, toAnnotationType, toWireAnnotation } from './wire/attachments';
import { oneOf, toCollection } from './wire/values';

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
