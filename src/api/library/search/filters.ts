/** Which assets a search is about. */
import { ApiError } from '../../../contract/errors';
import type { AssetFilter, AssetsSearchWithFiltersInput } from '../../../contract/schemas';
import type { AssetRecord } from '../../../store/records';
import type { Store } from '../../../store/types';
import { cleanTag } from '../../assets/attach';
import { findAll } from '../../records';
import { tagIdentity } from '../lookups';
import { createFinder, type Finder } from './finding';
import { textOf } from '../../assets/content';

type IsMeant = (asset: Readonly<AssetRecord>) => boolean;

/** True when every one of the texts is a tag of the asset. */
export function createTagTest(store: Store, texts: readonly string[]): IsMeant {
  const wanted = new Set(texts.map((text) => tagIdentity(cleanTag(text))));
  wanted.delete('');
  return (asset) => {
    if (wanted.size === 0) return true;
    const carried = new Set(findAll(store, 'tags', asset.tags).map(({ text }) => tagIdentity(text)));
    return [...wanted].every((tag) => carried.has(tag));
  };
}

/** @throws ApiError `invalid` for what would be left out silently otherwise */
export function createFilter(store: Store, { filters, space, casing }: AssetsSearchWithFiltersInput): IsMeant {
  const ids = new Set(space?.identifers?.iterable?.map(({ id }) => id.toLowerCase()));
  const tests = (filters?.iterable ?? []).map((filter, index) => {
    if (filter.operations) {
      const field = `body.filters.iterable.${index}.operations`;
      throw new ApiError('invalid', `${field} is not understood: put the filters side by side.`);
    }
    return testOf(store, filter, casing ?? false);
  });
  const isAny = filters?.type === 'OR';
  return (asset) =>
    (ids.size === 0 || ids.has(asset.id)) &&
    (tests.length === 0 || (isAny ? tests.some((test) => test(asset)) : tests.every((test) => test(asset))));
}

/** Tags, websites and persons are named by id or by what they say. */
function testOf(store: Store, filter: AssetFilter, isCaseKept: boolean): IsMeant {
  const { classification, tags = [], websites = [], persons = [], phrase, created, updated } = filter;
  const tagTests = tags.map((tag) => ({ tag, isCarried: createTagTest(store, [tag]) }));
  const holds = phrase?.value ? createFinder(phrase.value, isCaseKept).isIn : undefined;
  return (asset) =>
    (classification === undefined || asset.formats.some(({ specific }) => specific === classification)) &&
    tagTests.every(({ tag, isCarried }) => asset.tags.includes(tag) || isCarried(asset)) &&
    websites.every(
      (website) =>
        asset.websites.includes(website) ||
        findAll(store, 'websites', asset.websites).some(({ url, name }) => url === website || name === website),
    ) &&
    persons.every(
      (person) =>
        asset.persons.includes(person) ||
        findAll(store, 'persons', asset.persons).some(({ name, email }) => name === person || email === person),
    ) &&
    (!phrase || !holds || holdsPhrase(store, asset, phrase, holds)) &&
    isWithin(asset.created, created) &&
    isWithin(asset.updated, updated);
}

/** Anywhere, when no place is named. */
function holdsPhrase(
  store: Store,
  asset: Readonly<AssetRecord>,
  { title, content, annotation }: NonNullable<AssetFilter['phrase']>,
  holds: Finder['isIn'],
): boolean {
  const isAnywhere = !title && !content && !annotation;
  const texts = [
    ...(title || isAnywhere ? [asset.name] : []),
    ...(content || isAnywhere ? [textOf(asset) ?? ''] : []),
    ...(annotation || isAnywhere ? findAll(store, 'annotations', asset.annotations).map(({ text }) => text) : []),
  ];
  return texts.some(holds);
}

/** A date that cannot be read bounds nothing. */
function isWithin(time: number, period: AssetFilter['created']): boolean {
  const from = Date.parse(period?.from?.value ?? '');
  const to = Date.parse(period?.to?.value ?? '');
  return !(time < from) && !(time > to);
}
