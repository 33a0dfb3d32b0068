/** The models that a question may name (contract: semantics.md 2.7). Must not know how any of them answers. */
import type { Handlers } from '../contract/api';
import { ApiError } from '../contract/errors';
import type { Model } from '../contract/schemas';
import type { ApiContext } from './context';
import { modelsOf, type ListedModel } from './models/registry';
import { stableId } from './stableId';
import { extractiveModel } from './wire/extractiveModel';

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
 * Public programs look for these by name, `unique` or family and stop when they find none: the Python wrapper, cli-agent
 * and the streamlit example for the first, neovim, sublime and C# for the second, the browser examples for both
 * families. An id that no model of ours has falls back to the default, so a question that names one is answered.
 */
const standIns: readonly Model[] = [
  standIn('GPT-3.5-turbo Chat Model', 'gpt-3.5-turbo', 'GPT_3.5'),
  standIn('GPT-4o Chat Model', 'gpt-4o', 'GPT_4'),
];

function standIn(name: string, unique: string, foundation: string): Model {
  return {
    ...extractiveModel,
    id: stableId('model', name),
    name,
    description: 'Stands in for programs that ask for this name. The default model of Quarry answers.',
    ...{ unique, foundation },
  };
}
