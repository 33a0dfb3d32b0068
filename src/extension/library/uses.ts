/** Counts that an asset was of use, and writes it into its timeline. A lost count is no reason to trouble anyone. */
import type { Quarry } from '../start/quarry';

export function countUse(quarry: Quarry, asset: string, kind: 'reuse' | 'reference' | 'searched'): void {
  const count = quarry.api.assetScoresIncrement({ params: { asset }, body: { asset: { [kind]: true } } });
  const tell = quarry.api.assetUsed({ params: { asset }, body: { kind: kind === 'reuse' ? 'referenced' : 'viewed' } });
  for (const call of [count, tell]) {
    call.catch((error: unknown) => quarry.log.warn(`A use was not counted: ${String(error)}`));
  }
}
