/** A request to the server as a line for a shell, put on the clipboard. */
import * as vscode from 'vscode';
import { readServerSettings } from '../config';
import type { Quarry } from '../start/quarry';

const noticeMs = 3_000;

/** The token is named, not shown: what is copied is pasted anywhere. @param body as JSON; absent: something is read */
export async function copyRequestLine(quarry: Pick<Quarry, 'status'>, path: string, body?: object): Promise<void> {
  const { baseUrl } = await quarry.status();
  // In double quotes, which every shell knows; nothing in an address of ours means anything there.
  const words = ['curl', '-s', `"${baseUrl}${path}"`];
  if (body) words.push('-H', '"Content-Type: application/json"', '-d', quoted(JSON.stringify(body)));
  if (readServerSettings().auth === 'required') words.push('-H', '"Authorization: Bearer $QUARRY_TOKEN"');
  await vscode.env.clipboard.writeText(words.join(' '));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Copied {0}', 'curl'), noticeMs);
}

/** For the shells of Unix, where nothing in single quotes means anything but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
