/**
 * JSON from outside. Depth and size are found by one pass over the bytes before anything is parsed, because the parser
 * recurses and the checks after it do too. Keys that reach an object's prototype are dropped at every level.
 */
import { ApiError } from '../contract/errors';

export const maxDepth = 64;
/** Values in one document; 100,000 parse and check in some tens of milliseconds. */
export const maxNodes = 100_000;

const unsafeKeys = ['__proto__', 'constructor', 'prototype'];

const code = { quote: 34, comma: 44, openList: 91, backslash: 92, closeList: 93, openObject: 123, closeObject: 125 };

/**
 * @param what names the text in messages: `body`, `frame`
 * @throws ApiError `invalid`
 */
export function parseStrictJson(bytes: Buffer, what: string): unknown {
  const text = decode(bytes, what);
  limit(bytes, what);
  return withoutUnsafeKeys(parse(text, what));
}

function decode(bytes: Buffer, what: string): string {
  try {
    // Fatal; one leading byte order mark is dropped.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ApiError('invalid', `The ${what} is not UTF-8.`, { cause });
  }
}

function limit(bytes: Buffer, what: string): void {
  let depth = 0;
  let nodes = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case code.quote:
        at = endOfString(bytes, at);
        break;
      case code.openList:
      case code.openObject:
        depth += 1;
        nodes += 1;
        if (depth > maxDepth) throw new ApiError('invalid', `The ${what} is nested deeper than ${maxDepth} levels.`);
        break;
      case code.closeList:
      case code.closeObject:
        depth -= 1;
        break;
      case code.comma:
        nodes += 1;
        break;
      default:
    }
    // Commas and opening brackets outside of strings: never fewer than the values of a well-formed document.
    if (nodes > maxNodes) throw new ApiError('invalid', `The ${what} has more than ${maxNodes} values.`);
  }
}

/** Index of the closing quote, or the end. A quote is escaped when an odd number of backslashes stands before it. */
function endOfString(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(code.quote, start + 1); at !== -1; at = bytes.indexOf(code.quote, at + 1)) {
    let backslashes = 0;
    while (bytes[at - 1 - backslashes] === code.backslash) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return bytes.length;
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
    const before = text.slice(0, Number(position)).split('\n');
    return `: line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  }
  if (/end of JSON input|Unterminated/.test(message)) return ': it ends too early';
  const unexpected = /^Unexpected token '(.)'/u.exec(message)?.[1];
  return unexpected === undefined ? '' : `: “${unexpected}” stands where a value or sign was expected`;
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
