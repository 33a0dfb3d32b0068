/**
 * Every language as data, one row each, for reading, comments, the wire's classification, the editor and the page. Must
 * not know any of them.
 */

import type { rowForms } from './rows';

/** Style of comments. `hash`: `#`; `slash`: `//` and block comments; `tick`: `'`; `quote` and `rem`: `"`, `rem` or `::` at the begin of a row; `hashes`: `#` and `###` over several rows; others by their first sign. */
export type CommentStyle =
  | 'slash'
  | 'hash'
  | 'hashes'
  | 'dash'
  | 'markup'
  | 'percent'
  | 'semicolon'
  | 'paren'
  | 'bang'
  | 'tick'
  | 'quote'
  | 'rem'
  | 'brace'
  | 'none';

interface Grammar {
  /** File of the grammar beside the bundles. */
  wasm: string;
  /** Folder of `node_modules` it is copied from at build time. */
  from: string;
  /** Our query files, without ending; earlier ones win where two classify a name differently. */
  queries: readonly string[];
  /** Official query files in `node_modules`, applied after ours. */
  tags?: readonly string[];
}

/** A language; lists are words separated by spaces. */
export interface Language {
  id: string;
  /** Display name. */
  label: string;
  /** The contract's identifiers for it; the first is preferred. */
  words?: string;
  /** Other names in use, lower case. */
  names?: string;
  /** File endings without the dot, the usual one first. */
  endings?: string;
  /** Those of files that announce what a file of the same name and another ending defines. */
  headers?: string;
  /** Whole file names without ending or with none of these. */
  fileNames?: string;
  /** The editor's ids for it, the usual one first. */
  editor?: string;
  comments?: CommentStyle;
  /** Name in highlight.js. */
  highlighter?: string;
  tree?: Grammar;
  /** For a language without a grammar: the name of its forms in `rows.ts`, which only the engine loads. */
  rows?: keyof typeof rowForms;
  /** What a file defines by its own name, of languages in which it does. */
  fileIs?: 'component' | 'struct' | 'module';
  /** True where a statement names the module that all below it in the file is of. */
  namesModule?: boolean;
  /** True where a member is never called by its name alone, not inside of its type either. */
  namesReceivers?: boolean;
  /** True where a module is a file, which is imported by its path. */
  modulesAreFiles?: boolean;
  /** True where the files of a folder are one package, which see each other's names. */
  packagesAreFolders?: boolean;
  /** First steps of the modules that come with the language, of languages whose imports name what they take by all its steps. */
  standard?: string;
  /** True where a variable is none that is called, so that a call by the name of one means a function. */
  callsNoVariables?: boolean;
  /** True where a type need not name the interfaces that it has the members of. */
  isStructural?: boolean;
  /** True where a declaration has the type before the name: `Store store`. */
  declaresTypeFirst?: boolean;
  /** True where it has the type behind the name, with a blank alone between: `store Store`. */
  declaresTypeLast?: boolean;
  /** True where a variable of a function is declared by the first value that it is given. */
  declaresByValue?: boolean;
  /** Names of the members that a call of their type runs, where these are not called as the type is. */
  constructors?: string;
  /** The name that makes a value behind that of the type, where the type itself is not called: `Store.new`. */
  makes?: string;
  /** True where functions take one parameter after the other, so that a definition may leave out those that it hands on. */
  isCurried?: boolean;
  /** The exception that a function of the language raises, by the function's name. */
  raised?: Readonly<Record<string, string>>;
  /** True where its files hold values alone: no name of the code is defined or called there. */
  isData?: boolean;
  /** True when it has macros, which no grammar can expand. */
  hasMacros?: boolean;
  /** What the grammar misreads, so that what follows it is lost: blanked before it is parsed. Global. */
  misread?: RegExp;
  /** Heads that a line break ends for the grammar, up to a sign that it may stand behind: it is moved there before it is parsed. Global. */
  brokenHead?: RegExp;
  /** Another language with the same file ending, and the pattern that marks it. */
  instead?: { language: string; where: string };
}

const official = (name: string): string => `${name}/queries/tags.scm`;

/** A grammar from its own package, with its official queries after ours where `tags` is set. */
function grammar(name: string, { from = `tree-sitter-${name}`, tags = false, wasm = name } = {}): Grammar {
  return {
    ...{ wasm: `tree-sitter-${wasm}.wasm`, from, queries: [name.replaceAll('-', '')] },
    ...(tags ? { tags: [official(from)] } : {}),
  };
}

/** A grammar of those that are kept together outside of the official ones. */
const communityGrammar = (name: string): Grammar =>
  grammar(name, { from: `@tree-sitter-grammars/tree-sitter-${name}` });

/** A grammar that comes with the runtime. */
function editorGrammar(name: string): Grammar {
  return { wasm: `tree-sitter-${name}.wasm`, from: '@vscode/tree-sitter-wasm/wasm', queries: [name] };
}

/** A grammar from a package of many. */
function manyGrammar(name: string, { wasm = name, from = 'tree-sitter-wasms' } = {}): Grammar {
  return { wasm: `tree-sitter-${wasm}.wasm`, from: `${from}/out`, queries: [name] };
}

const [badArgument, badState] = ['IllegalArgumentException', 'IllegalStateException'];

const macros = String.raw`(?:[A-Z_][A-Z0-9_]{0,80}(?:\([^()]{0,200}\)\s{0,9}|\s{1,9}))+`;
const typeName = String.raw`(?!final\b)\w{1,200}(?:::\w{1,200}){0,9}(?:\s{0,9}<[^;{}()]{0,200}>)?(?:\s{1,9}final)?`;
/**
 * Macros between the word of a type and its name, which a grammar takes for the name: `class FERRY_EXPORT Ferry {`. A
 * body or a base has to stand behind the name, for `struct FERRY boat;` is a variable of that type; `class FERRY Boat;`,
 * as nobody writes a variable, only announces one.
 */
const headMacros = new RegExp(
  [
    String.raw`(?<=(?<!\()\b(?:class|struct|union)\s{1,9})${macros}(?=${typeName}\s{0,99}(?:\{|:(?!:)))`,
    String.raw`(?<=\bclass\s{1,9})${macros}(?=${typeName};)`,
  ].join('|'),
  'g',
);

/** A grammar from another such package. */
const cursorless = { from: '@cursorless/tree-sitter-wasms' };

// One row a language, so that the table reads as a table.
// prettier-ignore
export const languages: readonly Language[] = [
  { id: 'typescript', label: 'TypeScript', words: 'ts hljs-typescript', endings: 'ts mts cts', editor: 'typescript', constructors: 'constructor', isStructural: true, namesReceivers: true, modulesAreFiles: true, comments: 'slash',
    highlighter: 'typescript', tree: { ...grammar('typescript'), queries: ['typescript', 'javascript'] } },
  { id: 'tsx', label: 'TypeScript JSX', words: 'tsx', endings: 'tsx', editor: 'typescriptreact', constructors: 'constructor', isStructural: true, namesReceivers: true, modulesAreFiles: true, comments: 'slash',
    highlighter: 'typescript', tree: { ...grammar('tsx', { from: 'tree-sitter-typescript' }), queries: ['typescript', 'javascript'] } },
  { id: 'javascript', label: 'JavaScript', words: 'js mjs ecma node hljs-javascript', endings: 'js mjs cjs', editor: 'javascript', constructors: 'constructor', namesReceivers: true, modulesAreFiles: true, comments: 'slash',
    highlighter: 'javascript', tree: { ...grammar('javascript'), queries: ['javascriptonly', 'javascript'] } },
  { id: 'jsx', label: 'JavaScript JSX', words: 'jsx', endings: 'jsx', editor: 'javascriptreact', constructors: 'constructor', namesReceivers: true, modulesAreFiles: true, comments: 'slash',
    highlighter: 'javascript', tree: { ...grammar('javascript'), queries: ['javascriptonly', 'javascript'] } },
  { id: 'python', label: 'Python', words: 'py py3 pyw pyi hljs-python', names: 'python3', endings: 'py pyi pyw', editor: 'python', constructors: '__init__ __new__', declaresByValue: true, namesReceivers: true, modulesAreFiles: true, comments: 'hash',
    highlighter: 'python', tree: grammar('python', { tags: true }) },
  { id: 'starlark', label: 'Starlark', endings: 'bzl star', fileNames: 'BUILD.bazel WORKSPACE.bazel MODULE.bazel Tiltfile', editor: 'starlark bazel', comments: 'hash', tree: grammar('python', { tags: true }) },
  { id: 'notebook', label: 'Jupyter notebook', words: 'ipynb', names: 'jupyter', endings: 'ipynb' },
  { id: 'go', label: 'Go', words: 'go hljs-go', names: 'golang', endings: 'go', editor: 'go', isStructural: true, namesReceivers: true, packagesAreFolders: true, declaresTypeLast: true, comments: 'slash', highlighter: 'go', tree: grammar('go') },
  { id: 'rust', label: 'Rust', words: 'rs hljs-rust', endings: 'rs', editor: 'rust', namesReceivers: true, standard: 'std core alloc', comments: 'slash', highlighter: 'rust', tree: grammar('rust', { tags: true }) },
  { id: 'java', label: 'Java', words: 'java hljs-java', endings: 'java', editor: 'java', packagesAreFolders: true, standard: 'java javax', callsNoVariables: true, declaresTypeFirst: true, comments: 'slash', highlighter: 'java', tree: grammar('java') },
  { id: 'kotlin', label: 'Kotlin', words: 'kt hljs-kotlin', endings: 'kt kts', editor: 'kotlin', constructors: 'constructor', packagesAreFolders: true, standard: 'kotlin kotlinx java javax', comments: 'slash', highlighter: 'kotlin', tree: communityGrammar('kotlin'),
    misread: /,(?=\s{1,200}>)|(?<=[A-Z][\w.<>]{0,80})(?<!va[lr] [^\n]{1,160}) by \w+(?= \{)/g, brokenHead: /(?<=\bclass [\w<>, ]{1,80})\r?\n[ \t]+(?:@?\w+ )*constructor\(/g,
    raised: { require: badArgument, requireNotNull: badArgument, check: badState, checkNotNull: badState, error: badState, TODO: 'NotImplementedError' } },
  { id: 'scala', label: 'Scala', words: 'scala sc hljs-scala', endings: 'scala sc', editor: 'scala', constructors: 'apply', standard: 'scala java javax', comments: 'slash', highlighter: 'scala', tree: grammar('scala'),
    raised: { require: badArgument, assert: 'AssertionError', assume: 'AssertionError', error: 'RuntimeException' } },
  { id: 'groovy', label: 'Groovy', words: 'groovy hljs-groovy', endings: 'groovy', fileNames: 'Jenkinsfile', editor: 'groovy', declaresTypeFirst: true, comments: 'slash', rows: 'groovy' },
  { id: 'gradle', label: 'Gradle', words: 'hljs-gradle', endings: 'gradle', comments: 'slash', tree: grammar('groovy') },
  { id: 'c', label: 'C', words: 'c h hljs-c', endings: 'c', editor: 'c', hasMacros: true, misread: headMacros, namesReceivers: true, declaresTypeFirst: true, comments: 'slash', highlighter: 'c', tree: grammar('c') },
  // The C++ grammar reads C headers too, as it covers both.
  { id: 'cpp', label: 'C++', words: 'cpp cc cxx cp hh hpp hxx hljs-cpp', names: 'cplusplus', endings: 'cpp cc cxx h hpp hh hxx ino cu cuh', headers: 'h hpp hh hxx cuh', editor: 'cpp cuda-cpp', hasMacros: true, misread: headMacros, declaresTypeFirst: true, comments: 'slash',
    highlighter: 'cpp', tree: { ...grammar('cpp'), queries: ['cpponly', 'c'] },
    instead: { language: 'objectivec', where: '@interface @protocol @implementation' } },
  { id: 'csharp', label: 'C#', words: 'cs csx hljs-cs', endings: 'cs', editor: 'csharp', declaresTypeFirst: true, comments: 'slash', highlighter: 'csharp',
    // A directive in the middle of an expression; quotes at the ends of a verbatim text with values (`$@"""{x}"""`), which are read as those of a raw one.
    misread: /(?<=[=(,:?+&|]>?[ \t]{0,9}\r?\n[ \t]{0,80})#(?:if|endif)\b[^\n]{0,120}|(?<=(?:\$@|@\$)")""|(?<=(?:\$@|@\$)"(?:[^"]|""){0,2000})""(?="(?!"))/g, tree: grammar('c-sharp', { wasm: 'c_sharp' }) },
  { id: 'fsharp', label: 'F#', words: 'fs fsi fsx hljs-fsharp', endings: 'fs fsx fsi', editor: 'fsharp', comments: 'slash', rows: 'fsharp' },
  { id: 'vb', label: 'Visual Basic', words: 'hljs-vbnet vba', names: 'vb vbnet', endings: 'vb bas', comments: 'tick', editor: 'vb', rows: 'vb' },
  { id: 'objectivec', label: 'Objective-C', words: 'm hljs-objectivec', endings: 'm', editor: 'objective-c', hasMacros: true, declaresTypeFirst: true, comments: 'slash', tree: manyGrammar('objectivec', { wasm: 'objc' }) },
  { id: 'objectivecpp', label: 'Objective-C++', words: 'mm', endings: 'mm', editor: 'objective-cpp', comments: 'slash' },
  { id: 'swift', label: 'Swift', words: 'swift hljs-swift', endings: 'swift', editor: 'swift', constructors: 'init', comments: 'slash', highlighter: 'swift', tree: manyGrammar('swift'),
    // Types behind the sign `<` of an operator (`func <<T>(`), and of a call on a module (`Shop.Cart<T>(`), which are read as comparisons.
    misread: /\bnonisolated\(unsafe\)|(?<=\bfunc <|\.[A-Z]\w{0,99})<[^()=;{}]{1,200}>(?=\()/g },
  { id: 'dart', label: 'Dart', words: 'dart hljs-dart', endings: 'dart', editor: 'dart', declaresTypeFirst: true, comments: 'slash', highlighter: 'dart', tree: manyGrammar('dart') },
  { id: 'ruby', label: 'Ruby', words: 'rb rbi rbx hljs-ruby', endings: 'rb rake gemspec', fileNames: 'Rakefile Gemfile', editor: 'ruby', constructors: 'initialize', makes: 'new', declaresByValue: true, callsNoVariables: true, comments: 'hash', highlighter: 'ruby', tree: grammar('ruby'), raised: { raise: 'RuntimeError', fail: 'RuntimeError' } },
  { id: 'php', label: 'PHP', words: 'php php3 php4 php5 php7 php8 phtml hljs-php', endings: 'php phtml', editor: 'php', constructors: '__construct', namesReceivers: true, packagesAreFolders: true, declaresTypeFirst: true, comments: 'slash', highlighter: 'php', tree: grammar('php', { tags: true }) },
  { id: 'perl', label: 'Perl', words: 'pl pm hljs-perl', endings: 'pl pm t psgi', editor: 'perl', comments: 'hash', tree: manyGrammar('perl', cursorless), namesModule: true,
    misread: /\([\\$@%&*;+]{1,9}\)(?=[ \t]{0,9}(?:\{|$))/gm },
  { id: 'lua', label: 'Lua', words: 'lua hljs-lua', endings: 'lua', editor: 'lua', namesReceivers: true, comments: 'dash', highlighter: 'lua', tree: communityGrammar('lua') },
  { id: 'r', label: 'R', words: 'r hljs-r', endings: 'r', editor: 'r', comments: 'hash', highlighter: 'r', tree: grammar('r', { from: '@eagleoutice/tree-sitter-r' }) },
  { id: 'julia', label: 'Julia', words: 'jl hljs-julia', endings: 'jl', editor: 'julia', declaresByValue: true, comments: 'hash', tree: grammar('julia'), raised: { error: 'ErrorException' } },
  { id: 'elixir', label: 'Elixir', words: 'ex exs hljs-elixir', endings: 'ex exs', editor: 'elixir', declaresByValue: true, comments: 'hash', tree: grammar('elixir'), raised: { raise: 'RuntimeError' } },
  { id: 'erlang', label: 'Erlang', words: 'erl hrl hljs-erlang', endings: 'erl hrl', editor: 'erlang', comments: 'percent', rows: 'erlang', namesModule: true },
  { id: 'haskell', label: 'Haskell', words: 'hs hljs-haskell', endings: 'hs', editor: 'haskell', comments: 'dash', tree: grammar('haskell'), namesModule: true, isCurried: true },
  { id: 'purescript', label: 'PureScript', endings: 'purs', comments: 'dash', editor: 'purescript', rows: 'purescript' },
  { id: 'ocaml', label: 'OCaml', words: 'ml hljs-ocaml', endings: 'ml mli', headers: 'mli', comments: 'paren', tree: manyGrammar('ocaml'), fileIs: 'module', isCurried: true, raised: { failwith: 'Failure', invalid_arg: 'Invalid_argument' } },
  { id: 'clojure', label: 'Clojure', words: 'clj hljs-clojure', endings: 'clj cljs cljc bb', editor: 'clojure', comments: 'semicolon', tree: manyGrammar('clojure', cursorless), namesModule: true },
  { id: 'lisp', label: 'Lisp', words: 'lisp hljs-lisp', endings: 'lisp lsp cl asd', comments: 'semicolon', rows: 'lisp' },
  { id: 'scheme', label: 'Scheme', words: 'scm hljs-scheme', endings: 'scm ss sld', comments: 'semicolon', rows: 'lisp' },
  { id: 'racket', label: 'Racket', words: 'rkt', endings: 'rkt rktl', comments: 'semicolon', editor: 'racket', rows: 'lisp' },
  { id: 'elm', label: 'Elm', words: 'elm hljs-elm', endings: 'elm', editor: 'elm', comments: 'dash', tree: manyGrammar('elm', cursorless), namesModule: true, isCurried: true },
  { id: 'gleam', label: 'Gleam', endings: 'gleam', editor: 'gleam', comments: 'slash', tree: manyGrammar('gleam', cursorless) },
  { id: 'gdscript', label: 'GDScript', endings: 'gd', editor: 'gdscript', comments: 'hash', tree: manyGrammar('gdscript', cursorless) },
  { id: 'zig', label: 'Zig', words: 'zig', endings: 'zig', editor: 'zig', namesReceivers: true, comments: 'slash', tree: communityGrammar('zig'), fileIs: 'struct' },
  { id: 'nim', label: 'Nim', words: 'hljs-nimrod', endings: 'nim nims nimble', comments: 'hash', editor: 'nim', rows: 'nim' },
  { id: 'crystal', label: 'Crystal', words: 'hljs-crystal', endings: 'cr', comments: 'hash', editor: 'crystal', rows: 'crystal' },
  { id: 'd', label: 'D', words: 'hljs-d' },
  { id: 'solidity', label: 'Solidity', words: 'sol', endings: 'sol', editor: 'solidity', constructors: 'constructor', declaresTypeFirst: true, comments: 'slash', tree: manyGrammar('solidity') },
  { id: 'matlab', label: 'MATLAB', words: 'matlab hljs-matlab' },
  { id: 'fortran', label: 'Fortran', words: 'f90 f95 f03 f08 f18 hljs-fortran', names: 'f', endings: 'f90 f95 f03 f08 f18 f for fypp', comments: 'bang', editor: 'fortran fortran-modern FortranFreeForm', rows: 'fortran' },
  { id: 'pascal', label: 'Pascal', words: 'pas p hljs-delphi', names: 'delphi', endings: 'pas pp dpr lpr', comments: 'brace', editor: 'pascal objectpascal', rows: 'pascal' },
  { id: 'ada', label: 'Ada', words: 'adb ads hljs-ada', endings: 'ada adb ads', comments: 'dash', editor: 'ada', rows: 'ada' },
  { id: 'vhdl', label: 'VHDL', words: 'vhdl hljs-vhdl', endings: 'vhd vhdl', comments: 'dash', editor: 'vhdl', rows: 'vhdl' },
  { id: 'verilog', label: 'Verilog', words: 'sv hljs-verilog', names: 'systemverilog', endings: 'v sv svh vh', comments: 'slash', editor: 'verilog systemverilog', rows: 'verilog' },
  { id: 'assembly', label: 'Assembly', words: 'hljs-x86asm hljs-armasm', names: 's', endings: 'asm s', comments: 'semicolon', rows: 'assembly' },
  { id: 'coffeescript', label: 'CoffeeScript', words: 'coffee hljs-coffeescript', editor: 'coffeescript', endings: 'coffee cson', comments: 'hashes', rows: 'coffeescript' },
  { id: 'shell', label: 'Shell', words: 'sh bash zsh ash hljs-bash hljs-shell', names: 'console', endings: 'sh bash zsh ksh', fileNames: '.bashrc', editor: 'shellscript', comments: 'hash',
    highlighter: 'bash', tree: grammar('bash'), misread: /(?<=\$\{\w{1,40}(?:%%?|##?))[^}\s"'[\]]{0,40}[[\]][^}\s"']{0,40}(?=\})/g },
  { id: 'powershell', label: 'PowerShell', words: 'ps1 hljs-powershell', names: 'pwsh', endings: 'ps1 psm1 psd1', editor: 'powershell', comments: 'hash', highlighter: 'powershell', tree: editorGrammar('powershell') },
  { id: 'batch', label: 'Batch', words: 'bat cmd hljs-dos', names: 'batchfile', endings: 'bat cmd', editor: 'bat', comments: 'rem', rows: 'batch' },
  { id: 'sql', label: 'SQL', words: 'sql ddl dml hljs-sql hljs-pgsql', names: 'mysql postgres postgresql plsql', endings: 'sql', editor: 'sql', comments: 'dash', highlighter: 'sql', rows: 'sql' },
  { id: 'html', label: 'HTML', words: 'html htm xhtml shtml hljs-html', endings: 'html htm', editor: 'html', comments: 'markup', highlighter: 'xml', tree: grammar('html') },
  { id: 'css', label: 'CSS', words: 'css hljs-css', endings: 'css', editor: 'css', comments: 'slash', highlighter: 'css', tree: grammar('css') },
  { id: 'scss', label: 'SCSS', words: 'scss hljs-scss', names: 'sass', endings: 'scss', editor: 'scss', comments: 'slash', highlighter: 'scss', tree: manyGrammar('scss', cursorless) },
  { id: 'less', label: 'Less', words: 'hljs-less', endings: 'less', editor: 'less', comments: 'slash', highlighter: 'scss', rows: 'less' },
  { id: 'vue', label: 'Vue', words: 'vue', endings: 'vue', editor: 'vue', comments: 'markup', highlighter: 'xml', tree: { ...grammar('html'), queries: ['html', 'component'] }, fileIs: 'component' },
  { id: 'svelte', label: 'Svelte', words: 'svelte', endings: 'svelte', editor: 'svelte', comments: 'markup', highlighter: 'xml', tree: { ...grammar('html'), queries: ['html', 'component'] }, fileIs: 'component' },
  { id: 'xml', label: 'XML', words: 'xml xsd xsl xslt hljs-xml', endings: 'xml', editor: 'xml', comments: 'markup', highlighter: 'xml' },
  { id: 'svg', label: 'SVG', words: 'svg', endings: 'svg', comments: 'markup', highlighter: 'xml' },
  { id: 'json', label: 'JSON', words: 'json hljs-json', names: 'json5 jsonl', endings: 'json jsonc', editor: 'json jsonc jsonl', isData: true, comments: 'slash', highlighter: 'json', tree: grammar('json') },
  { id: 'yaml', label: 'YAML', words: 'yaml yml hljs-yaml', endings: 'yaml yml', editor: 'yaml dockercompose', isData: true, comments: 'hash', highlighter: 'yaml', tree: communityGrammar('yaml') },
  { id: 'toml', label: 'TOML', words: 'toml tml hljs-toml', endings: 'toml', editor: 'toml', isData: true, comments: 'hash', highlighter: 'ini', tree: communityGrammar('toml') },
  { id: 'ini', label: 'INI', words: 'ini hljs-ini', names: 'conf dotenv editorconfig', endings: 'ini cfg', editor: 'ini', isData: true, comments: 'hash', highlighter: 'ini', tree: editorGrammar('ini') },
  { id: 'properties', label: 'Properties', words: 'hljs-properties', endings: 'properties', isData: true, comments: 'hash', highlighter: 'ini', tree: editorGrammar('ini') },
  { id: 'dockerfile', label: 'Dockerfile', words: 'dockerfile hljs-dockerfile', names: 'docker containerfile', endings: 'dockerfile', fileNames: 'Dockerfile', editor: 'dockerfile', comments: 'hash', highlighter: 'dockerfile', rows: 'dockerfile' },
  { id: 'makefile', label: 'Makefile', words: 'hljs-makefile', names: 'make gnumakefile', endings: 'makefile mk', fileNames: 'Makefile GNUmakefile', editor: 'makefile', comments: 'hash', highlighter: 'makefile', tree: grammar('make') },
  { id: 'cmake', label: 'CMake', words: 'hljs-cmake', names: 'cmakelists', fileNames: 'CMakeLists.txt', comments: 'hash', endings: 'cmake', editor: 'cmake', rows: 'cmake' },
  { id: 'terraform', label: 'Terraform', words: 'tf', endings: 'tf tfvars', editor: 'terraform', comments: 'hash', tree: communityGrammar('hcl') },
  { id: 'hcl', label: 'HCL', words: 'hcl', endings: 'hcl', comments: 'hash', tree: communityGrammar('hcl') },
  { id: 'graphql', label: 'GraphQL', endings: 'graphql gql', comments: 'hash', editor: 'graphql', rows: 'graphql' },
  { id: 'nix', label: 'Nix', words: 'hljs-nix', endings: 'nix', editor: 'nix', comments: 'hash', tree: manyGrammar('nix', cursorless) },
  { id: 'protobuf', label: 'Protocol Buffers', words: 'hljs-protobuf', names: 'proto3', endings: 'proto', comments: 'slash', editor: 'proto proto3', rows: 'protobuf' },
  { id: 'thrift', label: 'Thrift', words: 'hljs-thrift', endings: 'thrift', comments: 'slash', editor: 'thrift', rows: 'thrift' },
  { id: 'diff', label: 'Diff', words: 'hljs-diff', names: 'patch', editor: 'diff', highlighter: 'diff' },
  { id: 'vim', label: 'Vim script', words: 'hljs-vim', names: 'viml', endings: 'vim', fileNames: '.vimrc vimrc', comments: 'quote', editor: 'viml vim', rows: 'vim' },
  { id: 'elisp', label: 'Emacs Lisp', words: 'el', endings: 'el', comments: 'semicolon', tree: manyGrammar('elisp') },
  { id: 'glsl', label: 'GLSL', words: 'glsl hljs-glsl' },
  { id: 'tcl', label: 'Tcl', words: 'hljs-tcl', endings: 'tcl tm', comments: 'hash', editor: 'tcl', rows: 'tcl' },
  { id: 'tex', label: 'TeX', words: 'tex ltx hljs-tex', endings: 'tex', editor: 'latex tex', comments: 'percent' },
  { id: 'markdown', label: 'Markdown', words: 'md markdown mdown mdwn markdn hljs-markdown', endings: 'md markdown mdx', editor: 'markdown', comments: 'markup', highlighter: 'markdown' },
  { id: 'log', label: 'Log', words: 'log' },
  { id: 'csv', label: 'CSV', words: 'csv' },
  { id: 'gherkin', label: 'Gherkin', words: 'feature hljs-gherkin', names: 'cucumber' },
  { id: 'text', label: 'Text', words: 'txt text hljs-plaintext', names: 'plain rst adoc', endings: 'txt', editor: 'plaintext' },
];

// Section: finds a language by various names; lower case, except for file names.

/** The words of a list in the table. */
export const wordsOf = (words: string | undefined): string[] => words?.split(' ') ?? [];

const byEnding = new Map(
  languages.flatMap((language) => wordsOf(language.endings).map((ending) => [ending, language])),
);
const byFileName = new Map(
  languages.flatMap((language) => wordsOf(language.fileNames).map((name) => [name.toLowerCase(), language])),
);
const byName = new Map(
  languages.flatMap((language) => {
    const { id, label, names, editor } = language;
    return [id, label.toLowerCase(), ...wordsOf(names), ...wordsOf(editor)].map((name) => [name, language] as const);
  }),
);

export const languageOfEnding = (ending: string): Language | undefined => byEnding.get(ending);

/** True where definitions of a language are read: by a tree, or row by row. */
export const isOutlined = (language: Language | undefined): boolean =>
  language?.tree !== undefined || language?.rows !== undefined;

const headers = new Set(languages.flatMap((language) => wordsOf(language.headers)));

/** True for the ending of a file that announces what another defines: `h`, `mli`. */
export const isHeaderEnding = (ending: string): boolean => headers.has(ending);

/** Language by a whole file name. */
export const languageOfFile = (fileName: string): Language | undefined => byFileName.get(fileName.toLowerCase());

/** Language by any of its names. */
export const languageOfName = (name: string): Language | undefined => byName.get(name);

/** Endings of files from which others are made, behind the ending of what is made: `schema.sql.in`. */
const templateEndings = /\.(?:in|tmpl|template|tpl|dist|example|sample|j2)$/;

/** The name of a file, in lower case; of a template that of what is made from it, where its language is known. */
export function plainFileName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  const made = name.replace(templateEndings, '');
  const isKnown = byFileName.has(made) || (/\./.test(made) && byEnding.has(made.slice(made.lastIndexOf('.') + 1)));
  return made !== name && isKnown ? made : name;
}

/** The language of a file by its path. */
export function languageOfPath(path: string): Language | undefined {
  const name = plainFileName(path);
  return byFileName.get(name) ?? byEnding.get(name.slice(name.lastIndexOf('.') + 1));
}

/** Languages that use each other's names; those of no row use their own alone. */
const families = [
  'javascript jsx typescript tsx vue svelte html coffeescript',
  'c cpp objectivec objectivecpp swift zig assembly fortran',
  'java kotlin scala groovy gradle clojure',
  'csharp fsharp vb',
  'elixir erlang gleam',
  'python notebook',
].map(wordsOf);
/** Settings, markup and scripts, which name what any language defines. */
const ofAny = new Set(
  wordsOf(
    'html css scss less xml svg json yaml toml ini properties dockerfile makefile cmake terraform hcl graphql protobuf thrift shell batch powershell sql gradle starlark notebook',
  ),
);

/** Those of them whose definitions code of any language calls; what a script or a build file defines is run. */
const calledByAny = new Set(wordsOf('html css scss less graphql protobuf thrift sql notebook'));

/** Languages of which programs in others call functions, through a binding that keeps the name. */
const bound = new Set(wordsOf('c cpp rust zig assembly fortran solidity'));

/** True for languages that use each other's names: a header of one is read by the other. */
export const isOfOneFamily = (one: Language, other: Language): boolean =>
  one.id === other.id || families.some((family) => family.includes(one.id) && family.includes(other.id));

/** False where a name in one language is hardly what the other defines by it. */
export const mayName = (one: Language, other: Language): boolean =>
  ofAny.has(one.id) || ofAny.has(other.id) || isOfOneFamily(one, other);

/** False where a call in one language is hardly one of what the other defines: a script calls commands of its own. */
export const mayCall = (one: Language, other: Language): boolean =>
  calledByAny.has(other.id) || isOfOneFamily(one, other) || (bound.has(other.id) && !ofAny.has(one.id));

/**
 * What a file defines by its own name: `HeartbeatBar.vue`, `Server.zig`, `Queue` of `queue.ml`; `index.vue`, `+page.svelte`
 * and `main.zig` do not.
 */
export function definedByFile(place: string, language: Language | undefined): string | undefined {
  const [, name = ''] = /(?:^|[\\/])([A-Za-z][\w-]*)\.\w+$/.exec(place) ?? [];
  switch (language?.fileIs) {
    case 'component':
      return name === '' || name === 'index' ? undefined : name;
    case 'struct':
      return /^[A-Z]/.test(name) ? name : undefined;
    case 'module':
      return name === '' ? undefined : name.charAt(0).toUpperCase() + name.slice(1);
    default:
      return undefined;
  }
}

/** The language of a text where several share a file ending. */
export function languageIn(text: string, language: Language): Language {
  const { instead } = language;
  return instead && wordsOf(instead.where).some((mark) => text.includes(mark))
    ? (byName.get(instead.language) ?? language)
    : language;
}
