/**
 * What rows define in languages that have no grammar here, as in the parsers by pattern of universal-ctags (optlib). Read
 * by `engine/read/rowOutline.ts`.
 */
import type { symbolKinds } from './captures';

export interface RowForms {
  /**
   * The kind of what a row defines; the first pattern that matches is right. Groups: `name`, and `value` of what has one.
   */
  defines: readonly (readonly [kind: keyof typeof symbolKinds, row: RegExp])[];
  /**
   * A row that ends a definition, with the group `name` or `word` for the one it ends: the innermost whose first row has
   * that name or word. Absent: a definition goes on as far as its rows are further in.
   */
  ends?: RegExp;
  /** A row above a definition that belongs to it, such as its type. */
  above?: RegExp;
  /** What a row imports; group `name`. */
  imports?: RegExp;
  /** True where a call is a list that begins with the name. */
  callsInLists?: boolean;
}

/** A name as the Lisps write it, behind the head of a list. */
const inList = (head: string): RegExp => new RegExp(String.raw`^\(${head}\s+\(?(?<name>[^\s()'"]+)`);

/** For definitions that go on to the next one. */
const never = /(?<word>)(?!)/;

const lisp: RowForms = {
  defines: [
    ['macro', inList('(?:defmacro|define-macro|define-syntax|define-syntax-rule|define-compiler-macro)')],
    ['class', inList('(?:defclass|defstruct|define-record-type|define-condition|struct|class)')],
    ['module', inList('(?:defpackage|define-library|module)')],
    ['type', inList('(?:deftype|define-type)')],
    ['test', inList('(?:deftest|test|test-case)')],
    ['constant', /^\((?:defconstant|defparameter|defvar)\s+(?<name>[^\s()'"]+)\s*(?<value>[^\n]*)/],
    ['function', /^\(define(?:\/contract|\*)?\s+\({1,3}(?<name>[^\s()'"]+)/],
    ['constant', /^\(define\s+(?<name>[^\s()'"]+)\s+(?<value>(?!\((?:lambda|case-lambda|λ))[^\n]+)/],
    ['function', inList(String.raw`(?:def(?:un|generic|method)|define(?:-[\w-]+)?)`)],
  ],
  imports: /^\s*\((?:require|import|use-package|load)\s+['#:(]*(?<name>[^\s()]+)/,
  callsInLists: true,
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
    above: /^-(?:spec|doc)\b/,
    imports: /^-(?:include|include_lib|import|behaviou?r)\(\s*"?(?<name>[^",)]+)/,
  },
  fortran: {
    defines: [
      ['module', /^\s*(?:sub)?module\s+(?:\([^)\n]*\)\s*)?(?!(?:procedure|function|subroutine|pure|elemental)\b)(?<name>[a-z]\w*)\s*$/i],
      ['module', /^\s*program\s+(?<name>[a-z]\w*)/i],
      ['function', /^\s*(?:(?:pure|impure|elemental|recursive|module|integer|real|logical|complex|character|type|class|double\s+precision)(?:\s*\([^)\n]*\)|\*\d+)?\s+){0,6}(?:function|subroutine)\s+(?<name>[a-z]\w*)/i],
      ['function', /^\s*module\s+procedure\s+(?<name>[a-z]\w*)\s*$/i],
      ['interface', /^\s*(?:abstract\s+)?interface\s+(?<name>[a-z]\w*)\s*$/i],
      ['type', /^\s*type(?:\s*,[^:\n]*::|\s*::|\s+)\s*(?<name>[a-z]\w*)\s*$/i],
      ['constant', /^\s*(?:integer|real|logical|complex|character|double\s+precision)\b[^:\n]*\bparameter\b[^:\n]*::\s*(?<name>[a-z]\w*)\s*=\s*(?<value>[^\n]+)/i],
    ],
    ends: /^\s*end\s*(?<word>function|subroutine|submodule|module|program|procedure|type|interface)\b/i,
    imports: /^\s*use\b(?:\s*,\s*\w+)?(?:\s*::)?\s*(?<name>[a-z]\w*)/i,
  },
  // Its grammar loses a file behind what it does not know: traits, methods that a text names, untyped parameters.
  groovy: {
    defines: [
      ['class', /^\s*(?:@\w+(?:\([^)\n]*\))?\s+|(?:public|private|protected|abstract|final|static|sealed)\s+)*(?:class|trait|record)\s+(?<name>\w+)/],
      ['interface', /^\s*(?:(?:public|private|protected|static)\s+)*@?interface\s+(?<name>\w+)/],
      ['enum', /^\s*(?:(?:public|private|protected|static)\s+)*enum\s+(?<name>\w+)/],
      ['test', /^\s*(?:def|void)\s+(?<name>"[^"\n]+"|'[^'\n]+')\s*\(/],
      ['constant', /^\s*(?:(?:public|private|protected|static|final)\s+){1,4}(?:def\s+|[\w.]+(?:<[^>\n]*>)?(?:\[\])*\s+)?(?<name>\w+)\s*=\s*(?<value>[^\n]+)/],
      ['field', /^\s*(?:(?:private|protected|public|final|static|transient|volatile)\s+){1,4}[\w.]+(?:<[^>\n]*>)?(?:\[\])*\s+(?<name>\w+)\s*$/],
      ['method', /^\s*(?:@\w+\s+|(?:public|private|protected|abstract|final|static|synchronized|default)\s+)*(?!(?:return|new|throw|else|case|assert|in|if|while|for|switch|catch|given|when|then|expect|and|where)\b)(?:<[^>\n]*>\s*)?[A-Za-z_][\w.]*(?:<[^()\n]*>)?(?:\[\])*\s+(?<name>[a-z_]\w*)\s*\((?:[^()\n]|\([^()\n]*\))*(?:\)\s*(?:throws\b[^{\n]*)?\{?\s*|,\s*)$/],
      ['method', /^\s*(?:(?:public|private|protected)\s+)?(?<name>[A-Z]\w*)\s*\((?:[^()\n]|\([^()\n]*\))*\)\s*\{\s*$/],
    ],
    above: /^\s*@\w/,
    imports: /^\s*import\s+(?:static\s+)?(?<name>[\w.*]+)/,
  },
  vim: {
    defines: [
      ['function', /^\s*(?:fu|func|function)!?\s+(?<name>[\w:#.<>{}]+)\s*\(/],
      ['function', /^\s*(?:export\s+)?def!?\s+(?<name>[\w:#]+)\s*\(/],
      ['function', /^\s*command!?\s+(?:-\S+\s+)*(?<name>[A-Z]\w*)/],
      ['variable', /^(?:let\s+|\s+let\s+(?=g:))(?<name>[gsbtwv]:[\w#]+)\s*=\s*(?<value>[^\n]+)/],
      ['constant', /^const\s+(?<name>[\w:#]+)\s*=\s*(?<value>[^\n]+)/],
    ],
    ends: /^\s*(?<word>)(?:endfu(?:n(?:c(?:t(?:i(?:on?)?)?)?)?)?|enddef)\b/,
    imports: /^\s*(?:runtime!?|source|import)\s+(?<name>\S+)/,
  },
  nim: {
    defines: [
      ['function', /^\s*(?:proc|func|method|iterator|converter)\s+(?<name>`[^`\n]+`|[A-Za-z]\w*)/],
      ['macro', /^\s*(?:template|macro)\s+(?<name>`[^`\n]+`|[A-Za-z]\w*)/],
      ['type', /^(?:type\s+|\s+)(?<name>[A-Z]\w*)\*?\s*(?:\[[^\]\n]*\])?\s*(?:\{\.[^\n]*?\.\})?\s*=\s*(?:(?:ref|ptr)\s+)?(?:object|enum|tuple|distinct|concept|proc|set|seq|array|table)\b/i],
      ['constant', /^(?:const|let|var)\s+(?<name>[A-Za-z]\w*)\*?(?:\s*:[^=\n]+)?\s*=\s*(?<value>[^\n]+)/],
      ['test', /^\s*test\s+"(?<name>[^"\n]+)"/],
    ],
    imports: /^\s*(?:import|include|from)\s+(?<name>[\w/.]+)/,
  },
  crystal: {
    defines: [
      ['class', /^\s*(?:(?:private|abstract)\s+)*(?:class|struct|annotation)\s+(?<name>[A-Z][\w:]*)/],
      ['module', /^\s*(?:private\s+)?(?:module|lib)\s+(?<name>[A-Z][\w:]*)/],
      ['enum', /^\s*(?:private\s+)?enum\s+(?<name>[A-Z][\w:]*)/],
      ['macro', /^\s*(?:private\s+)?macro\s+(?<name>[a-z_]\w*[?!]?)/],
      ['function', /^\s*(?:(?:private|protected|abstract)\s+)*(?:def|fun)\s+(?:self\.)?(?<name>[a-z_]\w*[?!=]?|[^\s\w(]{1,3})/],
      ['property', /^\s*(?:class_)?(?:property|getter|setter)[?!]?\s+(?<name>[a-z_]\w*[?!]?)(?:\s*:[^=\n]+)?(?:\s*=\s*(?<value>[^\n]+))?/],
      ['class', /^\s*record\s+(?<name>[A-Z]\w*)/],
      ['type', /^\s*alias\s+(?<name>[A-Z]\w*)\s*=/],
      ['constant', /^\s*(?<name>[A-Z][A-Z\d_]+)\s*=\s*(?<value>[^\n]+)/],
      ['test', /^\s*(?:it|describe|context)\s+"(?<name>[^"\n]+)"/],
    ],
    above: /^\s*@\[/,
    imports: /^\s*require\s+"(?<name>[^"\n]+)"/,
  },
  lisp,
  protobuf: {
    defines: [
      ['class', /^\s*(?:message|extend)\s+(?<name>[\w.]+)/],
      ['interface', /^\s*service\s+(?<name>\w+)/],
      ['enum', /^\s*enum\s+(?<name>\w+)/],
      ['method', /^\s*rpc\s+(?<name>\w+)/],
      ['field', /^\s*(?:(?:repeated|optional|required)\s+)?(?:map<[^>\n]+>|[\w.]+)\s+(?<name>\w+)\s*=\s*(?<value>\d+)/],
      ['member', /^\s*(?<name>[A-Z]\w*)\s*=\s*(?<value>-?\d+)/],
    ],
    imports: /^\s*import\s+(?:public\s+)?"(?<name>[^"\n]+)"/,
  },
  graphql: {
    defines: [
      ['class', /^\s*(?:extend\s+)?(?:type|input)\s+(?<name>\w+)/],
      ['interface', /^\s*(?:extend\s+)?interface\s+(?<name>\w+)/],
      ['enum', /^\s*enum\s+(?<name>\w+)/],
      ['type', /^\s*(?:union|scalar|directive)\s+@?(?<name>\w+)/],
      ['function', /^\s*(?:query|mutation|subscription|fragment)\s+(?<name>\w+)/],
      ['field', /^\s+(?<name>\w+)(?:\([^)\n]*\))?\s*:\s*[[\w]/],
    ],
  },
  sql: {
    defines: [
      ['function', /^\s*create\s+(?:or\s+(?:replace|alter)\s+)?(?:function|procedure|proc|trigger|event)\s+(?:if\s+not\s+exists\s+)?(?:[\w"`[\]@]+\.){0,3}["`[]?(?<name>\w+)/i],
      ['class', /^\s*create\s+(?:or\s+replace\s+)?(?:(?:global|local|temp|temporary|unlogged|external|foreign|virtual)\s+){0,2}(?:table|view|materialized\s+view|recursive\s+view)\s+(?:if\s+not\s+exists\s+)?(?:[\w"`[\]@]+\.){0,3}["`[]?(?<name>\w+)/i],
      ['type', /^\s*create\s+(?:or\s+replace\s+)?(?:type|domain|extension|schema|sequence|role|policy)\s+(?:if\s+not\s+exists\s+)?(?:[\w"`[\]@]+\.){0,3}["`[]?(?<name>\w+)/i],
      ['key', /^\s*create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?["`[]?(?<name>\w+)/i],
    ],
  },
  cmake: {
    defines: [
      ['function', /^\s*function\s*\(\s*(?<name>[\w-]+)/i],
      ['macro', /^\s*macro\s*\(\s*(?<name>[\w-]+)/i],
      ['class', /^\s*add_(?:library|executable|custom_target|test)\s*\(\s*(?:NAME\s+)?(?<name>[\w.:${}-]+)/i],
      ['variable', /^\s*option\s*\(\s*(?<name>\w+)\s+(?<value>[^\n]+?)\s*\)?\s*$/i],
      ['variable', /^set\s*\(\s*(?<name>\w+)\s+(?<value>[^\n)]+)/i],
    ],
    ends: /^\s*end(?<word>function|macro)\s*\(/i,
    imports: /^\s*(?:include|find_package|add_subdirectory)\s*\(\s*(?<name>[^\s)]+)/i,
  },
  tcl: {
    defines: [
      ['function', /^\s*(?:proc|method|constructor)\s+(?<name>[^\s{]+)/],
      ['class', /^\s*(?:oo::class\s+create|class|itcl::class)\s+(?<name>[\w:]+)/],
      ['module', /^\s*namespace\s+eval\s+(?<name>[\w:]+)/],
      ['variable', /^\s*variable\s+(?<name>\w+)\s+(?<value>[^\n]+)/],
      ['test', /^\s*test\s+(?<name>[\w.:-]+)\s/],
    ],
    imports: /^\s*(?:source|package\s+require)\s+(?<name>\S+)/,
  },
  pascal: {
    defines: [
      ['module', /^\s*(?:unit|program|library|package)\s+(?<name>[\w.]+)\s*;/i],
      ['class', /^\s*(?<name>[a-z]\w*)(?:<[^>\n]+>)?\s*=\s*(?:packed\s+)?(?:class|record|object)\b/i],
      ['interface', /^\s*(?<name>[a-z]\w*)\s*=\s*interface\b/i],
      ['function', /^\s*(?:class\s+)?(?:procedure|function|constructor|destructor|operator)\s+(?<name>[\w.]+)/i],
      ['property', /^\s*property\s+(?<name>\w+)/i],
      ['constant', /^\s+(?<name>[a-z]\w*)\s*(?::\s*\w+\s*)?=\s*(?<value>(?:['$#\d-])[^\n;]*);/i],
    ],
  },
  ada: {
    defines: [
      ['module', /^\s*package\s+(?:body\s+)?(?<name>[\w.]+)/i],
      ['function', /^\s*(?:overriding\s+)?(?:procedure|function|entry)\s+(?<name>\w+|"[^"\n]+")/i],
      ['class', /^\s*(?:task|protected)\s+(?:type\s+|body\s+)?(?<name>\w+)/i],
      ['type', /^\s*(?:sub)?type\s+(?<name>\w+)/i],
      ['class', /^\s*(?<name>\w+)\s*:\s*exception\b/i],
      ['constant', /^\s*(?<name>\w+)\s*:\s*(?:aliased\s+)?constant\b[^:\n]*:=\s*(?<value>[^\n;]+)/i],
    ],
    imports: /^\s*(?:with|use)\s+(?<name>[\w.]+)/i,
  },
  vhdl: {
    defines: [
      ['class', /^\s*(?:entity|component)\s+(?<name>\w+)/i],
      ['implementation', /^\s*architecture\s+(?<name>\w+)/i],
      ['module', /^\s*package\s+(?:body\s+)?(?<name>\w+)/i],
      ['function', /^\s*(?:(?:pure|impure)\s+)?(?:function|procedure)\s+(?<name>\w+)/i],
      ['function', /^\s*(?<name>\w+)\s*:\s*(?:postponed\s+)?process\b/i],
      ['type', /^\s*(?:sub)?type\s+(?<name>\w+)/i],
      ['constant', /^\s*constant\s+(?<name>\w+)\s*:[^=\n]*:=\s*(?<value>[^\n;]+)/i],
    ],
    ends: /^\s*end\s+(?<word>entity|component|architecture|package|function|procedure|process)\b/i,
    imports: /^\s*(?:use|library)\s+(?<name>[\w.]+)/i,
  },
  verilog: {
    defines: [
      ['class', /^\s*(?:(?:virtual|static|automatic)\s+)*(?:module|class|interface|program)\s+(?:(?:static|automatic)\s+)?(?<name>[a-z]\w*)/i],
      ['module', /^\s*package\s+(?<name>\w+)/],
      ['function', /^\s*(?:(?:virtual|static|protected|local|extern|pure)\s+)*(?:function|task)\s+(?:(?:automatic|static|void|bit|logic|int|integer|string|signed|unsigned)\b\s*(?:\[[^\]\n]*\]\s*)?)*(?<name>\w+(?:::\w+)?)\s*[(;]/],
      ['type', /^\s*}\s*(?<name>\w+_[te])\s*;/],
      ['constant', /^\s*(?:localparam|parameter)\s+(?:\w+\s+)?(?:\[[^\]\n]*\]\s*)?(?<name>\w+)\s*=\s*(?<value>[^\n;,]+)/],
      ['macro', /^\s*`define\s+(?<name>\w+)(?:\s+(?<value>[^\n]+))?/],
    ],
    ends: /^\s*end(?<word>module|class|interface|program|package|function|task)\b/,
    imports: /^\s*(?:import|`include)\s+"?(?<name>[\w:./]+)/,
  },
  vb: {
    defines: [
      ['class', /^\s*(?:(?:public|private|friend|protected|partial|mustinherit|notinheritable|shared)\s+)*(?:class|structure)\s+(?<name>\w+)/i],
      ['module', /^\s*(?:(?:public|friend)\s+)?(?:module|namespace)\s+(?<name>[\w.]+)/i],
      ['interface', /^\s*(?:(?:public|friend)\s+)?interface\s+(?<name>\w+)/i],
      ['enum', /^\s*(?:(?:public|private|friend)\s+)?enum\s+(?<name>\w+)/i],
      ['function', /^\s*(?:(?:public|private|friend|protected|shared|overrides|overridable|overloads|async|static)\s+)*(?:sub|function|operator)\s+(?<name>\w+)/i],
      ['property', /^\s*(?:(?:public|private|friend|protected|shared|readonly|writeonly|default|overrides)\s+)*property\s+(?:(?:get|let|set)\s+)?(?<name>\w+)/i],
      ['constant', /^\s*(?:(?:public|private|friend|protected|shared)\s+)*const\s+(?<name>\w+)(?:\s+as\s+\w+)?\s*=\s*(?<value>[^\n]+)/i],
    ],
    ends: /^\s*end\s+(?<word>class|structure|module|namespace|interface|enum|sub|function|operator)\b/i,
    imports: /^\s*imports\s+(?<name>[\w.]+)/i,
  },
  purescript: {
    defines: [
      ['module', /^module\s+(?<name>[\w.]+)/],
      ['type', /^(?:data|newtype|type|foreign\s+import\s+data)\s+(?<name>[A-Z]\w*)/],
      ['interface', /^class\s+(?:[^\n]*?<=\s*)?(?<name>[A-Z]\w*)/],
      ['implementation', /^(?:else\s+|derive\s+(?:newtype\s+)?)?instance\s+(?<name>[a-z]\w*)\s*::/],
      ['clause', /^(?<name>[a-z_][\w']*)\s+(?:::|∷)/],
      ['clause', /^(?<name>[a-z_][\w']*)\b(?![^\n=|]*::)[^\n=|]*[=|]/],
      ['function', /^foreign\s+import\s+(?<name>[a-z_][\w']*)/],
    ],
    imports: /^import\s+(?<name>[\w.]+)/,
  },
  coffeescript: {
    defines: [
      ['class', /^\s*(?:module\.exports\s*=\s*|export\s+(?:default\s+)?)?class\s+(?<name>[\w.@]+)/],
      ['function', /^\s*(?:(?:export|exports\.|module\.exports\.|window\.|@)\s*)?(?<name>[A-Za-z_$][\w$]*)\s*[:=]\s*(?:\([^)\n]*\)\s*)?[-=]>/],
      ['test', /^\s*(?:it|describe|test)\s+['"](?<name>[^'"\n]+)['"]/],
      ['constant', /^(?<name>[A-Z][A-Z\d_]+)\s*=\s*(?<value>[^\n]+)/],
    ],
    imports: /^\s*(?:import\b[^'"\n]*|[\w{}, ]+=\s*require\s*\(?\s*)['"](?<name>[^'"\n]+)['"]/,
  },
  dockerfile: {
    defines: [
      ['section', /^FROM\s+(?:--\S+\s+)*\S+\s+AS\s+(?<name>[\w.-]+)/i],
      ['variable', /^(?:ARG|ENV)\s+(?<name>\w+)[= ](?<value>[^\n]+)/],
    ],
    ends: never,
  },
  less: {
    defines: [
      ['variable', /^\s*@(?<name>(?!media\b|import\b|supports\b|plugin\b)[\w-]+)\s*:\s*(?<value>[^;\n]+)/],
      ['function', /^\s*\.(?<name>[\w-]+)\s*\([^)\n]*\)[^;\n]*\{/],
      ['section', /^\s*(?:@keyframes\s+)?(?<name>[.#]?[A-Za-z][^{};\n]{0,100}?)\s*\{/],
    ],
    imports: /^\s*@import\s+(?:\([^)\n]*\)\s*)?["'](?<name>[^"'\n]+)/,
  },
  batch: {
    defines: [
      ['function', /^:(?<name>[A-Za-z_]\w*)/],
      ['variable', /^set\s+"?(?<name>\w+)=(?<value>[^"\n]+)/i],
    ],
    ends: never,
  },
  assembly: {
    defines: [
      ['macro', /^\s*(?:\.|%)?macro\s+(?<name>\w+)/i],
      ['constant', /^\s*(?:\.equ\s+|%define\s+)?(?<name>[A-Z_]\w*)\s*(?:=|,|\bequ\b)\s*(?<value>[^\n]+)/],
      ['function', /^(?<name>[A-Za-z_.$][\w.$@]*):/],
    ],
    ends: never,
  },
  thrift: {
    defines: [
      ['class', /^\s*(?:struct|union|exception)\s+(?<name>\w+)/],
      ['interface', /^\s*service\s+(?<name>\w+)/],
      ['enum', /^\s*enum\s+(?<name>\w+)/],
      ['type', /^\s*typedef\s+[\w<>, .]+?\s+(?<name>\w+)\s*$/],
      ['constant', /^\s*const\s+[\w<>,. ]+?\s+(?<name>\w+)\s*=\s*(?<value>[^\n]+)/],
      ['field', /^\s*\d+:\s*(?:(?:required|optional)\s+)?[\w<>,. ]+?\s+(?<name>\w+)\s*(?:=\s*(?<value>[^\n,;]+))?[,;]?\s*$/],
      ['method', /^\s*(?:oneway\s+)?[\w<>,.]+\s+(?<name>\w+)\s*\(/],
    ],
    imports: /^\s*include\s+"(?<name>[^"\n]+)"/,
  },
} satisfies Record<string, RowForms>;
