/**
 * How single languages declare names, as regular expressions over whole passages: for languages that no grammar is
 * shipped for, where the patterns of declarations.ts are wrong or see nothing. Source: each language's reference.
 * Known limit: a string that looks like a definition is taken for one.
 */

export interface LanguageNames {
  patterns: readonly RegExp[];
  /** The general patterns would find wrong names. */
  isAlone?: boolean;
}

const kotlin: LanguageNames = {
  patterns: [
    /\bfun\s+(?:<[^>\n]{0,80}>\s*)?(?:[\w<>?.,* ]{1,60}\.)?`?(\w+)`?\s*\(/g,
    /\b(?:class|interface|object|typealias)\s+(\w+)/g,
    /^[ \t]{0,8}(?:(?:public|private|internal|protected|override|const|lateinit|open|abstract|actual|expect|inline)\s+){0,4}(?:val|var)\s+(?:<[^>\n]{0,60}>\s*)?(?:[\w<>?]{1,40}\.)?(\w+)/gm,
  ],
  isAlone: true,
};

const swift: LanguageNames = {
  patterns: [
    /\bfunc\s+([\w]+)/g,
    /\b(?:class|struct|enum|protocol|extension|actor|typealias|associatedtype|precedencegroup|macro)\s+(?!func\b|var\b|let\b)([A-Za-z_]\w*)/g,
    /^[ \t]{0,4}(?:@\w+\s+)?(?:(?:public|private|internal|fileprivate|open|static|class|final|lazy|weak|override|package)(?:\(set\))?\s+){0,4}(?:let|var)\s+(\w+)/gm,
  ],
  isAlone: true,
};

const scala: LanguageNames = {
  patterns: [
    /\b(?:class|object|trait|enum|given)\s+(\w+)/g,
    /\b(?:def|type)\s+(\w+)/g,
    /^[ \t]{0,4}(?:(?:implicit|lazy|private|protected|final|override|inline)(?:\[\w+\])?\s+){0,4}(?:val|var)\s+(\w+)/gm,
  ],
  isAlone: true,
};

const elixir: LanguageNames = {
  patterns: [
    /^[ \t]*def(?:module|protocol|impl|exception)\s+(?:\w+\.)*(\w+)/gm,
    /^[ \t]*def(?:macro|guard|delegate|n)?p?\s+(\w+[?!]?)/gm,
    /^[ \t]*@(?:type|typep|opaque|callback|macrocallback)\s+(\w+)/gm,
    /^[ \t]*(?:test|describe)\s+"([^"\n]{2,80})"/gm,
  ],
  isAlone: true,
};

const haskell: LanguageNames = {
  patterns: [
    /^([a-z_][\w']*)(?:\s*,\s*[a-z_][\w']*)*\s*::/gm,
    // Its type follows on the next row.
    /^(?!(?:where|do|let|in|of|then|else)\b)([a-z_][\w']{0,80})[ \t]{0,8}$/gm,
    /^\(?([^\s\w()'",;`[\]{}]{1,6})\)\s*::/gm,
    /^(?:data|newtype|type|class|type\s+family|data\s+family)\s+(?:family\s+)?(?:[^=\n]{0,80}=>\s*)?([A-Z]\w*)/gm,
    /^instance\s+(?:[^=\n]{0,80}=>\s*)?([A-Z]\w*)/gm,
    /^module\s+(?:\w+\.)*(\w+)/gm,
  ],
  isAlone: true,
};

const lua: LanguageNames = {
  patterns: [
    /\bfunction\s+(?:[\w.]+[.:])?(\w+)\s*\(/g,
    /(?:^|[\s.])(\w+)\s*=\s*function\b/gm,
    /^(?:local\s+)?(?:\w+\.)*(\w+)\s*=\s*(?:\{|setmetatable|require)/gm,
  ],
  isAlone: true,
};

const dart: LanguageNames = {
  patterns: [
    /\b(?:class|mixin|extension(?:\s+type)?|enum|typedef)\s+(?!on\b|class\b)(\w+)/g,
    /^[ \t]{0,4}(?:(?:static|external|final|const|late|abstract|override)\s+){0,3}(?:[\w<>?,.[\]]+\s+){1,2}(?:get\s+|set\s+)?(\w+)\s*(?:\([^;{}]{0,300}\)\s*)?(?:(?:async\*?|sync\*)\s*)?(?:\{|=>)/gm,
    // Named parameters stand in braces, often on rows of their own.
    /^[ \t]{0,4}(?!(?:await|return|throw|yield|new|else)\b)(?:(?:static|external)\s+)?[\w<>?,.[\]]{1,80}\s+(\w{1,80})\s?\([^;{}()]{0,200}\{(?:[^;{}()]{0,300}\}|[ \t]*$)/gm,
  ],
};

const sql: LanguageNames = {
  patterns: [
    /\bcreate\s+(?:or\s+(?:replace|alter)\s+)?(?:(?:global|local|temp|temporary|unique|unlogged|materialized|recursive|external|virtual|clustered)\s+){0,3}(?:table|view|function|procedure|trigger|index|type|schema|sequence|policy|extension|database|role|domain|aggregate)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(?:["`[]?\w+["`\]]?\.)?["`[]?(\w+)/gi,
    /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(?:["`[]?\w+["`\]]?\.)?["`[]?(\w+)/gi,
    /\bwith\s+(?:recursive\s+)?(\w+)\s+as\s*\(/gi,
  ],
  isAlone: true,
};

const lisp: LanguageNames = {
  patterns: [/\(\s*(?:def[\w-]*|define(?:-[\w-]+)?|ns)\s+\(?(?:\^?:?[\w-]+\s+)??([^\s()[\]"']{2,80})(?=[\s()[\]])/g],
  isAlone: true,
};

const graphql: LanguageNames = {
  patterns: [
    /\b(?:type|input|interface|enum|union|scalar|query|mutation|fragment|subscription)\s+(\w+)/g,
    /\bdirective\s+@(\w+)/g,
  ],
  isAlone: true,
};

const styles: LanguageNames = {
  patterns: [
    /@(?:mixin|function|keyframes|layer|property)\s+([\w-]+)/g,
    /^[ \t]{0,4}[^\s{}@]{0,60}[.#]([A-Za-z][\w-]+)[^;{}\n]{0,120}\{/gm,
    /^[ \t]{0,4}(--[\w-]+)\s*:/gm,
    /^\$([\w-]+)\s*:/gm,
  ],
};

const markup: LanguageNames = {
  patterns: [/\bid\s*=\s*["']([\w-]{2,60})["']/g, /\bname\s*=\s*["']([\w-]{2,60})["']/g],
};

/** A function's return type is several words, and its brace may stand on the next row. */
const c: LanguageNames = {
  patterns: [
    /^(?:[A-Za-z_][\w:<>,]{0,60}[ \t*&]{1,6}){1,5}(?:\w{1,40}::)?(~?[A-Za-z_]\w{0,80})\s?\([^;{}]{0,400}\)[^;{}()\n]{0,60}\s{0,3}\{/gm,
    /^[ \t]*#[ \t]*define[ \t]+(\w+)/gm,
    /\btypedef\b[^;{}()]{0,120}\(\s*\*\s*(\w+)\s*\)/g,
    /^\}\s*(\w+)\s*;/gm,
  ],
};

const ml: LanguageNames = {
  patterns: [
    /^[ \t]{0,4}(?:let|and)\s+(?:rec\s+)?(?:inline\s+|mutable\s+|private\s+)?([a-z_]\w*'?)/gm,
    /^[ \t]{0,4}(?:type|module(?:\s+type)?|exception|class|external|val)\s+(?:rec\s+)?(?:'\w+\s+|\([^)\n]{0,40}\)\s+)?(?:[A-Z]\w*\.)*(\w+)/gm,
    /\bmember\s+(?:\w+\.)?(\w+)/g,
  ],
  isAlone: true,
};

const byKey = new Map<string, LanguageNames>([
  ...['kt', 'kts'].map((key) => [key, kotlin] as const),
  ['swift', swift],
  ...['scala', 'sc'].map((key) => [key, scala] as const),
  ...['ex', 'exs'].map((key) => [key, elixir] as const),
  ...['hs', 'elm', 'purs'].map((key) => [key, haskell] as const),
  ['lua', lua],
  ['dart', dart],
  ['sql', sql],
  ...['clj', 'cljs', 'cljc', 'lisp', 'el', 'scm'].map((key) => [key, lisp] as const),
  ...['graphql', 'gql'].map((key) => [key, graphql] as const),
  ...['css', 'scss', 'less'].map((key) => [key, styles] as const),
  ...['html', 'htm', 'xml', 'vue', 'svelte'].map((key) => [key, markup] as const),
  ...['c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'hh', 'm', 'mm', 'ino'].map((key) => [key, c] as const),
  ...['ml', 'mli', 'fs', 'fsx'].map((key) => [key, ml] as const),
  ['zig', { patterns: [/^[ \t]*test\s+"([^"\n]{2,80})"/gm, /^[ \t]{0,8}(?:pub\s+)?(?:const|var)\s+(\w+)/gm] }],
  ['proto', { patterns: [/\b(?:message|service|rpc|enum|oneof|extend)\s+(\w+)/g], isAlone: true }],
  [
    'erl',
    {
      patterns: [
        /^([a-z]\w*)\s*\([^)]{0,400}\)[^.;]{0,80}->/gm,
        /^-(?:record|define|type|opaque|module)\s*(?:\(\s*)?(\w+)/gm,
      ],
      isAlone: true,
    },
  ],
  [
    'r',
    {
      patterns: [
        /^[ \t]*([\w.]+)\s*(?:<-|=)\s*(?:function\b|R6Class|\\\()/gm,
        /\bset(?:Class|Generic|Method)\(\s*"(\w+)"/g,
      ],
    },
  ],
  [
    'jl',
    {
      patterns: [
        /\b(?:function|macro)\s+(?:\w+\.)*(\w+!?)/g,
        /^(?:\w+\.)*(\w+!?)\([^()\n]{0,200}\)\s*=(?!=)/gm,
        /\b(?:struct|module|abstract\s+type)\s+(\w+)/g,
      ],
      isAlone: true,
    },
  ],
  [
    'tf',
    {
      patterns: [
        /^(?:resource|data)\s+"[^"\n]*"\s+"([^"\n]+)"/gm,
        /^(?:variable|module|output|provider)\s+"([^"\n]+)"/gm,
      ],
      isAlone: true,
    },
  ],
  ['makefile', { patterns: [/^([\w./-]+)\s*:(?!=)/gm, /^([A-Z][A-Z0-9_]*)\s*[:?+]?=/gm], isAlone: true }],
  ['mk', { patterns: [/^([\w./-]+)\s*:(?!=)/gm, /^([A-Z][A-Z0-9_]*)\s*[:?+]?=/gm], isAlone: true }],
  ['dockerfile', { patterns: [/^FROM\s+\S+\s+AS\s+(\S+)/gim, /^(?:ARG|ENV)\s+(\w+)/gim], isAlone: true }],
  ...['json', 'jsonc'].map(
    (key) => [key, { patterns: [/^[ \t]{0,4}"([\w.@/ -]{2,60})"\s*:/gm], isAlone: true }] as const,
  ),
  ...['yml', 'yaml'].map((key) => [key, { patterns: [/^ {0,2}([\w./-]{2,60}):(?=\s|$)/gm], isAlone: true }] as const),
  ...['toml', 'ini', 'cfg'].map(
    (key) =>
      [
        key,
        {
          patterns: [/^[ \t]*\[+[ \t]*"?([^\]"\s][^\]"\n]{1,79})"?[ \t]*\]+/gm, /^([\w.-]{2,60})\s*=/gm],
          isAlone: true,
        },
      ] as const,
  ),
  [
    'nim',
    {
      patterns: [
        /\b(?:proc|func|method|iterator|template|macro|converter)\s+`?(\w+)/g,
        /^[ \t]*(\w+)\*?\s*=\s*(?:ref\s+)?(?:object|enum|tuple)\b/gm,
      ],
    },
  ],
  ['sol', { patterns: [/\b(?:contract|library|event|modifier|error|mapping)\s+(\w+)/g] }],
  ...['pl', 'pm'].map(
    (key) => [key, { patterns: [/\bsub\s+(\w+)/g, /^package\s+(?:\w+::)*(\w+)/gm], isAlone: true }] as const,
  ),
  ...['groovy', 'gradle'].map((key) => [key, { patterns: [/\btask\s+(\w+)/g] }] as const),
  ...['bat', 'cmd'].map((key) => [key, { patterns: [/^:(\w+)/gm], isAlone: true }] as const),
]);

export function namesOfLanguage(language: string): LanguageNames | undefined {
  return byKey.get(language);
}
