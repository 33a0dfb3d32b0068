/** Tags, websites, summaries, persons and annotations as the contract writes them (contract/WIRE.md 3). */
import { LongList, LongRecord, type Written } from '../../contract/longList';
import { AnnotationType } from '../../contract/schemas';
import type { Annotation, Mechanism, Person, Tag, Website, WorkstreamSummary } from '../../contract/schemas';
import type { AnnotationRecord, PersonRecord, SummaryRecord, TagRecord, WebsiteRecord } from '../../store/records';
import { extractiveModel, oneOf, toReferences, toTimestamp } from '../wireValues';

export const tagCategories = ['UNKNOWN', 'HANDLE', 'EMAIL'] as const;
export const annotationTypes = AnnotationType.enum;

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
    ? {
        mechanism,
        mechanisms: new LongRecord(
          LongList.of(
            () => assets,
            (asset) => [asset, mechanism] as const,
          ),
        ),
        assets: toReferences(assets),
      }
    : { mechanism, mechanisms: { [within]: mechanism } };

export function toWireTag(tag: Readonly<TagRecord>, within?: string): Written<Tag> {
  const category = oneOf(tagCategories, tag.category, 'UNKNOWN');
  return { ...stamps(tag), text: tag.text, category, ...attached(tag, within) };
}

export function toWireWebsite(website: Readonly<WebsiteRecord>, within?: string): Written<Website> {
  const { url, name, conversations = [] } = website;
  const links = within === undefined && { conversations: toReferences(conversations) };
  return { ...stamps(website), url, name, ...attached(website, within), ...links };
}

export function toWireSummary(summary: Readonly<SummaryRecord>, within?: string): Written<WorkstreamSummary> {
  return {
    ...stamps(summary),
    name: summary.name,
    model: extractiveModel,
    mechanism: summary.mechanism,
    ...(summary.favorited !== undefined && { favorited: summary.favorited }),
    annotations: toReferences(summary.annotations),
    ...(within === undefined && { assets: toReferences(summary.assets) }),
  };
}

export function toWirePerson(person: Readonly<PersonRecord>, within?: string): Written<Person> {
  const { name, email, username, url } = person;
  const basic = {
    ...(name !== undefined && { name }),
    ...(username !== undefined && { username }),
    ...(email !== undefined && { email }),
    ...(url !== undefined && { url }),
  };
  const annotations = toReferences(person.annotations ?? []);
  return { ...stamps(person), type: { basic }, ...attached(person, within), annotations };
}

export const toAnnotationType = (type: string) => oneOf(annotationTypes, type, 'COMMENT');

export function toWireAnnotation(annotation: Readonly<AnnotationRecord>): Annotation {
  const { favorited } = annotation;
  return {
    ...stamps(annotation),
    type: toAnnotationType(annotation.type),
    text: annotation.text,
    mechanism: annotation.mechanism,
    ...(favorited !== undefined && { favorited }),
    ...ownersOf(annotation),
  };
}

/** What it is about. */
function ownersOf({ asset, conversation, summary, person, anchor }: Readonly<AnnotationRecord>) {
  return {
    ...(asset !== undefined && { asset: { id: asset } }),
    ...(conversation !== undefined && { conversation: { id: conversation } }),
    ...(summary !== undefined && { summary: { id: summary } }),
    ...(person !== undefined && { person: { id: person } }),
    ...(anchor !== undefined && { anchor: { id: anchor } }),
  };
}
