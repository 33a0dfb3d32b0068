// Makes the mutants of a source: every condition forced to its neutral value, every filter keeping all, every function
// without a result. Each stands in the text behind a switch, so that one bundle holds all of them.
import ts from 'typescript';

const { SyntaxKind } = ts;
const and = SyntaxKind.AmpersandAmpersandToken;
const or = SyntaxKind.BarBarToken;
const testing = new Set(['filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex']);

/** By the method that a test is given to, the result that makes the test idle. */
const idleTest = { filter: 'true', every: 'true', some: 'false' };

/** The results of a function that does nothing, by its declared type. */
function idleResults(type) {
  if (type === 'boolean' || type.includes(' is ')) return ['false', 'true'];
  if (/\| undefined>?$/.test(type)) return ['undefined'];
  return /\[\]>?$/.test(type) ? ['[]'] : [];
}

function enclosingFunction(node) {
  let at = node.parent;
  while (at && !ts.isFunctionLike(at)) at = at.parent;
  return at;
}

/** The method that a function is an argument of: `filter`. */
function methodGiven(node) {
  if (!ts.isArrowFunction(node) || !ts.isCallExpression(node.parent)) return undefined;
  const { expression } = node.parent;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}

/** True where only the truth of an expression counts, not its value: `a || b` as a test, not as a default. */
function isTruthOnly(node) {
  const { parent } = node;
  if (ts.isIfStatement(parent)) return parent.expression === node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === SyntaxKind.ExclamationToken;
  if (ts.isParenthesizedExpression(parent)) return isTruthOnly(parent);
  if (ts.isBinaryExpression(parent)) return [and, or].includes(parent.operatorToken.kind) && isTruthOnly(parent);
  const around = ts.isReturnStatement(parent) ? enclosingFunction(parent) : parent;
  if (!around || !ts.isFunctionLike(around)) return false;
  const type = around.type?.getText() ?? '';
  return type === 'boolean' || type.includes(' is ') || testing.has(methodGiven(around));
}

/** The parts of a text that have mutants: where, of what kind, and the values that they are forced to. */
function sitesIn(source) {
  const sites = [];
  const add = (node, kind, values) =>
    sites.push({ start: node.getStart(source), end: node.getEnd(), kind, values, text: node.getText(source) });
  const visit = (node) => {
    if (ts.isIfStatement(node)) add(node.expression, 'if', ['false']);
    if (ts.isConditionalExpression(node)) add(node.condition, 'condition', ['false', 'true']);
    if (ts.isBinaryExpression(node) && isTruthOnly(node)) {
      const { kind } = node.operatorToken;
      const operands = [node.left, node.right].filter((one) => one.operatorToken?.kind !== kind);
      if (kind === and) for (const one of operands) add(one, 'and', ['true']);
      if (kind === or) for (const one of operands) add(one, 'or', ['false']);
    }
    const idle = idleTest[methodGiven(node)];
    if (idle !== undefined && !ts.isBlock(node.body)) add(node.body, methodGiven(node), [idle]);
    const isNamed =
      ts.isFunctionDeclaration(node) || (ts.isArrowFunction(node) && ts.isVariableDeclaration(node.parent));
    if (isNamed && node.type && node.body) {
      const text = (node.name ?? node.parent.name).getText(source);
      const [start, end] = [node.body.getStart(source), node.body.getEnd()];
      sites.push({
        start,
        end,
        kind: 'function',
        values: idleResults(node.type.getText(source)),
        text,
        body: node.body,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sites;
}

/**
 * The text with its mutants behind switches.
 * @param mutants what is known of each so far, by number; those of this text are added
 */
export function withMutants(file, text, mutants) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const insertions = [];
  for (const { start, end, kind, values, text: shown, body } of sitesIn(source)) {
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    const numbers = values.map((value) => {
      const forced = `${kind} → ${value}`;
      return {
        value,
        number: mutants.push({ file, line, forced, text: shown.replace(/\s+/g, ' ').slice(0, 120) }) - 1,
      };
    });
    const length = end - start;
    if (body && ts.isBlock(body)) {
      const written = numbers.map(({ value, number }) => `if (reached(${number})) return ${value} as never;`);
      insertions.push({ at: start + 1, written: written.join(''), isBegin: true, length });
    } else {
      const begin = numbers.map(({ value, number }) => `(reached(${number}) ? ${value} as never : `).join('');
      insertions.push({ at: start, written: begin, isBegin: true, length });
      insertions.push({ at: end, written: ')'.repeat(numbers.length), isBegin: false, length });
    }
  }
  // At one place what closes comes first, and the longer one opens before the shorter one.
  const order = (a, b) =>
    a.at - b.at || Number(a.isBegin) - Number(b.isBegin) || (a.isBegin ? b.length - a.length : a.length - b.length);
  let made = '';
  let from = 0;
  for (const { at, written } of insertions.sort(order)) {
    made += text.slice(from, at) + written;
    from = at;
  }
  return made + text.slice(from);
}
