/**
 * Reads one file as text for indexing, or says why not. Opened without following links and without waiting on pipes;
 * only regular files; strict UTF-8; secrets are masked. Offsets that the engine reports count UTF-16 units of the file
 * on disk without a byte order mark, as editors do.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { maskSecrets } from './secrets';
import { maxFileBytes } from './walk';

/** NUL within this many bytes means that a file is not text (git looks at as many). */
const binaryProbeBytes = 8 * 1024;

export interface SourceText {
  /** With secrets masked; as many lines as on disk. */
  text: string;
  /** Offset of each line's start on disk, and after the last the file's length. */
  lineStarts: Uint32Array;
  size: number;
  modified: number;
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
export function sourceOfText(text: string, size = text.length, modified = 0): SourceText {
  return { text: maskSecrets(text), lineStarts: lineStartsOf(text), size, modified };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: the caller says so.
    return undefined;
  }
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
      return 'It is a symbolic link, and links are not followed.';
    default:
      return `It could not be read${code ? ` (${code})` : ''}.`;
  }
}

export async function readSource(file: string): Promise<ReadSource> {
  try {
    // Flags absent on a platform are undefined there and count as 0.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const opened = await open(file, flags);
    try {
      const found = await opened.stat();
      if (!found.isFile()) return refuse('It is not a regular file.');
      if (found.size > maxFileBytes) return refuse(`It is larger than ${maxFileBytes >> 20} MiB.`);
      const bytes = await opened.readFile();
      if (bytes.subarray(0, binaryProbeBytes).includes(0)) return refuse('It is a binary file.');
      const text = decode(bytes);
      if (text === undefined) return refuse('It is not valid UTF-8 text.');
      return { ok: true, source: sourceOfText(text, found.size, found.mtimeMs) };
    } finally {
      await opened.close();
    }
  } catch (error) {
    return refuse(reasonOf(error));
  }
}
