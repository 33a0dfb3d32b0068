/** One symbol whole; where that is too long, its head and what it holds, each of which can be read by its name. */
import type { ToolInput } from '../../../contract/agentTools';
import type { FoundSymbol, SymbolOutput } from '../../../contract/schemas';
import { behindStroke, placeAt, stateOf, checkSubject, nearestOf } from '../found';
import { readPlace, type Roots } from '../roots';
import type { ToolCall } from '../session';
import { fit, numberedRows, tokensOf, type Forms } from '../text';
import { symbolRows } from './outline';

type Input = ToolInput<'read_symbol'>;

const standardTokens = 3000;
/** Others of the same name that are told. */
const maxOthers = 5;
/** Far more than any budget of tokens holds. */
const maxCharacters = 100_000;

export async function readSymbol(input: Input, call: ToolCall): Promise<string> {
  checkSubject('read_symbol', input);
  const { session, signal } = call;
  const { name, line, with: part = 'body', max_tokens: budget = standardTokens } = input;
  const { roots, paths } = readPlace(session.folders, input.path);
  const options = { limit: maxOthers + 1, characters: maxCharacters };
  const [path = ''] = paths;
  const where = name === undefined ? { path, line: line ?? 1 } : { name, paths };
  const made = await session.api.symbol({ body: { ...where, options } }, signal);
  const { found } = made;
  if (!found) return nearestOf(input, made, roots);
  const head = behindStroke(headOf(found, roots), found.signature);
  const tail = [...othersOf(made, roots), stateOf(made, roots)].filter((row) => row !== '');
  const body =
    part === 'body'
      ? await bodyWithin(budget - tokensOf([head, ...tail].join('\n')), found, roots, call)
      : described(found, part);
  return [head, ...body, ...tail].join('\n');
}

function headOf({ path, lines, kind, symbol, container }: FoundSymbol, roots: Roots): string {
  const inside = container ? ` in ${container.symbol}` : '';
  return `${placeAt(roots, path ?? '', lines)} ${kind} ${symbol.split('.').at(-1) ?? symbol}${inside}`;
}

function described({ description, documentation, lines }: FoundSymbol, part: 'signature' | 'documentation'): string[] {
  const text = part === 'documentation' ? (description ?? '') : (documentation ?? '');
  if (text !== '') return text.split('\n').map((row) => behindStroke('', row).trim());
  return part === 'documentation' ? [`No documentation stands at it (from line ${lines.start}).`] : [];
}

/** The text whole; else what it holds, where it holds something; else its first rows. */
async function bodyWithin(budget: number, found: FoundSymbol, roots: Roots, call: ToolCall): Promise<string[]> {
  const { text, lines, path, cut } = found;
  const whole = numberedRows(text, lines.start);
  if (!cut && tokensOf(whole) <= budget) return [whole];
  const members = path === undefined ? [] : await membersOf(found, path, call);
  const pieces = (members.length > 1 ? members : whole.split('\n')).map((row): Forms => [row]);
  const { texts, left } = fit(pieces, budget);
  if (members.length > 1) {
    const more = left > 0 ? ` ${left} more: raise max_tokens.` : '';
    return [
      `${lines.end - lines.start + 1} lines are too many: what it holds; read_symbol gives each by its name.${more}`,
      ...texts,
    ];
  }
  const next = lines.start + texts.length;
  return [...texts, `Cut: raise max_tokens, or read ${placeAt(roots, path ?? '', { start: next, end: lines.end })}.`];
}

async function membersOf({ lines }: FoundSymbol, path: string, { session, signal }: ToolCall): Promise<string[]> {
  const { files } = await session.api.outline({ body: { paths: [path] } }, signal);
  const inside = (files.iterable[0]?.symbols ?? []).filter(
    (one) =>
      one.lines.start >= lines.start &&
      one.lines.end <= lines.end &&
      one.lines.end - one.lines.start < lines.end - lines.start,
  );
  const top = Math.min(...inside.map(({ depth }) => depth));
  return symbolRows(
    inside.map((one) => ({ ...one, depth: one.depth - top + 1 })),
    1,
    true,
  );
}

function othersOf({ others, left }: SymbolOutput, roots: Roots): string[] {
  const rows = others.iterable.map(({ path, lines, kind, signature }) =>
    behindStroke(`Also ${placeAt(roots, path ?? '', lines)} ${kind}`, signature),
  );
  return left > 0 ? [...rows, `${left} more of this name: name a path, or what it stands in (Store.open).`] : rows;
}
