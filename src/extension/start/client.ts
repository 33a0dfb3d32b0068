/**
 * The client of the service, in a bundle of its own: schemas and sockets are loaded when the service answers, not while
 * the editor starts.
 */
import { operations, type Operation, type OperationName } from '../../contract/operations';

export { createHttpClient } from '../../contract/httpClient';

/** Whether doing it twice changes no more than doing it once. */
export function isSafeToRepeat(name: OperationName): boolean {
  const { method, path, isInternal }: Operation = operations[name];
  return method === 'GET' || isInternal === true || path.startsWith('/qgpt/');
}
