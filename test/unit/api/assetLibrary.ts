// What the asset tests stand on: the handlers behind their dispatch, a store in memory, a clock that is moved by hand.
// Every answer is checked against the contract's own schema, so each test is a test of the wire shape too.
import { randomUUID } from 'node:crypto';
import { assetHandlers } from '../../../src/api/assets/handlers';
import { associationHandlers, attachmentHandlers } from '../../../src/api/assets/attachments';
import { type ApiContext, type Upkeep, createWindows } from '../../../src/api/context';
import { conversationEditHandlers } from '../../../src/api/conversations/edits';
import { conversationHandlers } from '../../../src/api/conversations/conversations';
import { createDispatch } from '../../../src/api/dispatch';
import { libraryHandlers } from '../../../src/api/library/handlers';
import { createTurns } from '../../../src/api/turns';
import type { Handlers } from '../../../src/contract/api';
import { check } from '../../../src/contract/check';
import type { ApiError } from '../../../src/contract/errors';
import { operations, type Operation, type OperationName, type Output } from '../../../src/contract/operations';
import type { Asset } from '../../../src/contract/schemas';
import type { Engine } from '../../../src/engine/types';
import { asReceived } from './asReceived';
import { createMemoryStore, type MemoryStore } from './memoryStore';

export interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

export interface AssetLibrary {
  context: ApiContext;
  store: MemoryStore;
  logged: string[];
  pass(milliseconds: number): void;
  call<Name extends OperationName>(name: Name, input?: CallInput): Promise<Output<Name>>;
  /** Saves a text; `more` goes into the metadata. */
  save(text: string, more?: { ext?: string; metadata?: object; query?: Record<string, string> }): Promise<Asset>;
  snapshot(asset: string): Promise<Asset>;
  /** Status of the error that a call ends with, and its sentence. */
  refusal(name: OperationName, input?: CallInput): Promise<[status: number, sentence: string]>;
}

export function createAssetLibrary({ ids = () => randomUUID() } = {}): AssetLibrary {
  const store = createMemoryStore();
  const logged: string[] = [];
  let clock = Date.parse('2026-03-01T10:00:00Z');
  const context: ApiContext = {
    store,
    engine: {} as Engine, // The asset half asks no question of it.
    windows: createWindows(() => clock),
    upkeep: { folder: {} as Upkeep['folder'], letGo: () => undefined, renewToken: async () => undefined },
    service: {
      instance: 'instance-1',
      epoch: 1,
      version: '0.0.0-test',
      startedAt: '2026-03-01T10:00:00.000Z',
      pid: process.pid,
      baseUrl: () => '',
      ownFolders: [],
      pathPolicy: () => ({ policy: 'owned', allowedPaths: [] }),
      defaultSpace: () => 'none',
    },
    user: 'user-1',
    application: { id: 'application-1', name: 'VS_CODE', version: '1.2.3', platform: 'LINUX' },
    now: () => clock,
    newId: ids,
    log: (level, text) => void logged.push(`${level}: ${text}`),
    turns: createTurns(),
  };
  const dispatch = createDispatch({
    ...assetHandlers(context),
    ...associationHandlers(context),
    ...attachmentHandlers(context),
    ...conversationHandlers(context),
    ...conversationEditHandlers(context),
    ...libraryHandlers(context),
  } as unknown as Handlers); // without the half that asks questions: no test here calls it

  const call = async <Name extends OperationName>(name: Name, input: CallInput = {}): Promise<Output<Name>> => {
    const { params = {}, query = {}, body } = input;
    const callContext = { signal: new AbortController().signal, caller: { isTrusted: false } };
    const answer = await dispatch(name, { params, query, body }, callContext);
    const { returns } = operations[name] as Operation;
    const received: unknown = returns ? asReceived(returns, answer) : undefined;
    if (returns) check(returns, received, 'answer');
    return received as Output<Name>;
  };

  return {
    context,
    store,
    logged,
    pass: (milliseconds) => void (clock += milliseconds),
    call,
    save: (raw, { ext, metadata, query } = {}) =>
      call('assetsCreateNewAsset', {
        ...(query && { query }),
        body: {
          type: 'SEEDED_ASSET',
          asset: {
            format: { fragment: { string: { raw }, ...(ext && { metadata: { ext } }) } },
            ...(metadata && { metadata }),
          },
        },
      }),
    snapshot: (asset) => call('assetSnapshot', { params: { asset } }),
    refusal: async (name, input) => {
      try {
        await call(name, input);
      } catch (error) {
        return [(error as ApiError).status, (error as ApiError).message];
      }
      return [200, 'was not refused'];
    },
  };
}

export const idsOf = (collection: { iterable: { id: string }[] } | undefined): string[] =>
  (collection?.iterable ?? []).map(({ id }) => id);

export const unknownId = '00000000-0000-4000-8000-000000000000';

export const parser = [
  "import { readFile } from 'node:fs/promises';",
  "import yaml from 'js-yaml';",
  "import type { Schema } from '@acme/schema/types';",
  '',
  '/**',
  ' * Reads the settings of a project. Unknown keys are kept.',
  ' * @see https://yaml.org/spec/1.2.2/.',
  ' */',
  'export async function readSettings(path: string): Promise<Schema> {',
  "  const settings = yaml.load(await readFile(path, 'utf8'));",
  '  return settings as Schema; // settings are settings',
  '}',
  '',
].join('\n');
