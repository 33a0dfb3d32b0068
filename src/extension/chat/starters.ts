/** What an empty chat offers to ask: about the folder that is open, and the file that is looked at. */
import path from 'node:path';
import * as vscode from 'vscode';
import { questionsAbout, readFolderFacts, type FolderFacts } from './starterQuestions';
import { workspaceFolders } from '../start/windowFolders';

const nothingKnown: Omit<FolderFacts, 'name'> = { hasStart: true, files: [] };

export class ChatStarters {
  #root: string | undefined;
  #facts: FolderFacts | undefined;

  /** @param changed called when more is known than at the last look */
  constructor(private readonly changed: () => void) {}

  /** What is known now; the folder is looked at when it is asked for the first time. */
  get questions(): string[] {
    const [root] = workspaceFolders();
    if (root === undefined) {
      return [vscode.l10n.t('Which of my assets read a file?'), vscode.l10n.t('How did I retry a failed request?')];
    }
    if (root !== this.#root) this.#look(root);
    const facts = this.#facts ?? { name: path.basename(root), ...nothingKnown };
    return questionsAbout(facts, openFileIn(root));
  }

  #look(root: string): void {
    this.#root = root;
    this.#facts = undefined;
    void readFolderFacts(root).then((facts) => {
      if (root !== this.#root) return;
      this.#facts = facts;
      this.changed();
    });
  }
}

function openFileIn(root: string): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== 'file') return undefined;
  const place = path.relative(root, uri.fsPath).replaceAll(path.sep, '/');
  return place === '' || place.startsWith('..') || path.isAbsolute(place) ? undefined : place;
}
