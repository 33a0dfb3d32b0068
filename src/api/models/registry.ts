/**
 * All models that can answer, under one list: the built-in one, an endpoint that the service asks itself, and those
 * that windows offer. Ids stay the same across restarts. Must not know prompts or answers.
 */
import { ApiError } from '../../contract/errors';
import type { OfferedModel, OfferedEmbedder } from '../../contract/schemas/modelWork';
import { ModelFault, type Embedder } from '../../models/ports';
import { type ApiContext, perContext } from '../context';
import { stableId } from '../wireValues';
import { createWindowModels, type NewJob, type WindowModels } from './windowModels';
import { readVectors } from '../../contract/conventions';

/** One that ranks what was found once more. */
export interface ChosenEmbedder {
  key: string;
  name: string;
  isRemote: boolean;
  /** @param passages names of what is sent, for people */
  portFor: (asker: NewJob['asker'], passages: string[]) => Embedder;
}

export interface ListedModel {
  id: string;
  key: string;
  name: string;
  kind: 'builtIn' | OfferedModel['kind'];
  /** Empty for the built-in one. */
  destination: string;
  isRemote: boolean;
  isDefault: boolean;
}

/** One that is asked over a port; the built-in one is not. */
export interface ChosenModel {
  id: string;
  offered: OfferedModel;
  ask(job: NewJob, signal: AbortSignal): AsyncIterable<string>;
}

interface ModelRegistry {
  list(): ListedModel[];
  /**
   * @param wanted an id, key or name; one that nobody knows counts as none (contract/WIRE.md 2.6)
   * @returns undefined for the built-in one
   * @throws ApiError `overloaded` when the default model cannot be had: another one never answers in its place
   */
  choose(wanted: string | undefined): ChosenModel | undefined;
  /**
   * @param wanted a key; absent: what the windows have chosen, else what the service was started with
   * @returns undefined for the built-in one alone, whose ranking the engine's order holds already
   */
  chooseEmbedder(wanted: string | undefined): ChosenEmbedder | undefined;
  windows: WindowModels;
}

export const builtInKey = 'builtIn';
const builtInName = 'Quarry (built-in)';

const builtIn = { key: builtInKey, name: builtInName, kind: 'builtIn' as const, destination: '', isRemote: false };

function createRegistry({ ownEndpoint, ownEmbedder, newId }: ApiContext): ModelRegistry {
  const windows = createWindowModels(newId);

  const offered = () => [...(ownEndpoint ? [ownEndpoint.offered] : []), ...windows.list()];

  function chosen(model: OfferedModel): ChosenModel {
    const isOwn = ownEndpoint?.offered === model;
    return {
      id: idOf(model.key),
      offered: model,
      ask: (job, signal) =>
        isOwn && ownEndpoint
          ? ownEndpoint.model.generate({ messages: job.messages }, signal)
          : windows.ask(model.key, job, signal),
    };
  }

  function offeredEmbedder(key?: string): ChosenEmbedder | undefined {
    const offer = windows.embedder(key);
    return offer && { ...offer, portFor: (...facts) => createWindowEmbedder(windows, offer, ...facts) };
  }

  function startedEmbedder(): ChosenEmbedder | undefined {
    return ownEmbedder && { ...ownEmbedder, key: ownEmbedder.name, portFor: () => ownEmbedder.embedder };
  }

  const defaultKey = () => windows.preferred()?.key ?? ownEndpoint?.offered.key ?? builtInKey;

  return {
    windows,
    list() {
      const key = defaultKey();
      return [builtIn, ...offered()].map(({ key: own, name, kind, destination, isRemote }) => ({
        ...{ id: idOf(own), key: own, name, kind, destination, isRemote },
        isDefault: own === key,
      }));
    },
    chooseEmbedder(wanted) {
      if (wanted === builtInKey) return undefined;
      return (wanted === undefined ? undefined : offeredEmbedder(wanted)) ?? offeredEmbedder() ?? startedEmbedder();
    },
    choose(wanted) {
      const isMeant = (key: string, name: string) => [idOf(key), key, name].includes(wanted ?? '');
      if (isMeant(builtInKey, builtInName)) return undefined;
      const named = offered().find(({ key, name }) => isMeant(key, name));
      if (named) return chosen(named);
      const key = defaultKey();
      if (key === builtInKey) return undefined;
      const preferred = offered().find((model) => model.key === key);
      if (preferred) return chosen(preferred);
      throw new ApiError(
        'overloaded',
        `The default model (${key}) is not available: choose another with “Quarry: Choose Model…”, or ask with "model": "${builtInKey}".`,
      );
    },
  };
}

function idOf(key: string): string {
  return stableId('model', key);
}

/** The one of this context: HTTP, the socket and the windows speak of the same models. */
export const modelsOf = perContext(createRegistry);

/**
 * An embedding model that a window asks for us, behind the port. The window shows first what would leave the machine.
 * @param passages what is sent, in the words of the question to the person
 */
export function createWindowEmbedder(
  windows: WindowModels,
  { key, name }: OfferedEmbedder,
  asker: NewJob['asker'],
  passages: string[],
): Embedder {
  return {
    async embed(texts, signal) {
      let written = '';
      const job = { asker, messages: [], passages, texts: [...texts] };
      for await (const piece of windows.ask(key, job, signal)) written += piece;
      signal.throwIfAborted();
      const vectors = readVectors(written, texts.length);
      if (!vectors) throw new ModelFault('failed', `What ${name} gave for the passages could not be read.`);
      return vectors;
    },
  };
}
