/** Keys of endpoints: in the editor's secret store only, one for each host, so that no key goes to another one. */
import type * as vscode from 'vscode';
import { hostOf } from '../../models/endpoint';

export interface ModelKeys {
  get(baseUrl: string): Promise<string | undefined>;
  /** @param key empty: forgets it */
  set(baseUrl: string, key: string): Promise<void>;
}

export function createModelKeys(secrets: vscode.SecretStorage): ModelKeys {
  const nameOf = (baseUrl: string): string => `quarry.modelKey ${hostOf(baseUrl)}`;
  return {
    get: async (baseUrl) => secrets.get(nameOf(baseUrl)),
    set: async (baseUrl, key) => {
      if (key === '') await secrets.delete(nameOf(baseUrl));
      else await secrets.store(nameOf(baseUrl), key);
    },
  };
}
