// A program that uses the public TypeScript SDK, as installed from its registry, against our port: its own classes make
// the requests and read the answers.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as sdk from '@pieces.app/pieces-os-client';
import { patientFetch } from './patientFetch';
import { startTestServer, type TestServer } from './startTestServer';

export const code = `/** A cart holds at most 50 items. */
export const maxCartItems = 50;

export function add(items: string[], item: string): void {
  if (items.length >= maxCartItems) throw new RangeError('The cart is full.');
  items.push(item);
}
`;
export const query = 'How many items does a cart hold?';

export interface SdkProgram {
  server: TestServer;
  /** A folder with `code` in it. */
  folder: string;
  configuration: sdk.Configuration;
  /** `code`, saved. */
  asset: sdk.Asset;
  end: () => Promise<void>;
}

export async function startSdkProgram(): Promise<SdkProgram> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-sdk-')));
  fs.writeFileSync(path.join(folder, 'cart.ts'), code);
  const server = await startTestServer();
  /** What went over the wire, as a person would note it down. */
  const transcript: string[] = [];
  const note: sdk.Middleware = {
    post: async ({ url, init, response }) => {
      const { pathname, search } = new URL(url);
      transcript.push(`${init.method ?? 'GET'} ${pathname}${search} -> ${response.status}`);
    },
  };
  const configuration = new sdk.Configuration({ basePath: server.baseUrl, fetchApi: patientFetch, middleware: [note] });
  const asset = await new sdk.AssetsApi(configuration).assetsCreateNewAsset({ seed: seedOf(code, 'Cart') });
  return {
    ...{ server, folder, configuration, asset },
    async end() {
      if (process.env.QUARRY_TEST_TRANSCRIPT) console.log(transcript.join('\n'));
      await server.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function seedOf(raw: string, name?: string): sdk.Seed {
  return sdk.SeedFromJSON({
    type: 'SEEDED_ASSET',
    asset: {
      application: {
        id: 'a',
        name: 'OPEN_SOURCE',
        version: '0.0.1',
        platform: 'LINUX',
        onboarded: false,
        privacy: 'OPEN',
      },
      format: { fragment: { string: { raw }, metadata: { ext: 'ts' } } },
      metadata: { ...(name && { name }) },
    },
  });
}

/** The status and the text of a call that is refused. */
export const refusal = async (call: Promise<unknown>): Promise<[number, string]> => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof sdk.ResponseError, String(error));
  return [error.response.status, await error.response.text()];
};
