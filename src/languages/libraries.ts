/** How the lines look that name the libraries a piece of code uses, for pieces that no tree is made of. */

export type Finder = { pattern: RegExp; name: (module: string) => string | undefined };

const packageOf = (module: string): string | undefined => {
  if (/^[./~#]|^node:|^@\//.test(module)) return undefined;
  const [scope, name] = module.split('/');
  return scope?.startsWith('@') && name ? `${scope}/${name}` : scope;
};

const firstPart = (module: string): string | undefined => module.split(/[.:\\]/)[0];
const reverseDomain = /^(com|org|net|io|de|dev|edu|gov|me|co)$/;
/** Of the languages themselves. */
export const standardLibraries = new Set(
  `java javax kotlin scala system std core alloc crate self super stdio stdlib string math time errno ctype iostream
   vector map memory algorithm os sys re json typing fs path util fmt errors strings strconv context dataclasses
   collections functools itertools pathlib subprocess logging datetime abc enum io __future__`.split(/\s+/),
);

function javaName(module: string): string | undefined {
  const [first = '', second] = module.split('.');
  return reverseDomain.test(first) ? second : first;
}

/** `github.com/gin-gonic/gin/v2` is gin. Without a dot in its first part a path is the standard library's. */
function goName(module: string): string | undefined {
  if (!module.split('/')[0]?.includes('.')) return undefined;
  return module
    .replace(/\/v\d+$/, '')
    .split('/')
    .at(-1);
}

const script: Finder[] = [
  { pattern: /\bfrom\s+['"]([^'"\n]{1,200})['"]/g, name: packageOf },
  { pattern: /^[ \t]*import\s+['"]([^'"\n]{1,200})['"]/gm, name: packageOf },
  { pattern: /\b(?:require|import)\(\s*['"]([^'"\n]{1,200})['"]\s*\)/g, name: packageOf },
];
const python: Finder[] = [{ pattern: /^[ \t]*(?:from|import)[ \t]+([\w]+)/gm, name: firstPart }];
const java: Finder[] = [{ pattern: /^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.]+)/gm, name: javaName }];

/** By the contract's words. */
export const libraryFinders: Record<string, Finder[]> = {
  ts: script,
  tsx: script,
  js: script,
  jsx: script,
  mjs: script,
  vue: script,
  svelte: script,
  py: python,
  pyi: python,
  go: [{ pattern: /^[ \t]*(?:import[ \t]+)?(?:\w+[ \t]+)?"([\w./-]{1,200})"[ \t]*$/gm, name: goName }],
  rs: [{ pattern: /^[ \t]*(?:pub[ \t]+)?(?:use|extern crate)[ \t]+(\w+)/gm, name: firstPart }],
  java,
  kt: java,
  scala: java,
  groovy: java,
  cs: [{ pattern: /^[ \t]*using[ \t]+(?:static[ \t]+)?([\w.]+);/gm, name: firstPart }],
  c: [{ pattern: /^[ \t]*#[ \t]*include[ \t]*<([\w./-]+?)(?:\.\w+)?>/gm, name: (module) => module.split('/')[0] }],
  cpp: [{ pattern: /^[ \t]*#[ \t]*include[ \t]*<([\w./-]+?)(?:\.\w+)?>/gm, name: (module) => module.split('/')[0] }],
  rb: [{ pattern: /^[ \t]*require[ \t]+['"]([\w/-]+)['"]/gm, name: (module) => module.split('/')[0] }],
  php: [{ pattern: /^[ \t]*use[ \t]+\\?([\w\\]+)/gm, name: firstPart }],
  swift: [{ pattern: /^[ \t]*import[ \t]+(\w+)/gm, name: firstPart }],
  dart: [{ pattern: /^[ \t]*import[ \t]+['"]package:([\w]+)\//gm, name: (module) => module }],
};
