/** A web page of this machine was refused: its user may want it allowed, and is asked once. */
import * as vscode from 'vscode';
import { allowOrigin } from '../config';

/** A page that tries names without end must not fill the window with questions. */
const maxQuestions = 3;

/** Nobody is to be talked into allowing a page of the internet: who wants that, writes it into the settings. */
const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

export function watchOriginRefusals(): { add(origin: string): void } {
  const asked = new Set<string>();
  return {
    add(origin) {
      if (!loopback.test(origin) || asked.has(origin) || asked.size >= maxQuestions) return;
      asked.add(origin);
      void ask(origin);
    },
  };
}

async function ask(origin: string): Promise<void> {
  const allow = vscode.l10n.t('Allow');
  const text = vscode.l10n.t('The web page {0} tried to use your Quarry library and was refused.', origin);
  if ((await vscode.window.showWarningMessage(text, allow)) === allow) await allowOrigin(origin);
}
