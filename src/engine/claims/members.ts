/**
 * What a type holds: what stands in it, and what belongs to it and stands elsewhere, such as the methods of `impl` blocks,
 * of extensions, of receivers, and of the other parts of a class. All of it by the tree; a name alone ties them together,
 * so of several types of one name each has what stands nearest to it.
 */
import type { Candidate } from '../outline/findSymbol';
import { holdingSources } from '../outline/names';
import { isTest, type CodeSource, type OutlinedCode } from '../outline/sources';
import type { OutlineSymbol } from '../read/types';
import { spaced } from '../text/plain';
import type { Asking } from './page';

/** Files that are looked through for what belongs to a type. */
const maxFiles = 60;

/** What stands in it and is part of what it is. */
const memberKinds: ReadonlySet<string> = new Set(['function', 'method', 'field', 'property', 'member', 'constant', 'class', 'type', 'declaration', 'macro']); // prettier-ignore
const typeKinds: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type']);
const isMember = ({ kind, name }: OutlineSymbol) => memberKinds.has(kind) && !/^__\w+__$/.test(name);

/** What stands in it. */
export function ownMembers({ code, symbol }: Candidate): OutlineSymbol[] {
  const at = code.outline.symbols.indexOf(symbol);
  return code.outline.symbols.filter((one) => one.parent === at && isMember(one));
}

const isPart = ({ signature }: OutlineSymbol): boolean => spaced(signature).includes('partial');

/** Whether it stands in a block that goes on with a type of this name, or names the type in its own head. */
function goesOnWith(one: OutlineSymbol, name: string, { outline: { symbols } }: OutlinedCode): boolean {
  if (one.path.at(-2) !== name || !isMember(one)) return false;
  const around = one.parent === undefined ? undefined : symbols[one.parent];
  if (around?.name !== name) return true;
  return around.kind === 'implementation' || (around.kind === 'class' && isPart(around));
}

const folderOf = (place: string): string => place.slice(0, Math.max(0, place.lastIndexOf('/')));

/** Whether nothing of the same name is nearer to a file than this type. */
function isNearest(type: Candidate, others: readonly Candidate[], from: CodeSource): boolean {
  const farness = (one: Candidate) =>
    one.from.key === from.key ? 0 : folderOf(one.from.place) === folderOf(from.place) ? 1 : 2;
  return others.every((one) => one.symbol.name !== type.symbol.name || farness(type) <= farness(one));
}

/** @param others what else has the name */
async function membersElsewhere(type: Candidate, others: readonly Candidate[], asking: Asking): Promise<OutlineSymbol[]> {
  const { name } = type.symbol;
  const types = others.filter(({ symbol }) => typeKinds.has(symbol.kind) && !(isPart(symbol) && isPart(type.symbol)));
  const inTests = isTest(type.from.place, type.symbol.path);
  const sources = holdingSources(asking.parts, { name, around: [] }) ?? [type.from];
  const farness = ({ place }: CodeSource) => (folderOf(place) === folderOf(type.from.place) ? 0 : 1);
  const found: OutlineSymbol[] = [];
  for (const from of sources.sort((a, b) => farness(a) - farness(b)).slice(0, maxFiles)) {
    if (isTest(from.place, []) !== inTests || !isNearest(type, types, from)) continue;
    const code = await asking.reader.outlined(from);
    asking.signal.throwIfAborted();
    if (typeof code === 'string' || code.language?.id !== type.code.language?.id) continue;
    const own = from.key === type.from.key && from.part === type.from.part ? type.symbol : undefined;
    const isOwn = ({ start, end }: OutlineSymbol) => own !== undefined && start >= own.start && end <= own.end;
    found.push(...code.outline.symbols.filter((one) => goesOnWith(one, name, code) && !isOwn(one)));
  }
  return found;
} // prettier-ignore

export interface Members {
  own: OutlineSymbol[];
  elsewhere: OutlineSymbol[];
}

export async function membersOf(type: Candidate, others: readonly Candidate[], asking: Asking): Promise<Members> {
  const own = ownMembers(type);
  if (!typeKinds.has(type.symbol.kind)) return { own, elsewhere: [] };
  return { own, elsewhere: await membersElsewhere(type, others, asking) };
}

const privacy = new Set(spaced('private protected fileprivate'));
/** Where some members say that they are open, the others are not. */
const openness = /^(?:pub|public)\b/;
/** What a type keeps, behind what it does. */
const kept: ReadonlySet<string> = new Set(['field', 'constant']);

/** The names of members, each once, without its constructor: what others use before what serves itself alone. */
export function publicFirst(members: readonly OutlineSymbol[], own: string): string[] {
  const saysOpen = members.some(({ signature, kind }) => !kept.has(kind) && openness.test(signature));
  const isPrivate = ({ name, signature }: OutlineSymbol) =>
    name.startsWith('_') ||
    name.startsWith('#') ||
    spaced(signature).some((word) => privacy.has(word)) ||
    (saysOpen && !openness.test(signature));
  const rank = (one: OutlineSymbol) => (isPrivate(one) ? 2 : 0) + (kept.has(one.kind) ? 1 : 0);
  const names = members.toSorted((a, b) => rank(a) - rank(b)).map(({ name }) => name);
  return [...new Set(names)].filter((name) => name !== own);
}
