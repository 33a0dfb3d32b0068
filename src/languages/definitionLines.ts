/** How the first lines of definitions look in pieces cut out of a file, of which no tree is made. By the contract's words; each expression looks at one line and is linear. */

export type Pattern = [kind: string, pattern: RegExp];

const modifiers =
  '(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|async|override|virtual|sealed|open|suspend|inline|pub(?:\\(\\w+\\))?|unsafe|const|data|partial|readonly|extern)\\s+)*';

const script: Pattern[] = [
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

const python: Pattern[] = [
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
  ...of('ts tsx js jsx mjs coffee vue svelte', script),
  ...of('py py3 pyw pyi', python),
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
