// What counts: when a passage stands at the place, when a text says the fact, when an answer says that nothing is here.
import fs from 'node:fs';
import path from 'node:path';
import { filesBelow } from './sets.mjs';

// path.ext:12-34 · path.ext:12 · path.ext#L12-L34 · path.ext (lines 12–34) · path.ext, line 12
const citation =
  /((?:\b[A-Za-z]:)?[\w@.~+%/\\-]*\w\.[A-Za-z]\w{0,7})(?::L?|#L|`?\]?,?\s*\(?(?:lines?|ll?\.)\s+)(\d+)(?::\d+)?(?:\s*(?:-|–|—|to|\.\.)\s*L?(\d+)(?::\d+)?)?/gi;
const gutter = /^[ \t>]*\d{1,6}(?:[ \t]*[|│:]|\t)/gm;
const looseLines = /\blines?\s+\d+(?:\s*(?:-|–|—|to|and)\s*\d+)?|\bL\d+(?:-L?\d+)?\b/gi;
const entities = { '&quot;': '"', '&#39;': "'", '&apos;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };

export const citations = (text) =>
  [...text.matchAll(citation)].map((m) => ({ path: m[1], start: Number(m[2]), end: Number(m[3] ?? m[2]) }));

/** The text in which a fact is looked for: without citations and line numbers (303 in "x.py:303" is no status code). */
export function plain(text) {
  const unescaped = text.replace(/&(?:quot|#39|apos|lt|gt|amp);/g, (entity) => entities[entity]);
  const bare = unescaped.replace(citation, '$1').replace(gutter, '').replace(looseLines, ' ');
  return bare.replace(/\s+/g, ' ');
}

const compiled = new Map();
export function pattern(source) {
  if (!compiled.has(source)) compiled.set(source, new RegExp(source, 'i'));
  return compiled.get(source);
}

/** @param folded the text as `plain` gives it */
export function saysFact(question, folded) {
  const unescaped = folded.replace(/\\([_*[\]<>#`|.()-])/g, '$1');
  return question.facts.some((fact) => pattern(fact).test(folded) || pattern(fact).test(unescaped));
}

export const hasFact = (question, text) => saysFact(question, plain(text));

const fold = (text) => text.replace(/\s+/g, ' ');
const declining =
  /(?<!404 )\bnot (?:be )?(?:found|here|enough|mentioned|covered|answered|in (?:this|these|the|your|any))\b|\bno (?:\w+ ){0,2}(?:answers?|mention|evidence|information|match(?:es|ing)?|passages?|results?|source|code|file|place)\b|\b(?:could ?n.t|could not|can ?not|can.t|did ?n.t|did not|was unable to|unable to) (?:be )?(?:find|found|answer(?:ed)?|locate[d]?)\b|\bnothing (?:here|found|about|in|on|relevant|match\w*|that)\b|\bfound nothing\b|\bnone of the\b|\bdon.t know\b|\b(?:sources?|code|folder|files?|project|repository|it|this) (?:does not|doesn.t|do not|don.t) (?:say|seem|mention|contain|cover|answer|appear|have|tell)\b/gi;

/**
 * Whether an answer opens by saying that it found nothing. Quoted lines are not its own words: code says "does not" and
 * "not in the" all the time.
 * @param folded all of the sources, white space folded
 */
export function declines(text, folded) {
  const prose = text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/^\s*>.*$/gm, ' ')
    .replace(/`[^`\n]*`/g, ' ');
  const own = fold(prose).trim().slice(0, 240);
  for (const match of own.matchAll(declining)) {
    const around = own.slice(Math.max(0, match.index - 15), match.index + match[0].length + 15).trim();
    if (around.length < match[0].length + 10 || !folded.includes(around)) return true;
  }
  return false;
}

const picture = /\.(?:png|jpe?g|gif|ico|webp|woff2?|ttf|jar|dll|zip|gz)$/;

/** A repository as it was checked out; `find` turns a cited or returned path into one relative to it, or undefined. */
export function locator(checkouts, source) {
  const repo = path.resolve(checkouts, source.name);
  const root = path.join(repo, source.root);
  const files = filesBelow(repo);
  const known = new Set(files);
  const bases = [root, repo, path.resolve(checkouts), path.dirname(root)];
  const relativeTo = (base, cited) => path.relative(repo, path.join(base, cited)).split(path.sep).join('/');
  function search(cited) {
    const name = cited.replace(/\\/g, '/').replace(/\/{2,}/g, '/');
    const relative = (path.isAbsolute(name) ? [''] : bases).map((base) => relativeTo(base, name));
    const exact = relative.find((one) => known.has(one));
    if (exact !== undefined) return exact;
    const tail = `/${name.replace(/^(?:\.{0,2}\/)+/, '')}`;
    const ends = files.filter((file) => `/${file}`.endsWith(tail));
    return ends.length === 1 ? ends[0] : undefined;
  }
  const seen = new Map();
  function find(cited) {
    if (!seen.has(cited)) seen.set(cited, search(cited));
    return seen.get(cited);
  }
  const searched = files.filter(
    (file) => path.join(repo, file).startsWith(path.join(root, path.sep)) && !picture.test(file),
  );
  let whole;
  const folded = () =>
    (whole ??= searched.map((file) => fold(fs.readFileSync(path.join(repo, file), 'utf8'))).join('\n'));
  return { repo, root, files: searched, folded, find };
}

/** Whether a passage shares a line with one of the question's places. */
export const atPlace = (question, file, start, end) =>
  question.places.some((place) => place.path === file && start <= place.endLine && end >= place.startLine);
