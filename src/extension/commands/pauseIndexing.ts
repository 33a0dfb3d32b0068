/** Holds up the reading of files for all windows, until it is resumed or the service ends; or ends it. */
import * as vscode from 'vscode';
import type { Shell } from './command';

export const pauseIndexing = ({ quarry }: Shell): Promise<void> => setPaused(quarry, true);
export const resumeIndexing = ({ quarry }: Shell): Promise<void> => setPaused(quarry, false);

async function setPaused(quarry: Shell['quarry'], paused: boolean): Promise<void> {
  await quarry.api.indexControl({ body: { paused } });
  // Whoever shows the state learns of it by the reading.
  await quarry.status();
}

/** Long enough to be read. */
const saidMs = 6_000;

/** What is read stays searchable; the first question reads the rest. */
export async function cancelIndexing({ quarry }: Shell): Promise<void> {
  await quarry.api.indexControl({ body: { cancel: true } });
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('Indexing was cancelled; the first question reads what is missing.'),
    saidMs,
  );
  await quarry.status();
}
