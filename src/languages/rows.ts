/**
 * What rows define in languages that have no grammar here, as in the parsers by pattern of universal-ctags (optlib). Read
 * by `engine/read/rowOutline.ts`.
 */
import type { symbolKinds } from './captures';

/**
 * What a row defines, with the groups `name` and, of what has one, `value`; and the row that ends it, its own or one
 * below, where that can be told from the row alone. A form without groups has the name in the row that ends it.
 */
export type RowForm = readonly [kind: keyof typeof symbolKinds, row: RegExp, end?: RegExp];

export interface RowForms {
  /** The first form that matches is right. Members, fields and variables may have several names, with commas. */
  defines: readonly RowForm[];
  /** What rows define or import at the first depth inside of a row, rather than what they are elsewhere. */
  inside?: readonly { of: RegExp; defines?: readonly RowForm[]; imports?: RegExp }[];
  /**
   * A row that ends a definition, with the group `word` for the one it ends: the innermost whose first row has that word, or
   * without one the innermost that is as far in.
   * Where it is absent, or no row ends a definition, it goes on as far as rows are further in.
   */
  ends?: RegExp;
  /** A row as far in as its definition that goes on with it. What comes after a blank row has a line end before it. */
  goesOn?: RegExp;
  /** A row as far in as its definition behind which all goes on with it, up to one as far in that ends it. */
  opens?: RegExp;
  /** A row of a preprocessor, which stands anywhere. */
  aside?: RegExp;
  /** True where a definition goes on to the next one. */
  untilNext?: boolean;
  /** A row above a definition that belongs to it, such as its type. */
  above?: RegExp;
  /** What a row imports; group `name`, with commas between several. */
  imports?: RegExp;
  /** Where a call is more than a name before a bracket; global, group `name`. */
  calls?: RegExp;
  /** Words that look like calls, lower case, separated by spaces. */
  noCalls?: string;
}

/** What rows look like in most languages. */
export const anyRow = {
  /** What a name says that it belongs to, `Cache` in `Cache.find`, and itself. */
  owners: /^(?<owners>.+)(?:::|\.|#)(?<own>[\w~"][^.:#]*)$/,
  step: /::|\.|#/,
  comma: /\s*,\s*/,
  /** As far in as its definition, a row that goes on with it, and one that ends it. */
  goesOn: /^\s*(?:[)\]{|]|=>)/,
  ends: /^\s*(?:\}|end\b)/i,
  /** What ends a head and is no part of it. */
  headEnd: /(?<=.)(?: ?(?:[-=]>|[{=:;,]| (?:do|is|then|begin)))+$/i,
  /** Where what a definition says begins behind its head. */
  body: /\s=\s|[-=]>|$/,
  failure:
    /(?<![\w.])(?<call>(?<=\b(?:throw|raise)\s{1,3}(?:new\s{1,3})?)(?!new\b)[A-Z][\w.]*|(?:error|die|(?:throw|raise)(?!\s+(?:new\s+)?[A-Z])|panic|fail|fatal|abort|assert|exit|croak|reject|signal|echoerr)\w*)\b(?!\s*:?[:=]\s)!?[^"\n]{0,60}?(?<text>"[^"\n]{3,200}"|'[^'"\n]{3,200}')/i,
  call: /(?<![\w"'])(?<name>[A-Za-z_][\w@#:.]*[?!]?)\s?\(/g,
  callStep: /[.:#]/,
  /** A word behind which a name is called. */
  command: /\b(?:call|do|await|spawn)\s+$/i,
  /** Words before a bracket that call nothing. */
  noCalls:
    'if elseif elsif elif while for foreach switch select case when with return and or not in is of do end yield function fun func def let set proc lambda',
  text: /"(?:\\.|[^"\\\n])*"/g,
  betweenImports: /\s*,\s*(?![^[]*\])|\)\s*\(/,
  aroundImport: /^[("\s]+|[)"\s]+$/g,
};

/** A name as the Lisps write it, behind the head of a list. */
const inList = (head: string): RegExp =>
  new RegExp(String.raw`^\s*\(${head}\s+(?:\(setf\s+|\()?(?:#?:|")?(?<name>[^\s()'"${'`'},]+)`);

/** For languages without calls. */
const never = /(?<name>)(?!)/g;

const lisp: RowForms = {
  defines: [
    [
      'macro',
      inList('(?:defmacro|define-macro|define-syntax|define-syntax-rule|define-syntax-parser|define-compiler-macro)'),
    ],
    ['class', inList('(?:defclass|defstruct|define-record-type|define-condition|define-struct|struct)')],
    ['class', /^\s*\(define\s+(?<name>[^\s()]+%)(?=\s|$)/],
    ['interface', /^\s*\(define\s+(?<name>[^\s()]+<%>)(?=\s|$)/],
    ['module', /^\s*\(define-library\s+\(?(?<name>[^()\n]+)/],
    ['module', inList('(?:defpackage|define-package|module[*+]?)')],
    ['type', inList('(?:deftype|define-type)')],
    ['test', /^\s*\((?:deftest|define-test|test-case|test-suite)\s+(?<name>"[^"\n]+"|[^\s()'"]+)/],
    ['test', /^\(test\s+(?<name>[^\s()'"]+)/],
    ['constant', /^\s*\((?:defconstant|define-constant|defparameter|defvar)\s+(?<name>[^\s()'"]+)\s*(?<value>[^\n]*)/],
    ['constant', /^\s*\(define-values\s+\((?<name>[^\s()]+)/],
    ['function', /^\s*\(define(?:\/[\w-]+|\*)?\s+\({1,3}(?<name>[^\s()'"]+)/],
    ['constant', /^\s*\(define\s+(?<name>[^\s()'"]+)\s+(?<value>(?!\((?:lambda|case-lambda|λ)(?!\S))[^\n]+)/],
    ['function', /^\(define(?:\/[\w-]+|\*)?\s+(?<name>[^\s()'"]+)/],
    ['function', inList(String.raw`(?:def(?:un|generic|method)|define-[\w-]+)`)],
  ],
  goesOn: /^\s*(?=\S)[^(#]/,
  imports: /^\s*\((?:require|import|use-package|load)\s+['#:]{0,2}(?<name>\([^\n]+|"?[^\s()"]+)/,
  inside: [{ of: /^\s*\(require(?:\s|$)/, imports: /^\s*(?<name>"[^"\n]+"|[\w./-]+)/ }],
  calls: /(?<!['`])\((?<name>[^\s()[\]'"`,;:#{][^\s()[\]'"`,;]*)/g,
  noCalls:
    'setf setq set! define defun defmacro declaim declare inline export in-package provide require import begin progn lambda λ let let* letrec letrec* let-values flet labels cond unless eval-when module+ syntax-rules quote _ -> ->* struct-out contract-out define-record-type define-values match-define define/public define/private',
};

// prettier-ignore
export const rowForms = {
  erlang: {
    defines: [
      ['module', /^-module\(\s*(?<name>[\w@']+)/],
      ['struct', /^-record\(\s*(?<name>[\w@']+)/],
      ['macro', /^-define\(\s*(?<name>\w+)(?:\([^)\n]*\))?\s*,\s*(?<value>[^\n]*?)(?:\)\.)?\s*$/],
      ['type', /^-(?:type|opaque|nominal)\s+(?<name>[\w@]+)\(/],
      ['declaration', /^-callback\s+(?<name>[\w@]+)\(/],
      ['clause', /^(?<name>[a-z][\w@]*|'[^'\n]{1,80}')\(/],
    ],
    above: /^-(?:spec|doc|export)\b/,
    imports: /^-(?:include|include_lib|import|behaviou?r)\(\s*"?(?<name>[^",)]+)/,
    noCalls: 'export export_type ifdef ifndef undef define record type spec callback dialyzer compile fun pid term integer pos_integer non_neg_integer binary boolean atom map list',
  },
  fortran: {
    defines: [
      ['module', /^\s*(?:sub)?module\s+(?:\([^)\n]*\)\s*)?(?!(?:procedure|function|subroutine|pure|elemental)\b)(?<name>[a-z]\w*)\s*$/i],
      ['module', /^\s*program\s+(?<name>[a-z]\w*)/i],
      ['function', /^\s*(?:(?:pure|impure|elemental|recursive|module|integer|real|logical|complex|character|(?:type|class)\s*\(|double\s+precision)(?:\s*\([^)\n]*\)|\*\d+)?\s+){0,6}(?:function|subroutine)\s+(?<name>[a-z]\w*)/i],
      ['function', /^\s*module\s+procedure\s+(?<name>[a-z]\w*)\s*$/i],
      ['interface', /^\s*(?:abstract\s+)?interface\s+(?<name>[a-z]\w*)\s*$/i],
      ['type', /^\s*type(?:\s*,[^:\n]*::|\s*::|\s+)\s*(?<name>[a-z]\w*)\s*$/i],
      ['constant', /^\s*(?:integer|real|logical|complex|character|double\s+precision)[^:\n]*\bparameter\b[^:\n]*::\s*(?<name>[a-z]\w*)\s*=\s*(?<value>[^\n]+)/i],
    ],
    inside: [
      {
        of: /^\s*module\s+(?!(?:procedure|function|subroutine)\b)\w+\s*$/i,
        defines: [
          ['constant', /^\s*(?:integer|real|logical|complex|character|type|double\s+precision)[^:\n]*\bparameter\b[^:\n]*::\s*(?<name>[a-z]\w*)\s*=\s*(?<value>[^\n]+)/i],
          ['variable', /^\s*(?:integer|real|logical|complex|character|(?:type|class)\s*\(|double\s+precision)[^:\n]*::\s*(?<name>[a-z]\w*)[^=\n]*(?:=>?\s*(?<value>[^\n]+))?/i],
        ],
      },
      { of: /^\s*(?:abstract\s+)?interface\b/i, defines: [['declaration', /^\s*(?:module\s+)?procedure\b(?:\s*::)?\s*(?<name>[a-z]\w*)/i]] },
      { of: /^\s*type(?:\s*,|\s*::|\s+[a-z]\w*\s*$)/i, defines: [
        ['declaration', /^\s*(?:procedure|generic)\b[^:\n]*::\s*(?<name>[a-z]\w*)/i],
        ['field', /^\s*(?:integer|real|logical|complex|character|(?:type|class)\s*\(|double\s+precision)[^\n]*?::\s*(?<name>[a-z]\w*)[^=\n]*(?:=>?\s*(?<value>[^\n]+))?/i],
      ] },
    ],
    aside: /^#/,
    goesOn: /^\s*contains\b/i,
    ends: /^\s*end\s*(?<word>function|subroutine|submodule|module|program|procedure|type|interface|$)/i,
    noCalls: 'type class real integer logical character complex intent result extends dimension kind len bind allocatable only implicit',
    imports: /^\s*use\b(?:\s*,\s*\w+)?(?:\s*::)?\s*(?<name>[a-z]\w*)/i,
  },
  // Its grammar is as large as ten others, and fails on a quarter of real files.
  fsharp: {
    defines: [
      ['module', /^\s*(?:module|namespace)\s+(?:(?:rec|private|internal|public|global)\s+){0,3}(?<name>[\w.]+)/],
      ['class', /^\s*exception\s+(?<name>\w+)/],
      ['type', /^\s*(?:type|and)\s+(?:(?:private|internal|public)\s+)?(?:\[<[^\n]*?>\]\s*)?(?<name>``[^`\n]+``|[A-Za-z_][\w']*)/],
      ['declaration', /^\s*(?:static\s+)?abstract\s+(?:member\s+)?(?<name>``[^`\n]+``|[A-Za-z_][\w']*)/],
      ['method', /^\s*(?:(?:static|inline)\s+){0,2}(?:member|override|default)\s+(?:(?:inline|private|internal|public|val)\s+){0,3}(?:\w+\.)?(?<name>``[^`\n]+``|[A-Za-z_][\w']*)/],
      ['method', /^\s*static\s+member\s+(?:inline\s+)?\(\s?(?<name>[!$%&*+./<=>?@^|~-]+)\s?\)/],
      ['function', /^\s*let\s+(?:(?:rec|inline|private|internal|public)\s+){0,3}\(\s?(?<name>[!$%&*+./<=>?@^|~-]+)\s?\)/],
      ['function', /^\s*(?:let|and)\s+(?!(?:(?:private|internal|public)\s+)?mutable\b)(?:(?:rec|inline|private|internal|public)\s+){0,3}(?<name>``[^`\n]+``|\(\|[^)\n]+\|\)|[A-Za-z_][\w']*)(?:<[^>\n]*>)?(?:\s+[A-Za-z_][\w']*|\s*\()[^\n]*/],
      ['constant', /^\s*(?:\[<Literal>\]\s*)?let\s+(?:(?:mutable|private|internal|public|inline)\s+){0,3}(?<name>``[^`\n]+``|[A-Za-z_][\w']*)\s*(?::[^=\n]+)?=\s*(?<value>[^\n]*)/],
      ['test', /^\s*(?:p|f)?test(?:Case|List|Async|Task|CaseAsync|CaseTask|Property)?\s+"(?<name>[^"\n]+)"/],
    ],
    inside: [{ of: /^\s*(?:type|and)\s/, defines: [['member', /^\s*\|\s*(?<name>[A-Z]\w*)/], ['field', /^\s*(?:\{\s*|mutable\s+)?(?<name>[A-Z]\w*)\s*:\s*[^=\n]+$/]] }],
    above: /^\s*\[</,
    goesOn: /^\s*(?:with|interface|then|else)\b/,
    imports: /^\s*open\s+(?:type\s+)?(?<name>[\w.]+)/,
    calls: /(?<![\w"'.])(?:\w+\.){0,4}(?<name>[A-Za-z_]\w*)\s?\(/g,
  },
  // Its grammar loses a file behind what it does not know: traits, methods that a text names, untyped parameters.
  groovy: {
    defines: [
      ['class', /^\s*(?:@\w+(?:\([^)\n]*\))?\s+|(?:public|private|protected|abstract|final|static|sealed)\s+)*(?:class|trait|record)\s+(?<name>\w+)/],
      ['interface', /^\s*(?:(?:public|private|protected|static)\s+)*@?interface\s+(?<name>\w+)/],
      ['enum', /^\s*(?:(?:public|private|protected|static)\s+)*enum\s+(?<name>\w+)/],
      ['test', /^\s*(?:def|void)\s+(?<name>"[^"\n]+"|'[^'\n]+')\s*\(/],
      ['method', /^\s*(?:@\w+\s+|(?:public|private|protected|abstract|final|static|synchronized|default)\s+)*(?:<[^>\n]*>\s*)?(?:def|void|boolean|byte|char|short|int|long|float|double|(?:[a-z]\w*\.)*[A-Z]\w*)(?:<[^()\n]*>)?(?:\[\])*\s+(?<name>[a-z_]\w*)\s*\((?:[^()\n]|\([^()\n]*\))*(?:\)\s*(?:throws\b[^{\n]*)?(?:\{[^\n]*|default\b[^\n]*)?|,\s*)$/],
      ['method', /^\s*(?:(?:public|private|protected)\s+)?(?<name>[A-Z]\w*)\s*\((?:[^()\n]|\([^()\n]*\))*\)\s*\{[^\n]*$/],
    ],
    inside: [{ of: /^\s*(?:(?:@\w+(?:\([^)\n]*\))?|public|private|protected|abstract|final|static)\s+)*(?:class|trait|interface|enum)\s/, defines: [
      ['constant', /^\s*(?:(?:public|private|protected)\s+)?(?:static\s+final|final\s+static)\s+[^=\n]*?(?<name>\w+)\s*=\s*(?<value>[^\n]+)/],
      ['field', /^\s*(?:(?:public|private|protected|static|final|transient|volatile)\s+)*(?:def|void|boolean|byte|char|short|int|long|float|double|(?:[a-z]\w*\.)*[A-Z]\w*)(?:<[^()\n]*>)?(?:\[\])*\s+(?<name>\w+)\s*(?:=\s*(?<value>[^\n]+))?$/],
    ] }],
    above: /^\s*@\w/,
    imports: /^\s*import\s+(?:static\s+)?(?<name>[\w.*]+)/,
  },
  vim: {
    defines: [
      ['function', /^\s*(?:fu|func|function)!?\s+(?:[sgbtwl]:|<SID>)?(?<name>[\w:#.<>{}]+)\s*\(/],
      ['function', /^\s*(?:export\s+)?def!?\s+(?:[sg]:)?(?<name>[\w:#]+)\s*\(/],
      ['function', /^\s*command!?\s+(?:-\S+\s+)*(?<name>[A-Z]\w*)/],
      ['variable', /^(?:let\s+(?:(?![gsbtwvla]:)|(?=[gsbtwv]:))|\s+let\s+(?=[gs]:))(?<name>(?:[gsbtwv]:)?[\w#]+)\s*=\s*(?<value>[^\n]+)/],
      ['section', /^\s*augroup\s+(?!end\b)(?<name>\w+)/i],
      ['constant', /^const\s+(?<name>[\w:#]+)\s*=\s*(?<value>[^\n]+)/],
    ],
    ends: /^\s*(?:end(?=fu|def)|(?=augroup\s+END\b))(?<word>fu|def|augroup)/i,
    imports: /^\s*(?:runtime!?|source|import)\s+(?<name>\S+)/,
  },
  nim: {
    defines: [
      ['function', /^\s*(?:proc|func|method|iterator|converter)\s+(?<name>`[^`\n]+`|[A-Za-z]\w*)/],
      ['macro', /^\s*(?:template|macro)\s+(?<name>`[^`\n]+`|[A-Za-z]\w*)/],
      ['class', /^(?:type\s+|\s+)(?<name>[A-Z]\w*)\*?\s*(?:\[[^\]\n]*\])?\s*(?:\{\.[^\n]*?\.\})?\s*=\s*(?:(?:ref|ptr)\s+)?object\b/],
      ['enum', /^(?:type\s+|\s+)(?<name>[A-Z]\w*)\*?\s*(?:\{\.[^\n]*?\.\})?\s*=\s*enum\b/],
      ['type', /^(?:type\s+|\s+)(?<name>[A-Z]\w*)\*?\s*(?:\[[^\]\n]*\])?\s*(?:\{\.[^\n]*?\.\})?\s*=\s*(?:(?:ref|ptr)\s+)?(?:tuple|distinct|concept|proc|set|seq|array|table)\b/i],
      ['type', /^type\s+(?<name>[A-Z]\w*)\*?/],
      ['constant', /^const\s+(?<name>[A-Za-z]\w*)\*?(?:\s*:[^=\n]+)?\s*=\s*(?<value>[^\n]+)/],
      ['variable', /^(?:let|var)\s+(?<name>[A-Za-z]\w*)\*?(?:\s*:[^=\n]+)?(?:\s*=\s*(?<value>[^\n]+))?/],
      ['test', /^\s*(?:test|suite)\s+"(?<name>[^"\n]+)"/],
    ],
    inside: [
      { of: /^\s*type\s*$/, defines: [['type', /^\s*(?<name>[A-Z]\w*)\*?\s*(?:\[[^\]\n]*\])?\s*=(?!\s*(?:enum|(?:(?:ref|ptr)\s+)?object)\b)/]] },
      { of: /^\s*const\s*$/, defines: [['constant', /^\s*(?<name>[A-Za-z]\w*)\*?(?:\s*:[^=\n]+)?\s*=\s*(?<value>[^\n]+)/]] },
      { of: /^(?:let|var)\s*$/, defines: [['variable', /^\s*(?<name>[A-Za-z]\w*)\*?(?:\s*:[^=\n]+)?(?:\s*=\s*(?<value>[^\n]+))?/]] },
      { of: /=\s*enum\b/, defines: [['member', /^\s*(?<name>[A-Za-z]\w*(?:\s*,\s*[A-Za-z]\w*)*)(?:\s*=\s*(?<value>[^\n,]+))?,?\s*$/]] },
    ],
    imports: /^\s*(?:import|include|from)\s+(?<name>[\w/.]*\[[^\]\n]+\]|[\w/.]+(?:\s*,\s*[\w/.]+)*)/,
  },
  crystal: {
    defines: [
      ['class', /^\s*(?:(?:private|abstract)\s+)*(?:class|struct|annotation)\s+(?<name>[A-Z][\w:]*)/],
      ['module', /^\s*(?:private\s+)?(?:module|lib)\s+(?<name>[A-Z][\w:]*)/],
      ['enum', /^\s*(?:private\s+)?enum\s+(?<name>[A-Z][\w:]*)/],
      ['macro', /^\s*(?:private\s+)?macro\s+(?<name>[a-z_]\w*[?!]?)/],
      ['function', /^\s*(?:(?:private|protected|abstract)\s+)*(?:def|fun)\s+(?:self\.)?(?<name>[a-z_]\w*(?![\w{])[?!=]?|[^\s\w({]{1,3})/],
      ['property', /^\s*(?:class_)?(?:property|getter|setter)[?!]?\s+(?<name>[a-z_]\w*[?!]?)(?:\s*:[^=\n]+)?(?:\s*=\s*(?<value>[^\n]+))?/],
      ['class', /^\s*record\s+(?<name>[A-Z]\w*)/],
      ['type', /^\s*alias\s+(?<name>[A-Z]\w*)\s*=/],
      ['constant', /^\s*(?<name>[A-Z]\w*)\s*=\s*(?<value>[^=\n][^\n]*)/],
      ['test', /^\s*(?:it|describe|context)\s+(?<name>"[^"\n]+"|[A-Z][\w:]*)/],
    ],
    inside: [{ of: /^\s*(?:private\s+)?enum\s/, defines: [['member', /^\s*(?<name>[A-Z]\w*)(?:\s*=\s*(?<value>[^\n]+))?\s*$/]] }],
    goesOn: /^\s*(?:rescue|ensure|else)\b/,
    above: /^\s*@\[/,
    imports: /^\s*require\s+"(?<name>[^"\n]+)"/,
  },
  lisp,
  protobuf: {
    defines: [
      ['class', /^\s*(?:message|extend)\s+(?<name>[\w.]+)/],
      ['interface', /^\s*service\s+(?<name>\w+)/],
      ['type', /^\s*oneof\s+(?<name>\w+)/],
      ['enum', /^\s*enum\s+(?<name>\w+)/],
      ['method', /^\s*rpc\s+(?<name>\w+)/],
      ['member', /^\s*(?<name>[A-Z][A-Z\d_]*)\s*=\s*(?<value>-?\d+)/],
    ],
    inside: [
      { of: /^\s*(?:message|extend|oneof)\b/, defines: [['field', /^\s*(?:(?:repeated|optional|required)\s+)?(?:map<[^>\n]+>|[\w.]+)\s+(?<name>\w+)\s*=\s*\d+(?:\s*\[[^\]\n]*\bdefault\s*=\s*(?<value>[^\],\n]+))?/]] },
      { of: /^\s*enum\b/, defines: [['member', /^\s*(?<name>\w+)\s*=\s*(?<value>-?\w+)/]] },
    ],
    calls: never,
    imports: /^\s*import\s+(?:public\s+)?"(?<name>[^"\n]+)"/,
  },
  graphql: {
    defines: [
      ['class', /^\s*(?:extend\s+)?(?:type|input)\s+(?<name>\w+)/],
      ['interface', /^\s*(?:extend\s+)?interface\s+(?<name>\w+)/],
      ['enum', /^\s*(?:extend\s+)?enum\s+(?<name>\w+)/],
      ['type', /^\s*(?:union|scalar|directive)\s+@?(?<name>\w+)/],
      ['function', /^\s*(?:query|mutation|subscription|fragment)\s+(?<name>\w+)/],
    ],
    inside: [
      { of: /^\s*(?:extend\s+)?(?:type|input|interface)\b/, defines: [['field', /^\s*(?<name>\w+)\s*[:(]/]] },
      { of: /^\s*(?:extend\s+)?enum\b/, defines: [['member', /^\s*(?<name>\w+)/]] },
    ],
    above: /^\s*"[^"\n]*"\s*$/,
    calls: /\.\.\.\s?(?<name>(?!on\b)\w+)/g,
  },
  sql: {
    defines: [
      ['function', /^\s*create\s+(?:or\s+(?:replace|alter)\s+)?(?:definer\s*=\s*\S+\s+)?(?:aggregate\s+)?(?:function|procedure|proc|event)\s+(?:if\s+not\s+exists\s+)?(?:[\w"`[\]@]+\.){0,3}["`[]?(?<name>[\w$]+)/i, /^\s*create\b[^\n]*;\s*$|^(?:\$\w*\$|end\b|go\s*$|\/\/?\s*$)|^\s*as\s+'[^\n]*;\s*$/i],
      ['function', /^\s*alter\s+(?:procedure|proc)\s+(?:[\w"`[\]@]+\.){0,3}["`[]?(?<name>[\w$]+)["`\]]?\s*(?!.*\b(?:owner|rename|set|depends)\b)[^;]*$/i, /^(?:end\b|go\s*$)/i],
      ['module', /^\s*create\s+(?:or\s+replace\s+)?(?:(?:non)?editionable\s+)?package\s+(?:body\s+)?(?:[\w"]+\.)?"?(?<name>\w+)/i, /^(?:end\b|\/\s*$)/i],
      ['function', /^\s+(?:procedure|function)\s+(?<name>\w+)(?![^\n]*;\s*$)/i, /^\s*end\b(?!\s*(?:if|loop|case)\b)/i],
      ['function', /^\s*create\s+(?:or\s+replace\s+)?(?:definer\s*=\s*\S+\s+)?(?:constraint\s+)?trigger\s+(?:if\s+not\s+exists\s+)?(?:[\w"`[\]@]+\.){0,3}["`[]?(?<name>[\w$]+)/i, /;\s*$|^go\s*$/i],
      ['class', /^\s*create\s+(?:or\s+replace\s+)?(?:(?:algorithm|definer)\s*=\s*\S+\s+){0,2}(?:sql\s+security\s+\w+\s+)?(?:(?:global|local|temp|temporary|unlogged|external|foreign|virtual)\s+){0,2}(?:table|view|materialized\s+view|recursive\s+view)\s+(?:if\s+not\s+exists\s+)?(?:[\w"`[\]@]+\.){0,3}["`[]?(?<name>[\w$]+)/i, /;\s*$|^go\s*$/i],
      // A view whose rights stand in rows of their own above it.
      ['class', /^\s*view\s+(?:[\w"`]+\.)?["`]?(?<name>[\w$]+)["`]?\s*(?:\(|as\b|$)/i, /;\s*$/],
      ['type', /^\s*create\s+(?:or\s+replace\s+)?(?:type|domain|extension|schema|sequence|role|policy)\s+(?:if\s+not\s+exists\s+)?(?:[\w"`[\]@]+\.){0,3}["`[]?(?<name>[\w$]+)/i, /;\s*$|^go\s*$/i],
      ['key', /^\s*create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?["`[]?(?!on\b)(?<name>\w+)/i, /;\s*$|^go\s*$/i],
    ],
    above: /^\s*(?:create(?:\s+or\s+replace)?|(?:algorithm|definer)\s*=\s*\S+|sql\s+security\s+\w+)\s*$/i,
    goesOn: /^\s*(?:\$|language\b|begin\b|as\b|returns\b|is\b)/i,
    calls: /(?<![\w"'@])(?:\w+\.){0,3}(?<name>[A-Za-z_]\w*)\(/g,
    noCalls: 'values check numeric varchar char decimal key unique exists nvarchar using',
  },
  cmake: {
    defines: [
      ['function', /^\s*function\s*\(\s*(?<name>[\w-]+)/i],
      ['macro', /^\s*macro\s*\(\s*(?<name>[\w-]+)/i],
      ['class', /^\s*add_(?:library|executable|custom_target|test)\s*\(\s*(?:NAME\s+)?(?<name>[\w.:-][\w.:${}-]*)/i],
      ['variable', /^\s*option\s*\(\s*(?<name>\w+)\s+(?<value>[^\n]+?)\s*\)?\s*$/i],
      ['variable', /^set\s*\(\s*(?<name>\w+)(?:\s+(?<value>[^\n)]+))?/i],
    ],
    ends: /^\s*end(?<word>function|macro)\s*\(/i,
    noCalls: 'endif endforeach endwhile endfunction endmacro else project cmake_minimum_required message set unset list',
    imports: /^\s*(?:include|find_package|add_subdirectory)\s*\(\s*(?<name>[^\s)]+)/i,
  },
  tcl: {
    defines: [
      ['function', /^\s*(?:proc|method|itcl::body|::itcl::body|private\s+method|public\s+method|protected\s+method)\s+(?<name>[^\s{}"]+)/],
      ['function', /^\s*(?<name>constructor|destructor)\s*(?:\{|$)/],
      ['class', /^\s*(?:oo::class\s+create|class|(?:::)?itcl::class|snit::(?:type|widget|widgetadaptor))\s+(?<name>[\w:]+)/],
      ['module', /^\s*namespace\s+eval\s+(?::{2})?(?<name>[\w:]+)/],
      ['variable', /^\s*variable\s+(?<name>\w+)(?:\s+(?<value>[^\n]+))?\s*$/],
      ['variable', /^set\s+(?<name>[\w:]+)\s+(?<value>[^[$\s][^\n]*)/],
      ['test', /^\s*test\s+(?<name>[\w.:-]+)\s/],
    ],
    imports: /^\s*(?:source|package\s+require)\s+(?:\[[^\]\n]*\s)?(?<name>[^\s\]]+)/,
    calls: /(?:^|[[;]|\{\s)\s*(?<name>[A-Za-z_:][\w:]*)(?=\s|\]|$)/g,
    noCalls: 'set variable global upvar incr append lappend lassign list expr break continue error uplevel namespace array dict string puts my else elseif catch eval unset info format regexp split join lindex llength lrange concat superclass package export',
  },
  pascal: {
    defines: [
      ['module', /^\s*(?:unit|program|library|package)\s+(?<name>[\w.]+)\s*;/i],
      ['class', /^\s*(?<name>[a-z]\w*)(?:<[^>\n]+>)?\s*=\s*(?:packed\s+)?(?:class(?!\s+of\b)|record|object)\b/i],
      ['interface', /^\s*(?<name>[a-z]\w*)(?:<[^>\n]+>)?\s*=\s*(?:disp)?interface\b/i],
      ['method', /^\s*(?:class\s+)?(?:procedure|function|constructor|destructor|operator)\s+(?<name>\w+(?:<[^>\n]+>)?\.[\w.]+)/i],
      ['function', /^\s*(?:class\s+)?(?:procedure|function|constructor|destructor|operator)\s+(?<name>\w+)/i],
      ['property', /^\s*(?:class\s+)?property\s+(?<name>\w+)/i],
    ],
    inside: [
      { of: /^\s*type\s*$/i, defines: [
        ['enum', /^\s*(?<name>[a-z]\w*)\s*=\s*\(/i],
        ['type', /^\s*(?<name>[a-z]\w*)(?:<[^>\n]+>)?\s*=(?!\s*(?:packed\s+)?(?:class(?!\s+of\b)|record|object|interface|dispinterface)\b)/i],
      ] },
      { of: /^\s*(?:const|resourcestring)\s*$/i, defines: [['constant', /^\s*(?<name>[a-z]\w*)\s*(?::[^=\n]+)?=\s*(?<value>[^\n;]+)/i]] },
      { of: /^\s*(?:var|threadvar)\s*$/i, defines: [['variable', /^\s*(?<name>[a-z]\w*)\s*(?:,[^:\n]*)?:[^=\n]+(?:=\s*(?<value>[^\n;]+))?/i]] },
      { of: /^\s*uses\b/i, imports: /^\s*(?<name>[\w.]+(?:\s*,\s*[\w.]+)*)/ },
    ],
    goesOn: /^\s*(?:begin|asm|(?:strict\s+)?(?:private|protected)|public|published)\b|^[ \t]*(?:var|const|type|label|threadvar|resourcestring)\b/i,
    opens: /^\s*(?:begin|asm)\b(?![^\n]*\bend\b)/i,
    imports: /^\s*uses\s+(?<name>[\w.]+(?:\s*,\s*[\w.]+)*)/i,
    noCalls: 'class array string interface',
  },
  ada: {
    defines: [
      ['module', /^\s*package\s+(?:body\s+)?(?<name>[\w.]+)/i],
      ['function', /^\s*(?:overriding\s+)?(?:procedure|function|entry)\s+(?<name>[\w.]+|"[^"\n]+")/i],
      ['class', /^\s*(?:task|protected)\s+(?:type\s+|body\s+)?(?<name>\w+)/i],
      ['class', /^\s*type\s+(?<name>\w+)[^\n]*\brecord\b/i],
      ['enum', /^\s*type\s+(?<name>\w+)\s+is\s*\(/i],
      ['type', /^\s*(?:sub)?type\s+(?<name>\w+)/i],
      ['class', /^\s*(?<name>\w+)\s*:\s*exception\b/i],
      ['constant', /^\s*(?<name>\w+)\s*:\s*(?:aliased\s+)?constant\b[^:\n]*:=\s*(?<value>[^\n;]+)/i],
    ],
    inside: [
      { of: /^\s*(?:private\s+)?package\b[^;\n]*$/i, defines: [['variable', /^\s*(?<name>\w+(?:\s*,\s*\w+)*)\s*:(?![^\n]*\bexception\b)(?!\s*(?:=|constant\b|aliased\s+constant\b))[^:\n]*(?::=\s*(?<value>[^\n;]+))?/i]] },
      { of: /\brecord\s*$/i, defines: [['field', /^\s*(?<name>\w+(?:\s*,\s*\w+)*)\s*:[^:\n]*(?::=\s*(?<value>[^\n;]+))?/i]] },
    ],
    goesOn: /^\s*(?:is|begin|private|exception|record|return|with|do)\b/i,
    imports: /^\s*(?:(?:limited\s+)?(?:private\s+)?with|use(?:\s+type)?)\s+(?<name>[\w.]+(?:\s*,\s*[\w.]+)*)/i,
    noCalls: 'range array delta digits mod is return type procedure access accept new',
  },
  vhdl: {
    defines: [
      ['class', /^\s*(?:entity|component)\s+(?<name>\w+)/i],
      ['implementation', /^\s*architecture\s+(?<name>\w+)/i],
      ['module', /^\s*package\s+(?:body\s+)?(?<name>\w+)/i],
      ['declaration', /^\s*(?:(?:pure|impure)\s+)?function\s+(?<name>\w+|"[^"\n]+")[^\n]*\breturn\s+[\w.]+\s*;\s*$/i],
      ['declaration', /^\s*procedure\s+(?<name>\w+)\s*(?:\([^\n]*\)\s*)?;\s*$/i],
      ['function', /^\s*(?:(?:pure|impure)\s+)?(?:function|procedure)\s+(?<name>\w+|"[^"\n]+")/i],
      ['function', /^\s*(?<name>\w+)\s*:\s*(?:postponed\s+)?process\b/i],
      ['enum', /^\s*type\s+(?<name>\w+)\s+is\s*\(/i],
      ['class', /^\s*type\s+(?<name>\w+)\s+is\s+(?:record|protected)\b/i],
      ['type', /^\s*(?:sub)?type\s+(?<name>\w+)/i],
      ['constant', /^\s*constant\s+(?<name>\w+)\s*:[^=:\n;]*(?::=\s*(?<value>[^\n;]*))?/i],
      ['variable', /^\s*shared\s+variable\s+(?<name>\w+)/i],
    ],
    inside: [{ of: /\brecord\s*$/i, defines: [['field', /^\s*(?<name>\w+(?:\s*,\s*\w+)*)\s*:/]] }],
    ends: /^\s*end\s+(?<word>(?!(?:if|case|loop|generate|block|units|for)\b)\w+)|^\s*end\s*;/i,
    noCalls: 'port generic map process range signal downto to block generate component',
    imports: /^\s*(?:use|library)\s+(?<name>[\w.]+(?:\s*,\s*[\w.]+)*)/i,
  },
  verilog: {
    defines: [
      ['class', /^\s*(?:(?:virtual|static|automatic)\s+)*(?:module|class|program|interface\s+class)\s+(?:(?:static|automatic)\s+)?(?<name>[a-z]\w*)/i],
      ['interface', /^\s*interface\s+(?:automatic\s+)?(?<name>[A-Za-z]\w*)/],
      ['module', /^\s*package\s+(?<name>\w+)/],
      ['function', /^\s*(?:(?:virtual|static|protected|local|extern|pure)\s+)*(?:function|task)\s+(?:[\w:]+(?:\s+|\s*\[[^\]\n]*\]\s*)){0,5}(?<name>\w+(?:::\w+)?)\s*[(;]/],
      ['enum', /^\s*typedef\s+enum\b/, /\}\s*(?<name>\w+)\s*(?:\[[^\]\n]*\]\s*)?;/],
      ['class', /^\s*typedef\s+(?:struct|union)\b/, /\}\s*(?<name>\w+)\s*(?:\[[^\]\n]*\]\s*)?;/],
      ['type', /^\s*typedef\s+(?!enum\b|struct\b|union\b|class\b|interface\b)[^;\n]*?\b(?<name>\w+)\s*(?:\[[^\]\n]*\]\s*)?;/],
      ['constant', /^\s*(?:localparam|parameter)\s+(?:[\w:]+\s+){0,3}(?:\[[^\]\n]*\]\s*){0,3}(?<name>\w+)\s*(?:\[[^\]\n]*\]\s*)?\s*=\s*(?<value>[^\n;,]*)/],
      ['macro', /^\s*`define\s+(?<name>\w+)(?:\s+(?<value>[^\n\\]+))?/, /(?:^|[^\\\s])\s*$/],
    ],
    ends: /^\s*end(?<word>module|class|interface|program|package|function|task)\b/,
    aside: /^\s*`(?:if|els|end|undef|define)/,
    inside: [
      { of: /^\s*typedef\s+enum\b/, defines: [['member', /^\s*(?<name>[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*(?:=\s*(?<value>[^\n,]+))?,?\s*$/]] },
      { of: /^\s*typedef\s+(?:struct|union)\b/, defines: [['field', /^\s*[\w:]+(?:\s+(?:unsigned|signed))?\s*(?:\[[^\]\n]*\]\s*){0,3}(?<name>[A-Za-z_]\w*)\s*(?:\[[^\]\n]*\]\s*)?;/]] },
    ],
    imports: /^\s*(?:import|`include)\s+"?(?<name>[\w./]+)/,
    calls: /(?<![\w.`])(?<name>[A-Za-z_]\w*)(?=\(|\s+#\s*\(|\s+\w+\s*\(\s*$)/g,
    noCalls: 'else begin module class extends modport posedge input output new super always initial',
  },
  vb: {
    defines: [
      ['class', /^\s*(?:(?:public|private|friend|protected|partial|mustinherit|notinheritable|shared)\s+)*(?:class|structure)\s+(?<name>\w+)/i],
      ['module', /^\s*(?:(?:public|friend)\s+)?(?:module|namespace)\s+(?<name>[\w.]+)/i],
      ['interface', /^\s*(?:(?:public|friend)\s+)?interface\s+(?<name>\w+)/i],
      ['enum', /^\s*(?:(?:public|private|friend)\s+)?enum\s+(?<name>\w+)/i],
      ['declaration', /^\s*(?:(?:public|private|friend)\s+)?declare\s+(?:(?:ptrsafe|ansi|unicode|auto)\s+)*(?:sub|function)\s+(?<name>\w+)/i],
      ['function', /^\s*(?:(?:public|private|friend|protected|shared|overrides|overridable|overloads|async|static)\s+)*(?:sub|function|operator)\s+(?<name>\w+)/i],
      ['property', /^\s*(?:(?:public|private|friend|protected|shared|readonly|writeonly|default|overrides)\s+)*property\s+(?:(?:get|let|set)\s+)?(?<name>\w+)/i],
      ['constant', /^\s*(?:(?:public|private|friend|protected|shared)\s+)*const\s+(?<name>\w+)(?:\s+as\s+\w+)?\s*=\s*(?<value>[^\n]+)/i],
      ['property', /^\s*(?:(?:public|private|friend|protected|shared)\s+)*(?:custom\s+)?event\s+(?<name>\w+)/i],
      ['field', /^\s*(?:public|private|friend|protected)\s+(?:(?:shared|readonly|shadows|withevents|dim)\s+)*(?<name>\w+)(?:\(\))?\s+as\s+[^=\n]+(?:=\s*(?<value>[^\n]+))?/i],
    ],
    inside: [
      { of: /^[^'\n]*\benum\s+\w+/i, defines: [['member', /^\s*(?<name>\w+)(?:\s*=\s*(?<value>[^\n]+))?\s*$/]] },
    ],
    ends: /^\s*end\s+(?<word>class|structure|module|namespace|interface|enum|sub|function|operator|property)\b/i,
    above: /^\s*<[a-z]/i,
    imports: /^\s*imports\s+(?<name>[\w.]+)/i,
  },
  purescript: {
    defines: [
      ['module', /^module\s+(?<name>[\w.]+)/],
      ['type', /^(?:data|newtype|type|foreign\s+import\s+data)\s+(?<name>[A-Z]\w*)/],
      ['interface', /^class\s+(?:[^\n]*?<=\s*)?(?<name>[A-Z]\w*)/],
      ['implementation', /^(?:else\s+)?(?:derive\s+)?(?:newtype\s+)?instance\s+(?<name>[a-z][\w']*)\s*(?:::|∷)/],
      ['implementation', /^(?:else\s+)?(?:derive\s+)?(?:newtype\s+)?instance\s+(?:[^\n]{0,200}?(?:=>|⇒)\s*)?(?<name>[A-Z][^\n]*?)\s*(?:\bwhere\s*)?$/],
      ['function', /^foreign\s+import\s+(?<name>[a-z_][\w']*)/],
      ['operator', /^infix[lr]?\s+\d\s+(?:type\s+)?\S+\s+as\s+(?<name>\S+)/],
      ['clause', /^(?!(?:module|import|data|newtype|type|class|instance|derive|else|foreign|infix[lr]?|where|in|let|do|if|then|case|of)\b)(?<name>[a-z_][\w']*)/],
    ],
    inside: [
      { of: /^class\b/, defines: [['method', /^\s*(?<name>[a-z_][\w']*)\s*(?:::|∷)/]] },
      { of: /^(?:else\s+)?instance\b/, defines: [['clause', /^\s*(?<name>[a-z_][\w']*)/]] },
    ],
    calls: /(?<!(?:::|∷)[^\n]*)(?<=^\s{1,40}|[=($|<*+-]\s{0,2}|\S\s?->\s{1,2})(?<name>[a-z_][\w']*)(?=\s+[\w"([])/g,
    noCalls: 'where then else forall data type import class instance ado in',
    imports: /^import\s+(?<name>[\w.]+)/,
  },
  coffeescript: {
    defines: [
      ['class', /^\s*(?:module\.exports\s*=\s*|export\s+(?:default\s+)?)?class\s+(?<name>[\w.@]+)/],
      ['function', /^\s*(?:(?:export|exports\.|module\.exports\.|window\.|@)\s*)?(?<name>[A-Za-z_$][\w$]*)\s*[:=]\s*(?:\([^)\n]*\)\s*)?[-=]>/],
      ['test', /^\s*(?:it|describe|test)\s+['"](?<name>[^'"\n]+)['"]/],
      ['constant', /^(?<name>[A-Z][A-Z\d_]+)\s*=\s*(?<value>[^\n]+)/],
      ['variable', /^(?<name>[A-Za-z_$][\w$]*)\s*=(?![=>]|\s*require\b)\s*(?<value>[^\n]*)/],
    ],
    inside: [
      { of: /^[^#'"\n]{0,60}\bclass\b/, defines: [['property', /^\s*@?(?<name>[A-Za-z_$][\w$]*)\s*[:=](?!\s*(?:\([^)\n]*\)\s*)?[-=]>|=)\s*(?<value>[^\n]*)/]] },
    ],
    calls: /(?<![\w$'])(?<name>[A-Za-z_$][\w$]*)(?=\??\(| (?!(?:in|of|is|isnt|and|or|if|unless|then|when|by|for|instanceof|else)\b)(?:['"@\w$[{(]|[-=]>))/g,
    noCalls: 'if unless else then for in of and or is isnt not return when while until switch do delete typeof instanceof extends class new throw by own await try catch finally describe it loop require import from export',
    imports: /^\s*(?:import\b[^'"\n]*|[\w{}, ]+=\s*require\s*\(?\s*)['"](?<name>[^'"\n]+)['"]/,
  },
  dockerfile: {
    defines: [
      ['section', /^FROM\s+(?:--\S+\s+)*(?:\S+\s+AS\s+)?(?<name>\S+)/i],
      ['variable', /^(?:ARG|ENV)\s+(?<name>\w+)(?:[= ](?<value>[^\n\\]+))?/i],
    ],
    untilNext: true,
    calls: never,
  },
  less: {
    defines: [
      ['variable', /^\s*@(?<name>(?!media\b|import\b|supports\b|plugin\b)[\w-]+)\s*:\s*(?<value>[^;{\n]+)?/],
      ['function', /^\s*[.#](?<name>[\w-]+)\s*\([^)\n]*\)[^;\n]*\{/],
      ['section', /^\s*(?:@keyframes\s+)?(?<name>(?:@media|@supports)[^{};\n]{0,100}?|[.#&>+~*:[A-Za-z][^{};\n]{0,100}?)\s*\{/],
    ],
    above: /^[^;{}\n]*,\s*$/,
    imports: /^\s*@import\s+(?:\([^)\n]*\)\s*)?["'](?<name>[^"'\n]+)/,
    calls: /(?<=[.#]|[\s:,(]|^)(?<name>[A-Za-z][\w-]*)\s?\(/g,
    noCalls: 'media import url not var calc and',
  },
  batch: {
    defines: [
      ['function', /^:(?!eof\b)(?<name>[A-Za-z_][\w-]*)/i],
      ['variable', /^set\s+(?:\/[ap]\s+)?"?(?<name>\w+)\s?=(?<value>[^"\n]+)/i],
    ],
    untilNext: true,
    calls: /\b(?:call|goto)\s+:?(?<name>[A-Za-z_][\w-]*)/gi,
    noCalls: 'eof',
  },
  assembly: {
    defines: [
      ['macro', /^\s*[.%]macro\s+(?<name>\w+)/i],
      ['macro', /^(?<name>\w+)\s+macro\b/i],
      ['constant', /^\s*[%#]define\s+(?<name>\w+)\s+(?<value>[^\n]+)/i],
      ['constant', /^\s*\.(?:equ|set)\s+(?<name>\w+)\s*,\s*(?<value>[^\n]+)/i],
      ['constant', /^\s*(?<name>[A-Za-z_]\w*)\s*(?:=|\bequ\b)\s*(?<value>[^\n]+)/i],
      ['variable', /^(?<name>[A-Za-z_$][\w.$@]*):?\s+(?:d[bwdq]|res[bwdq]|\.(?:ascii|asciz|string|byte|word|hword|long|quad|space|zero|skip))\b\s*(?<value>[^\n]*)/i],
      ['function', /^(?<name>[A-Za-z_$][\w.$@]*):/],
      ['function', /^(?<name>[A-Za-z_]\w*)\s+proc\b/i],
    ],
    ends: /^\s*[.%]?endm(?:acro)?(?<word>)\b/i,
    untilNext: true,
    imports: /^\s*[%.#]?include\s+["'<]?(?<name>[^"'>\s]+)/i,
    calls: /\b(?:call|jmp|bl|jal|invoke)\s+(?<name>[A-Za-z_$][\w.$@]*)/gi,
  },
  thrift: {
    defines: [
      ['class', /^\s*(?:struct|union|exception)\s+(?<name>\w+)/],
      ['interface', /^\s*service\s+(?<name>\w+)/],
      ['enum', /^\s*enum\s+(?<name>\w+)/],
      ['type', /^\s*typedef\s+[\w.]+(?:\s*<[^=(\n]*>)?\s+(?<name>\w+)\s*(?:\([^)\n]*\))?\s*[,;]?\s*$/],
      ['constant', /^\s*const\s+[\w.]+(?:\s*<[^=(\n]*>)?\s+(?<name>\w+)\s*=\s*(?<value>[^\n]+)/],
    ],
    inside: [
      { of: /^\s*(?:struct|union|exception)\s/, defines: [['field', /^\s*-?\d+:\s*(?:(?:required|optional)\s+)?[\w.]+(?:\s*<[^=(\n]*>)?\s+(?<name>\w+)\s*(?:=\s*(?<value>[^\n,;(]+))?(?:\([^)\n]*\))?\s*[,;]?\s*$/]] },
      { of: /^\s*enum\s/, defines: [['member', /^\s*(?<name>\w+)\s*(?:=\s*(?<value>\w+))?\s*[,;]?\s*$/]] },
      { of: /^\s*service\s/, defines: [['method', /^\s*(?:oneway\s+)?[\w.]+(?:\s*<[^=(\n]*>)?\s+(?<name>\w+)\s*\(/]] },
    ],
    calls: never,
    imports: /^\s*include\s+"(?<name>[^"\n]+)"/,
  },
} satisfies Record<string, RowForms>;
