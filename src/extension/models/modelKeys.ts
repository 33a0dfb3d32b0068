/** Keys of endpoints: in the editor's secret store only, one for each host, so that no key goes to another one. */
import type * as vscode from 'vscode';
import { hostOf } from '../../models/endpoint';

export interface ModelKeys {
  get(baseUrl: string): Promise<string | undefined>;
  /** @param key empty: forgets it */
  set(baseUrl: string, key: string): Promise<void>;
  forgetAll(): Promise<void>;
}

/** The secret store does not tell which keys it holds. */
const hostsKey = 'models.keyHosts';

/** @param memory of the user: remembers for which hosts there are keys, so that all can be forgotten */
export function createModelKeys(secrets: vscode.SecretStorage, memory: vscode.Memento): ModelKeys {
  const nameOf = (baseUrl: string): string => nameOfHost(hostOf(baseUrl));
  const nameOfHost = (host: string): string => `quarry.modelKey ${host}`;
  const hosts = (): string[] => memory.get<string[]>(hostsKey, []);
  return {
    get: async (baseUrl) => secrets.get(nameOf(baseUrl)),
    set: async (baseUrl, key) => {
      if (key === '') await secrets.delete(nameOf(baseUrl));
      else await secrets.store(nameOf(baseUrl), key);
      if (!hosts().includes(hostOf(baseUrl))) await memory.update(hostsKey, [...hosts(), hostOf(baseUrl)]);
    },
    async forgetAll() {
      for (const host of hosts()) await secrets.delete(nameOfHost(host));
    },
  };
}
