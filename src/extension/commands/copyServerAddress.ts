import * as vscode from 'vscode';
import type { Shell } from './command';

const noticeMs = 3_000;

/**
 * The server's address where it will be pasted. Beside code on another machine (SSH, WSL, a container) the editor makes
 * the port known on this side when it is asked to, and not before. A browser-served editor would lead to a page
 * behind its own sign-in, which no program passes: there the address is that of the machine with the code.
 */
async function addressHere(baseUrl: string): Promise<string> {
  const { remoteName, uiKind } = vscode.env;
  if (remoteName === undefined || uiKind !== vscode.UIKind.Desktop) return baseUrl;
  const here = await vscode.env.asExternalUri(vscode.Uri.parse(baseUrl));
  return here.toString(true).replace(/\/$/, '');
}

export async function copyServerAddress({ quarry }: Shell): Promise<string> {
  const address = await addressHere((await quarry.status()).baseUrl);
  await vscode.env.clipboard.writeText(address);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Copied {0}', address), noticeMs);
  return address;
}
