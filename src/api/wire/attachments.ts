/** Tags, websites, summaries, persons and annotations as the contract writes them (types.md G, H). */
import type { Annotation, Mechanism, Model, Person, Tag, Website, WorkstreamSummary } from '../../contract/schemas';
import type { AnnotationRecord, PersonRecord, SummaryRecord, TagRecord, WebsiteRecord } from '../../store/records';
import { oneOf, toReferences, toTimestamp } from './values';

export const tagCategories = ['UNKNOWN', 'HANDLE', 'EMAIL'] as const;
export const annotationTypes = [
  'DESCRIPTION',
  'COMMENT',
  'DOCUMENTATION',
  'SUMMARY',
  'EXPLANATION',
  'GIT_COMMIT',
] as const;

/**
 * Required on a summary. No language model writes ours, so it is always this one; the id is fixed for ever.
 */
const extractiveModel: Model = {
  id: '6a0c52f4-2f0e-4d5c-9d5b-7f2f4f3c9a10',
  version: '1.0.0',
  created: { value: '2026-01-01T00:00:00.000Z' },
  name: 'Quarry extractive',
  description: 'Answers with passages of the code itself; runs on this computer.',
  cloud: false,
  type: 'SPEED',
  usage: 'CODE_CONVERSATION',
  downloaded: true,
  loaded: true,
};

interface Attached {
  id: string;
  created: number;
  updated: number;
  mechanism: Mechanism;
  assets: readonly string[];
}

const stamps = ({ id, created, updated }: { id: string; created: number; updated: number }) => ({
  id,
  created: toTimestamp(created),
  updated: toTimestamp(updated),
});

/**
 * @param within the asset that the record is shown in: its other assets are left out then, because a list of assets
 *   that share a tag would grow with the square of their number
 */
const attached = ({ mechanism, assets }: Attached, within?: string) =>
  within === undefined
    ? { mechanisms: Object.fromEntries(assets.map((asset) => [asset, mechanism])), assets: toReferences(assets) }
    : { mechanisms: { [within]: mechanism } };

export function toWireTag(tag: Readonly<TagRecord>, within?: string): Tag {
  const category = oneOf(tagCategories, tag.category, 'UNKNOWN');
  return { ...stamps(tag), text: tag.text, category, ...attached(tag, within) };
}

export function toWireWebsite(website: Readonly<WebsiteRecord>, within?: string): Website {
  return { ...stamps(website), url: website.url, name: website.name, ...attached(website, within) };
}

export function toWireSummary(summary: Readonly<SummaryRecord>, within?: string): WorkstreamSummary {
  return {
    ...stamps(summary),
    name: summary.name,
    model: extractiveModel,
    mechanism: summary.mechanism,
    annotations: toReferences(summary.annotations),
    ...(within === undefined && { assets: toReferences(summary.assets) }),
  };
}

export function toWirePerson(person: Readonly<PersonRecord>, within?: string): Person {
  const { name, email, username, url } = person;
  const basic = {
    ...(name !== undefined && { name }),
    ...(username !== undefined && { username }),
    ...(email !== undefined && { email }),
    ...(url !== undefined && { url }),
  };
  return { ...stamps(person), type: { basic }, ...attached(person, within) };
}

export function toWireAnnotation(annotation: Readonly<AnnotationRecord>): Annotation {
  return {
    ...stamps(annotation),
    type: oneOf(annotationTypes, annotation.type, 'COMMENT'),
    text: annotation.text,
    mechanism: annotation.mechanism,
  };
}
