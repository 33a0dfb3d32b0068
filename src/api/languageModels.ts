/** The models that a question may name (contract: semantics.md 2.7). Must not know how any of them answers. */
import type { Handlers } from '../contract/api';
import { ApiError } from '../contract/errors';
import type { Model } from '../contract/schemas';
import type { ApiContext } from './context';
import { stableId } from './stableId';
import { extractiveModel } from './wire/extractiveModel';

type ModelOperation = 'modelsSnapshot' | 'modelSpecificModelDownload' | 'modelSpecificModelDownloadCancel';

export function modelListHandlers(context: ApiContext) {
  const find = (id: string): Model => {
    const model = modelsOf(context).find((one) => one.id === id);
    if (model) return model;
    throw new ApiError('notFound', `No model has the id ${id}: GET /models lists them.`);
  };
  return {
    modelsSnapshot: () => ({ iterable: modelsOf(context) }),
    modelSpecificModelDownload: ({ params }) => find(params.model),
    modelSpecificModelDownloadCancel: ({ params }) => find(params.model),
  } satisfies Pick<Handlers, ModelOperation>;
}

/** The built-in one first, then what the user has, then the names that programs insist on. */
function modelsOf({ languageModels }: ApiContext): Model[] {
  const listed = [extractiveModel, ...(languageModels?.() ?? [])];
  return [...listed, ...standIns.filter(({ name }) => !listed.some((one) => one.name === name))];
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
