/**
 * Parses untrusted JSON. One pass over the bytes checks depth and size first, because the parser and later checks
 * recurse. Keys that reach an object's prototype are dropped at every level.
 */
import { isUtf8 } from 'node:buffer';
import type { Turns } from '../api/turns';
import { ApiError } from '../contract/errors';

const maxDepth = 64;
/** Most values and names in one document; so many take some tens of milliseconds to check. */
const maxNodes = 100_000;

const unsafeKeys = ['__proto__', 'constructor', 'prototype'];

/** Meaning of a byte outside strings; 0 for bytes that do not matter. */
const sign = { quote: 1, open: 2, close: 3, next: 4 } as const;
const signs = new Uint8Array(256);
for (const [letters, meaning] of [
  ['"', sign.quote],
  ['[{', sign.open],
  [']}', sign.close],
  [',:', sign.next],
] as const) {
  for (const letter of letters) signs[letter.charCodeAt(0)] = meaning;
}
const quote = 34;
const backslash = 92;
const codeSign = 117;
const byteOrderMark = 0xfeff;

/**
 * @param what names the text in messages: `body`, `frame`
 * @throws ApiError `invalid`
 */
export function parseStrictJson(bytes: Buffer, what: string): unknown {
  const scan = createJsonScan(what);
  scan.take(bytes);
  const text = decode(bytes, what);
  return withoutUnsafe(parse(text, what), text, scan);
}

/** Sizes from which the steps of reading take milliseconds each, so that others get a turn between them. */
const long = { bytes: 128 * 1024, nodes: 10_000 };

/**
 * Parses a document that a scan has accepted. Long documents yield between steps, and only one of them advances in each
 * turn.
 * @throws ApiError `invalid`
 */
export async function parseScannedJson(bytes: Buffer, what: string, scan: JsonScan, turns: Turns): Promise<unknown> {
  const isLong = bytes.length >= long.bytes || scan.nodes() >= long.nodes;
  if (isLong) await turns.next();
  const text = decode(bytes, what);
  if (isLong) await turns.next();
  const value = parse(text, what);
  if (isLong) await turns.next();
  const safe = withoutUnsafe(value, text, scan);
  if (isLong) await turns.next();
  return safe;
}

function withoutUnsafe(value: unknown, text: string, scan: JsonScan): unknown {
  // Escaped names are not found in the text, so any such escape counts.
  const mayBeUnsafe = scan.hasCodes() || unsafeKeys.some((key) => text.includes(key));
  return mayBeUnsafe ? withoutUnsafeKeys(value) : value;
}

function decode(bytes: Buffer, what: string): string {
  // Many times quicker than a fatal TextDecoder for mostly non-ASCII text.
  if (!isUtf8(bytes)) throw new ApiError('invalid', `The ${what} is not UTF-8.`);
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
}

interface JsonScan {
  /**
   * Scans the next bytes as they arrive, so that a large document never blocks.
   * @throws ApiError `invalid` as soon as the limits are passed
   */
  take(part: Buffer): void;
  /** True when a string has `\u` escapes. */
  hasCodes(): boolean;
  /** Count of values and names so far, or slightly more. */
  nodes(): number;
}

/** @param what is read, for the sentences of errors: `body` or `frame` */
export function createJsonScan(what: string): JsonScan {
  let depth = 0;
  let nodes = 1;
  let isInText = false;
  /** True when the previous part ended with a backslash inside a string. */
  let isEscaped = false;
  let hasCodes = false;

  /** @returns the index after the closing quote, or the end */
  function passText(part: Buffer, start: number): number {
    let at = start;
    if (isEscaped && part.length > 0) {
      if (part[at] === codeSign) hasCodes = true;
      at += 1;
    }
    for (; at < part.length; at += 1) {
      const byte = part[at];
      if (byte === backslash) {
        at += 1;
        if (part[at] === codeSign) hasCodes = true;
      } else if (byte === quote) {
        isInText = false;
        isEscaped = false;
        return at + 1;
      }
    }
    if (part.length > 0) isEscaped = at > part.length;
    return part.length;
  }

  return {
    hasCodes: () => hasCodes,
    nodes: () => nodes,
    take(part) {
      for (let at = isInText ? passText(part, 0) : 0; at < part.length; at += 1) {
        const meaning = signs[part[at] ?? 0];
        if (meaning === 0) continue;
        if (meaning === sign.quote) {
          isInText = true;
          at = passText(part, at + 1) - 1;
        } else if (meaning === sign.close) depth -= 1;
        else {
          // Counts tokens outside strings, never fewer than a well-formed document's values and names.
          nodes += 1;
          if (meaning === sign.open) depth += 1;
          if (depth > maxDepth) throw new ApiError('invalid', `The ${what} is nested deeper than ${maxDepth} levels.`);
          if (nodes > maxNodes)
            throw new ApiError('invalid', `The ${what} has more than ${maxNodes} values and names.`);
        }
      }
    },
  };
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof SyntaxError ? reasonOf(error.message, text) : '';
    throw new ApiError('invalid', `The ${what} is not valid JSON${reason}.`, { cause: error });
  }
}

/** Error text with the place only: the parser's message quotes the input, which may be a secret. */
function reasonOf(message: string, text: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) {
    const { line, column } = placeOf(Number(position), text);
    return `: line ${line}, column ${column}`;
  }
  if (/end of JSON input|Unterminated/.test(message)) return ': it ends too early';
  const unexpected = /^Unexpected token '(.)'/u.exec(message)?.[1];
  return unexpected === undefined ? '' : `: “${unexpected}” stands where a value or sign was expected`;
}

/** Line and column of a position, found without a list of lines, of which there may be millions. */
function placeOf(position: number, text: string): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', start)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: position - start + 1 };
}

/** Removes unsafe keys in place, as the value has just been parsed. Depth is limited, so recursion is too. */
function withoutUnsafeKeys(value: unknown): unknown {
  if (Array.isArray(value)) value.forEach(withoutUnsafeKeys);
  else if (typeof value === 'object' && value !== null) {
    for (const key of unsafeKeys) if (Object.hasOwn(value, key)) Reflect.deleteProperty(value, key);
    Object.values(value).forEach(withoutUnsafeKeys);
  }
  return value;
}
