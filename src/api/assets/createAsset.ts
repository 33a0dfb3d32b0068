/** Saves a seed as an asset with everything attached, in one change. Rules fill in what the caller left out. */
import { createHash } from 'node:crypto';
import type { CallContext } from '../../contract/api';
import type { Origin as WireOrigin, Seed, SeededAssetMetadata } from '../../contract/schemas';
import type { AssetRecord, Origin } from '../../store/records';
import { ApiError } from '../../contract/errors';
import {
  attachAnnotations,
  attachPersons,
  attachTags,
  attachWebsites,
  keysOfAttached,
  type Attached,
  annotationTypes,
} from './attach';
import type { ApiContext } from '../context';
import { classify, websiteAddress, websiteName } from './describe/recognise';
import { describe, type Description } from './describe/describe';
import { symbolAround } from './describe/symbolAround';
import { recordActivity } from './activities';
import { edit, findAsset } from '../records';
import { contentOf, seededAssetOf, type SeedContent } from './content';
import { oneOf, toApplicationRecord, toMechanism, toWireApplication } from '../wireValues';

/**
 * Saves a seed. The rules run on this thread and send nothing to other machines; of lines that define nothing the
 * engine tells what is around them.
 * @throws ApiError `invalid` naming the field; whatever Store.change throws
 */
export async function createAsset(context: ApiContext, call: CallContext, seed: Seed): Promise<Readonly<AssetRecord>> {
  const seeded = seededAssetOf(seed);
  const metadata = seeded.metadata ?? {};
  const content = contentOf(seeded);
  const origin = originOf(metadata.origin, content);
  const { classification, description } = understand(content, origin);
  const given = metadata.name?.trim();
  const isTold = given || !description.isLine || !origin;
  const around = isTold ? undefined : await symbolAround(context, call, origin, content.readable);
  const time = context.now();
  const asset: AssetRecord = {
    id: context.newId(),
    name: given || around || description.title,
    creator: context.user,
    created: time,
    updated: time,
    mechanism: toMechanism(metadata.mechanism),
    application: toApplicationRecord(context, seeded.application),
    formats: [{ id: context.newId(), ...classification, ...storedContent(content), created: time, updated: time }],
    ...(origin && { origin }),
    counters: { reuse: 0, update: 0, reference: 0, priority: 0, searched: 0 },
    shares: [],
    tags: [],
    websites: [],
    summaries: [],
    persons: [],
    annotations: [],
    conversations: [],
  };
  const attached = attachedOf(metadata, description);
  await edit(
    context,
    () => keysOfAttached(context, attached),
    (draft) => {
      draft.put('assets', asset);
      attachTags(context, draft, asset.id, attached.tags);
      attachWebsites(context, draft, asset.id, attached.websites);
      attachPersons(context, draft, asset.id, attached.persons);
      attachAnnotations(context, draft, asset.id, attached.annotations);
      const { application, mechanism } = asset;
      recordActivity(context, draft, { asset: asset.id, kind: 'created', application, mechanism });
    },
  );
  return findAsset(context.store, asset.id);
}

/**
 * Returns the seed as it would be saved, with the additions of the rules; nothing is saved.
 * @throws ApiError `invalid` naming the field
 */
export function draftSeed(context: ApiContext, seed: Seed): Seed {
  const seeded = seededAssetOf(seed);
  const metadata = seeded.metadata ?? {};
  const content = contentOf(seeded);
  const { classification, description } = understand(content, originOf(metadata.origin, content));
  const { tags, websites, annotations } = attachedOf(metadata, description);
  const { fragment, file } = seeded.format;
  const ext = { metadata: { ...(fragment ?? file)?.metadata, ext: classification.specific } };
  return {
    type: 'SEEDED_ASSET',
    asset: {
      application: toWireApplication(toApplicationRecord(context, seeded.application)),
      format: {
        ...(fragment && { fragment: { ...fragment, ...ext } }),
        ...(file && { file: { ...file, ...ext } }),
        classification,
      },
      metadata: {
        ...metadata,
        name: metadata.name?.trim() || description.title,
        mechanism: toMechanism(metadata.mechanism),
        tags: tags.map(({ text }) => ({ text })),
        websites: websites.map(({ url, name }) => ({ url, name: name ?? websiteName(url) })),
        annotations: annotations.map(({ type, text }) => ({ type: oneOf(annotationTypes, type, 'COMMENT'), text })),
      },
    },
  };
}

function understand(content: SeedContent, origin: Origin | undefined) {
  const path = origin?.relativePath ?? content.fileName ?? origin?.path;
  const classification = classify({
    ...(content.bytes && content.readable === '' ? { bytes: content.bytes } : { text: content.readable }),
    ext: content.ext,
    languageId: origin?.languageId,
    fileName: content.fileName ?? origin?.path ?? origin?.relativePath,
  });
  const { specific } = classification;
  const { repository, lines } = origin ?? {};
  return { classification, description: describe({ text: content.readable, specific, path, lines, repository }) };
}

function storedContent({ text, bytes, isFile }: SeedContent) {
  return {
    ...(text === undefined ? { base64: Buffer.from(bytes ?? []).toString('base64') } : { text }),
    ...(isFile && { isFile }),
  };
}

function originOf(given: WireOrigin | undefined, content: SeedContent): Origin | undefined {
  if (!given) return undefined;
  const { lines } = given;
  if (lines && lines.end < lines.start) {
    const field = 'body.asset.metadata.origin.lines.end';
    throw new ApiError('invalid', `${field} is ${lines.end}: expected ${lines.start} or more, where the lines start.`);
  }
  return {
    ...knownOrigin(given),
    contentHash: createHash('sha256')
      .update(content.text ?? content.bytes ?? '')
      .digest('hex'),
  };
}

/** The known fields of an origin. Other fields are dropped, and so are passwords in the repository's address. */
export function knownOrigin(origin: WireOrigin): Origin {
  const { repository, commit, branch, path, relativePath, lines, languageId } = origin;
  return {
    ...(repository !== undefined && { repository: withoutCredentials(repository) }),
    ...(commit !== undefined && { commit }),
    ...(branch !== undefined && { branch }),
    ...(path !== undefined && { path }),
    ...(relativePath !== undefined && { relativePath }),
    ...(lines && { lines: { start: lines.start, end: lines.end } }),
    ...(languageId !== undefined && { languageId }),
  };
}

/** Removes credentials: in `https://name:token@host/x` they are secret; `git@host:x` contains none. */
const withoutCredentials = (repository: string): string => repository.replace(/^([a-z+]+:\/\/)[^@/]*@/i, '$1');

/** Attached records as the caller gave them; rules fill in each kind that is absent or empty. */
function attachedOf(metadata: SeededAssetMetadata, description: Description): Attached {
  const { tags = [], websites = [], persons = [], annotations = [] } = metadata;
  const isDescribed = annotations.some(({ type }) => type === 'DESCRIPTION');
  const byRule = { isByRule: true };
  return {
    tags: tags.length > 0 ? tags : description.tags.map((text) => ({ text, ...byRule })),
    websites:
      websites.length > 0
        ? websites.map(({ url, name }, index) => ({ url: checkedAddress(url, index), name }))
        : description.websites.map((url) => ({ url, ...byRule })),
    persons: persons.map(({ type }) => type.basic ?? {}),
    annotations: [
      ...annotations,
      ...(isDescribed ? [] : [{ type: 'DESCRIPTION', text: description.description, mechanism: 'AUTOMATIC' }]),
    ],
  };
}

function checkedAddress(url: string, index: number): string {
  const address = websiteAddress(url);
  if (address !== undefined) return address;
  const field = `body.asset.metadata.websites.${index}.url`;
  throw new ApiError('invalid', `${field} is wrong: expected an http or https address.`);
}
