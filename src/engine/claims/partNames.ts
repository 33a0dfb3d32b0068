/**
 * Two words that are parts of names: `require_tree` and `require_lines` where only `process_require_tree_directive` and
 * `process_require_lines_directive` are defined. Resolved where one symbol each fits, or one pair with the same around it.
 */
import type { Candidate } from '../outline/findSymbol';
import { askedNameOf, namesHolding } from '../outline/names';
import { isTest, type CodeSource } from '../outline/sources';
import { joinIdentifier } from '../text/tokens';
import { bareName, looksLikeName } from './subjects';
import type { Asking } from './types';

interface Holding {
  joined: string;
  from: CodeSource;
}

async function holdingOf(word: string, { parts, signal }: Asking): Promise<Holding[]> {
  const name = askedNameOf(word);
  if (!name || !looksLikeName(word)) return [];
  const found = await namesHolding(parts, name, async () => signal.throwIfAborted());
  return found.flatMap(({ joined, sources }) => {
    const from = sources.find(({ place }) => !isTest(place, []));
    return from ? [{ joined, from }] : [];
  });
}

async function symbolOf({ joined, from }: Holding, { reader }: Asking): Promise<Candidate | undefined> {
  const code = await reader.outlined(from);
  const symbol = typeof code === 'string' ? undefined : code.outline.symbols.find(({ name }) => joinIdentifier(name) === joined); // prettier-ignore
  return typeof code === 'string' || !symbol ? undefined : { from, code, symbol, score: 1 };
}

export async function pairOfParts(one: string, other: string, asking: Asking): Promise<[Candidate, Candidate] | undefined> {
  const words = [bareName(one), bareName(other)] as const;
  const [ones, others] = [await holdingOf(words[0], asking), await holdingOf(words[1], asking)];
  const around = ({ joined }: Holding, word: string) => joined.replace(joinIdentifier(word), '\n');
  const pairs = ones.flatMap((a) => others.map((b) => [a, b] as const));
  const alike = pairs.filter(([a, b]) => around(a, words[0]) === around(b, words[1]));
  const [only, second] = pairs.length === 1 ? pairs : alike;
  if (!only || second) return undefined;
  const [first, last] = [await symbolOf(only[0], asking), await symbolOf(only[1], asking)];
  return first && last && first.symbol !== last.symbol ? [first, last] : undefined;
} // prettier-ignore
