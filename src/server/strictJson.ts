/**
 * JSON from outside. Depth and size are found by one pass over the bytes before anything is parsed, because the parser
 * recurses and the checks after it do too. Keys that reach an object's prototype are dropped at every level.
 */
import { isUtf8 } from 'node:buffer';
import type { Turns } from '../api/turns';
import { ApiError } from '../contract/errors';

const maxDepth = 64;
/** Values and names in one document; 100,000 parse and check in some tens of milliseconds. */
const maxNodes = 100_000;

const unsafeKeys = ['__proto__', 'constructor', 'prototype'];

/** What a byte means outside of texts; 0 for all that does not count. */
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

/**
 * From here on the steps of reading a document, and what is done with it, take some milliseconds each, up to some tens.
 */
const long = { bytes: 128 * 1024, nodes: 10_000 };

/**
 * For what a scan has let pass. Others have their turn between the steps of a long one, and of all long ones that come
 * together one goes on in each turn.
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
  // An escaped name is not seen as such, so any escape of that kind counts.
  const mayBeUnsafe = scan.hasCodes() || unsafeKeys.some((key) => text.includes(key));
  return mayBeUnsafe ? withoutUnsafeKeys(value) : value;
}

function decode(bytes: Buffer, what: string): string {
  // Many times quicker than a fatal TextDecoder where most is not ASCII.
  if (!isUtf8(bytes)) throw new ApiError('invalid', `The ${what} is not UTF-8.`);
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
}

interface JsonScan {
  /**
   * The next bytes of the document: while they come, so that nobody waits for eight megabytes at once.
   * @throws ApiError `invalid` as soon as the limits are passed
   */
  take(part: Buffer): void;
  /** A text has letters written as `\u` and their code. */
  hasCodes(): boolean;
  /** Values and names so far, or a few more. */
  nodes(): number;
}

/** @param what is read, for the sentences of errors: `body` or `frame` */
export function createJsonScan(what: string): JsonScan {
  let depth = 0;
  let nodes = 1;
  let isInText = false;
  /** The part before ended with a backslash inside of a text. */
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
          // Signs outside of texts: never fewer than the values and names of a well-formed document.
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

/** The parser's own message quotes what came, which may be a secret: only the place is taken from it. */
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

/** Line and column of a position. Makes no list of the lines: eight megabytes may be as many of them. */
function placeOf(position: number, text: string): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', start)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: position - start + 1 };
}

/** In place: the value has just been parsed and is nobody else's. Depth is limited, so recursion is too. */
function withoutUnsafeKeys(value: unknown): unknown {
  if (Array.isArray(value)) value.forEach(withoutUnsafeKeys);
  else if (typeof value === 'object' && value !== null) {
    for (const key of unsafeKeys) if (Object.hasOwn(value, key)) Reflect.deleteProperty(value, key);
    Object.values(value).forEach(withoutUnsafeKeys);
  }
  return value;
}
