/**
 * What was read of contents, by content: the same bytes are read once, whichever folder, branch or worktree they stand
 * in. Values are kept as bytes, so that they hold no text alive and their size is known; what was used longest ago goes
 * first. State only.
 */
import { deserialize, serialize } from 'node:v8';

export interface Content {
  /** Of the bytes on disk; 0 where nobody knows it. */
  hash: number;
  size: number;
}

export class ContentCache<Value> {
  /** In order of use, oldest first. */
  private readonly kept = new Map<string, Buffer>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(content: Content, what: string): Value | undefined {
    const key = keyOf(content, what);
    const found = content.hash === 0 ? undefined : this.kept.get(key);
    if (!found) return undefined;
    this.kept.delete(key);
    this.kept.set(key, found);
    // Only `put` writes here.
    return deserialize(found) as Value;
  }

  put(content: Content, what: string, value: Value): void {
    if (content.hash === 0) return;
    const key = keyOf(content, what);
    this.drop(key);
    const bytes = serialize(value);
    this.kept.set(key, bytes);
    this.bytes += bytes.length;
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.bytes -= this.kept.get(key)?.length ?? 0;
    this.kept.delete(key);
  }
}

function keyOf({ hash, size }: Content, what: string): string {
  return `${hash}:${size}:${what}`;
}
