import fs from 'node:fs';
import ts from 'typescript';

/** Every regular expression that stands in a source file, those put together from texts included. */
export interface Pattern {
  /** `file:line`. */
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

export function patternsOf(file: string): Pattern[] {
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
