/**
 * Caches for later questions: results of reading files, by content; texts that answers were cut from; and values
 * computed from texts.
 */
import { deserialize, serialize } from 'node:v8';
import { Rows } from '../chunk/block';
import { lineStartsOf, readFrom, readPart, readSource, type Version } from '../files/readSource';
import type { PassageRecord } from './segment';

// Section: results by content, so that equal files are read once. Kept serialized; the least recently used go first.

export interface Content {
  /** Hash of the bytes on disk; 0 where it is not known. */
  hash: number;
  size: number;
}

export class ContentCache<Value> {
  /** Serialized results in order of use, oldest first. */
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

// Section: texts that answers were cut from, for later questions about the same files. Bounded; the least recently used
// go first.

const maxCachedChars = 8 * 1024 * 1024;

export interface KnownFile extends Version {
  isPlain?: boolean;
}

interface CachedText {
  rows: Rows;
  size: number;
  modified: number;
}

export class Texts {
  /** Texts by file, or by file and offset; in order of use, oldest first. */
  private readonly cached = new Map<string, CachedText>();
  private chars = 0;

  /** Text of the passage in the known version of the file; undefined when the file has changed. */
  passageOf(file: string, known: KnownFile, record: PassageRecord): string | undefined {
    if (!known.isPlain && record.startByte === undefined)
      return this.rowsOf(file, known)?.slice(record.start, record.end);
    const key = `${file}\0${record.startOffset}`;
    const cached = this.take(key, known);
    if (cached) return cached.rows.text;
    const text =
      record.startByte === undefined
        ? readPart(file, known, [record.startOffset, record.endOffset])
        : readFrom(file, known, [record.startByte, record.endOffset - record.startOffset]);
    if (text !== undefined) this.keep(key, { ...versionOf(known), rows: new Rows(text, new Uint32Array()) });
    return text;
  }

  /** Rows of the file in the known version; undefined when the file has changed. */
  private rowsOf(file: string, known: KnownFile): Rows | undefined {
    const cached = this.take(file, known);
    if (cached) return cached.rows;
    const read = readSource(file);
    if (!read.ok || read.source.size !== known.size || read.source.modified !== known.modified) return undefined;
    const { text } = read.source;
    const rows = new Rows(text, lineStartsOf(text));
    this.keep(file, { ...versionOf(known), rows });
    return rows;
  }

  private take(key: string, { size, modified }: Version): CachedText | undefined {
    const cached = this.cached.get(key);
    if (cached?.size !== size || cached.modified !== modified) return undefined;
    this.cached.delete(key);
    this.cached.set(key, cached);
    return cached;
  }

  private keep(key: string, text: CachedText): void {
    this.drop(key);
    this.cached.set(key, text);
    this.chars += text.rows.text.length;
    for (const oldest of this.cached.keys()) {
      if (this.chars <= maxCachedChars) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.chars -= this.cached.get(key)?.rows.text.length ?? 0;
    this.cached.delete(key);
  }
}

function versionOf({ size, modified }: Version): Version {
  return { size, modified };
}

/**
 * Values computed from texts, by the text, since a reworded question mostly meets the same texts. Bounded by the
 * characters of the texts, which are kept as keys; the least recently used go first.
 */
export class TextCache<Value> {
  /** In order of use, oldest first. */
  private readonly kept = new Map<string, Value>();
  private chars = 0;

  constructor(private readonly maxChars: number) {}

  get(text: string): Value | undefined {
    const value = this.kept.get(text);
    if (value === undefined) return undefined;
    this.kept.delete(text);
    this.kept.set(text, value);
    return value;
  }

  put(text: string, value: Value): void {
    if (!this.kept.delete(text)) this.chars += text.length;
    this.kept.set(text, value);
    for (const oldest of this.kept.keys()) {
      if (this.chars <= this.maxChars) return;
      this.kept.delete(oldest);
      this.chars -= oldest.length;
    }
  }
}
