/**
 * Masks key-shaped literals as `[secret]`: keys of known services, private key blocks, Bearer values, and values
 * assigned to names like secret, token or password that look random. Every pattern has bounded repetition only, so
 * the time is linear. Line breaks stay where they are; columns after a masked value shift.
 */

const mask = '[secret]';

/** Keys that are recognized by their shape alone. */
const knownKeys =
  /\b(?:(?:AKIA|ASIA|AGPA|AROA)[0-9A-Z]{16}|AIza[\w-]{35}|gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{22,255}|glpat-[\w-]{20,64}|xox[abprs]-[\w-]{10,200}|[sr]k_(?:live|test)_[A-Za-z0-9]{16,128}|sk-(?=[A-Za-z_-]{0,60}[0-9])[A-Za-z0-9_-]{20,200}|npm_[A-Za-z0-9]{36}|ya29\.[\w-]{20,400}|SG\.[\w-]{16,64}\.[\w-]{16,64}|eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,2000})/g;

const bearer = /\b(Bearer\s{1,4})([A-Za-z0-9._~+/-]{16,2000}={0,2})/g;

/** The end of a name such as `token`, an assignment, and a mask. */
const telling =
  /(?:secret|token|passwd|password|passphrase|credential|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key)[\w-]{0,40}["'`]?\s{0,8}(?:[:=]|=>|:=)\s{0,8}["'`]?\[secret\]/gi;

/** The end of a name, the sign of assignment, and a quoted or bare value. */
const assignment =
  /((?:secret|token|passwd|password|passphrase|credential|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key)[\w-]{0,40}["'`]?\s{0,8}(?:[:=]|=>|:=)\s{0,8})(?:(["'`])([^"'`\s]{8,400})\2|([A-Za-z0-9+/_.-]{20,400}={0,2})(?=\s|$))/gi;

/** A cheap test that excludes most files. */
const hints =
  /akia|asia|agpa|aroa|aiza|gh[pousr]_|github_pat|glpat|xox|k_live|k_test|sk-|npm_|ya29|sg\.|eyj|bearer|secret|token|passw|passphrase|credential|key/i;

/** Least entropy of a key in bits per character; a value below is a word. */
const minQuotedEntropy = 3;
const minBareEntropy = 3.5;

function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** `process.env.TOKEN_1`: a value read from elsewhere. */
const memberPath = /^[A-Za-z_$]\w{0,60}(?:\.[A-Za-z_$]\w{0,60}){1,8}$/;

/**
 * True for random-looking values: letters and digits mixed, many different characters, and no path, template or call.
 */
function looksRandom(value: string, minEntropy: number): boolean {
  if (!/[0-9]/.test(value) || !/[A-Za-z]/.test(value) || /[${}()<>\\]|:\/\/|^\.{0,2}\//.test(value)) return false;
  return !memberPath.test(value) && entropyOf(value) >= minEntropy;
}

const blockStart = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** What stands around the rows of a key in code: quotes, signs that join strings, line ends as they are written. */
const aroundKey = /\\[nr]|["'`+,;()\\]/g;
const keyHeader = /^[A-Z][\w-]{1,30}: .{1,200}$/;
/** The last row of a key may be short. */
const [keyPart, shortPart] = [/^[\w/=-]{16,}$/, /^[\w/=-]+$/];

/** True for a row of a key, or one of its headers: `Proc-Type: 4,ENCRYPTED`. */
function isKeyRow(bare: string, hasEnd: boolean): boolean {
  const parts = bare.split(' ');
  const last = parts.pop() ?? '';
  const isLast = keyPart.test(last) || (hasEnd && shortPart.test(last));
  return keyHeader.test(bare) || (isLast && parts.every((part) => keyPart.test(part)));
}

/** Long enough for nothing but a key, where a row of code interrupts a block. */
const longKey = /[\w+/=-]{40}/;

/**
 * Masks the content of private key blocks, line by line. A beginning without a key, as code compares with, is none:
 * from the first row that no key has, only what is as long as one is masked, and without an end nothing.
 */
function maskKeyBlocks(text: string): string {
  const beginnings = [...text.matchAll(blockStart)];
  let masked = '';
  let done = 0;
  for (const [at, found] of beginnings.entries()) {
    const inside = found.index + found[0].length;
    const next = beginnings[at + 1]?.index ?? text.length;
    const end = text.slice(inside, next).indexOf('-----END');
    const stop = end < 0 ? next : inside + end;
    let isOpen = true;
    const rows = text.slice(inside, stop).replace(/[^\r\n]{1,4000}/g, (row) => {
      const bare = row.replace(aroundKey, '').trim();
      isOpen &&= bare === '' || isKeyRow(bare, end >= 0);
      const isKey = bare !== '' && (isOpen || (end >= 0 && longKey.test(row)));
      return isKey ? mask : row;
    });
    masked += text.slice(done, inside) + rows;
    done = stop;
  }
  return masked + text.slice(done);
}

function maskAssignment(whole: string, head: string, quote?: string, quoted?: string, bare?: string): string {
  if (quoted !== undefined) return looksRandom(quoted, minQuotedEntropy) ? `${head}${quote}${mask}${quote}` : whole;
  return bare !== undefined && looksRandom(bare, minBareEntropy) ? head + mask : whole;
}

/** The same text with as many lines, keys replaced. */
export function maskSecrets(text: string): string {
  if (!hints.test(text)) return text;
  const blocks = text.includes('-----BEGIN') ? maskKeyBlocks(text) : text;
  return blocks.replace(knownKeys, mask).replace(bearer, `$1${mask}`).replace(assignment, maskAssignment);
}

/**
 * Kinds of masked values: blocks of private keys, values after Bearer, values of telling names, keys of known shape.
 */
export type MaskedKind = 'privateKey' | 'bearer' | 'value' | 'key';

/** The rows of a key after its beginning, masked. */
const maskedRows = /^(?:[\s"'`+,;()\\nr]*\[secret\])+/;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * The kinds of masked values in a text with their counts, guessed from the text around the masks, since indexed text
 * was masked long before.
 */
export function maskedKinds(text: string): { kind: MaskedKind; count: number }[] {
  if (!text.includes(mask)) return [];
  let [rest, blocks] = [text, 0];
  for (const found of text.matchAll(blockStart)) {
    const [masked] = maskedRows.exec(text.slice(found.index + found[0].length)) ?? [];
    if (masked === undefined) continue;
    blocks += 1;
    rest = rest.replace(found[0] + masked, '');
  }
  const bearers = countOf(rest, /\bBearer\s{1,4}\[secret\]/g);
  const values = countOf(rest, telling);
  const keys = countOf(rest, /\[secret\]/g) - bearers - values;
  const all = { privateKey: blocks, bearer: bearers, value: values, key: Math.max(0, keys) };
  return (['privateKey', 'key', 'bearer', 'value'] as const)
    .filter((kind) => all[kind] > 0)
    .map((kind) => ({ kind, count: all[kind] }));
}
