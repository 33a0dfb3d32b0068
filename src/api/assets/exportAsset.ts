/** An asset as one document that stands alone (contract/WIRE.md 4.4). */
import { ApiError } from '../../contract/errors';
import type { ExportedAsset } from '../../contract/schemas';
import type { AssetRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { websiteAddress } from './describe/addresses';
import { languageName } from './describe/languages';
import { findAll } from '../records';
import { readableBytes, toTimestamp } from '../wireValues';
import { exportHtml, exportMarkdown, type ExportedDocument } from './exportDocuments';
import { byteCount, originalOf } from './content';

type ExportQuery = { export_type?: 'HTML' | 'MD'; exportType?: 'HTML' | 'MD' };

/** @throws ApiError `invalid` when neither spelling of the type is given, or both with different types */
export function exportAsset(context: ApiContext, asset: Readonly<AssetRecord>, query: ExportQuery): ExportedAsset {
  const type = query.export_type ?? query.exportType;
  if (type === undefined) throw new ApiError('invalid', 'query.export_type is missing: expected one of HTML, MD.');
  if (query.exportType !== undefined && query.exportType !== type) {
    throw new ApiError('invalid', 'query.export_type and query.exportType differ: expected one of them.');
  }
  const description = descriptionOf(context, asset);
  const document = toDocument(context, asset, description);
  return {
    name: asset.name,
    description,
    created: toTimestamp(asset.created),
    raw: { string: { raw: type === 'HTML' ? exportHtml(document) : exportMarkdown(document) } },
  };
}

/** Clients show the annotation of type DESCRIPTION; the latest counts. */
function descriptionOf({ store }: ApiContext, asset: Readonly<AssetRecord>): string {
  const annotations = findAll(store, 'annotations', asset.annotations);
  return annotations.findLast(({ type }) => type === 'DESCRIPTION')?.text ?? '';
}

function toDocument({ store }: ApiContext, asset: Readonly<AssetRecord>, description: string): ExportedDocument {
  const format = originalOf(asset);
  const websites = findAll(store, 'websites', asset.websites).flatMap(({ name, url }) => {
    // Checked again at the way out: the document is opened far from the check at the way in.
    const address = websiteAddress(url);
    return address === undefined ? [] : [{ name, url: address }];
  });
  return {
    title: asset.name,
    rows: rowsOf(asset, description),
    ...(format.generic === 'CODE' && { language: format.specific }),
    ...(format.text !== undefined && { content: format.text }),
    tags: findAll(store, 'tags', asset.tags).map(({ text }) => text),
    websites,
  };
}

function rowsOf(asset: Readonly<AssetRecord>, description: string): [string, string][] {
  const { repository, commit, branch, path, relativePath, lines } = asset.origin ?? {};
  const format = originalOf(asset);
  const rows: [string, string | undefined][] = [
    ['Language', languageName(format.specific)],
    ['Description', description],
    ['Size', readableBytes(byteCount(format))],
    ['Created', toTimestamp(asset.created).value],
    ['Updated', toTimestamp(asset.updated).value],
    ['Repository', repository],
    ['Commit', commit],
    ['Branch', branch],
    // The path inside the repository says where it belongs; the whole path says who saved it on which computer.
    ['File', relativePath ?? path],
    ['Lines', lines && `${lines.start}-${lines.end}`],
  ];
  return rows.flatMap(([key, value]) => (value ? [[key, value]] : []));
}
