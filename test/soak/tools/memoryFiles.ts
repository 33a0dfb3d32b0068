/** A file system in memory behind the store's port: what a disk held after a crash, opened again in milliseconds. */
import path from 'node:path';
import type { Files, OpenFile } from '../../../src/store/disk/files';

export class MemoryFiles implements Files {
  /** Contents by full path. */
  constructor(readonly contents: Map<string, Buffer>) {}

  async open(file: string, purpose: 'read' | 'new'): Promise<OpenFile> {
    if (purpose === 'new') {
      if (this.contents.has(file)) throw fault('EEXIST', file);
      this.contents.set(file, Buffer.alloc(0));
    }
    // A file that is renamed or removed goes on under its descriptor; nothing in the store relies on more than this.
    let held = this.contentOf(file);
    const keep = (bytes: Buffer) => {
      for (const [name, content] of this.contents) if (content === held) this.contents.set(name, bytes);
      held = bytes;
    };
    return {
      read: async (into, position) => held.copy(into, 0, position),
      write: async (bytes, position) => {
        keep(written(held, bytes, position));
        return bytes.byteLength;
      },
      datasync: async () => undefined,
      truncate: async (size) => keep(truncated(held, size)),
      close: async () => undefined,
    };
  }

  async list(folder: string): Promise<string[]> {
    const inside = [...this.contents.keys()].filter((file) => file.startsWith(folder + path.sep));
    return [...new Set(inside.map((file) => file.slice(folder.length + 1).split(path.sep)[0] ?? ''))];
  }

  async size(file: string): Promise<number> {
    return this.contentOf(file).byteLength;
  }

  async makeFolder(): Promise<void> {
    return undefined; // a folder is the prefix of its files
  }

  async rename(from: string, to: string): Promise<void> {
    this.contents.set(to, this.contentOf(from));
    this.contents.delete(from);
  }

  async copy(from: string, to: string): Promise<void> {
    this.contents.set(to, Buffer.from(this.contentOf(from)));
  }

  async remove(file: string): Promise<void> {
    this.contents.delete(file);
  }

  async syncFolder(): Promise<void> {
    return undefined; // nothing is lost here
  }

  private contentOf(file: string): Buffer {
    const content = this.contents.get(file);
    if (!content) throw fault('ENOENT', file);
    return content;
  }
}

function fault(code: string, file: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${file}`), { code });
}

/** A new buffer; what lies between the old end and `position` is zeros, as on a disk. */
export function written(content: Buffer, bytes: Uint8Array, position: number): Buffer {
  const grown = Buffer.alloc(Math.max(content.byteLength, position + bytes.byteLength));
  content.copy(grown);
  grown.set(bytes, position);
  return grown;
}

/** A new buffer of exactly `size` bytes. */
export function truncated(content: Buffer, size: number): Buffer {
  const cut = Buffer.alloc(size);
  content.copy(cut);
  return cut;
}
