import { chosenIds } from '../library/assetPick';
import type { Shell } from './command';

/** Of the asset it is called on; of the whole library when it is called on none. */
export async function showTimeline({ quarry, timeline }: Shell, given?: unknown): Promise<void> {
  const [asset] = given === undefined ? [] : await chosenIds(quarry, given, undefined, '');
  await timeline.show(asset);
}
