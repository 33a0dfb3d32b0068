/**
 * One pass of a query over a tree: what it found, by what it tells. Idea: where patterns tell different things of one
 * name, the first pattern of the query is right, as in code navigation; ours stand before the official ones.
 */
import type { Node, QueryMatch, Tree } from '@vscode/tree-sitter-wasm';
import type { SymbolKind } from '../../languages/captures';
import type { OutlineQuery } from './outlineQuery';

/**
 * States that a query may have under way; beyond them it forgets the oldest. Patterns that begin with "any number of
 * comments" have one for each comment of a run.
 */
const maxStates = 500;

/** Steps of a query (told after each hundred operations) after which a file is machine-made. */
const maxQuerySteps = 100_000;

export interface Definition {
  kind: SymbolKind;
  node: Node;
  name: Node;
  receiver: Node | undefined;
  pattern: number;
}

export interface Pair {
  name: Node;
  value: Node | undefined;
}

export interface Gathered {
  /** By where the name begins. */
  definitions: Map<number, Definition>;
  ignored: Set<number>;
  uses: Node[];
  values: Map<number, Pair>;
  /** The name is what is called, the value its message. */
  failures: Map<number, Pair>;
  parameters: Map<number, Pair>;
  imports: Node[];
  comments: Node[];
  docs: Node[];
  decorators: Node[];
  wrappers: Set<number>;
  bodies: Node[];
  errors: Node[];
}

/** One match, its captures by role. */
interface Told {
  name?: Node;
  receiver?: Node;
  ignore?: Node;
  isUse?: boolean;
  definition?: { node: Node; kind: SymbolKind };
  pair?: { to: 'values' | 'failures' | 'parameters'; name?: Node; value?: Node };
}

function newGathered(): Gathered {
  return {
    definitions: new Map(),
    ignored: new Set(),
    uses: [],
    values: new Map(),
    failures: new Map(),
    parameters: new Map(),
    imports: [],
    comments: [],
    docs: [],
    decorators: [],
    wrappers: new Set(),
    bodies: [],
    errors: [],
  };
}

function takeMatch(match: QueryMatch, query: OutlineQuery, into: Gathered): Told {
  const told: Told = {};
  const pairOf = (to: NonNullable<Told['pair']>['to']) => (told.pair ??= { to });
  for (const { name, node } of match.captures) {
    const role = query.roles.get(name);
    switch (role?.is) {
      case undefined:
        break;
      case 'name':
        told.name ??= node;
        break;
      case 'receiver':
        told.receiver = node;
        break;
      case 'ignore':
        told.ignore = node;
        break;
      case 'use':
        told.isUse = true;
        break;
      case 'definition':
        told.definition = { node, kind: role.kind };
        break;
      case 'value.name':
        pairOf('values').name = node;
        break;
      case 'value.value':
        pairOf('values').value = node;
        break;
      case 'failure.call':
        pairOf('failures').name = node;
        break;
      case 'failure.text':
        pairOf('failures').value = node;
        break;
      case 'parameter.name':
        pairOf('parameters').name = node;
        break;
      case 'parameter.default':
        pairOf('parameters').value = node;
        break;
      case 'import.name':
        into.imports.push(node);
        break;
      case 'comment':
        into.comments.push(node);
        break;
      case 'doc':
        into.docs.push(node);
        break;
      case 'decorator':
        into.decorators.push(node);
        break;
      case 'wrapper':
        into.wrappers.add(node.id);
        break;
      case 'body':
        into.bodies.push(node);
        break;
      case 'error':
        into.errors.push(node);
        break;
    }
  }
  return told;
}

function putPair({ to, name, value }: NonNullable<Told['pair']>, into: Gathered): void {
  if (!name) return;
  const known = into[to].get(name.startIndex);
  if (!known || (!known.value && value)) into[to].set(name.startIndex, { name, value });
}

function putTold(told: Told, pattern: number, into: Gathered): void {
  const { name, definition } = told;
  if (told.pair) putPair(told.pair, into);
  if (!definition && !told.isUse) {
    if (told.ignore) into.ignored.add(told.ignore.startIndex);
    return;
  }
  if (!name) return;
  if (!definition) {
    into.uses.push(name);
    return;
  }
  const known = into.definitions.get(name.startIndex);
  if (known && known.pattern <= pattern) return;
  const { node, kind } = definition;
  into.definitions.set(name.startIndex, { kind, node, name, receiver: told.receiver, pattern });
}

export function gather(tree: Tree, query: OutlineQuery): Gathered {
  const gathered = newGathered();
  let steps = 0;
  const progressCallback = () => (steps += 1) > maxQuerySteps;
  for (const match of query.matches(tree.rootNode, { matchLimit: maxStates, progressCallback })) {
    putTold(takeMatch(match, query, gathered), match.patternIndex, gathered);
  }
  for (const place of gathered.ignored) gathered.definitions.delete(place);
  return gathered;
}
