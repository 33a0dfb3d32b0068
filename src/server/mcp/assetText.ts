/** What a saved asset says: its text, and where it is from. */
import type { Asset } from '../../contract/schemas';
import { oneLine } from '../../languages/markdown';

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
