/**
 * Before anything leaves this machine for the first time: exactly what, and where to. Remembered for each destination,
 * and taken back by a command. Only a person in front of this window can allow it; programs cannot.
 */
import * as vscode from 'vscode';
import type { ModelJob } from '../../contract/schemas/modelWork';
import { createConsentRules, type ConsentRules, type Receiver } from './consentRules';

export const previewScheme = 'quarry-preview';
/** More names than these do not fit into a dialog; the preview holds all. */
const maxNames = 12;

export interface Consent extends ConsentRules {
  dispose(): void;
}

/** @param memory belongs to the user, not to a workspace: no folder can bring its own permission */
export function createConsent(memory: vscode.Memento): Consent {
  const previews = new Map<string, string>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(previewScheme, {
    provideTextDocumentContent: ({ path }) => previews.get(path) ?? '',
  });

  async function ask(job: ModelJob, model: Receiver): Promise<boolean> {
    const send = vscode.l10n.t('Send');
    const show = vscode.l10n.t('Show What Is Sent');
    const { destination } = model;
    const question = vscode.l10n.t(
      'Send this question and {0} passages of code to {1}?',
      job.passages.length,
      destination,
    );
    const detail = detailOf(job, model);
    let choice = await vscode.window.showWarningMessage(question, { modal: true, detail }, send, show);
    if (choice === show) {
      await showPreview(job, model);
      choice = await vscode.window.showWarningMessage(question, send, vscode.l10n.t('Do Not Send'));
    }
    return choice === send;
  }

  async function showPreview(job: ModelJob, model: Receiver): Promise<void> {
    const path = `/${model.destination.replace(/[^\w.-]+/g, '-')}.md`;
    previews.set(path, textsIn(job).join('\n\n'));
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.from({ scheme: previewScheme, path, query: job.id }),
    );
    await vscode.window.showTextDocument(document, { preview: true });
  }

  const rules = createConsentRules({
    memory,
    ask,
    texts: {
      onlyInChat: () => vscode.l10n.t('Models of the editor answer only in Quarry’s chat: name another model.'),
      notAllowed: (destination) =>
        vscode.l10n.t(
          'Nothing was sent to {0}: nobody has allowed it yet. Ask a question in Quarry’s chat and allow it there, or ask with "model": "builtIn".',
          destination,
        ),
      notSent: (destination) => vscode.l10n.t('Nothing was sent to {0}.', destination),
    },
  });
  return { ...rules, dispose: () => void provider.dispose() };
}

/** Everything that is sent, as it is sent. */
function textsIn({ messages, texts = [] }: ModelJob): string[] {
  return [...messages, ...texts].map(({ text }) => text);
}

function detailOf(job: ModelJob, model: Receiver): string {
  const { passages } = job;
  const names = passages.slice(0, maxNames).map((name) => `• ${name}`);
  const more = passages.length - names.length;
  const characters = textsIn(job).reduce((sum, text) => sum + text.length, 0);
  return [
    job.texts
      ? vscode.l10n.t(
          '{0} will rank what was found. It is sent your question and these passages, {1} characters in all:',
          model.name,
          characters,
        )
      : vscode.l10n.t(
          '{0} will answer. It is sent your question and these passages, {1} characters in all:',
          model.name,
          characters,
        ),
    [...names, ...(more > 0 ? [vscode.l10n.t('and {0} more', more)] : [])].join('\n'),
    vscode.l10n.t('Keys and passwords in them are replaced by [secret].'),
    vscode.l10n.t(
      'You are asked once for {0}. “Quarry: Forget Allowed Destinations” takes it back.',
      model.destination,
    ),
  ].join('\n\n');
}
