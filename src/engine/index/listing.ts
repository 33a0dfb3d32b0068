/** Tells passages that only bring names in or hand them out: they hold many words of a question and answer none. */

const comment = /^[ \t]*(?:\/\/|#|\/\*|\*)[^\n]*$/gm;

const listings: RegExp[] = [
  /^[ \t]*(?:const|let|var)\s+(?:\{[^}]{0,2000}\}|\w+)\s*=\s*require\([^)\n]{0,200}\)[^\n]*/gm,
  /^[ \t]*import\b[^;'"]{0,2000}from\s*['"][^'"\n]{0,200}['"];?/gm,
  /^[ \t]*import\s+[^\n]*/gm,
  /^[ \t]*from\s+\S+\s+import\s+(?:\([^)]{0,2000}\)|[^\n]*)/gm,
  /^[ \t]*(?:module\.exports|exports)\s*=\s*\{[^}]{0,2000}\}/gm,
  /^[ \t]*export\s+(?:type\s+)?(?:\{[^}]{0,2000}\}|\*)[^\n]*/gm,
  /^[ \t]*(?:#include|using|use|package|require|require_relative|load)\b[^\n]*$/gm,
  comment,
  /^['"]use strict['"];?$/gm,
];

/** One of the other patterns may match; most passages are spared them. */
const mayList =
  /^[ \t]*(?:import|from|module\.exports|exports?|#include|using|use|package|require|require_relative|load)\b|\brequire\(|^['"]use strict/m;

/** Less than this share of other text makes a listing. */
const maxOtherShare = 0.3;

export function isListing(text: string): boolean {
  if (!/\b(?:import|require|export|exports|include|using|use)\b/.test(text)) return false;
  const patterns = mayList.test(text) ? listings : [comment];
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, ''), text);
  return rest.replace(/\s+/g, '').length < maxOtherShare * text.replace(/\s+/g, '').length;
}
