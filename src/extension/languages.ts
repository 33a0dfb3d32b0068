/**
 * The editor's language ids and the contract's language words, side by side. Must not know the editor.
 * What is missing here is named by the file's ending; the service classifies what it does not know.
 */

export interface Language {
  /** The contract's word. */
  ext: string;
  /** The editor's id. */
  id: string;
  name: string;
}

// One row a language, so that the table reads as a table.
// prettier-ignore
const rows: readonly (readonly [ext: string, id: string, name: string, file?: string])[] = [
  ['ts', 'typescript', 'TypeScript'], ['tsx', 'typescriptreact', 'TypeScript JSX'],
  ['js', 'javascript', 'JavaScript'], ['jsx', 'javascriptreact', 'JavaScript JSX'],
  ['py', 'python', 'Python'], ['java', 'java', 'Java'], ['cs', 'csharp', 'C#'], ['c', 'c', 'C'], ['cpp', 'cpp', 'C++'],
  ['go', 'go', 'Go'], ['rs', 'rust', 'Rust'], ['rb', 'ruby', 'Ruby'], ['php', 'php', 'PHP'], ['swift', 'swift', 'Swift'],
  ['kt', 'kotlin', 'Kotlin'], ['scala', 'scala', 'Scala'], ['dart', 'dart', 'Dart'], ['lua', 'lua', 'Lua'],
  ['pl', 'perl', 'Perl'], ['r', 'r', 'R'], ['jl', 'julia', 'Julia'], ['hs', 'haskell', 'Haskell'],
  ['ex', 'elixir', 'Elixir'], ['erl', 'erlang', 'Erlang'], ['clj', 'clojure', 'Clojure'], ['elm', 'elm', 'Elm'],
  ['fs', 'fsharp', 'F#'], ['groovy', 'groovy', 'Groovy'], ['m', 'objective-c', 'Objective-C'],
  ['mm', 'objective-cpp', 'Objective-C++'], ['coffee', 'coffeescript', 'CoffeeScript'], ['zig', 'zig', 'Zig'],
  ['sh', 'shellscript', 'Shell Script'], ['ps1', 'powershell', 'PowerShell'], ['bat', 'bat', 'Batch'],
  ['sql', 'sql', 'SQL'], ['html', 'html', 'HTML'], ['css', 'css', 'CSS'], ['scss', 'scss', 'SCSS'],
  ['hljs-less', 'less', 'Less', 'x.less'], ['vue', 'vue', 'Vue'], ['svelte', 'svelte', 'Svelte'],
  ['json', 'json', 'JSON'], ['yaml', 'yaml', 'YAML'], ['toml', 'toml', 'TOML'], ['ini', 'ini', 'INI'],
  ['xml', 'xml', 'XML'], ['md', 'markdown', 'Markdown'], ['tex', 'latex', 'LaTeX'],
  ['dockerfile', 'dockerfile', 'Dockerfile', 'Dockerfile'], ['hljs-makefile', 'makefile', 'Makefile', 'Makefile'],
  ['hljs-diff', 'diff', 'Diff', 'x.diff'], ['tf', 'terraform', 'Terraform'], ['sol', 'solidity', 'Solidity'],
  ['txt', 'plaintext', 'Plain Text'],
];

/** Ids that the editor uses beside the main one, and other endings of the same language. */
const otherIds: Record<string, string> = {
  jsonc: 'json',
  jsonl: 'json',
  dockercompose: 'yaml',
  tex: 'tex',
  'cuda-cpp': 'cpp',
};
const otherWords: Record<string, string> = {
  mjs: 'js', cjs: 'js', mts: 'ts', cts: 'ts', pyw: 'py', yml: 'yaml', htm: 'html', bash: 'sh', zsh: 'sh', h: 'c',
  hpp: 'cpp', cc: 'cpp', cxx: 'cpp', markdown: 'md', text: 'txt', kts: 'kt',
}; // prettier-ignore

export const languages: readonly Language[] = rows.map(([ext, id, name]) => ({ ext, id, name }));

const byId = new Map(languages.map((language) => [language.id, language]));
const byWord = new Map(languages.map((language) => [language.ext, language]));
const fileNames = new Map(rows.map(([ext, , , file]) => [ext, file]));

/** The word to save code under; undefined leaves it to the service. */
export function wordOf(languageId: string, fileName: string): string | undefined {
  const known = byId.get(languageId)?.ext ?? otherIds[languageId];
  // A plain text is what the editor calls anything it does not know.
  if (known !== undefined && known !== 'txt') return known;
  const ending = endingOf(fileName);
  return ending ?? known;
}

export function languageOf(word: string): Language | undefined {
  return byWord.get(word) ?? byWord.get(otherWords[word] ?? '') ?? byId.get(word.replace(/^hljs-/, ''));
}

/** For people: the language's name, else the word as it is. */
export function languageName(word: string): string {
  return languageOf(word)?.name ?? word.replace(/^hljs-/, '');
}

/** A file name by which the editor finds highlighting and icon. */
export function fileNameOf(title: string, word: string): string {
  const stem =
    title
      .replace(/[\\/:*?"<>|#%\s]+/g, ' ')
      .trim()
      .slice(0, 60)
      .trim() || 'asset';
  const whole = fileNames.get(word);
  const ending = whole === undefined ? word.replace(/^hljs-/, '') : endingOf(whole);
  if (ending === undefined || stem.endsWith(`.${ending}`)) return stem;
  return `${stem}.${ending}`;
}

/** A name that makes the icon theme show the language's icon. */
export function iconFileOf(word: string): string {
  return fileNames.get(word) ?? `x.${word.replace(/^hljs-/, '')}`;
}

function endingOf(fileName: string): string | undefined {
  return /[^./\\]\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase();
}
