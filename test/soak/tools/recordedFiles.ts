/** The real file system, with a record of every change made through it: the raw material of crash states. */
import path from 'node:path';
import { diskFiles, type Files, type OpenFile } from '../../../src/store/disk/files';

/** One change of the disk, or a mark that a test has put between two of them. */
export type Step =
  | { kind: 'create'; file: string; inode: number }
  | { kind: 'write'; inode: number; position: number; bytes: Buffer }
  | { kind: 'truncate'; inode: number; size: number }
  | { kind: 'sync'; inode: number }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'remove'; file: string }
  | { kind: 'syncFolder'; folder: string }
  | { kind: 'mark'; text: string };

export class RecordedFiles implements Files {
  readonly steps: Step[] = [];
  private readonly inodes = new Map<string, number>();
  private lastInode = 0;

  mark(text: string): void {
    this.steps.push({ kind: 'mark', text });
  }

  async open(file: string, purpose: 'read' | 'new'): Promise<OpenFile> {
    const opened = await diskFiles.open(file, purpose);
    if (purpose === 'read') return opened;
    const inode = this.create(file);
    return {
      read: (into, position) => opened.read(into, position),
      write: async (bytes, position) => {
        const count = await opened.write(bytes, position);
        // A copy: the store may use its buffer again.
        this.steps.push({ kind: 'write', inode, position, bytes: Buffer.from(bytes.subarray(0, count)) });
        return count;
      },
      datasync: async () => {
        await opened.datasync();
        this.steps.push({ kind: 'sync', inode });
      },
      truncate: async (size) => {
        await opened.truncate(size);
        this.steps.push({ kind: 'truncate', inode, size });
      },
      close: () => opened.close(),
    };
  }

  async rename(from: string, to: string): Promise<void> {
    await diskFiles.rename(from, to);
    this.steps.push({ kind: 'rename', from, to });
    const inode = this.inodes.get(from);
    if (inode !== undefined) this.inodes.set(to, inode);
    this.inodes.delete(from);
  }

  async copy(from: string, to: string): Promise<void> {
    await diskFiles.copy(from, to);
    const inode = this.create(to);
    const opened = await diskFiles.open(to, 'read');
    const bytes = Buffer.alloc(await diskFiles.size(to));
    await opened.read(bytes, 0);
    await opened.close();
    this.steps.push({ kind: 'write', inode, position: 0, bytes }, { kind: 'sync', inode });
  }

  async remove(file: string): Promise<void> {
    await diskFiles.remove(file);
    if (this.inodes.delete(file)) this.steps.push({ kind: 'remove', file });
  }

  async syncFolder(folder: string): Promise<void> {
    await diskFiles.syncFolder(folder);
    this.steps.push({ kind: 'syncFolder', folder: path.resolve(folder) });
  }

  list = diskFiles.list.bind(diskFiles);
  size = diskFiles.size.bind(diskFiles);
  makeFolder = diskFiles.makeFolder.bind(diskFiles);

  private create(file: string): number {
    this.lastInode += 1;
    this.inodes.set(file, this.lastInode);
    this.steps.push({ kind: 'create', file, inode: this.lastInode });
    return this.lastInode;
  }
}
