/**
 * Runs a job of the service on one of this window's models, after the user's consent. Endpoints are called here and not
 * in the service, because the editor's proxy, certificates and secret store are available here.
 */
import * as vscode from 'vscode';
import type { ModelJob } from '../../contract/schemas/models';
import { writeVectors } from '../../contract/conventions';
import { createOpenAiChat, createOpenAiEmbedder } from '../../models/openAi';
import {
  ModelFault,
  type EmbedText,
  type LanguageModel,
  type ModelRequest,
  defaultTimeLimits,
  lateSentence,
  startDeadlines,
} from '../../models/ports';
import type { Consent } from './consent';
import type { ModelKeys, ModelOffers } from './modelOffers';

interface AskingParts {
  offers: ModelOffers;
  keys: ModelKeys;
  consent: Consent;
  log: vscode.LogOutputChannel;
}

/**
 * @returns the pieces of the answer, or the vectors of the job's texts as one piece
 * @throws ModelFault `refused` without consent, `unavailable` when the model is gone, or the model's own fault
 */
export async function* askModel(job: ModelJob, parts: AskingParts, signal: AbortSignal): AsyncGenerator<string, void> {
  if (job.texts) yield await vectorsOf(job, job.texts, parts, signal);
  else yield* answerTo(job, parts, signal);
}

async function vectorsOf(
  job: ModelJob,
  texts: readonly EmbedText[],
  { offers, keys, consent, log }: AskingParts,
  signal: AbortSignal,
): Promise<string> {
  const { embedder, settings } = offers;
  const endpoint = settings.embeddings;
  if (!endpoint || embedder?.key !== job.model) throw goneModel();
  await consent.require(job, { ...embedder, kind: 'endpoint' }, signal);
  log.info(`Asking ${embedder.name} to rank ${job.passages.length} passages.`);
  const port = createOpenAiEmbedder({ endpoint, key: () => keys.get(endpoint.baseUrl) });
  return writeVectors(await port.embed(texts, signal));
}

async function* answerTo(
  job: ModelJob,
  { offers, keys, consent, log }: AskingParts,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const offered = offers.models.find(({ key }) => key === job.model);
  if (!offered) throw goneModel();
  await consent.require(job, offered, signal);
  log.info(`Asking ${offered.name} at ${offered.destination}: ${job.passages.length} passages.`);
  const request = { messages: job.messages };
  if (offered.kind === 'editor') {
    const model = offers.editorModel(job.model);
    if (model) yield* createEditorModel(model).generate(request, signal);
    return;
  }
  // Read after the consent, because the settings may have changed meanwhile.
  const { endpoint } = offers.settings;
  if (endpoint) yield* createOpenAiChat({ endpoint, key: () => keys.get(endpoint.baseUrl) }).generate(request, signal);
}

function goneModel(): ModelFault {
  return new ModelFault('unavailable', vscode.l10n.t('The model is not there any more: choose another.'));
}

// Section: adapter for the editor's models. The editor asks for its own permission at the first use.

/** Longest excerpt of a provider's error message, in characters. */
const maxQuoted = 200;

function createEditorModel(model: vscode.LanguageModelChat, limits = defaultTimeLimits): LanguageModel {
  return {
    async *generate(request, signal) {
      const source = new vscode.CancellationTokenSource();
      const cancel = (): void => source.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      let late: string | undefined;
      try {
        signal.throwIfAborted();
        // No timeout, because the editor may be asking its user for permission.
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
        // Also stops the provider when the reader ends early.
        source.cancel();
        source.dispose();
      }
    },
  };
}

function options(): vscode.LanguageModelChatRequestOptions {
  return { justification: vscode.l10n.t('Quarry answers your question from passages of your code.') };
}

/** Converts the messages to the editor's type, which has no system role. */
function messagesOf({ messages }: ModelRequest): vscode.LanguageModelChatMessage[] {
  return messages.map(({ text }) => vscode.LanguageModelChatMessage.User(text));
}

/** Rejects on abort at once, because a provider may ignore its cancellation token. */
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
