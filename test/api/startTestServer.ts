// The real service over a temporary folder on a free port, as an outside client sees it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startApp, type AppOptions } from '../../src/app';
import type { Api } from '../../src/contract/api';
import { createHttpClient } from '../../src/contract/httpClient';
import { patientApi } from './patientApi';
import { readAllAnswersStrictly } from './strictAnswers';
import { defaultServerSettings, type ServerSettings, type ServiceMessage } from '../../src/contract/serviceOptions';

// The soak runs outside of mocha, with the servers of its rows: what it counts is something else.
if (typeof after === 'function') readAllAnswersStrictly();

export interface TestServer {
  baseUrl: string;
  port: number;
  token: string;
  socketPath: string;
  dataFolder: string;
  /** Over the port, without a credential: what any program on this machine can do. */
  api: Api;
  /** Over the socket file: what our own windows can do. */
  ownApi: Api;
  /** Ends the service; the data folder goes too unless it was given. */
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** Roots, as `--root` gives them. */
  folders?: string[];
  settings?: Partial<ServerSettings>;
  /** To start again over the data of an earlier server. */
  dataFolder?: string;
  /** What names a model to a service without an editor. */
  modelEnvironment?: AppOptions['modelEnvironment'];
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataFolder = options.dataFolder ?? fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-api-'));
  const { app, connected } = await start(dataFolder, options);
  const ownApi = createHttpClient(connected);
  const { baseUrl } = await ownApi.serviceStatus();
  const port = Number(new URL(baseUrl).port);
  return {
    baseUrl,
    port,
    token: connected.token,
    socketPath: connected.socketPath,
    dataFolder,
    api: patientApi(createHttpClient({ port })),
    ownApi: patientApi(ownApi),
    close: async () => {
      await app.stop();
      if (!options.dataFolder) fs.rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

type Connected = Extract<ServiceMessage, { kind: 'connected' }>;

function start(dataFolder: string, { folders = [], settings, modelEnvironment }: TestServerOptions) {
  return new Promise<{ app: ReturnType<typeof startApp>; connected: Connected }>((resolve, reject) => {
    const app = startApp(
      {
        dataFolder,
        cacheFolder: path.join(dataFolder, 'cache'),
        discoveryFolder: path.join(dataFolder, 'servers'),
        engineFile: path.resolve('dist/engine.js'),
        grammarFolder: path.resolve('dist/grammars'),
        version: '0.0.0-test',
        settings: { ...defaultServerSettings, port: 0, ...settings },
        folders,
        ...(modelEnvironment && { modelEnvironment }),
      },
      (message) => {
        if (message.kind === 'log' && (message.level === 'error' || process.env.QUARRY_TEST_LOG))
          console.log(message.text);
        if (message.kind === 'detached') reject(new Error(message.reason));
        if (message.kind === 'connected') resolve({ app, connected: message });
      },
    );
  });
}
