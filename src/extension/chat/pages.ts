/**
 * The pages that show the chat: the view's, and that of an editor tab. All show the same state; what one of them asks
 * for is answered to that one.
 */
import type * as vscode from 'vscode';
import type { ChatState, ToWebview } from '../../chat/messages';
import { chatHtml, chatRoots, type PageParts } from './html';

export interface ChatPage {
  readonly webview: vscode.Webview;
  /** It has said that it listens. */
  isReady: boolean;
}

interface ChatPagesParts {
  extension: vscode.Uri;
  /** Read before anybody opens a page. */
  parts: Promise<PageParts>;
  state: () => ChatState;
  receive: (message: unknown, page: ChatPage) => void;
}

export class ChatPages {
  readonly #pages = new Set<ChatPage>();

  constructor(private readonly given: ChatPagesParts) {}

  get isReady(): boolean {
    return [...this.#pages].some(({ isReady }) => isReady);
  }

  /** @param gone fired when the page is no more */
  async open(webview: vscode.Webview, gone: vscode.Event<void>): Promise<ChatPage> {
    const { extension, receive, parts, state } = this.given;
    const page: ChatPage = { webview, isReady: false };
    this.#pages.add(page);
    webview.options = { enableScripts: true, enableCommandUris: false, localResourceRoots: chatRoots(extension) };
    webview.onDidReceiveMessage((message: unknown) => receive(message, page));
    gone(() => this.#pages.delete(page));
    webview.html = chatHtml({ ...(await parts), webview, extension, state: state() });
    return page;
  }

  /** @param only the one page that it is for; all when absent */
  post(message: ToWebview, only?: ChatPage): void {
    for (const page of only ? [only] : this.#pages) {
      if (page.isReady) void page.webview.postMessage(message);
    }
  }
}
