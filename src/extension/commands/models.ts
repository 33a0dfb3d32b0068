import * as vscode from 'vscode';
import type { OfferedModel } from '../../contract/schemas/models';
import {
  hostOf,
  isLoopback,
  isUnencrypted,
  readBaseUrl,
  listModels,
  localModels,
  type LocalModel,
} from '../../models/endpoint';
import { Hint } from '../notices';
import type { ModelKeys } from '../models/modelOffers';
import { builtInKey } from '../settings';
import type { Models } from '../models/models';
import type { Shell } from './command';
import type { CommandId } from './table';

interface ModelItem extends vscode.QuickPickItem {
  /** The value to write to the setting. */
  choice?: string;
  local?: LocalModel;
  isNewEndpoint?: true;
  command?: CommandId;
}

/** Chooses the model that answers in the chat, and the default one. The list shows where each model sends code. */
export async function chooseModel({ quarry }: Shell): Promise<void> {
  const { models } = quarry;
  const choice = await vscode.window.showQuickPick(itemsOf(models), {
    title: vscode.l10n.t('Who answers?'),
    placeHolder: vscode.l10n.t('The passages are found on this machine in any case.'),
    matchOnDescription: true,
  });
  if (choice?.local) await models.useLocal(choice.local);
  else if (choice?.isNewEndpoint) await setUpEndpoint(models);
  else if (choice?.choice !== undefined) await models.choose(choice.choice);
  else if (choice?.command !== undefined) await vscode.commands.executeCommand(choice.command);
}

async function itemsOf(models: Models): Promise<ModelItem[]> {
  const { settings } = models;
  const mark = (choice: string): string => (settings.preferred === choice ? '$(check) ' : '');
  const separator = (label: string): ModelItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const [inEditor, onMachine] = await Promise.all([
    vscode.workspace.isTrusted ? models.editorModels() : [],
    localModels(new AbortController().signal),
  ]);
  const isSet = ({ baseUrl, model }: LocalModel): boolean =>
    settings.endpoint?.model === model && samePort(settings.endpoint.baseUrl, baseUrl);
  const found = onMachine.filter((local) => !isSet(local));
  return [
    {
      label: `${mark(builtInKey)}${vscode.l10n.t('Built-in')}`,
      description: vscode.l10n.t('quotes your code; nothing leaves this machine'),
      choice: builtInKey,
    },
    ...(found.length > 0 ? [separator(vscode.l10n.t('On this machine'))] : []),
    ...found.map((local) => ({
      label: local.model,
      description: vscode.l10n.t('{0}, at {1}; nothing leaves this machine', local.server, hostOf(local.baseUrl)),
      local,
    })),
    separator(vscode.l10n.t('Endpoint')),
    ...(settings.endpoint
      ? [
          {
            label: `${mark('endpoint')}${settings.endpoint.model}`,
            description: vscode.l10n.t('at {0}', hostOf(settings.endpoint.baseUrl)),
            choice: 'endpoint',
          },
        ]
      : []),
    {
      label: `$(add) ${vscode.l10n.t('Set Up an Endpoint…')}`,
      description: vscode.l10n.t('Ollama, LM Studio, llama.cpp, vLLM, or a hosted one'),
      isNewEndpoint: true,
    },
    {
      label: `$(key) ${vscode.l10n.t('Set Model Key…')}`,
      description: vscode.l10n.t('kept in the editor’s secret store'),
      command: 'quarry.setModelKey',
    },
    {
      label: `$(circle-slash) ${vscode.l10n.t('Forget Allowed Destinations…')}`,
      description: vscode.l10n.t('you are asked again before code is sent there'),
      command: 'quarry.forgetDestinations',
    },
    separator(vscode.l10n.t('Models of the editor')),
    ...inEditor.map((model: OfferedModel) => ({
      label: `${mark(model.key)}${model.name}`,
      description: model.destination,
      choice: model.key,
    })),
    ...(inEditor.length > 0 ? [] : [{ label: noneText() }]),
  ];
}

/** True for the same port of this machine; `localhost` and `127.0.0.1` are equal. */
function samePort(one: string, other: string): boolean {
  return isLoopback(one) && new URL(one).port === new URL(other).port;
}

function noneText(): string {
  return vscode.workspace.isTrusted
    ? vscode.l10n.t('The editor has none; extensions such as GitHub Copilot bring some')
    : vscode.l10n.t('Not in Restricted Mode');
}

/** Asks for address, key and model, in this order, because an endpoint lists its models only with a key. */
async function setUpEndpoint(models: Models): Promise<void> {
  const title = vscode.l10n.t('Set up an OpenAI-compatible endpoint');
  const given = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Base URL. Ollama on this machine has http://localhost:11434/v1'),
    value: models.settings.endpoint?.baseUrl ?? 'http://localhost:11434/v1',
    ignoreFocusOut: true,
    validateInput: (text) => {
      const read = readBaseUrl(text);
      return 'fault' in read ? read.fault : undefined;
    },
  });
  const read = given === undefined ? undefined : readBaseUrl(given);
  if (!read || 'fault' in read) return;
  const { baseUrl } = read;
  if (!(await askForKey(models.keys, baseUrl, title))) return;
  const key = await models.keys.get(baseUrl);
  const names = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Asking {0} for its models…', hostOf(baseUrl)),
    },
    () => listModels({ baseUrl }, key, new AbortController().signal),
  );
  const prompt = vscode.l10n.t('Name of the model');
  const model =
    names.length > 0
      ? await vscode.window.showQuickPick(names, { title, placeHolder: prompt, ignoreFocusOut: true })
      : await vscode.window.showInputBox({ title, prompt, ignoreFocusOut: true });
  if (!model?.trim()) return;
  const configuration = vscode.workspace.getConfiguration('quarry.model');
  await configuration.update('endpoint', baseUrl, vscode.ConfigurationTarget.Global);
  await configuration.update('endpointModel', model.trim(), vscode.ConfigurationTarget.Global);
  await models.choose('endpoint');
}

/** Stores an API key in the editor's secret store, never in a setting. */
export async function setModelKey({ quarry }: Shell): Promise<void> {
  const { settings } = quarry.models;
  const endpoint = settings.endpoint ?? settings.embeddings;
  if (!endpoint) throw new Hint(vscode.l10n.t('Set up an endpoint first, with “Quarry: Choose Model…”.'));
  await askForKey(quarry.models.keys, endpoint.baseUrl, vscode.l10n.t('Model key'));
}

/** @returns false when cancelled; an empty key removes the stored one, because local endpoints need none */
async function askForKey(keys: ModelKeys, baseUrl: string, title: string): Promise<boolean> {
  const host = hostOf(baseUrl);
  const isKnown = (await keys.get(baseUrl)) !== undefined;
  const warning = isUnencrypted(baseUrl) ? ` ${vscode.l10n.t('The connection is not encrypted.')}` : '';
  const key = await vscode.window.showInputBox({
    title,
    prompt:
      (isKnown
        ? vscode.l10n.t('Key for {0}. Leave it empty to forget the one that is kept.', host)
        : vscode.l10n.t('Key for {0}. Leave it empty if it needs none.', host)) + warning,
    password: true,
    ignoreFocusOut: true,
  });
  if (key === undefined) return false;
  await keys.set(baseUrl, key.trim());
  return true;
}

/** Withdraws the permission for all destinations; the next question asks for it again. */
export async function forgetDestinations({ quarry }: Shell): Promise<void> {
  const { consent } = quarry.models;
  const allowed = consent.allowed();
  if (allowed.length === 0)
    throw new Hint(vscode.l10n.t('No destination is allowed: nothing leaves this machine unasked.'));
  const forgotten = await vscode.window.showQuickPick(allowed, {
    title: vscode.l10n.t('Where may code no longer be sent?'),
    canPickMany: true,
  });
  if (forgotten) await consent.forget(forgotten);
}
