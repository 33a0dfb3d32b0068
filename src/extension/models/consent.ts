/**
 * Asks for consent before anything is first sent to another machine, and shows exactly what is sent where. Remembered
 * per destination; a command withdraws it. Security: only the user of this window can consent; programs cannot.
 */
import * as vscode from 'vscode';
import type { MaskedSecrets, ModelJob } from '../../contract/schemas/models';
import { createPreviews, type Previews } from '../tabs';
import { createConsentRules, type ConsentRules, type Receiver } from './consentRules';

const previewScheme = 'quarry-preview';
/** Most names listed in the dialog; the preview lists all. */
const maxNames = 12;

export interface Consent extends ConsentRules {
  /** The pending question, to be shown in the chat; undefined when there is none. */
  readonly waiting: Waiting | undefined;
  readonly onDidChangeWaiting: vscode.Event<void>;
  /** The user's choice, made with the chat's buttons. */
  answer(choice: ConsentChoice): Promise<void>;
  dispose(): void;
}

interface Waiting {
  /** The question to the user, as a sentence. */
  question: string;
  /** True when the dialog is closed and the preview is open, so that only the chat has buttons. */
  isPreviewed: boolean;
}

type ConsentChoice = 'send' | 'refuse' | 'show';

/** @param memory of the user, not of a workspace, so that no folder can bring its own permission */
export function createConsent(memory: vscode.Memento, onFault: (error: unknown) => void): Consent {
  const previews = createPreviews(previewScheme);
  const changed = new vscode.EventEmitter<void>();
  let open: OpenQuestion | undefined;

  async function ask(job: ModelJob, model: Receiver, signal: AbortSignal): Promise<boolean> {
    const question = new OpenQuestion(job, model, previews, () => changed.fire());
    const withdraw = (): void => question.withdraw();
    signal.addEventListener('abort', withdraw, { once: true });
    open = question;
    changed.fire();
    // Without dialog and preview the user cannot consent.
    question.showDialog().catch((error: unknown) => {
      question.withdraw();
      onFault(error);
    });
    try {
      return await question.word;
    } finally {
      signal.removeEventListener('abort', withdraw);
      open = undefined;
      changed.fire();
    }
  }

  return {
    ...createConsentRules({ memory, ask, texts: refusals }),
    get waiting() {
      return open?.waiting;
    },
    onDidChangeWaiting: changed.event,
    answer: async (choice) => open?.choose(choice),
    dispose: () => void vscode.Disposable.from(previews, changed).dispose(),
  };
}

/** A pending question that is answered in a dialog or with the chat's buttons. */
class OpenQuestion {
  readonly word: Promise<boolean>;
  #settle: (isAllowed: boolean) => void = () => undefined;
  #waiting: Waiting;

  constructor(
    private readonly job: ModelJob,
    private readonly model: Receiver,
    private readonly previews: Previews,
    private readonly changed: () => void,
  ) {
    this.word = new Promise((resolve) => (this.#settle = resolve));
    const question = vscode.l10n.t(
      'Send this question and {0} passages of code to {1}?',
      job.passages.length,
      model.destination,
    );
    this.#waiting = { question, isPreviewed: false };
  }

  get waiting(): Waiting {
    return this.#waiting;
  }

  /**
   * Shows the dialog once. After a preview, the chat's buttons are used instead, because a dialog would cover the
   * preview.
   */
  async showDialog(): Promise<void> {
    const send = vscode.l10n.t('Send');
    const show = vscode.l10n.t('Show What Is Sent');
    const options = { modal: true, detail: detailOf(this.job, this.model) };
    const choice = await vscode.window.showWarningMessage(this.#waiting.question, options, send, show);
    await this.choose(choice === show ? 'show' : choice === send ? 'send' : 'refuse');
  }

  async choose(choice: ConsentChoice): Promise<void> {
    if (choice !== 'show') return this.#settle(choice === 'send');
    const path = `/${this.model.destination.replace(/[^\w.-]+/g, '-')}.md`;
    await this.previews.show({ path, query: this.job.id, text: textsIn(this.job).join('\n\n') });
    this.#waiting = { ...this.#waiting, isPreviewed: true };
    this.changed();
  }

  withdraw(): void {
    this.#settle(false);
  }
}

const refusals = {
  onlyInChat: () => vscode.l10n.t('Models of the editor answer only in Quarry’s chat: name another model.'),
  notAllowed: (destination: string) =>
    vscode.l10n.t(
      'Nothing was sent to {0}: nobody has allowed it yet. Ask a question in Quarry’s chat and allow it there, or ask with "model": "builtIn".',
      destination,
    ),
  notSent: (destination: string) => vscode.l10n.t('Nothing was sent to {0}.', destination),
};

/** All texts of a job, exactly as they are sent. */
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
    maskedText(job),
    vscode.l10n.t('You are asked once for {0}. “Quarry: Choose Model…” takes it back.', model.destination),
  ].join('\n\n');
}

/** Number and kinds of the secrets that were masked. */
function maskedText({ masked }: ModelJob): string {
  if (masked.length === 0)
    return vscode.l10n.t('No keys or passwords were found in them; any would be replaced by [secret].');
  const kinds: Record<MaskedSecrets['kind'], string> = {
    privateKey: vscode.l10n.t('private keys'),
    key: vscode.l10n.t('keys of known services'),
    bearer: vscode.l10n.t('bearer tokens'),
    value: vscode.l10n.t('values of names such as password'),
  };
  const list = masked.map(({ kind, count }) => `${kinds[kind]}: ${count}`).join(', ');
  return vscode.l10n.t('Replaced in them by [secret]: {0}.', list);
}
