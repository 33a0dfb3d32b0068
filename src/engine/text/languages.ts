/**
 * What is known of a language from its key (the file name's ending): its grammar, how its comments are written and
 * which regular expressions find its declarations. One table, read by chunking, indexing and answering.
 */

export interface Language {
  /** File of the grammar without folder; absent: chunks are line windows. */
  grammar?: string;
  comments: CommentStyle;
}

/** `hash`: `#`; `slash`: `//` and block comments; others by their first sign. */
export type CommentStyle = 'slash' | 'hash' | 'dash' | 'markup' | 'percent' | 'semicolon' | 'paren' | 'none';

const slash = (grammar?: string): Language => ({ comments: 'slash', ...(grammar ? { grammar } : {}) });
const hash = (grammar?: string): Language => ({ comments: 'hash', ...(grammar ? { grammar } : {}) });
const javascript = slash('tree-sitter-javascript.wasm');
const typescript = slash('tree-sitter-typescript.wasm');
const cpp = slash('tree-sitter-cpp.wasm');
const shell = hash('tree-sitter-bash.wasm');

const languages = new Map<string, Language>([
  ...['js', 'mjs', 'cjs', 'jsx'].map((key) => [key, javascript] as const),
  ...['ts', 'mts', 'cts'].map((key) => [key, typescript] as const),
  ['tsx', slash('tree-sitter-tsx.wasm')],
  ...['py', 'pyi', 'pyw'].map((key) => [key, hash('tree-sitter-python.wasm')] as const),
  ['go', slash('tree-sitter-go.wasm')],
  ['java', slash('tree-sitter-java.wasm')],
  ['rs', slash('tree-sitter-rust.wasm')],
  ...['rb', 'rake', 'gemspec'].map((key) => [key, hash('tree-sitter-ruby.wasm')] as const),
  ...['php', 'phtml'].map((key) => [key, slash('tree-sitter-php.wasm')] as const),
  ['cs', slash('tree-sitter-c-sharp.wasm')],
  ...['c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'hh', 'hxx', 'ino'].map((key) => [key, cpp] as const),
  ...['sh', 'bash', 'zsh', 'ksh'].map((key) => [key, shell] as const),
  ...['ps1', 'psm1', 'psd1'].map((key) => [key, hash('tree-sitter-powershell.wasm')] as const),
  ['css', slash('tree-sitter-css.wasm')],
  ...['ini', 'cfg', 'properties'].map((key) => [key, hash('tree-sitter-ini.wasm')] as const),
  ...[
    'scss',
    'less',
    'kt',
    'kts',
    'swift',
    'scala',
    'dart',
    'groovy',
    'gradle',
    'm',
    'mm',
    'zig',
    'proto',
    'sol',
    'fs',
    'fsx',
    'sc',
    'jsonc',
  ].map((key) => [key, slash()] as const),
  ...[
    'ex',
    'exs',
    'cr',
    'nim',
    'pl',
    'pm',
    'r',
    'jl',
    'yml',
    'yaml',
    'toml',
    'dockerfile',
    'makefile',
    'mk',
    'tf',
    'graphql',
    'gql',
  ].map((key) => [key, hash()] as const),
  ...['lua', 'sql', 'hs', 'elm', 'purs', 'ada', 'vhd'].map((key) => [key, { comments: 'dash' } as const] as const),
  ...['html', 'htm', 'xml', 'vue', 'svelte', 'svg', 'md', 'markdown', 'mdx'].map(
    (key) => [key, { comments: 'markup' } as const] as const,
  ),
  ...['ml', 'mli'].map((key) => [key, { comments: 'paren' } as const] as const),
  ...['erl', 'tex'].map((key) => [key, { comments: 'percent' } as const] as const),
  ...['clj', 'cljs', 'cljc', 'lisp', 'el', 'scm', 'asm'].map(
    (key) => [key, { comments: 'semicolon' } as const] as const,
  ),
]);

const plain: Language = { comments: 'none' };

/** Files without an ending that have a language all the same. */
const byFileName = new Map([
  ['dockerfile', 'dockerfile'],
  ['makefile', 'makefile'],
  ['rakefile', 'rb'],
  ['gemfile', 'rb'],
  ['jenkinsfile', 'groovy'],
  ['.bashrc', 'sh'],
]);

/** Names by which people and editors call a language, and its key. */
const byName = new Map([
  ['javascript', 'js'],
  ['javascriptreact', 'jsx'],
  ['typescript', 'ts'],
  ['typescriptreact', 'tsx'],
  ['python', 'py'],
  ['golang', 'go'],
  ['rust', 'rs'],
  ['ruby', 'rb'],
  ['csharp', 'cs'],
  ['c#', 'cs'],
  ['c++', 'cpp'],
  ['shellscript', 'sh'],
  ['powershell', 'ps1'],
  ['kotlin', 'kt'],
  ['markdown', 'md'],
]);

export function languageOf(key: string): Language {
  return languages.get(key) ?? plain;
}

/** Language key of a file name or of a language's own name; `txt` when nothing is known. */
export function languageKey(name: string): string {
  const file = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).toLowerCase();
  const special = byFileName.get(file) ?? byName.get(file);
  if (special !== undefined) return special;
  const dot = file.lastIndexOf('.');
  if (dot >= 0) return file.slice(dot + 1) || 'txt';
  return languages.has(file) ? file : 'txt';
}

export function isMarkdown(key: string): boolean {
  return key === 'md' || key === 'markdown' || key === 'mdx';
}

/** Endings whose files hold no text a person asks about, or hold it only for machines. */
const unreadEndings = new Set(
  `png jpg jpeg gif bmp ico webp avif tiff psd mp3 mp4 wav ogg webm mov avi mkv zip gz tgz bz2 xz zst 7z rar jar war
   class o a so dylib dll exe bin wasm pdf doc docx xls xlsx ppt pptx woff woff2 ttf otf eot map lock snap db sqlite
   sqlite3 pyc pyo iso dmg pack idx parquet npy npz pt onnx min.js min.css`.split(/\s+/),
);
const unreadNames = new Set(['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'composer.lock']);

/** True for files not worth opening: pictures, archives, lock files, minified bundles. */
export function isUnreadKind(path: string): boolean {
  const file = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (unreadNames.has(file) || /\.min\.(js|css|mjs)$/.test(file)) return true;
  const dot = file.lastIndexOf('.');
  return dot >= 0 && unreadEndings.has(file.slice(dot + 1));
}
