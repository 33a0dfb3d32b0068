import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { Outcome, Round, Row } from '../row';

/**
 * The promise is 50 ms for 100 KB. Looked at are shorter texts, the shortest first: there what is quadratic shows as well,
 * and what is worse ends in our lifetime. Milliseconds of processor time by length.
 */
const limits: readonly (readonly [length: number, limitMs: number])[] = [
  [1_000, 8],
  [10_000, 20],
];

/** Layers whose patterns meet text from outside. */
const layers = ['api', 'contract', 'engine', 'extension', 'models', 'owner', 'server', 'store', 'webview'];

interface Pattern {
  place: string;
  expression: RegExp;
}

/** Stands for what is known at run time only, such as a name that is looked for. */
const anyName = 'name';

type Constants = ReadonlyMap<string, ts.Expression>;

function constantsOf(source: ts.SourceFile): Constants {
  const found = new Map<string, ts.Expression>();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer) found.set(name.text, initializer);
  }
  return found;
}

/** What an expression is as text, with the file's own constants put in. */
function textOf(node: ts.Expression, constants: Constants): string {
  if (ts.isTaggedTemplateExpression(node)) return templateText(node.template, constants, true);
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return templateText(node, constants, false);
  if (ts.isBinaryExpression(node)) return textOf(node.left, constants) + textOf(node.right, constants);
  const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  return constant ? textOf(constant, constants) : anyName;
}

function templateText(
  node: ts.StringLiteralLike | ts.TemplateExpression,
  constants: Constants,
  isRaw: boolean,
): string {
  const written = (part: ts.TemplateLiteralLikeNode | ts.StringLiteral) =>
    isRaw && !ts.isStringLiteral(part) ? (part.rawText ?? part.text) : part.text;
  if (!ts.isTemplateExpression(node)) return written(node);
  const rest = node.templateSpans.map((span) => textOf(span.expression, constants) + written(span.literal));
  return written(node.head) + rest.join('');
}

function expressionOf(node: ts.Node, constants: Constants): RegExp | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
  }
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'RegExp') return undefined;
  const [pattern, flags] = node.arguments ?? [];
  if (!pattern) return undefined;
  const text = textOf(pattern, constants);
  return new RegExp(text, flags && ts.isStringLiteral(flags) ? flags.text : '');
}

function patternsOf(file: string): Pattern[] {
  const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const constants = constantsOf(source);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    const expression = expressionOf(node, constants);
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (expression) found.push({ place: `${file}:${line}`, expression });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

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

/** Makers of texts from what the pattern itself looks for: runs of each of its letters, and of its words. */
function hostileTexts({ expression }: Pattern): ((length: number) => string)[] {
  const plain = expression.source.replace(/\\[a-zA-Z]|[\\^$.*+?()[\]{}|]/g, ' ');
  const words = plain.split(/\s+/).filter((word) => word !== '');
  const pieces = [...new Set([...common, ...words, ...plain.replace(/\s/g, '')])].slice(0, 90);
  const runs = pieces.map(
    (piece) => (length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length),
  );
  // A run that nearly matches to its end is the worst for what has to go back.
  const ended = runs.slice(0, 40).map((make) => (length: number) => `${make(length)}!`);
  return [...runs, ...ended, ...runs.slice(0, 20).map((make) => (length: number) => `x${make(length)}\u0000`)];
}

/** Processor time, so that a busy machine is no property of a pattern. */
function cost(expression: RegExp, text: string): number {
  // As it is used at its worst: every match of the text is looked for.
  const all = expression.global ? expression : new RegExp(expression.source, `${expression.flags.replace('y', '')}g`);
  const before = process.cpuUsage();
  text.replace(all, '');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** What is slow about it, or undefined. */
function slowness(pattern: Pattern): string | undefined {
  for (const make of hostileTexts(pattern)) {
    for (const [length, limitMs] of limits) {
      const text = make(length);
      let ms = cost(pattern.expression, text);
      // Once more when slow: the first run compiles.
      if (ms > limitMs) ms = cost(pattern.expression, text);
      if (ms > limitMs)
        return `${pattern.place} ${Math.round(ms)} ms on ${length} of ${JSON.stringify(text.slice(0, 12))}`;
    }
  }
  return undefined;
}

async function run({ progress }: Round): Promise<Outcome> {
  const files = layers.flatMap((layer) => {
    const folder = path.join('src', layer);
    if (!fs.existsSync(folder)) return [];
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.ts')).map((name) => path.join(folder, name));
  });
  const patterns = files.flatMap(patternsOf);
  const slow: string[] = [];
  for (const [at, pattern] of patterns.entries()) {
    const found = slowness(pattern);
    if (found) slow.push(found);
    if (at % 100 === 99) progress(`${at + 1} of ${patterns.length} patterns`);
  }
  assert.deepEqual(slow, [], 'patterns that take too long');
  return { figure: `${patterns.length} patterns, none over 20 ms of processor time on 10 KB`, isKept: true };
}

export const regexCost: Row = {
  id: 'B7',
  promise: 'looks through 100 KB of hostile text with every pattern of the source in linear time',
  limit: '≤ 50 ms each',
  // Falls short as yet: patterns for single rows and short questions go back and forth on longer ones.
  quick: 0,
  full: 1,
  run,
};
