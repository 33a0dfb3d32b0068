/** Names and the values they are given: defaults, constants, settings. Each is read from the row where it stands. */

export interface NamedValue {
  name: string;
  value: string;
  /** Something a reader can take as it is; else the name of where the value stands. */
  isLiteral: boolean;
  /** Says little: null, an empty text, true or false. */
  isTrivial: boolean;
  /** Taken when nothing else is given. */
  isFallback: boolean;
  /** Place in the row, for rows that hold many. */
  at: number;
}

const literal = String.raw`-?\d[\d_.a-zA-Z%]*(?:\s*(?:\*\*?|\+|<<)\s*(?:\d[\d_.]*|[A-Za-z_$][\w$]{0,60}))*|"[^"\n]{0,80}"|'[^'\n]{0,80}'|true|false|null|None|True|False|nil|Infinity|\[\]|\{\}|\.[a-z]\w{1,40}`;
const name = String.raw`#?[A-Za-z_$][\w$]*(?:(?:\.|\?\.|->|::)#?[A-Za-z_$][\w$]*)*`;
/** Written in capitals: what it stands for was written down elsewhere. */
const constant = String.raw`[A-Z][A-Z0-9]*_[A-Z0-9_]+`;
/** A name is read from its beginning only, and at most so far: in the middle it would be read again for each letter. */
const begin = String.raw`(?<![\w$#]|[\w$](?:\.|\?\.|->|::))`;
const dotted = String.raw`${begin}([A-Za-z_$][\w$.]{0,120})`;
const end = String.raw`(?=\s*(?:[,;)}\]]|$|//|#|\s(?:if|else|as|and|or)\b))`;

const patterns: { pattern: RegExp; isFallback: boolean }[] = [
  // a ?? 3, a || 'x', a or 3, a || MAX_WRITE; also a.b ?? (isServer() ? 0 : 3)
  { pattern: new RegExp(String.raw`${begin}(${name})\s*(?:\?\?=?|\|\|=?|\bor\b)\s*(${literal}|${name}\.${name}|${constant}|\([^()]{1,40}\([^()]*\)[^()]{1,40}\)|\([^()]{1,60}\))${end}`, 'g'), isFallback: true },
  // options['a'] || 3; a = Number(given) || 3
  { pattern: new RegExp(String.raw`\[["']([\w.-]{1,60})["']\]\s*(?:\?\?=?|\|\|=?|\bor\b)\s*(${literal})${end}`, 'g'), isFallback: true },
  { pattern: new RegExp(String.raw`${dotted}\s*=\s*[A-Za-z_$][\w$.]{0,60}\([^()]{0,60}\)\s*(?:\?\?|\|\|)\s*(${literal})${end}`, 'g'), isFallback: true },
  // get("a", 3), getenv("A", "x"), unwrap_or(3)
  { pattern: new RegExp(String.raw`(?:get|getenv|getOrDefault|get_or|pop|setdefault|env)\(\s*["']([\w.-]+)["']\s*,\s*(${literal})\s*\)`, 'gi'), isFallback: true },
  { pattern: new RegExp(String.raw`${begin}(${name})\.(?:unwrap_or|orElse|getOrElse|or_else)\(\s*(${literal})`, 'g'), isFallback: true },
  // condition ? given : 3
  { pattern: new RegExp(String.raw`${dotted}\s*[:=]\s*[^=?;]{2,80}\?\s*[^:?]{1,60}:\s*(${literal})${end}`, 'g'), isFallback: true },
  { pattern: new RegExp(String.raw`${begin}([A-Za-z_$][\w$.#[\]]{0,120})\s*[:=]\s*[^?;]{2,60}(?:==|!)[^?;]{0,40}\?\s*(${literal})\s*:\s*(?=[\w.]+)`, 'g'), isFallback: true },
  // #define A 3
  { pattern: new RegExp(String.raw`^# ?define\s+([A-Za-z_]\w{1,60})\s+\(?(${literal})(?=\)?\s*(?:$|/))`, 'g'), isFallback: false },
  // "a": 3, a: 3, a = 3, a := 3, a: int = 3, const A: u32 = 3, static final int A = 3
  { pattern: new RegExp(String.raw`(?<![\w$.])["']?((?:this\.|self\.)?#?[A-Za-z_$][\w$.-]{1,60})["']?\s*(?::\s*[\w<>\[\]|&?' .]{1,40}=|:=|[:=](?![=>]))\s*(${literal})${end}`, 'g'), isFallback: false },
  // folder: os.tmpdir()
  { pattern: new RegExp(String.raw`(?<![\w$.])([A-Za-z_$][\w$]{1,60}):\s*([A-Za-z_$][\w$]{0,60}\.[A-Za-z_$][\w$]{0,60}\(\))(?=,|\s*$)`, 'g'), isFallback: false },
  // a = defaults.a, a: Color = Color.RED
  { pattern: new RegExp(String.raw`${dotted}\s*(?::\s*[\w<>?]{1,40} ?=|[:=])\s*(${name}\.${name})${end}`, 'g'), isFallback: false },
]; // prettier-ignore

/** One of the values of a type: `Color.RED`. */
const member = String.raw`[A-Z][A-Za-z0-9]*\.[A-Z][A-Z0-9_]*`;
const literalOnly = new RegExp(`^(?:${literal}|${member})$`);
const notNames = /^(?:return|if|else|case|type|code|message|const|let|var|typeof|await|new|default|status)$/;

/** The name of an error is the value of nothing that is asked for. */
const errorName = /(?:^|\.)(?:[A-Z0-9]+_)?ERR_[A-Z0-9_]+$/;

/** Last part of a dotted name: what a question calls it. */
export function lastPart(dotted: string): string {
  return dotted.split(/\.|\?\.|->|::/).at(-1) ?? dotted;
}

/** All values of one statement, by place. */
export function valuesIn(text: string): NamedValue[] {
  const found = new Map<number, NamedValue>();
  for (const { pattern, isFallback } of patterns) {
    for (const match of text.matchAll(pattern)) {
      const [, named = '', raw = ''] = match;
      const value = raw.replace(/^\((.*)\)$/, '$1').trim();
      if (
        errorName.test(value) ||
        notNames.test(lastPart(named)) ||
        found.has(match.index) ||
        (lastPart(named) === lastPart(value) && !value.includes('.'))
      )
        continue;
      const isLiteral = literalOnly.test(value) || (/[?:]/.test(value) && /\d/.test(value));
      if ([...found.values()].some((other) => other.name === named && other.isLiteral)) continue;
      found.set(match.index, {
        name: named.replace(/^(?:this|self)\.#?|^#/, ''),
        value,
        isLiteral,
        isTrivial: /^(?:null|None|nil|undefined|true|false|True|False|\[\]|\{\}|""|''|0)$/.test(value),
        isFallback,
        at: match.index,
      });
    }
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}

/** `return Math.min(1000 * 2 ** n, 30000)`: what a short function gives is its value. */
export function returnedValue(text: string): string | undefined {
  const value = /^\s*return\s+([^\s;{}][^;{}]{0,89}?);?\s*$/.exec(text)?.[1];
  // Numbers in the making of a text are no value.
  if (value === undefined || /["'`]/.test(value) || /^\d+$/.test(value)) return undefined;
  // Whether something is so is no number.
  if (/[=!]==?|(?<![<>=])[<>]=?\s|&&/.test(value)) return undefined;
  // A place in a list, the base of a number and one step more or less are no measure.
  const bare = value.replace(/\[[^[\]]*\]|\bparseInt\([^()]*\)/g, '');
  return /\d/.test(bare.replace(/(?<![\d.])[01](?![\d.])/g, '')) ? value : undefined;
}
