import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { Outcome, Round, Row } from '../row';

/** The limit is 50 ms for 100 KB. Looked at is a tenth, where what is quadratic shows as well and takes no minutes. */
const textLength = 10_000;
const screenMs = 15;

/** Layers whose patterns meet text from outside. */
const layers = ['api', 'contract', 'engine', 'extension', 'models', 'owner', 'server', 'store', 'webview'];

interface Pattern {
  place: string;
  expression: RegExp;
}

function patternsOf(file: string): Pattern[] {
  const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({
        place: `${file}:${line}`,
        expression: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const of = (piece: string) => piece.repeat(Math.ceil(textLength / piece.length)).slice(0, textLength);

const common = [
  'a',
  'A',
  '0',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '_',
  '-',
  '.',
  '/',
  '\\',
  '"',
  "'",
  '`',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '<',
  '*',
  '#',
  '=',
  ':',
  ',',
  'aA',
  'a ',
  'a.',
  'a_',
  '0a',
  ' \n',
  '/*',
  '//',
  '--',
  '""',
  "''",
  'é',
  '💥',
];

/** Texts made of what the pattern itself looks for: runs of each of its letters, and of its words. */
function hostileTexts({ expression }: Pattern): string[] {
  const plain = expression.source.replace(/\\[a-zA-Z]|[\\^$.*+?()[\]{}|]/g, ' ');
  const pieces = new Set([...common, ...plain.split(/\s+/).filter((word) => word !== ''), ...plain.replace(/\s/g, '')]);
  const runs = [...pieces].slice(0, 90).map(of);
  // A run that nearly matches to its end is the worst for what has to go back.
  return [...runs, ...runs.slice(0, 40).map((run) => `${run}!`), ...runs.slice(0, 20).map((run) => `x${run}\u0000`)];
}

function cost(expression: RegExp, text: string): number {
  const began = performance.now();
  // As it is used at its worst: every match of the text is looked for.
  const all = expression.global ? expression : new RegExp(expression.source, `${expression.flags.replace('y', '')}g`);
  text.replace(all, '');
  return performance.now() - began;
}

async function run({ progress }: Round): Promise<Outcome> {
  const files = layers.flatMap((layer) => {
    const folder = path.join('src', layer);
    if (!fs.existsSync(folder)) return [];
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.ts')).map((name) => path.join(folder, name));
  });
  const patterns = files.flatMap(patternsOf);
  let [worstMs, worst] = [0, ''];
  const slow: string[] = [];
  for (const [at, pattern] of patterns.entries()) {
    if (at % 100 === 99) progress(`${at + 1} of ${patterns.length} patterns`);
    for (const text of hostileTexts(pattern)) {
      // Once more when slow: a pause of the machine is no property of a pattern.
      let ms = cost(pattern.expression, text);
      for (let again = 0; ms > screenMs && again < 3; again += 1) ms = Math.min(ms, cost(pattern.expression, text));
      if (ms > worstMs) [worstMs, worst] = [ms, pattern.place];
      if (ms <= screenMs) continue;
      slow.push(`${pattern.place} ${Math.round(ms)} ms on 10 KB of ${JSON.stringify(text.slice(0, 12))}`);
      break;
    }
  }
  assert.deepEqual(slow, [], 'patterns that take too long');
  return { figure: `${patterns.length} patterns, slowest ${worstMs.toFixed(1)} ms for 10 KB (${worst})`, isKept: true };
}

export const regexCost: Row = {
  id: 'B7',
  promise: 'looks through 100 KB of hostile text with every pattern of the source in linear time',
  limit: '≤ 50 ms each',
  quick: 1,
  full: 1,
  run,
};
