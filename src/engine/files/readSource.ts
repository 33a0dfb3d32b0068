/**
 * Reads one file as text for indexing, or tells why not. Opened without following links and without blocking on pipes;
 * only regular files; UTF-8 or an older encoding; secrets are masked. Offsets that the engine reports count UTF-16 units
 * of the file on disk without a byte order mark, as editors do. Synchronous: reading an ordinary file takes 30 µs, a
 * tenth of a turn through the thread pool, and the engine has its own thread.
 */
import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import { olderText, textOfBytes } from '../../languages/encodings';
import { readBytes, withOpened } from './openFile';
import { maskSecrets } from './secrets';
import { maxFileBytes } from './walk';

/** Bytes that are checked for NUL, which marks a binary file (git checks as many). */
const binaryProbeBytes = 8 * 1024;

export interface SourceText {
  /** With secrets masked; as many lines as on disk. */
  text: string;
  /** Offset of each line's start on disk, and after the last the file's length. */
  lineStarts: Uint32Array;
  size: number;
  modified: number;
  /** Hash of the bytes on disk, which distinguishes a touched file from a changed one. */
  hash: number;
  /** A character for each byte, without secrets: any part of the file can be read by itself. */
  isPlain: boolean;
  /** Byte on disk of the first character, where the text is as on disk, without secrets. */
  firstByte: number | undefined;
}

export type ReadSource = { ok: true; source: SourceText } | { ok: false; reason: string };

function refuse(reason: string): ReadSource {
  return { ok: false, reason };
}

export function lineStartsOf(text: string): Uint32Array {
  const starts: number[] = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  if (starts.at(-1) !== text.length) starts.push(text.length);
  return Uint32Array.from(starts);
}

/** Text and offsets of a text that is already in memory. */
export function sourceOfText(raw: string, disk = { size: raw.length, modified: 0, hash: 0 }): SourceText {
  const text = maskSecrets(raw);
  // A character outside ASCII takes more bytes than units.
  const isClean = text === raw;
  const isPlain = isClean && disk.size === raw.length;
  // A byte order mark is no part of the text.
  const firstByte = isClean ? disk.size - Buffer.byteLength(raw) : undefined;
  return { text, lineStarts: lineStartsOf(raw), ...disk, isPlain, firstByte };
}

/** The first 48 bits of SHA-1: as much as a number holds exactly. */
function hashOf(bytes: Uint8Array): number {
  return createHash('sha1').update(bytes).digest().readUIntBE(0, 6);
}

export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'There is no such file or folder.';
    case 'EACCES':
    case 'EPERM':
      return 'The file system does not permit reading it.';
    case 'ELOOP':
      return 'It or a folder above it is a symbolic link, and links are not followed.';
    default:
      return `It could not be read${code ? ` (${code})` : ''}.`;
  }
}

function readOpened(file: number): ReadSource {
  const found = fstatSync(file);
  const { size, mtimeMs } = found;
  if (!found.isFile()) return refuse('It is not a regular file.');
  if (size > maxFileBytes) return refuse(`It is larger than ${maxFileBytes >> 20} MiB.`);
  const bytes = readBytes(file, size);
  if (bytes.subarray(0, binaryProbeBytes).includes(0)) return refuse('It is a binary file.');
  const read = textOfBytes(bytes);
  if (read === undefined) return refuse('It is not text: it is neither valid UTF-8 nor free of control characters.');
  const source = sourceOfText(read.text, { size, modified: mtimeMs, hash: hashOf(bytes) });
  return { ok: true, source: read.isUtf8 ? source : { ...source, firstByte: undefined } };
}

export function readSource(file: string): ReadSource {
  try {
    return withOpened(file, readOpened);
  } catch (error) {
    return refuse(reasonOf(error));
  }
}

/** The first bytes of a file, one character each; undefined where it cannot be read. Nothing is checked or masked. */
export function readBeginning(file: string, maxBytes: number): string | undefined {
  try {
    return withOpened(file, (opened) => {
      const found = fstatSync(opened);
      return found.isFile() ? readBytes(opened, Math.min(found.size, maxBytes)).toString('latin1') : undefined;
    });
  } catch {
    // Reading it for the index tells why.
    return undefined;
  }
}

export interface Version {
  size: number;
  modified: number;
}

/** Reads from a file in the given version; undefined when it has changed. */
function readUnchanged(
  file: string,
  { size, modified }: Version,
  read: (opened: number) => string | undefined,
): string | undefined {
  try {
    return withOpened(file, (opened) => {
      const found = fstatSync(opened);
      return found.isFile() && found.size === size && found.mtimeMs === modified ? read(opened) : undefined;
    });
  } catch {
    // Gone or not readable: the same as changed.
    return undefined;
  }
}

/** A range of a file that was plain in this version. */
export function readPart(file: string, version: Version, [start, end]: [number, number]): string | undefined {
  return readUnchanged(file, version, (opened) => {
    const bytes = Buffer.allocUnsafe(end - start);
    const length = readSync(opened, bytes, 0, end - start, start);
    return length === end - start ? olderText(bytes) : undefined;
  });
}

/** Most bytes of UTF-8 for one UTF-16 unit. */
const maxCharBytes = 3;

/** Reads `length` characters from a byte on, of a file that had no secrets in this version. */
export function readFrom(file: string, version: Version, [byte, length]: [number, number]): string | undefined {
  return readUnchanged(file, version, (opened) => {
    const bytes = Buffer.allocUnsafe(Math.min(length * maxCharBytes, Math.max(0, version.size - byte)));
    const read = readSync(opened, bytes, 0, bytes.length, byte);
    const text = bytes.toString('utf8', 0, read).slice(0, length);
    return read === bytes.length && text.length === length ? text : undefined;
  });
}
