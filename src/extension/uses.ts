/** Counts that an asset was of use. A lost count is no reason to trouble anyone. */
import type { Quarry } from './quarry';

export function countUse(quarry: Quarry, asset: string, kind: 'reuse' | 'reference' | 'searched'): void {
  quarry.api
    .assetScoresIncrement({ params: { asset }, body: { asset: { [kind]: true } } })
    .catch((error: unknown) => quarry.log.warn(`A use was not counted: ${String(error)}`));
}
