/** Parallel versions of one thing in folders side by side: `v3/`, `v4/`. */
const versionFolder = /^(.*?)\/?v(\d{1,3})\//;

export interface FolderVersion {
  /** The folder that holds the versions. */
  base: string;
  version: number;
}

/** The outermost version that a path names. */
export function versionOf(place: string): FolderVersion | undefined {
  const found = versionFolder.exec(place);
  return found ? { base: found[1] ?? '', version: Number(found[2]) } : undefined;
}
