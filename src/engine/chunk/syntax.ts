/**
 * Blocks from a syntax tree. Idea: children of the root are blocks; a child too large for one chunk is opened and its
 * children are blocks in its name; so cuts fall on the outermost definition borders that fit. One rule for all
 * languages, plus a table of how definitions carry their names. Cost: only large nodes are opened.
 */
import type { Node, Tree } from '@vscode/tree-sitter-wasm';
import { maxChunkChars, type Block } from './block';

/** Nesting deeper than this is machine-made. */
const maxNesting = 60;
/** A list this long is a table of values; it is cut by lines. */
const maxChildren = 4000;
const maxNameLength = 80;

/** Node types that only wrap the definition inside them. */
const wrappers = new Set([
  'export_statement',
  'decorated_definition',
  'template_declaration',
  'lexical_declaration',
  'variable_declaration',
  'expression_statement',
  'type_declaration',
  'const_declaration',
  'var_declaration',
  'internal_module',
  'ambient_declaration',
  'global_statement',
  'declaration_list',
]);

/** Right-hand sides that make an assignment or a pair a definition. */
const definingValue = /function|class|arrow|object|lambda|array|call_expression|new_expression/;
const definition =
  /definition|declaration|declarator|_item$|^(class|module|method|singleton_method|type_spec|type_alias|const_spec|function_statement|class_statement|pair|namespace|interface|enum|struct)/;

function clean(name: string): string | undefined {
  const short = name
    .replace(/\s+/g, ' ')
    .replace(/^module\.exports\.?|^exports\./, '')
    .replace(/\.prototype\b/, '')
    .replace(/^["'`]|["'`]$/g, '')
    .trim();
  return short === '' || short.length > maxNameLength ? undefined : short;
}

function field(node: Node, name: string): Node | undefined {
  return node.childForFieldName(name) ?? undefined;
}

/** C and C++ wrap the name in declarators: pointer, function, parenthesised. */
function declaratorName(node: Node): string | undefined {
  let current = field(node, 'declarator');
  for (let level = 0; current && level < 8; level += 1) {
    const inner =
      field(current, 'declarator') ?? (current.type === 'reference_declarator' ? current.namedChild(0) : undefined);
    if (!inner) return clean(current.text);
    current = inner;
  }
  return undefined;
}

function assignmentName(node: Node): string | undefined {
  const value = field(node, 'right');
  const target = field(node, 'left');
  return target && value && definingValue.test(value.type) ? clean(target.text) : undefined;
}

function pairName(node: Node): string | undefined {
  const value = field(node, 'value');
  const key = field(node, 'key');
  return key && value && /function|arrow|object|class/.test(value.type) ? clean(key.text) : undefined;
}

/** A variable is a definition when it holds something that can be called or, at the top, looked up. */
function variableName(node: Node, isInside: boolean): string | undefined {
  const value = field(node, 'value');
  const name = field(node, 'name');
  const holds = isInside ? /function|arrow|class/ : /function|arrow|class|object|array|new_expression/;
  const isPlain = !value || !holds.test(value.type);
  return isPlain || name?.type !== 'identifier' ? undefined : clean(name.text);
}

/** Go methods carry their type in the receiver. */
function withReceiver(node: Node, name: string): string {
  const receiver = node.type === 'method_declaration' ? field(node, 'receiver')?.text : undefined;
  const type = receiver === undefined ? undefined : /(?<!\w)(\w+)\s*(?:\[[^\]]{0,400}\]\s*)?\)$/.exec(receiver)?.[1];
  return type === undefined ? name : `${type}.${name}`;
}

/** PowerShell marks the name by its type, not by a field. */
function namedByChild(node: Node): Node | undefined {
  const first = node.namedChild(0);
  return first?.type === 'function_name' || first?.type === 'simple_name' ? first : undefined;
}

function nameOfWrapped(node: Node, isInside: boolean, level: number): string | undefined {
  for (let place = 0; place < Math.min(node.namedChildCount, 6); place += 1) {
    const child = node.namedChild(place);
    const name = child ? nameOf(child, isInside, level + 1) : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
}

function nameOf(node: Node, isInside: boolean, level = 0): string | undefined {
  const { type } = node;
  if (level > 3 || type.includes('comment')) return undefined;
  if (type === 'assignment_expression' || type === 'assignment') return assignmentName(node);
  if (type === 'pair') return pairName(node);
  if (type === 'variable_declarator') return variableName(node, isInside);
  if (type === 'impl_item') return clean(field(node, 'type')?.text ?? '');
  if (type === 'rule_set') return clean(node.namedChild(0)?.text ?? '');
  if (type === 'function_definition' || type === 'declaration') {
    const declared = declaratorName(node);
    if (declared !== undefined) return declared;
  }
  if (wrappers.has(type)) return nameOfWrapped(node, isInside, level);
  const name = definition.test(type) ? (field(node, 'name') ?? namedByChild(node)) : undefined;
  const text = name && clean(name.text);
  return text && withReceiver(node, text);
}

function collect(node: Node, scope: readonly string[], blocks: Block[]): void {
  for (const child of node.namedChildren) {
    if (!child) continue;
    const name = nameOf(child, scope.some(Boolean));
    const isLarge = child.endIndex - child.startIndex > maxChunkChars;
    const count = child.namedChildCount;
    if (isLarge && count > 0 && count <= maxChildren && scope.length < maxNesting) {
      collectInside(child, name, scope, blocks);
      continue;
    }
    const isRowEnd = child.endPosition.column === 0 && child.endPosition.row > child.startPosition.row;
    const block: Block = {
      start: child.startPosition.row,
      end: child.endPosition.row - (isRowEnd ? 1 : 0),
      scope: scope.filter(Boolean),
    };
    if (name !== undefined) block.name = name;
    blocks.push(block);
  }
}

/** An unnamed level still counts against the nesting limit, as an empty name. */
function collectInside(child: Node, name: string | undefined, scope: readonly string[], blocks: Block[]): void {
  const isRepeated = name !== undefined && scope.findLast(Boolean) === name;
  collect(child, [...scope, isRepeated ? '' : (name ?? '')], blocks);
}

/** Comments stand as blocks of their own; they join what follows them. */
function attachComments(blocks: Block[], comments: ReadonlySet<number>): Block[] {
  const attached: Block[] = [];
  let from: number | undefined;
  for (const block of blocks) {
    if (comments.has(block.start) && block.name === undefined) {
      from ??= block.start;
      const previous = attached.at(-1);
      // A comment behind code on the same row belongs to that code.
      if (previous && previous.end >= block.start) from = undefined;
      continue;
    }
    attached.push(from === undefined ? block : { ...block, start: Math.min(from, block.start) });
    from = undefined;
  }
  if (from !== undefined) attached.push({ start: from, end: blocks.at(-1)?.end ?? from, scope: [] });
  return attached;
}

/** Rows that begin with a comment, by the look of the text: the same rule for every grammar. */
function commentRows(blocks: readonly Block[], rowText: (row: number) => string): Set<number> {
  const starts = /^\s*(?:\/\/|\/\*|#(?!\[|!\[|include|define|if|endif|pragma)|--|"""|'''|@\w|#\[)/;
  return new Set(blocks.filter((block) => starts.test(rowText(block.start))).map((block) => block.start));
}

/** Some grammars hold all of a file in one list below the root. */
function topOf(root: Node): Node {
  const only = root.namedChildCount === 1 ? root.namedChild(0) : undefined;
  return only && /_list$|^program$/.test(only.type) ? only : root;
}

export function blocksOfTree(tree: Tree, rowText: (row: number) => string): Block[] {
  const blocks: Block[] = [];
  collect(topOf(tree.rootNode), [], blocks);
  blocks.sort((a, b) => a.start - b.start || a.end - b.end);
  return attachComments(blocks, commentRows(blocks, rowText));
}
