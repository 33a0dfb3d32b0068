/** The page that holds the chat: nothing but our scripts and our style sheet may load, and nothing may leave. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { ChatState } from '../../chat/messages';
import { chatStrings } from './strings';

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}

/** What the page may load from. */
export function chatRoots(extension: vscode.Uri): vscode.Uri[] {
  return [vscode.Uri.joinPath(extension, 'dist', 'webview')];
}

/** A longer state comes by message: the page is not to be held up by it. */
const maxStateCharacters = 200_000;

/** What the first paint needs, inside of the page: each file would be a way to the editor's host and back. */
export interface PageParts {
  script: string;
  style: string;
}

export async function readPageParts(extension: vscode.Uri): Promise<PageParts> {
  const read = async (...place: string[]): Promise<string> =>
    Buffer.from(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, ...place))).toString('utf8');
  const [script, style] = await Promise.all([read('dist', 'webview', 'chat.js'), read('media', 'chat.css')]);
  return { script, style };
}

interface ChatPage extends PageParts {
  webview: vscode.Webview;
  extension: vscode.Uri;
  /** Drawn at once, before the page and its host have said a word to each other. */
  state: ChatState;
}

/** The whole page as HTML, with the state that its first paint shows; a long one comes by message. */
export function chatHtml({ webview, extension, state, script, style }: ChatPage): string {
  const given = JSON.stringify(state);
  const first = given.length <= maxStateCharacters ? given : JSON.stringify({ ...state, turns: [], isRestoring: true });
  const nonce = randomBytes(18).toString('base64url');
  const answers = webview.asWebviewUri(vscode.Uri.joinPath(extension, 'dist', 'webview', 'answers.js'));
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
<style nonce="${nonce}">${style}</style>
<title>${escaped(vscode.l10n.t('Quarry Chat'))}</title>
</head>
<body>
<div id="chat" data-strings="${escaped(JSON.stringify(chatStrings()))}" data-state="${escaped(first)}" data-answers="${escaped(answers.toString())}"></div>
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}
