/** What is known of the files of a root, as columns of its saved index. */
import type { Column, Strings } from './segmentColumns';

/** What is saved of one file that was looked at. */
export interface SavedFile {
  size: number;
  modified: number;
  hash: number;
  /** Why the file holds no passages. */
  reason?: string;
  /**
   * The file was read so soon after it changed that a second change could carry the same time; it is read once more.
   */
  isUnsettled?: boolean;
  /** ASCII without secrets: any part of the file can be read by itself. */
  isPlain?: boolean;
}

/** The few files without passages. */
export type Reasons = [row: number, reason: string][];

const flagUnsettled = 1;
const flagPlain = 2;

export function columnsOfFiles(
  files: Iterable<readonly [string, SavedFile]>,
  strings: Strings,
): { columns: Column[]; reasons: Reasons } {
  const rows = Array.from(files);
  const reasons = rows.flatMap(([, { reason }], row): Reasons => (reason === undefined ? [] : [[row, reason]]));
  const flagsOf = ({ isUnsettled, isPlain }: SavedFile) =>
    (isUnsettled ? flagUnsettled : 0) | (isPlain ? flagPlain : 0);
  const columns = [
    Uint32Array.from(rows, ([file]) => strings.placeOf(file)),
    Float64Array.from(rows, ([, { size }]) => size),
    Float64Array.from(rows, ([, { modified }]) => modified),
    Float64Array.from(rows, ([, { hash }]) => hash),
    Uint8Array.from(rows, ([, file]) => flagsOf(file)),
  ];
  return { columns, reasons };
}

/** `columns` are as `columnsOfFiles` gave them. */
export function filesFrom(
  columns: readonly Column[],
  reasons: Reasons,
  strings: readonly string[],
): [string, SavedFile][] {
  const [places, sizes, modified, hashes, flags] = columns;
  const files: [string, SavedFile][] = [];
  for (let row = 0; row < (places?.length ?? 0); row += 1) {
    const flag = flags?.[row] ?? 0;
    // All of one shape, made at once: added fields would each be a new one.
    const file: SavedFile = {
      size: sizes?.[row] ?? 0,
      modified: modified?.[row] ?? 0,
      hash: hashes?.[row] ?? 0,
      isUnsettled: (flag & flagUnsettled) !== 0,
      isPlain: (flag & flagPlain) !== 0,
    };
    files.push([strings[places?.[row] ?? -1] ?? '', file]);
  }
  for (const [row, reason] of reasons) {
    const file = files[row]?.[1];
    if (file) file.reason = reason;
  }
  return files;
}
