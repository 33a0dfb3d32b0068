/** Holds up the reading of files for all windows, until it is resumed or the service ends. */
import type { Shell } from './command';

export const pauseIndexing = ({ quarry }: Shell): Promise<void> => setPaused(quarry, true);
export const resumeIndexing = ({ quarry }: Shell): Promise<void> => setPaused(quarry, false);

async function setPaused(quarry: Shell['quarry'], paused: boolean): Promise<void> {
  await quarry.api.indexControl({ body: { paused } });
  // Whoever shows the state learns of it by the reading.
  await quarry.status();
}
