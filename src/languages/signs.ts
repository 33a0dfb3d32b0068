/** What a text shows of its language where no name tells it, by the contract's words; each expression is linear. */

export type Rule = [word: string, points: number, pattern: RegExp];

/** Points for a language when its text shows the pattern. */
export const contentSigns: Rule[] = [
  ['php', 9, /<\?php/],
  ['html', 6, /^\s*<!doctype html/i],
  ['html', 4, /<(html|head|body|div|span|script|table)\b[^<>\n]{0,200}>/i],
  ['xml', 8, /^\s*<\?xml\b/],
  ['svg', 9, /^\s*<svg\b/],
  ['hljs-diff', 8, /^(diff --git |@@ -\d+(,\d+)? \+\d+)/m],
  ['dockerfile', 6, /^FROM \S+( AS \w+)?\s*$/im],
  ['dockerfile', 3, /^(RUN|COPY|ENTRYPOINT|CMD|WORKDIR) \S/m],
  ['py', 4, /^[ \t]*(async )?def \w+\([^()\n]*\)[^:\n]*:/m],
  ['py', 3, /^[ \t]*class \w+(\([\w., ]*\))?:/m],
  ['py', 3, /^(from [\w.]+ import \w|import [\w.]+( as \w+)?[ \t]*$)/m],
  ['py', 2, /^[ \t]*(if|for|while|with|elif|else|try|except)\b[^\n{};]*:[ \t]*(#.*)?$/m],
  ['py', 2, /\b(self\.\w|__\w+__|print\()/],
  ['go', 5, /^package \w+[ \t]*$/m],
  ['go', 4, /^func (\(\w+ \*?\w+\) )?\w+\(/m],
  ['go', 3, /\b\w+ := /],
  ['rs', 4, /^[ \t]*(pub(\(\w+\))? )?fn \w+(<[^<>\n]*>)?\(/m],
  ['rs', 3, /\b(let mut \w|impl(<[^<>\n]*>)? \w+|use (std|crate)::|#\[derive\()/],
  ['rs', 2, /\b\w+!\(/],
  ['java', 4, /^[ \t]*(public|private|protected) (static |final |abstract )*(class|interface|enum|void|[A-Z]\w*) \w+/m],
  ['java', 4, /^import (static )?[a-z]\w*(\.\w+)+(\.\*)?;/m],
  ['java', 2, /\bSystem\.out\.print/],
  ['cs', 4, /^using [A-Z][\w.]*;/m],
  ['cs', 4, /^[ \t]*namespace [A-Z][\w.]*/m],
  ['cs', 2, /\b(Console\.Write|public (async )?Task\b|string\.\w+\(|get; set;)/],
  ['kt', 7, /^[ \t]*(override |private |suspend |inline )*fun (<[^<>\n]*> )?[\w.]+\(/m],
  ['kt', 4, /\b(val \w+( ?:[ \w?<>]+)? = |data class )/],
  ['swift', 4, /^[ \t]*(public |private |static )*func \w+(<[^<>\n]*>)?\([^()\n]*\)( throws)?( -> [^\n{]+)? \{/m],
  ['swift', 3, /\b(import (SwiftUI|UIKit|Foundation)|guard let \w)/],
  ['cpp', 5, /(\bstd::\w|#include <(iostream|vector|string|memory|map)>|^template ?<)/m],
  ['c', 4, /^[ \t]*#[ \t]*(include [<"]|define \w|ifn?def \w)/m],
  ['c', 2, /^(static |const |unsigned )*(int|void|char|double|float|size_t) \*?\w+\([^()\n]*\)[ \t]*\{/m],
  ['rb', 4, /^[ \t]*def [\w.?!]+(\([^()\n]*\))?[ \t]*$/m],
  ['rb', 3, /^[ \t]*(require(_relative)? ['"]|end[ \t]*$|attr_\w+ :)/m],
  [
    'sql',
    5,
    /^\s*(select\b[^;]{1,400}\bfrom\b|insert into\b|update \w+ set\b|create (table|index|view)\b|alter table\b)/i,
  ],
  ['sh', 3, /^[ \t]*(if \[|fi[ \t]*$|done[ \t]*$|export \w+=|echo |sudo |apt-get |set -[eux])/m],
  ['css', 4, /^[ \t]*[.#@]?[\w-][\w ,.:>#()-]{0,200}\{[ \t]*(\r?\n[ \t]*)?[\w-]+[ \t]*:[^;{}\n]+;/m],
  ['ts', 4, /^[ \t]*(export )?(interface \w+(<[^<>\n]*>)?( extends [\w, ]+)? \{|type \w+(<[^<>\n]*>)? =)/m],
  ['ts', 4, /[(,]\s*\w+\??: (string|number|boolean|unknown|any|void|[A-Z]\w*)(\[\])?\s*[,)=|]/],
  ['ts', 3, /\): (Promise<|string|number|boolean|void|unknown|[A-Z]\w*[<[ ])/],
  ['ts', 2, /\b(const|let) \w+: |\bimport type\b|\b(private|public|readonly) \w+[:(]/],
  ['js', 3, /\b(const|let|var) [\w{[][^=\n]{0,100}= /],
  ['js', 3, /\bfunction\*? ?\w*\([^()\n]*\) ?\{/],
  ['js', 2, /=> ?[{(\w]/],
  [
    'js',
    2,
    /\brequire\(['"]|^import .{1,200} from ['"]|\bmodule\.exports\b|\bconsole\.log\(|^export (default|const|function|class) /m,
  ],
  ['lua', 4, /^[ \t]*local (function )?\w+/m],
  ['md', 3, /^#{1,6} \S/m],
  ['md', 3, /^```/m],
  ['md', 2, /\[[^[\]\n]+\]\([^()\n ]+\)/],
  ['toml', 4, /^\[[\w.-]+\][ \t]*\r?\n[\w-]+ ?= ?["\d[{tf]/m],
  ['ini', 3, /^\[[^[\]\n]+\][ \t]*\r?\n[\w.-]+ ?=/m],
  ['yaml', 3, /^---[ \t]*$|^[\w-]+:[ \t]*\r?\n([ \t]+- |[ \t]+[\w-]+:)/m],
];

/** TypeScript is JavaScript with more: signs of both count for it as soon as it shows. */
export const includedLanguages: Record<string, string> = { ts: 'js', cpp: 'c' };

/** Programs that a `#!` line names, and the contract's word for their language. */
export const interpreters: [RegExp, string][] = [
  [/\bpython[\d.]*$/, 'py'],
  [/\b(node|deno|bun)$/, 'js'],
  [/\b(ts-node|tsx)$/, 'ts'],
  [/\b(ba|z|k|da|a)?sh$/, 'sh'],
  [/\bruby[\d.]*$/, 'rb'],
  [/\bperl[\d.]*$/, 'pl'],
  [/\bphp[\d.]*$/, 'php'],
  [/\blua[\d.]*$/, 'lua'],
  [/\bRscript$/, 'r'],
  [/\bpwsh$/, 'ps1'],
];
