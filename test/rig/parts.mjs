// What of a test's bundle its result rests on. A bundle says where each source file begins in it. Of a file of which no
// function was called only that counts which ran when it was loaded: all that stands outside of its functions.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import inspector from 'node:inspector';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';
import { root } from './child.mjs';

const digest = (text) => createHash('sha256').update(text).digest('base64');

/** Its code, without the map to its sources: a comment and a line's number are no part of what runs. */
function codeOf(bundle) {
  const end = bundle.lastIndexOf('\n//# sourceMappingURL=');
  return end < 0 ? bundle : bundle.slice(0, end);
}

/** @returns {{ place: string, start: number, text: string }[]} in order; the first has no place and is the bundler's own */
function partsOf(code) {
  const heads = [...code.matchAll(/^\/\/ ((?:src|test)\/\S+)$/gm)].filter(([, place]) => fs.existsSync(path.join(root, place))); // prettier-ignore
  const starts = [{ index: 0, 1: '' }, ...heads];
  return starts.map((head, at) => ({ place: head[1], start: head.index, text: code.slice(head.index, starts[at + 1]?.index) })); // prettier-ignore
}

/**
 * Listens from now on which functions of a bundle are called.
 * @returns {() => string[]} the source files of those that were, by their places
 */
export function listenToCalls(file) {
  v8.stopCoverage(); // which Node has begun for all threads, and which tells more than is asked here
  const session = new inspector.Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false });
  return () => {
    let scripts = [];
    session.post('Profiler.takePreciseCoverage', (fault, answer) => {
      if (fault) throw new Error(fault.message);
      scripts = answer.result;
    });
    session.disconnect();
    return calledIn(scripts, file);
  };
}

/** @returns {string[]} the source files in a bundle of which functions were called, as V8's report of all scripts tells */
function calledIn(scripts, file) {
  const { href } = pathToFileURL(path.resolve(file));
  const script = scripts.find(({ url }) => url === href);
  const parts = partsOf(codeOf(fs.readFileSync(file, 'utf8'))).reverse();
  const called = new Set();
  for (const { ranges } of script.functions) {
    const [{ startOffset, count }] = ranges;
    // What begins where the bundle does is the loading itself.
    if (count > 0 && startOffset > 0) called.add(parts.find(({ start }) => start <= startOffset).place);
  }
  return [...called].sort();
}

/**
 * Of threads that left a report each when they ended.
 * @returns {string[] | undefined} undefined where one of them left none
 */
export function callsOfThreads(file, threads) {
  const folder = process.env.NODE_V8_COVERAGE;
  if (threads === 0) return [];
  if (!folder || !fs.existsSync(folder)) return undefined;
  const reports = fs.readdirSync(folder).filter((name) => name.startsWith(`coverage-${process.pid}-`));
  if (reports.length !== threads) return undefined;
  const scripts = reports.map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')).result);
  return [...new Set(scripts.flatMap((of) => calledIn(of, file)))].sort();
}

/** A text without what stands in its functions; the text itself where it cannot be read. */
function outsideOfFunctions(ts, text) {
  const source = ts.createSourceFile('part.js', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  if (source.parseDiagnostics.length > 0) return text;
  let kept = '';
  let from = 0;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      kept += text.slice(from, node.body.pos);
      from = node.body.end;
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  return kept + text.slice(from);
}

/** Of the code of a bundle as a whole. */
export const codeDigest = (bundle) => digest(codeOf(bundle));

/**
 * Digests of what bundles mean for tests that called some of their parts.
 * @param {Record<string, string>} outlines digests of texts without their functions, by those of the texts: grows
 */
export function partDigests(outlines) {
  let ts;
  async function outline(text) {
    const whole = digest(text);
    if (!outlines[whole]) {
      ts ??= (await import('typescript')).default; // half a second, needed only where something has changed
      outlines[whole] = digest(outsideOfFunctions(ts, text));
    }
    return outlines[whole];
  }
  /** @param {string[]} called the places of the parts of which functions were called */
  return async (bundle, called) => {
    const lines = [];
    for (const { place, text } of partsOf(codeOf(bundle))) {
      const isWhole = place === '' || called.includes(place);
      lines.push(`${place} ${isWhole ? digest(text) : await outline(text)}`);
    }
    return digest(lines.join('\n'));
  };
}
