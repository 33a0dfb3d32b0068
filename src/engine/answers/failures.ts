/** Where code fails, with what words, and under which condition. */
import { indentOf, openBrackets, type Statement } from './statements';

export interface Failure {
  verb:
    | 'throws'
    | 'rejects with'
    | 'raises'
    | 'panics with'
    | 'returns the error'
    | 'fails with'
    | 'asserts'
    | 'logs'
    | 'defines';
  /** Text of the error, when it has one. */
  message?: string;
  /** Name of the error. */
  error?: string;
  /** Condition around it, in words of the code; of an assertion the condition that must hold. */
  guard?: string;
  /** 0-based row of the condition. */
  guardRow?: number;
}

const throwing: readonly (readonly [Failure['verb'], RegExp])[] = [
  ['throws', /^(?:\}?\s*else\s+|.*[=>)]\s*)?throw\b/],
  // Native code: Napi::TypeError::New(env, "...").ThrowAsJavaScriptException(), ThrowRangeError("...")
  ['throws', /\bThrow(?:As[A-Za-z]{0,20}Exception|[A-Z][a-z]{0,20}Error|Error|Exception)\s*\(/],
  ['raises', /^raise\b/],
  ['panics with', /\b(?:panic!?|unreachable!|todo!|bail!)\s*\(/],
  ['returns the error', /\b(?:fmt\.Errorf|errors\.New|Err\s*\(|return\s+(?:new\s+)?\w*Error\()/],
  ['rejects with', /\breject\s*\(|Promise\.reject\s*\(/],
  ['defines', /\bcreateError\s*\(|\bcreateWarning\s*\(/],
  ['fails with', /\bnew\s+[\w.]{0,60}(?:Error|Exception)\s*\(/],
  ['asserts', /^assert(?:\.\w{1,40})?\s*\(/],
  ['logs', /\b(?:console\.(?:error|warn)|log(?:ger)?\.(?:error|warn|warning|fatal)|warn(?:ings?\.warn)?)\s*\(/],
];

/** The longest text between quotes that reads like a sentence; texts that are put together are one. */
function messageIn(text: string): string | undefined {
  const joined = text.replace(/(["'`]) ?\+? ?[fFrRbBuU]?\1/g, '');
  const quoted = [...joined.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n]){3,300})\1/g)].map((found) => found[2] ?? '');
  const spoken = quoted.filter((part) => /\p{L}{2}\s+\S*\p{L}/u.test(part));
  return spoken
    .sort((a, b) => b.length - a.length)[0]
    ?.replace(/\\(["'`])/g, '$1')
    .trim();
}

function errorIn(text: string): string | undefined {
  const named = /\b(?:throw|raise|reject\(|return(?=\s+(?:new\s+)?[\w.]{0,120}Err))\s*(?:\(\s*)?(?:new\s+)?(?=([A-Za-z_][\w.]{1,120}))\1(?<=[A-Za-z_]\w{0,120})\s*[(;{]|\bnew\s+(?=[\w.]{0,120}(?:Error|Exception|ERR))([\w.]+)\s*\(|\bcreate(?:Error|Warning)\(\s*["']([\w]+)["']/.exec(text); // prettier-ignore
  const name = (named?.[1] ?? named?.[2] ?? named?.[3])?.replace(/^errorCodes\.|^errors\./, '');
  return name === undefined || /^(?:new|fmt|errors|await)$/.test(name) ? undefined : name;
}

const condition = /^\s*(?:\}\s*)?(?:else\s+if|elif|if|unless|case|while|guard|when|match)\b\s*([^]*)/;

/** The condition right around a row: the nearest head of less indent, if it is one. */
export function guardOf(rows: readonly string[], row: number): { text: string; row: number } | undefined {
  const own = condition.exec(rows[row] ?? '');
  if (own) return readCondition(rows, row);
  const indent = indentOf(rows[row] ?? '');
  for (let place = row - 1; place >= Math.max(0, row - 14); place -= 1) {
    const head = rows[place] ?? '';
    // The end of a condition of several rows stands as deep as its beginning.
    if (head.trim() === '' || indentOf(head) >= indent || /^\s*(?:\/\/|\*|#)/.test(head)) continue;
    if (condition.test(head)) return readCondition(rows, place);
    if (/^\)?(?:\s*(?:\{|:|\)\s*\{))?$/.test(head.trim())) continue;
    return undefined;
  }
  return undefined;
}

function readCondition(rows: readonly string[], from: number): { text: string; row: number } | undefined {
  let text = '';
  let depth = 0;
  for (let row = from; row < Math.min(rows.length, from + 7); row += 1) {
    text += ` ${(rows[row] ?? '').trim()}`;
    depth += openBrackets(rows[row] ?? '');
    if (depth <= 0) break;
  }
  const inner =
    condition
      .exec(text.trim())?.[1]
      ?.replace(/(?<!\s)\s*(?:\{[^]*|(?::|then)\s*$)/, '')
      .trim() ?? '';
  const bare = bracketed(inner);
  return bare.length < 2 || bare.length > 160
    ? undefined
    : { text: bare.replace(/^\(\s+|(?<!\s)\s+\)$/g, ''), row: from };
}

/** What the first pair of brackets holds, when the text begins with one; else the text. */
function bracketed(text: string): string {
  if (!text.startsWith('(')) return text;
  let depth = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === '(') depth += 1;
    else if (text[place] === ')') depth -= 1;
    if (depth === 0) return text.slice(1, place).trim();
  }
  return text.slice(1).trim();
}

export function failureIn({ text, start }: Statement, rows: readonly string[]): Failure | undefined {
  const bare = condition.test(text) ? text.replace(/^.*?\)\s*(?=throw|raise|return|panic)/, '') : text;
  const verb = throwing.find(([, sign]) => sign.test(bare))?.[0];
  if (!verb) return undefined;
  const message = messageIn(text);
  const error = errorIn(bare);
  if (message === undefined && error === undefined) return undefined;
  if (verb === 'asserts') {
    const demand = /^assert(?:\.\w{1,40})?\s*\(\s*(\S.{0,109}?),\s*["'`]/.exec(text)?.[1];
    return { verb, ...(message !== undefined && { message }), ...(demand !== undefined && { guard: demand }) };
  }
  const guard = verb === 'defines' ? undefined : guardOf(rows, start);
  return {
    verb,
    ...(message !== undefined && { message }),
    ...(error !== undefined && { error }),
    ...(guard && { guard: guard.text, guardRow: guard.row }),
  };
}
