/** Patterns that tell the language, libraries and first definition of a piece of code without a tree. */

// Section: signs of a language in a text without a file name, by the contract's identifiers; each expression is linear.

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

/** Languages that include another: signs of the included one count for them as soon as they show signs of their own. */
export const includedLanguages: Record<string, string> = { ts: 'js', cpp: 'c' };

/** Interpreters in a `#!` line, with the contract's identifier of their language. */
const interpreters: [RegExp, string][] = [
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

/** The language of a text by the interpreter in its `#!` line, as the contract's identifier, which is an ending too. */
export function languageOfShebang(text: string): string | undefined {
  const [, line] = /^#!([^\r\n]{1,200})/.exec(text) ?? [];
  const name = line
    ?.trim()
    .split(/\s+/)
    .find((part) => !/^-|\/env$|=/.test(part));
  return name === undefined ? undefined : interpreters.find(([pattern]) => pattern.test(name))?.[1];
}

// Section: lines that name libraries, for pieces without a tree.

export type Finder = { pattern: RegExp; name: (module: string) => string | undefined };

const packageOf = (module: string): string | undefined => {
  if (/^[./~#]|^node:|^@\//.test(module)) return undefined;
  const [scope, name] = module.split('/');
  return scope?.startsWith('@') && name ? `${scope}/${name}` : scope;
};

const firstPart = (module: string): string | undefined => module.split(/[.:\\]/)[0];
const reverseDomain = /^(com|org|net|io|de|dev|edu|gov|me|co)$/;
/** Standard libraries. */
export const standardLibraries = new Set(
  `java javax kotlin scala system std core alloc crate self super stdio stdlib string math time errno ctype iostream
   vector map memory algorithm os sys re json typing fs path util fmt errors strings strconv context dataclasses
   collections functools itertools pathlib subprocess logging datetime abc enum io __future__`.split(/\s+/),
);

function javaName(module: string): string | undefined {
  const [first = '', second] = module.split('.');
  return reverseDomain.test(first) ? second : first;
}

/**
 * Name of a Go module: `github.com/gin-gonic/gin/v2` is gin; a path without a dot in its first part is the standard
 * library's.
 */
function goName(module: string): string | undefined {
  if (!module.split('/')[0]?.includes('.')) return undefined;
  return module
    .replace(/\/v\d+$/, '')
    .split('/')
    .at(-1);
}

const scriptImports: Finder[] = [
  { pattern: /\bfrom\s+['"]([^'"\n]{1,200})['"]/g, name: packageOf },
  { pattern: /^[ \t]*import\s+['"]([^'"\n]{1,200})['"]/gm, name: packageOf },
  { pattern: /\b(?:require|import)\(\s*['"]([^'"\n]{1,200})['"]\s*\)/g, name: packageOf },
];
const pythonImports: Finder[] = [{ pattern: /^[ \t]*(?:from|import)[ \t]+([\w]+)/gm, name: firstPart }];
const javaImports: Finder[] = [{ pattern: /^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.]+)/gm, name: javaName }];

/** Finders of libraries, by the contract's identifiers of languages. */
export const libraryFinders: Record<string, Finder[]> = {
  ts: scriptImports,
  tsx: scriptImports,
  js: scriptImports,
  jsx: scriptImports,
  mjs: scriptImports,
  vue: scriptImports,
  svelte: scriptImports,
  py: pythonImports,
  pyi: pythonImports,
  go: [{ pattern: /^[ \t]*(?:import[ \t]+)?(?:\w+[ \t]+)?"([\w./-]{1,200})"[ \t]*$/gm, name: goName }],
  rs: [{ pattern: /^[ \t]*(?:pub[ \t]+)?(?:use|extern crate)[ \t]+(\w+)/gm, name: firstPart }],
  java: javaImports,
  kt: javaImports,
  scala: javaImports,
  groovy: javaImports,
  cs: [{ pattern: /^[ \t]*using[ \t]+(?:static[ \t]+)?([\w.]+);/gm, name: firstPart }],
  c: [{ pattern: /^[ \t]*#[ \t]*include[ \t]*<([\w./-]+?)(?:\.\w+)?>/gm, name: (module) => module.split('/')[0] }],
  cpp: [{ pattern: /^[ \t]*#[ \t]*include[ \t]*<([\w./-]+?)(?:\.\w+)?>/gm, name: (module) => module.split('/')[0] }],
  rb: [{ pattern: /^[ \t]*require[ \t]+['"]([\w/-]+)['"]/gm, name: (module) => module.split('/')[0] }],
  php: [{ pattern: /^[ \t]*use[ \t]+\\?([\w\\]+)/gm, name: firstPart }],
  swift: [{ pattern: /^[ \t]*import[ \t]+(\w+)/gm, name: firstPart }],
  dart: [{ pattern: /^[ \t]*import[ \t]+['"]package:([\w]+)\//gm, name: (module) => module }],
};

// Section: first lines of definitions in pieces without a tree, by the contract's identifiers; each expression looks at
// one line and is linear.

export type Pattern = [kind: string, pattern: RegExp];

const modifiers =
  '(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|async|override|virtual|sealed|open|suspend|inline|pub(?:\\(\\w+\\))?|unsafe|const|data|partial|readonly|extern)\\s+)*';

const scriptDefinitions: Pattern[] = [
  ['class', new RegExp(`^\\s*${modifiers}class\\s+([\\w$]+)`)],
  ['interface', new RegExp(`^\\s*${modifiers}interface\\s+([\\w$]+)`)],
  ['type', new RegExp(`^\\s*${modifiers}(?:type|enum)\\s+([\\w$]+)`)],
  ['function', new RegExp(`^\\s*${modifiers}function\\s*(?:\\*\\s*)?([\\w$]+)`)],
  [
    'function',
    /^\s*(?:export\s+)?(?:const|let|var)\s+([\w$]+)[^=\n]{0,120}=\s*(?:async\s*)?(?:function\b|\([^()]{0,200}\)[^=\n]{0,80}=>|[\w$]+\s*=>)/,
  ],
  ['function', /^\s*(?:module\.)?exports\.([\w$]+)\s*=\s*(?:async\s*)?(?:function\b|\()/],
  ['function', /^\s*(?:[\w$]+\.)+([\w$]+)\s*=\s*(?:async\s+)?function\b/],
  [
    'function',
    /^\s+(?:static\s+|async\s+|get\s+|set\s+)*(?!if\b|for\b|while\b|switch\b|catch\b|return\b)([\w$#]+)\s*\([^()]{0,200}\)[^{;=]{0,80}\{\s*$/,
  ],
  ['constant', /^\s*(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*[:=]/],
];

const pythonDefinitions: Pattern[] = [
  ['class', /^\s*class\s+(\w+)/],
  ['function', /^\s*(?:async\s+)?def\s+(\w+)/],
  ['constant', /^([A-Z][A-Z0-9_]{2,})\s*(?::[^=\n]{1,80})?=/],
];

const go: Pattern[] = [
  ['function', /^func\s+(?:\([^()]{0,120}\)\s*)?(\w+)/],
  ['type', /^type\s+(\w+)/],
  ['constant', /^(?:var|const)\s+(\w+)/],
];

const rust: Pattern[] = [
  ['type', new RegExp(`^\\s*${modifiers}(?:struct|enum|trait|type|union)\\s+(\\w+)`)],
  ['implementation', /^\s*impl(?:\s*<[^>]{0,120}>)?\s+(?:[\w:<>,][\w:<>, ]{0,119}\s+for\s+)?(\w+)/],
  ['function', new RegExp(`^\\s*${modifiers}fn\\s+(\\w+)`)],
  ['macro', /^\s*macro_rules!\s+(\w+)/],
];

const curly: Pattern[] = [
  ['class', new RegExp(`^\\s*${modifiers}(?:class|record|struct|object|actor|extension)\\s+(\\w+)`)],
  ['interface', new RegExp(`^\\s*${modifiers}(?:interface|protocol|trait|@interface)\\s+(\\w+)`)],
  ['type', new RegExp(`^\\s*${modifiers}(?:enum|typealias|namespace|union)\\s+(?:class\\s+)?([\\w.]+)`)],
  ['function', new RegExp(`^\\s*${modifiers}(?:func|fun|function)\\s+(?:<[^>]{0,80}>\\s*)?(?:\\w+\\.)?(\\w+)`)],
  [
    'function',
    /^\s*(?!return\b|new\b|else\b|throw\b)[\w:<>,*&[\]?. ]{2,160}[\s*&](~?\w+)\s*\([^;{}]{0,300}\)?[^;]{0,80}(?:\{\s*(?:\}\s*)?)?$/,
  ],
];

export const definitionLines: Record<string, Pattern[]> = {
  ...of('ts tsx js jsx mjs coffee vue svelte', scriptDefinitions),
  ...of('py py3 pyw pyi', pythonDefinitions),
  ...of('go', go),
  ...of('rs', rust),
  ...of('java kt cs swift c h cc cpp cxx hpp hh scala dart groovy php m mm sol zig', curly),
  ...of('rb ex exs', [
    ['class', /^\s*(?:class|module|defmodule)\s+([\w:.]+)/],
    ['function', /^\s*(?:def|defp|defmacro)\s+(?:self\.)?([\w.?!]+)/],
  ]),
  ...of('sh bash zsh ps1', [['function', /^\s*(?:function\s+)?([\w-]+)\s*(?:\(\)\s*)?\{/]]),
  ...of('lua', [['function', /^\s*(?:local\s+)?function\s+([\w.:]+)/]]),
  ...of('sql ddl dml', [
    ['table', /^\s*create\s+(?:temp\w*\s+)?table\s+(?:if\s+not\s+exists\s+)?["'`[]?([\w.]+)/i],
    ['function', /^\s*create\s+(?:or\s+replace\s+)?(?:function|procedure|view|index|trigger)\s+["'`[]?([\w.]+)/i],
  ]),
  ...of('md markdown', [['section', /^#{1,6}\s+(\S[^\n]{0,100}?)\s*#*$/]]),
  ...of('css scss hljs-less', [['rule', /^([.#@]?[\w-][^{}\n]{0,60}?)\s*\{/]]),
  ...of('hs elm ml', [
    ['function', /^(\w+)\s*::/],
    ['type', /^(?:data|type|newtype)\s+(\w+)/],
    ['function', /^let\s+(?:rec\s+)?(\w+)/],
  ]),
};

function of(words: string, patterns: Pattern[]): Record<string, Pattern[]> {
  return Object.fromEntries(words.split(' ').map((word) => [word, patterns]));
}
