/** The models that a question may name (contract/WIRE.md 1.4). Must not know how any of them answers. */
import type { Handlers } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { Model } from '../../contract/schemas';
import type { ApiContext } from '../context';
import { modelsOf, type ListedModel } from './registry';
import { stableId, extractiveModel } from '../wireValues';

type ModelOperation = 'modelsSnapshot' | 'modelSpecificModelDownload' | 'modelSpecificModelDownloadCancel';

export function modelListHandlers(context: ApiContext) {
  const find = (id: string): Model => {
    const model = listedModels(context).find((one) => one.id === id);
    if (model) return model;
    throw new ApiError('notFound', `No model has the id ${id}: GET /models lists them.`);
  };
  return {
    modelsSnapshot: () => ({ iterable: listedModels(context) }),
    modelSpecificModelDownload: ({ params }) => find(params.model),
    modelSpecificModelDownloadCancel: ({ params }) => find(params.model),
  } satisfies Pick<Handlers, ModelOperation>;
}

/** The default first, for programs that take the first; the names that programs insist on last. */
function listedModels(context: ApiContext): Model[] {
  const listed = modelsOf(context).list();
  const models = [...listed].sort((one, other) => Number(other.isDefault) - Number(one.isDefault)).map(toWireModel);
  return [...models, ...standIns.filter(({ name }) => !models.some((one) => one.name === name))];
}

/** Programs list only models in the cloud and downloaded ones; each of these can be asked now. */
function toWireModel({ id, name, kind, destination, isRemote, key }: ListedModel): Model {
  if (kind === 'builtIn') return { ...extractiveModel, id, name };
  return {
    id,
    ...{ version: extractiveModel.version, created: extractiveModel.created, name },
    description: `Asked at ${destination}.`,
    ...{ cloud: isRemote, downloaded: !isRemote, loaded: true, unique: key },
    ...{ type: 'BALANCED', usage: 'CODE_CONVERSATION' },
  };
}

/**
 * Public programs look for these by name, `unique` or family and stop when they find none: the Python wrapper,
 * cli-agent and the streamlit example for the first, which the last wants in the cloud or on its way from there;
 * neovim, sublime and C# for the second, the browser examples for both families; sublime's own setting for the third;
 * cli-agent's configuration for the fourth. An id that no model of ours has falls back to the default, so that a
 * question that names one is answered.
 */
const standIns: readonly Model[] = [
  { ...standIn('GPT-3.5-turbo Chat Model', 'gpt-3.5-turbo'), foundation: 'GPT_3.5', downloading: true },
  { ...standIn('GPT-4o Chat Model', 'gpt-4o'), foundation: 'GPT_4' },
  standIn('o4-mini Chat Model', 'o4-mini-2025-04-16'),
  standIn('Gemini-2.0 Flash-Lite Chat Model', 'gemini-2.0-flash-lite-001'),
];

function standIn(name: string, unique: string): Model {
  return {
    ...extractiveModel,
    id: stableId('model', name),
    name,
    description: 'Stands in for programs that ask for this name. The default model of Quarry answers.',
    unique,
  };
}

/** What windows say of their models: internal operations. */
export function modelHandlers(context: ApiContext): Pick<Handlers, 'modelsOffer' | 'modelWork' | 'modelPieces'> {
  const { windows } = modelsOf(context);
  return {
    modelsOffer: ({ body }) => windows.offer(body),
    modelWork: ({ body }, { signal }) => windows.work(body, signal),
    modelPieces: ({ body }) => ({ isWanted: windows.take(body) }),
  };
}
