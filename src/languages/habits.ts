/**
 * Patterns common to many languages, runtimes and projects: stack frames, rows that only list names, files that a
 * project begins with.
 */

// Section: formats of stack frames, one row each; the first that matches applies.

export interface FrameForm {
  /** Runtime with this format, for readers of the table. */
  runtime: string;
  /** Matches one trimmed row, with the group `path`, and `line` and `symbol` where present. */
  row: RegExp;
  /** Matches the function in the row before, where the format has it there. */
  before?: RegExp;
  /** True when the innermost frame is written last. */
  isLastInnermost?: boolean;
}

const path = String.raw`(?<path>[^\s:()"']{1,300})`;
const drivenPath = String.raw`(?<path>(?:(?:file|https?|webpack(?:-internal)?):\/{2,3})?(?:[A-Za-z]:)?[^\s:()"']{1,300})`;
const line = String.raw`(?<line>\d{1,7})`;

export const frameForms: readonly FrameForm[] = [
  { runtime: 'Python', row: /^File "(?<path>[^"]{1,300})", line (?<line>\d{1,7})(?:, in (?<symbol>\S{1,200}))?/, isLastInnermost: true },
  { runtime: 'IPython', row: /^File (?<path>[^\s:"']{1,300}):(?<line>\d{1,7}), in (?<symbol>[^\s(]{1,200})/, isLastInnermost: true },
  { runtime: 'IPython before 8', row: /^(?<path>[^\s:()"']{1,300}\.\w{1,4}) in (?<symbol>[\w.<>]{1,200})\(/, isLastInnermost: true },
  { runtime: 'JavaScript', row: new RegExp(String.raw`^at (?:async )?(?:new )?(?<symbol>[^\s()]{1,200}) (?:\[as [^\]]{1,80}\] )?\(${drivenPath}:${line}(?::\d{1,7})?\)`) },
  { runtime: 'JavaScript, Rust', row: new RegExp(String.raw`^at (?:async )?${drivenPath}:${line}(?::\d{1,7})?$`), before: /^\d{1,5}: (?:0x[0-9a-f]{1,16} - )?(?<symbol>\S{1,300})/ },
  { runtime: 'Java, Kotlin, Scala', row: /^at (?:[\w.$-]{1,80}\/{1,2})?(?:[\w.$-]{1,80}\/)?(?<symbol>[\w.$<>-]{1,300})\((?<path>[\w$-]{1,100}\.\w{1,8}):(?<line>\d{1,7})\)/ },
  { runtime: '.NET', row: /^at (?<symbol>[^\s(]{1,300})\([^)]{0,300}\) in (?<path>[^\n]{1,300}):line (?<line>\d{1,7})/ },
  { runtime: 'Ruby', row: /^(?:\d{1,5}: )?(?:from )?(?<path>[^\s:"'`]{1,300}):(?<line>\d{1,7}):in [`'](?:[\w ]{1,40} in )?(?<symbol>[^'`]{1,200})'/ },
  { runtime: 'PHP', row: /^#\d{1,5} (?<path>[^\s()]{1,300})\((?<line>\d{1,7})\): (?<symbol>[^\s(]{1,200})/ },
  { runtime: 'GDB, LLDB, sanitizers', row: new RegExp(String.raw`^#\d{1,5}\s+(?:0x[0-9a-f]{1,16} in )?(?<symbol>[\w:~<>,*&$.@-]{1,200})(?: ?\(.{0,300}\))? (?:at )?${path}:${line}(?::\d{1,7})?$`) },
  { runtime: 'Dart', row: new RegExp(String.raw`^#\d{1,5}\s+(?<symbol>[^\s()][^()]{0,200}) \((?:\w{1,20}:)?${path}:${line}(?::\d{1,7})?\)$`) },
  { runtime: 'Elixir', row: new RegExp(String.raw`^(?:\([^()]{1,80}\) )?${path}:${line}: (?<symbol>[A-Z]\w{0,80}(?:\.\w{1,80}){0,10}[?!]?)\/\d{1,3}`) },
  { runtime: 'Go', row: new RegExp(String.raw`^${path}:${line} \+0x[0-9a-f]{1,16}$`), before: /^(?<symbol>[\w.*()/-]{1,300}?)\([^()]{0,300}\)$/ },
  { runtime: 'Rust', row: new RegExp(String.raw`panicked at (?:'[^']{0,300}', )?${path}:${line}:\d{1,7}`) },
  { runtime: 'compilers', row: new RegExp(String.raw`^(?:--> )?${drivenPath}:${line}(?::\d{1,7})?(?::|$)`) },
]; // prettier-ignore

/** Matches a path with a row, whatever is around it, as people, compilers, editors and web pages write it. */
export const pointForm =
  /(?<![^\s:()"'`,;<>[\]{}|])(?:[A-Za-z]{1,20}:)?(?<path>[^\s:()"'`,;<>[\]{}|]{1,300}?\.[A-Za-z]\w{0,9})["'`]?(?::(?:line )?|#L|, line |\()(?<line>\d{1,7})(?::\d{1,7})?(?!\w)/g;

// Section: rows that only import or export names.

export const commentRow = /^[ \t]*(?:\/\/|#|\/\*|\*)[^\n]*$/gm;

export const listingRows: RegExp[] = [
  /^[ \t]*(?:const|let|var)\s+(?:\{[^}]{0,2000}\}|\w+)\s*=\s*require\([^)\n]{0,200}\)[^\n]*/gm,
  /^[ \t]*import\b[^;'"]{0,2000}from\s*['"][^'"\n]{0,200}['"];?/gm,
  /^[ \t]*import\s+[^\n]*/gm,
  /^[ \t]*from\s+\S+\s+import\s+(?:\([^)]{0,2000}\)|[^\n]*)/gm,
  /^[ \t]*(?:module\.exports|exports)\s*=\s*\{[^}]{0,2000}\}/gm,
  /^[ \t]*export\s+(?:type\s+)?(?:\{[^}]{0,2000}\}|\*)[^\n]*/gm,
  /^[ \t]*(?:#include|using|use|package|require|require_relative|load)\b[^\n]*$/gm,
  commentRow,
  /^['"]use strict['"];?$/gm,
];

/** Quick test whether one of the other patterns may match, which spares most passages. */
export const mayList =
  /^[ \t]*(?:import|from|module\.exports|exports?|#include|using|use|package|require|require_relative|load)\b|\brequire\(|^['"]use strict/m;

/** Words without which no passage is a listing. */
export const listingWord = /\b(?:import|require|export|exports|include|using|use)\b/;

// Section: names of files that describe a project, and of those that programs begin in.

const manifest =
  /(?:^|[\\/])(?:package\.json|pyproject\.toml|setup\.(?:cfg|py)|Cargo\.toml|go\.mod|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|pubspec\.yaml|[\w.-]{1,80}\.(?:gemspec|csproj))$/;

export const isManifest = (place: string): boolean => manifest.test(place);

/** True for a program's entry function; where it is a method, the class does not matter. */
export function isMain(symbol: string, place: string): boolean {
  return /\.(?:java|kt|cs|scala)$/.test(place)
    ? /(?:^|\.)[mM]ain$/.test(symbol)
    : /^(?:Main\.)?(?:main|wmain|WinMain|__main__)$/.test(symbol);
}

/** True for usual names of files that programs begin in. */
export function isStartFile(place: string): boolean {
  return /(?:^|[\\/])(?:(?:main|__main__|cli|server|manage)\.(?:[cm]?[jt]sx?|py|go|rs|rb|php|java|kt|swift|cs|c|cc|cpp|m|dart|exs?|zig|nim|ml|hs|scala|lua|pl|cr|jl|fs)|index\.(?:[cm]?[jt]sx?|php)|app\.(?:[cm]?[jt]sx?|py)|extension\.ts|Program\.cs)$/.test(
    place,
  );
}
