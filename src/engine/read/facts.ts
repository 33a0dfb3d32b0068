/** Values, failures, calls and parameters, each given to the innermost symbol that it stands in. */
import type { Node } from '@vscode/tree-sitter-wasm';
import type { Gathered } from './gather';
import { lineOf, messageOf, unquoted } from './rowText';
import { innermost, type Placed } from './symbols';
import type { Facts } from './types';

/** Of one symbol; more are a table. */
const [maxValues, maxFailures, maxCalls, maxParameters] = [300, 100, 300, 50];

/** What these are made of is their body, no value. */
const hasBody: ReadonlySet<string> = new Set(['function', 'method', 'class', 'interface', 'enum', 'module', 'section']);

function putValues(all: readonly Placed[], outside: Facts, { values }: Gathered, text: string): void {
  const byName = new Map(all.map((placed) => [placed.nameStart, placed]));
  for (const { name, value } of values.values()) {
    const own = byName.get(name.startIndex);
    if (own && hasBody.has(own.symbol.kind)) continue;
    const around = own ?? innermost(all, name.startIndex);
    const { values: known } = around?.symbol ?? outside;
    const [nameText, valueText] = [lineOf(name, text), value && lineOf(value, text)];
    if (nameText === undefined || valueText === undefined || known.length >= maxValues) continue;
    known.push({ name: unquoted(nameText).replace(/:$/, ''), value: valueText, row: name.startPosition.row });
  }
}

function putFailures(all: readonly Placed[], outside: Facts, { failures }: Gathered, text: string): void {
  for (const { name, value } of failures.values()) {
    const { failures: known } = innermost(all, name.startIndex)?.symbol ?? outside;
    const call = lineOf(name, text);
    if (call === undefined || known.length >= maxFailures) continue;
    known.push({ call, text: messageOf((value && lineOf(value, text)) ?? ''), row: name.startPosition.row });
  }
}

function putCalls(
  all: readonly Placed[],
  outside: Facts,
  { uses, definitions, ignored }: Gathered,
  text: string,
): void {
  const seen = new Map<Facts, Set<string>>();
  for (const use of uses) {
    if (definitions.has(use.startIndex) || ignored.has(use.startIndex)) continue;
    const facts = innermost(all, use.startIndex)?.symbol ?? outside;
    const names = seen.get(facts) ?? new Set<string>();
    seen.set(facts, names);
    const name = lineOf(use, text);
    if (name === undefined || names.has(name) || names.size >= maxCalls) continue;
    names.add(name);
    facts.calls.push({ name, row: use.startPosition.row });
  }
}

/** Those of a function inside of another one's body are nobody's when that function has no name. */
function putParameters(all: readonly Placed[], { parameters }: Gathered, text: string): void {
  const textOf = (node: Node | undefined) => node && lineOf(node, text);
  for (const { name, value } of parameters.values()) {
    const at = name.startIndex;
    const inside = innermost(all, at);
    // A parameter that is a field, too, is its constructor's.
    const around = inside?.nameStart === at && inside.parent !== undefined ? all[inside.parent] : inside;
    if (!around || at < around.nameStart || (around.bodyStart !== undefined && at > around.bodyStart)) continue;
    const { parameters: known } = around.symbol;
    const [nameText, preset] = [textOf(name), textOf(value)];
    if (nameText === undefined || known.length >= maxParameters) continue;
    known.push({ name: nameText, ...(preset === undefined ? {} : { default: preset }) });
  }
}

/** @returns what stands in no symbol */
export function putFacts(all: readonly Placed[], gathered: Gathered, text: string): Facts {
  const outside: Facts = { values: [], failures: [], calls: [] };
  putValues(all, outside, gathered, text);
  putFailures(all, outside, gathered, text);
  putCalls(all, outside, gathered, text);
  putParameters(all, gathered, text);
  return outside;
}
