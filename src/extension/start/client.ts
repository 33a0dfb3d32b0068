/** The service's client, in a bundle of its own, so that schemas and sockets are not loaded while the editor starts. */
import { operations, type Operation, type OperationName } from '../../contract/operations';

export { createHttpClient } from '../../contract/httpClient';

/** True when repeating the operation has no further effect. */
export function isSafeToRepeat(name: OperationName): boolean {
  const { method, path, isInternal }: Operation = operations[name];
  return method === 'GET' || isInternal === true || path.startsWith('/qgpt/');
}
