/**
 * The rows of the library as this window knows them. Reads what changed since the last look only, and only when
 * somebody looks. Must not know the editor.
 */
import type { Api } from '../../contract/api';
import type { LibraryRow } from '../../contract/schemas/library';

export class LibraryModel {
  private rows = new Map<string, LibraryRow>();
  private sorted: readonly LibraryRow[] = [];
  private known: { instance: string; revision: number } | undefined;
  private reading: Promise<void> | undefined;
  private isStale = true;
  private trashCount = 0;

  constructor(private readonly api: Pick<Api, 'libraryList'>) {}

  /** Assets in the trash, as of the last read. */
  get trashed(): number {
    return this.trashCount;
  }

  /** Something may have changed: the next read asks. */
  invalidate(): void {
    this.isStale = true;
  }

  /** Newest first. The same array as long as nothing has changed. @throws ApiError */
  async all(): Promise<readonly LibraryRow[]> {
    while (this.isStale || this.reading) {
      if (this.reading) {
        await this.reading;
        continue;
      }
      this.isStale = false;
      this.reading = this.read().finally(() => (this.reading = undefined));
      await this.reading;
    }
    return this.sorted;
  }

  /** The row as it was at the last read. */
  get(id: string): LibraryRow | undefined {
    return this.rows.get(id);
  }

  private async read(): Promise<void> {
    try {
      const { instance, revision, isWhole, rows, removed, trashed } = await this.api.libraryList({
        body: this.known ?? {},
      });
      this.known = { instance, revision };
      this.trashCount = trashed;
      if (isWhole) this.rows = new Map();
      else if (rows.length === 0 && removed.length === 0) return;
      for (const row of rows) this.rows.set(row.id, row);
      for (const id of removed) this.rows.delete(id);
      this.sorted = [...this.rows.values()].sort((a, b) => b.created - a.created || a.name.localeCompare(b.name));
    } catch (error) {
      this.isStale = true;
      throw error;
    }
  }
}
