/** Saved assets as agents see them: resources `quarry://asset/<id>`, their text, and where it is from. */
import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { ApiError } from '../../contract/errors';
import type { Asset } from '../../contract/schemas';
import { oneLine } from '../../languages/markdown';
import type { Session } from './session';

const prefix = 'quarry://asset/';
/** Assets on one page of the list. */
const pageSize = 50;
/** Newest first; more are found by search_library. */
const maxListed = 500;

export const assetUri = (id: string): string => prefix + id;

export function addResources(server: Server, sessionOf: () => Promise<Session> | Session): void {
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { uriTemplate: `${prefix}{id}`, name: 'asset', title: 'Saved snippet', mimeType: 'text/plain' },
    ],
  }));
  server.setRequestHandler('resources/list', async ({ params }, { mcpReq }) => {
    const { api } = await sessionOf();
    const from = startOf(params?.cursor);
    const { iterable } = await api.assetsIdentifiersSnapshot({}, mcpReq.signal);
    const ids = [...iterable].slice(0, maxListed).map(({ id }) => id);
    const page = await Promise.all(ids.slice(from, from + pageSize).map((id) => describe(id)));
    const next = from + pageSize;
    return {
      resources: page.flatMap((one) => (one ? [one] : [])),
      ...(next < ids.length && { nextCursor: String(next) }),
    };

    /** One that is deleted meanwhile is passed over. */
    async function describe(id: string) {
      try {
        const asset = await api.assetsSpecificAssetSnapshot({ params: { asset: id }, query: { transferables: false } });
        return { uri: assetUri(id), name: oneLine(asset.name ?? id), mimeType: 'text/plain' };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'gone') return undefined;
        throw error;
      }
    }
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
    const id = uri.startsWith(prefix) ? uri.slice(prefix.length) : '';
    if (!/^[\da-f-]{36}$/i.test(id)) throw new ResourceNotFoundError(uri);
    const { api } = await sessionOf();
    try {
      const asset = await api.assetsSpecificAssetSnapshot({ params: { asset: id } }, mcpReq.signal);
      return { contents: [{ uri, mimeType: 'text/plain', text: textOfAsset(asset) ?? '' }] };
    } catch (error) {
      if (error instanceof ApiError && (error.code === 'gone' || error.code === 'invalid')) {
        throw new ResourceNotFoundError(uri);
      }
      throw error;
    }
  });
}

/** A cursor that is none begins anew: it came from nowhere. */
function startOf(cursor: string | undefined): number {
  const start = Number(cursor ?? 0);
  return Number.isSafeInteger(start) && start > 0 ? start : 0;
}

/** Undefined for what is no text. */
export function textOfAsset({ original }: Asset): string | undefined {
  const { fragment, file } = original.reference ?? {};
  return fragment?.string?.raw ?? file?.string?.raw;
}

/** Undefined where nothing is known of it. */
export function originOfAsset({ origin }: Asset): string | undefined {
  if (!origin) return undefined;
  const { repository, commit, relativePath, path, lines } = origin;
  const place = relativePath ?? path;
  const parts = [
    repository && `${repository}${commit ? `@${commit.slice(0, 10)}` : ''}`,
    place && `${place}${lines ? `:${lines.start}-${lines.end}` : ''}`,
  ].filter((part) => part);
  return parts.length > 0 ? oneLine(parts.join(' ')) : undefined;
}
