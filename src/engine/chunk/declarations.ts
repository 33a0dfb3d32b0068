/**
 * Names declared in a piece of code, found by regular expressions that serve most languages, and by those of single
 * languages in languageNames.ts: good enough for scoring, and the only way where there is no grammar. Known limit: a call that looks like a definition may slip in.
 */
import { namesOfLanguage } from './languageNames';

/** Letters beyond ASCII, without the blanks among them. */
const letters = '\\u00aa-\\u167f\\u1681-\\u1fff\\u2c00-\\u2fff\\u3001-\\ufefe';
const identifier = `[A-Za-z_$${letters}][\\w$${letters}]*`;

const patterns: RegExp[] = [
  new RegExp(
    `\\b(?:function\\*?|class|interface|struct|enum|trait|type|def|fn|func|fun|module|namespace|protocol|record|object|macro_rules!|sub|defmodule|defp?|impl|union|typedef)\\s+(?:self\\.)?(${identifier})`,
    'g',
  ),
  // Go methods.
  /\bfunc\s*\([^)\n]{0,120}\)\s*(\w+)/g,
  // Functions and tables held in a variable.
  new RegExp(
    `\\b(?:const|let|var|val|static)\\s+(${identifier})\\s*(?::[^=\\n]{0,80})?=\\s*(?:async\\b\\s*)?(?:function|\\(|class\\b|new\\b|\\{|\\[|${identifier}\\s*=>)`,
    'g',
  ),
  // Constants at the left margin.
  new RegExp(`^(?:export\\s+)?(?:pub\\s+)?(?:const|let|var|val|static|#define)\\s+(${identifier})`, 'gm'),
  new RegExp(`^([A-Z][A-Z0-9_]{2,60})\\s*=`, 'gm'),
  // Methods in a class body or functions of C-like languages.
  new RegExp(
    `^[ \\t]{1,16}(?:(?:public|private|protected|internal|static|async|override|abstract|final|virtual|get|set|export|default)\\s+){0,5}[*#]{0,2}(${identifier})\\s*\\([^;{}\\n]{0,240}\\)\\s*(?::[^{\\n]{1,80})?\\{`,
    'gm',
  ),
  new RegExp(
    `^[ \\t]{0,8}[A-Za-z_][\\w*&:<>,]{0,60}[ \\t*&]{1,6}(?:\\w{1,40}::)?(${identifier})\\s{0,2}\\([^;{}]{0,300}\\)[^;{}\\n]{0,40}\\{`,
    'gm',
  ),
  // Functions hung on an object.
  new RegExp(
    `(?:exports|prototype|this|\\b[A-Z]\\w{0,60})\\.(${identifier})\\s*=\\s*(?:async\\s+)?(?:function|\\(|class\\b)`,
    'g',
  ),
];

const notNames = new Set(
  `if for while switch catch return function else do try with when match elif until unless new await typeof in of
   extends implements static const let var class using foreach lock assert sizeof defined not and or
   func fn def fun class interface struct enum type async final go defer select default`.split(/\s+/),
);

function patternsOf(language: string): readonly RegExp[] {
  const own = namesOfLanguage(language);
  if (!own) return patterns;
  return own.isAlone ? own.patterns : [...own.patterns, ...patterns];
}

/** Gives names to `take`, pattern by pattern, until it says that it has enough. */
function eachName(text: string, language: string, take: (name: string) => boolean): void {
  for (const pattern of patternsOf(language)) {
    // Not `matchAll`: it makes a new expression for each call, and this is called for every passage.
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      const name = found[1];
      if (name !== undefined && !notNames.has(name) && take(name)) return;
    }
  }
}

/**
 * In order of appearance by pattern, without repetitions.
 * @param language key of the language, to find what only it has
 */
export function declaredNames(text: string, language = ''): string[] {
  const names = new Set<string>();
  eachName(text, language, (name) => {
    names.add(name);
    return false;
  });
  return [...names];
}

/** The first name one row declares. */
export function declaredName(row: string, language = ''): string | undefined {
  let first: string | undefined;
  if (row.length > 400) return undefined;
  eachName(row, language, (name) => {
    first = name;
    return true;
  });
  return first;
}
