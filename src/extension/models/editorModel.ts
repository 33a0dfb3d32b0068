/** A model of the editor behind our port. The editor asks for its own permission when it is used first. */
import * as vscode from 'vscode';
import { defaultTimeLimits, lateSentence, startDeadlines } from '../../models/deadlines';
import { ModelFault, type LanguageModel, type ModelRequest } from '../../models/ports';

/** As much of a provider's sentence as says what is wrong. */
const maxQuoted = 200;

export function createEditorModel(model: vscode.LanguageModelChat, limits = defaultTimeLimits): LanguageModel {
  return {
    async *generate(request, signal) {
      const source = new vscode.CancellationTokenSource();
      const cancel = (): void => source.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      let late: string | undefined;
      try {
        signal.throwIfAborted();
        // No limit here: the editor may be asking its user for permission.
        const response = await orAborted(model.sendRequest(messagesOf(request), options(), source.token), signal);
        const deadlines = startDeadlines(limits, signal);
        const pieces: AsyncIterator<string, unknown> = response.text[Symbol.asyncIterator]();
        try {
          for (;;) {
            const piece = await orAborted(pieces.next(), deadlines.signal);
            if (piece.done) return;
            deadlines.heard();
            yield piece.value;
          }
        } finally {
          const passed = deadlines.passed();
          late = passed && lateSentence(model.name, passed, limits);
          deadlines.end();
        }
      } catch (error) {
        signal.throwIfAborted();
        if (late !== undefined) throw new ModelFault('unavailable', late);
        throw faultOf(model, error);
      } finally {
        signal.removeEventListener('abort', cancel);
        // Also when the reader stops early: the provider is to stop its work.
        source.cancel();
        source.dispose();
      }
    },
  };
}

function options(): vscode.LanguageModelChatRequestOptions {
  return { justification: vscode.l10n.t('Quarry answers your question from passages of your code.') };
}

/** The editor knows no system messages. */
function messagesOf({ messages }: ModelRequest): vscode.LanguageModelChatMessage[] {
  return messages.map(({ text }) => vscode.LanguageModelChatMessage.User(text));
}

/** A provider that does not look at its token is not waited for. */
function orAborted<Value>(work: PromiseLike<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted.'));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).then(() => signal.removeEventListener('abort', abort));
  });
}

function faultOf({ name }: vscode.LanguageModelChat, error: unknown): ModelFault {
  if (error instanceof ModelFault) return error;
  if (error instanceof vscode.CancellationError) {
    return new ModelFault('refused', vscode.l10n.t('The editor cancelled the question to {0}.', name));
  }
  const code = error instanceof vscode.LanguageModelError ? error.code : '';
  const text = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, maxQuoted) : '';
  switch (code) {
    case 'NoPermissions':
      return new ModelFault(
        'refused',
        vscode.l10n.t('Quarry may not use {0}: allow it when the editor asks, or choose another model.', name),
      );
    case 'NotFound':
      return new ModelFault('unavailable', vscode.l10n.t('The editor no longer has {0}: choose another model.', name));
    case 'Blocked':
      return new ModelFault(
        'quota',
        vscode.l10n.t('{0} takes no more requests: its quota is used up, or it refused the question.', name),
      );
  }
  if (/quota|rate.?limit|too many requests|\b429\b/i.test(text)) {
    return new ModelFault('quota', vscode.l10n.t('{0} takes no more requests for now: {1}', name, text));
  }
  return new ModelFault('failed', vscode.l10n.t('{0} could not answer: {1}', name, text));
}
