/** How rows look that only bring names in or hand them out. */

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

/** One of the other patterns may match; most passages are spared them. */
export const mayList =
  /^[ \t]*(?:import|from|module\.exports|exports?|#include|using|use|package|require|require_relative|load)\b|\brequire\(|^['"]use strict/m;

/** No passage without one of these words is a listing. */
export const listingWord = /\b(?:import|require|export|exports|include|using|use)\b/;
