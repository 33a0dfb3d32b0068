/**
 * The pages that show the chat: the view and the editor tab. All show the same state; a reply goes to the page that
 * asked.
 */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { ChatState, ToWebview } from '../../chat/messages';
import type { ChatStrings } from '../../chat/strings';

// Section: the page's HTML. Security: only our scripts and style sheet may load, and no connection may be opened.

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}

/** Folders that the page may load from. */
function chatRoots(extension: vscode.Uri): vscode.Uri[] {
  return [vscode.Uri.joinPath(extension, 'dist', 'webview')];
}

/**
 * Longest state that is embedded in the page, in characters; a longer one is sent as a message, so that loading stays
 * fast.
 */
const maxStateCharacters = 200_000;

/**
 * Contents for the first paint, embedded in the page, because loading each file costs a round trip to the editor's
 * host.
 */
interface PageParts {
  script: string;
  style: string;
}

export async function readPageParts(extension: vscode.Uri): Promise<PageParts> {
  const read = async (...place: string[]): Promise<string> =>
    Buffer.from(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, ...place))).toString('utf8');
  const [script, style] = await Promise.all([read('dist', 'webview', 'chat.js'), read('media', 'chat.css')]);
  return { script, style };
}

interface ChatPageParts extends PageParts {
  webview: vscode.Webview;
  extension: vscode.Uri;
  /** Drawn at once, before any message is exchanged. */
  state: ChatState;
}

/** The page as HTML, with the state of its first paint; a long state is sent as a message instead. */
function chatHtml({ webview, extension, state, script, style }: ChatPageParts): string {
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
<div id="chat" data-strings="${escaped(JSON.stringify(chatStrings))}" data-state="${escaped(first)}" data-answers="${escaped(answers.toString())}"></div>
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}

export interface ChatPage {
  readonly webview: vscode.Webview;
  /** True once the page has reported that it receives messages. */
  isReady: boolean;
}

interface ChatPagesParts {
  extension: vscode.Uri;
  /** The page's contents, read before a page is opened. */
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

  /** @param gone fired when the page is closed */
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

  /** @param only the page to send to; all pages when absent */
  post(message: ToWebview, only?: ChatPage): void {
    for (const page of only ? [only] : this.#pages) {
      if (page.isReady) void page.webview.postMessage(message);
    }
  }
}

// Section: the page's texts in the user's language.

const chatStrings: ChatStrings = {
  transcript: l10n.t('Chat'),
  questionNumber: l10n.t('Question {0}'),
  answerNumber: l10n.t('Answer {0}'),
  searching: l10n.t('Searching…'),
  answering: l10n.t('Answering…'),
  waitingForYou: l10n.t('Waiting for you'),
  consentSend: l10n.t('Send'),
  consentRefuse: l10n.t('Do Not Send'),
  consentShow: l10n.t('Show What Is Sent'),
  localOffer: l10n.t('{0} runs on this machine in {1}, and can answer from the same passages.'),
  takeOffer: l10n.t('Ask it'),
  leaveOffer: l10n.t('No, thanks'),
  answerReady: l10n.t('The answer is ready.'),
  answerStopped: l10n.t('The answer was stopped.'),
  answerFailed: l10n.t('The question could not be answered.'),
  stopped: l10n.t('Stopped'),
  tryAgain: l10n.t('Try again'),
  askAgain: l10n.t('Ask again'),
  sources: l10n.t('Sources'),
  source: l10n.t('Source'),
  openSource: l10n.t('Source {0}: {1}'),
  openAsset: l10n.t('Source {0}, saved asset: {1}'),
  selectedCode: l10n.t('Selected code'),
  line: l10n.t('line {0}'),
  lines: l10n.t('lines {0} to {1}'),
  passagesFound: l10n.t('{0} considered'),
  onePassageFound: l10n.t('1 considered'),
  askedOf: l10n.t('Asked of'),
  notSearched: l10n.t('Not searched'),
  followUps: l10n.t('Ask next'),
  moreFollowUps: l10n.t('{0} more'),
  fewerFollowUps: l10n.t('Less'),
  moreHelpers: l10n.t('{0} more'),
  copy: l10n.t('Copy'),
  copyAnswer: l10n.t('Copy Answer'),
  copyRequest: l10n.t('Copy Question as curl'),
  insert: l10n.t('Insert at Cursor'),
  save: l10n.t('Save as Asset'),
  copied: l10n.t('Copied'),
  inserted: l10n.t('Inserted'),
  saved: l10n.t('Saved'),
  failed: l10n.t('That did not work'),
  codeBlock: l10n.t('Code, {0}'),
  plainText: l10n.t('Text'),
  moreActions: l10n.t('More Actions…'),
  jumpToLatest: l10n.t('Jump to latest'),
  boxLabel: l10n.t('Question'),
  boxHint: l10n.t('Ask about your code; @ for files'),
  followUpHint: l10n.t('Ask a follow-up; @ for files'),
  narrowHint: l10n.t('Ask; @ for files'),
  send: l10n.t('Send (Enter)'),
  stop: l10n.t('Stop (Escape)'),
  context: l10n.t('What is asked'),
  addContext: l10n.t('Add Context…'),
  removeChip: l10n.t('Remove {0}'),
  workspace: l10n.t('Workspace'),
  workspaceHint: l10n.t('All files of: {0}'),
  everything: l10n.t('Everything'),
  everythingHint: l10n.t('All saved assets and all open folders'),
  selectionHint: l10n.t('The selected code, {0}'),
  fileHint: l10n.t('The file {0}'),
  folderHint: l10n.t('All files of the folder {0}'),
  assetHint: l10n.t('The saved asset “{0}”'),
  symbolHint: l10n.t('The definition of {0} in {1}'),
  changes: l10n.t('Changes'),
  changesHint: l10n.t('What was changed since the last commit, and the files it was changed in'),
  problems: l10n.t('Problems'),
  problemsHint: l10n.t('What the editor finds wrong in the open files, and these files'),
  addChip: l10n.t('Add {0}'),
  chooseContext: l10n.t('Choose what to ask: the workspace, a selection, saved assets or everything.'),
  stillAnswering: l10n.t('An answer is on its way: wait for it, or stop it with Escape. Your question stays here.'),
  welcome: l10n.t('Ask your code'),
  welcomeText: l10n.t('Answers quote the places they come from, and open them.'),
  starters: l10n.t('Try'),
  recent: l10n.t('Earlier chats'),
  restoring: l10n.t('Reading the chat back…'),
  incomplete: l10n.t('This answer was not finished.'),
  notAnswered: l10n.t('Not answered: the editor was closed or the answer was stopped.'),
  edit: l10n.t('Ask in Other Words'),
  editNumber: l10n.t('Ask question {0} in other words'),
  editingLast: l10n.t('Question {0} in other words; its answer is replaced'),
  editingEarlier: l10n.t('Question {0} in other words; goes on in a copy of this chat'),
  cancel: l10n.t('Cancel'),
  create: l10n.t('New File'),
  created: l10n.t('Opened'),
  apply: l10n.t('Apply in File…'),
  shownAsDiff: l10n.t('Shown as a diff'),
  unfold: l10n.t('Show the Lines Left Out ({0})'),
  fold: l10n.t('Show Only the Excerpt'),
  mentions: l10n.t('Files, symbols, assets and more'),
  nothingNamed: l10n.t('No file, folder, symbol or asset has such a name.'),
  indexing: l10n.t('Indexing {0} of {1} files'),
  indexingPaused: l10n.t('Indexing is paused; answers come from what is indexed'),
  indexingPausedAt: l10n.t('Paused at {0} of {1} files'),
  pause: l10n.t('Pause'),
  resume: l10n.t('Resume'),
  cancelIndex: l10n.t('Cancel indexing'),
  cancelIndexHint: l10n.t('What is read stays searchable; the first question reads the rest.'),
  noModel: l10n.t('On this machine'),
  noModelHint: l10n.t('No model: answers are put together from your own code. Nothing leaves this machine.'),
  rankedAway: l10n.t('Ranked at {0}'),
  rankedAwayHint: l10n.t(
    'Answers are written on this machine. Your question and the passages found go to {0} for ranking.',
  ),
  modelHere: l10n.t('{0}, on this machine'),
  modelHereHint: l10n.t('A model on this machine writes the answers. Nothing leaves it.'),
  modelAway: l10n.t('{0} → {1}'),
  modelAwayHint: l10n.t('Your question and the passages found are sent to {0}, secrets masked.'),
  chooseModel: l10n.t('Click to choose who answers.'),
  answeredBy: l10n.t('Written by {0}, {1}'),
  answeredByCiting: l10n.t('Written by {0}, {1}, from the sources above'),
  answerBuiltIn: l10n.t('Answer without a model'),
  privacyAway: l10n.t('Answers come from your code. The question and the passages found are sent to {0}.'),
  whoCouldHelp: l10n.t('Who could help?'),
  couldHelp: l10n.t('Who could help'),
  nobody: l10n.t('Nobody else is known who wrote the cited lines.'),
  searched: l10n.t('Searched {0}'),
  searchedFile: l10n.t('1 file'),
  searchedFiles: l10n.t('{0} files'),
  searchedAsset: l10n.t('1 asset or text'),
  searchedAssets: l10n.t('{0} assets and texts'),
  selectedLine: l10n.t('1 selected line of {0}'),
  selectedLines: l10n.t('{0} selected lines of {1}'),
  searchWorkspace: l10n.t('Search the workspace instead'),
  inPlace: l10n.t('in {0}'),
  cited: l10n.t('{0} cited'),
  whyThese: l10n.t('Why these'),
  hasWords: l10n.t('has {0}'),
  moved: l10n.t('The lines have moved since they were cited.'),
  reasons: {
    name: l10n.t('its name fits'),
    defines: l10n.t('defines what was asked for'),
    comments: l10n.t('its comments speak of it'),
    together: l10n.t('the words stand together'),
    aside: l10n.t('ranked lower: not the kind of file asked for'),
    old: l10n.t('ranked lower: an older version'),
  },
  privacy: l10n.t('Answers come from your code on this machine. Nothing is sent anywhere.'),
};
