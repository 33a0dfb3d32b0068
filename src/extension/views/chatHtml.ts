/** The page that holds the chat: nothing but our bundle and our style sheet may load, and nothing may leave. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { ChatState } from '../../webview/messages';
import { chatStrings } from './chatStrings';

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}

export function chatRoots(extension: vscode.Uri): vscode.Uri[] {
  return [vscode.Uri.joinPath(extension, 'media'), vscode.Uri.joinPath(extension, 'dist', 'webview')];
}

/** A longer state comes by message: the page is not to be held up by it. */
const maxStateCharacters = 200_000;

/** @param state drawn at once, before the page and its host have said a word to each other */
export function chatHtml(webview: vscode.Webview, extension: vscode.Uri, state: ChatState): string {
  const given = JSON.stringify(state);
  const first = given.length <= maxStateCharacters ? given : JSON.stringify({ ...state, turns: [], isRestoring: true });
  const nonce = randomBytes(18).toString('base64url');
  const script = webview.asWebviewUri(vscode.Uri.joinPath(extension, 'dist', 'webview', 'chat.js'));
  const style = webview.asWebviewUri(vscode.Uri.joinPath(extension, 'media', 'chat.css'));
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `img-src ${webview.cspSource} data:`,
    `font-src ${webview.cspSource}`,
    "connect-src 'none'",
    "form-action 'none'",
    "frame-src 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escaped(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${escaped(style.toString())}">
<title>${escaped(vscode.l10n.t('Quarry Chat'))}</title>
</head>
<body>
<div id="chat" data-strings="${escaped(JSON.stringify(chatStrings()))}" data-state="${escaped(first)}"></div>
<script nonce="${nonce}" src="${escaped(script.toString())}"></script>
</body>
</html>`;
}
