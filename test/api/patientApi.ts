// Does what an answer of 503 asks for: comes back after the time it names. A test machine may be busy with other suites,
// and the service then tells strangers to wait; what a test looks at is what comes after.
import { setTimeout as wait } from 'node:timers/promises';
import type { Api } from '../../src/contract/api';
import { ApiError } from '../../src/contract/errors';

const attempts = 20;

/** Of our own service; a provider that is overloaded is told on as it is. */
const isBusy = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'overloaded' && error.message.startsWith('Quarry is busy');

async function patiently(call: () => Promise<unknown>): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isBusy(error) || attempt === attempts) throw error;
      await wait(1_000 * (error.retryAfterSeconds ?? 1));
    }
  }
}

/** The same calls, asked again while the service is busy. Streams are as they are. */
export function patientApi(api: Api): Api {
  return new Proxy(api, {
    get(target, name, receiver) {
      const operation: unknown = Reflect.get(target, name, receiver);
      if (typeof operation !== 'function' || name === 'qgptStream') return operation;
      return (...args: unknown[]) => patiently(() => operation.apply(target, args) as Promise<unknown>);
    },
  });
}
