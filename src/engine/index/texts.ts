/** Texts of the files that answers were cut from, for the next question about the same files. Bounded; state only. */
import { Rows } from '../chunk/block';
import { lineStartsOf, readSource } from '../files/readSource';

const maxCachedChars = 8 * 1024 * 1024;

interface CachedText {
  rows: Rows;
  size: number;
  modified: number;
}

export class Texts {
  private readonly cached = new Map<string, CachedText>();
  private chars = 0;

  /** The text as it was when `size` and `modified` were seen; undefined when the file is another one now. */
  rowsOf(file: string, { size, modified }: { size: number; modified: number }): Rows | undefined {
    const known = this.cached.get(file);
    if (known?.size === size && known.modified === modified) return known.rows;
    const read = readSource(file);
    if (!read.ok || read.source.size !== size || read.source.modified !== modified) return undefined;
    const { text } = read.source;
    const rows = new Rows(text, lineStartsOf(text));
    this.keep(file, { rows, size, modified });
    return rows;
  }

  private keep(file: string, text: CachedText): void {
    if (this.chars > maxCachedChars) {
      this.cached.clear();
      this.chars = 0;
    }
    this.cached.set(file, text);
    this.chars += text.rows.text.length;
  }
}
