/** Every text the webview shows: the host fills the table in the user's language. `{0}` stands for a value. */
export interface ChatStrings {
  transcript: string;
  questionNumber: string;
  answerNumber: string;
  searching: string;
  answering: string;
  answerReady: string;
  answerStopped: string;
  answerFailed: string;
  stopped: string;
  tryAgain: string;
  sources: string;
  openSource: string;
  openAsset: string;
  selectedCode: string;
  line: string;
  lines: string;
  passagesFound: string;
  onePassageFound: string;
  askedOf: string;
  notSearched: string;
  strong: string;
  fair: string;
  weak: string;
  followUps: string;
  copy: string;
  copyAnswer: string;
  insert: string;
  save: string;
  copied: string;
  inserted: string;
  saved: string;
  failed: string;
  codeBlock: string;
  plainText: string;
  jumpToLatest: string;
  boxLabel: string;
  boxHint: string;
  followUpHint: string;
  send: string;
  stop: string;
  context: string;
  addContext: string;
  removeChip: string;
  workspace: string;
  workspaceHint: string;
  everything: string;
  everythingHint: string;
  selectionHint: string;
  fileHint: string;
  folderHint: string;
  assetHint: string;
  chooseContext: string;
  welcome: string;
  welcomeText: string;
  starters: string;
  recent: string;
  privacy: string;
}

export function fill(template: string, ...values: (string | number)[]): string {
  return template.replace(/\{(\d+)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
}
