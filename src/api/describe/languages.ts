/**
 * Names of languages: the contract's words for each, the names by which people, editors and file endings call it, and
 * the name people read. Must not look at content.
 */
import { specificClassifications } from '../../contract/schemas/classifications';

/** Shown name: the contract's words, the first being the one we choose; after `=`, names that are no such words. */
const table = `
  TypeScript: ts hljs-typescript = typescript mts cts
  TypeScript JSX: tsx = typescriptreact
  JavaScript: js mjs ecma node hljs-javascript = javascript cjs
  JavaScript JSX: jsx = javascriptreact
  Python: py py3 pyw pyi hljs-python = python python3
  Jupyter notebook: ipynb = jupyter
  Go: go hljs-go = golang
  Rust: rs hljs-rust = rust
  Java: java hljs-java
  Kotlin: kt hljs-kotlin = kotlin kts
  Scala: scala sc hljs-scala
  Groovy: groovy hljs-groovy = jenkinsfile
  Gradle: hljs-gradle = gradle
  C: c h hljs-c
  C++: cpp cc cxx cp hh hpp hxx hljs-cpp = c++ cplusplus
  C#: cs csx hljs-cs = csharp c#
  F#: fs fsi fsx hljs-fsharp = fsharp f#
  Visual Basic: hljs-vbnet vba = vb vbnet
  Objective-C: m hljs-objectivec = objective-c objectivec
  Objective-C++: mm = objective-cpp
  Swift: swift hljs-swift
  Dart: dart hljs-dart
  Ruby: rb rbi rbx hljs-ruby = ruby
  PHP: php php3 php4 php5 php7 php8 phtml hljs-php
  Perl: pl pm hljs-perl = perl
  Lua: lua hljs-lua
  R: r hljs-r
  Julia: jl hljs-julia = julia
  Elixir: ex exs hljs-elixir = elixir
  Erlang: erl hrl hljs-erlang = erlang
  Haskell: hs hljs-haskell = haskell
  OCaml: ml hljs-ocaml = ocaml
  Clojure: clj hljs-clojure = clojure cljs cljc
  Lisp: lisp hljs-lisp
  Scheme: scm hljs-scheme = scheme
  Racket: rkt = racket
  Elm: elm hljs-elm
  Zig: zig
  Nim: hljs-nimrod = nim
  Crystal: hljs-crystal = cr crystal
  D: hljs-d
  Solidity: sol = solidity
  MATLAB: matlab hljs-matlab
  Fortran: f90 f95 f03 f08 f18 hljs-fortran = fortran f
  Pascal: pas p hljs-delphi = pascal delphi
  Ada: adb ads hljs-ada = ada
  VHDL: vhdl hljs-vhdl = vhd
  Verilog: sv hljs-verilog = verilog systemverilog
  Assembly: hljs-x86asm hljs-armasm = asm assembly s
  CoffeeScript: coffee hljs-coffeescript = coffeescript
  Shell: sh bash zsh ash hljs-bash hljs-shell = shellscript shell ksh
  PowerShell: ps1 hljs-powershell = powershell psm1 psd1 pwsh
  Batch: bat cmd hljs-dos = batch batchfile
  SQL: sql ddl dml hljs-sql hljs-pgsql = mysql postgres postgresql plsql
  HTML: html htm xhtml shtml hljs-html
  CSS: css hljs-css
  SCSS: scss hljs-scss = sass
  Less: hljs-less = less
  Vue: vue
  Svelte: svelte
  XML: xml xsd xsl xslt hljs-xml
  SVG: svg
  JSON: json hljs-json = jsonc json5 jsonl
  YAML: yaml yml hljs-yaml
  TOML: toml tml hljs-toml
  INI: ini hljs-ini = cfg conf dotenv editorconfig
  Properties: hljs-properties = properties
  Dockerfile: dockerfile hljs-dockerfile = docker containerfile
  Makefile: hljs-makefile = makefile mk make gnumakefile
  CMake: hljs-cmake = cmake cmakelists
  Terraform: tf = terraform
  HCL: hcl
  Nix: hljs-nix = nix
  Protocol Buffers: hljs-protobuf = proto proto3 protobuf
  Thrift: hljs-thrift = thrift
  Diff: hljs-diff = diff patch
  Vim script: hljs-vim = vim viml
  Emacs Lisp: el
  GLSL: glsl hljs-glsl
  Tcl: hljs-tcl = tcl
  TeX: tex ltx hljs-tex = latex
  Markdown: md markdown mdown mdwn markdn hljs-markdown = mdx
  Log: log
  CSV: csv
  Gherkin: feature hljs-gherkin = gherkin cucumber
  Text: txt text hljs-plaintext = plaintext plain rst adoc
`;

const displayNames = new Map<string, string>();
const wordsByName = new Map<string, string>();

for (const line of table.trim().split('\n')) {
  const colon = line.indexOf(': ');
  const name = line.slice(0, colon).trim();
  const [words = '', aliases = ''] = line.slice(colon + 1).split(' = ');
  const known = words.trim().split(' ');
  for (const word of known) displayNames.set(word, name);
  for (const alias of [name.toLowerCase(), ...aliases.split(' ')]) {
    if (alias && known[0] !== undefined && !specificClassifications.has(alias)) wordsByName.set(alias, known[0]);
  }
}

/** Of the contract's words, by their lower case: `gemfile` for `Gemfile`. */
const byLowerCase = new Map([...specificClassifications].map((word) => [word.toLowerCase(), word]));

/** The name people read: `TypeScript` for `ts`. */
export function languageName(specific: string): string {
  if (specific === 'UNKNOWN') return 'Text';
  return displayNames.get(specific) ?? specific.replace(/^hljs-/, '').toUpperCase();
}

/** The contract's word for a file ending, a language's name or an editor's language id; undefined when unknown. */
export function wordOf(name: string): string | undefined {
  const given = name.trim();
  const plain = given.replace(/^\.(?=\w)/, '');
  if (plain === '' || plain.toUpperCase() === 'UNKNOWN') return undefined;
  for (const word of [given, plain]) if (specificClassifications.has(word)) return word;
  const lower = plain.toLowerCase();
  return wordsByName.get(lower) ?? byLowerCase.get(lower) ?? byLowerCase.get(`hljs-${lower}`);
}

/** Every name that `wordOf` knows beyond the contract's own words. */
export const languageAliases = (): IterableIterator<[alias: string, word: string]> => wordsByName.entries();
