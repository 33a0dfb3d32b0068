/**
 * Asks one of this window's models for the service, once a person has allowed it. An endpoint is asked from here and
 * not from the service, because here the editor's proxy, certificates and secret store are at hand.
 */
import * as vscode from 'vscode';
import type { ModelJob } from '../../contract/schemas/modelWork';
import { writeVectors } from '../../contract/conventions';
import { createOpenAiChat } from '../../models/openAiChat';
import { createOpenAiEmbedder } from '../../models/openAiEmbedder';
import { ModelFault, type EmbedText } from '../../models/ports';
import type { Consent } from './consent';
import { createEditorModel } from './editorModel';
import type { ModelKeys } from './modelKeys';
import type { ModelOffers } from './modelOffers';

interface AskingParts {
  offers: ModelOffers;
  keys: ModelKeys;
  consent: Consent;
  log: vscode.LogOutputChannel;
}

/**
 * @returns the pieces of the answer, or the vectors of the job's texts as one piece
 * @throws ModelFault `refused` when nobody allows it, `unavailable` when the model is gone, or what the model says
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
  // Read only now: the settings may have changed while somebody was asked.
  const { endpoint } = offers.settings;
  if (endpoint) yield* createOpenAiChat({ endpoint, key: () => keys.get(endpoint.baseUrl) }).generate(request, signal);
}

function goneModel(): ModelFault {
  return new ModelFault('unavailable', vscode.l10n.t('The model is not there any more: choose another.'));
}
