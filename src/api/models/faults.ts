/** What callers are told of a model's fault: the interface's 401, 429 and 503, else 500; 403 where nothing was sent. */
import { ApiError, type ErrorCode } from '../../contract/errors';
import { ModelFault, type ModelFaultKind } from '../../models/modelFault';

const codes: Record<ModelFaultKind, ErrorCode> = {
  credential: 'unauthenticated',
  quota: 'rateLimited',
  unavailable: 'overloaded',
  refused: 'refused',
  failed: 'internal',
};

/** Providers that name no time: long enough to be worth another try. */
const defaultRetrySeconds = 30;

export function apiErrorOf(error: unknown): unknown {
  if (!(error instanceof ModelFault)) return error;
  const isPassing = error.kind === 'quota' || error.kind === 'unavailable';
  const retryAfterSeconds = error.retryAfterSeconds ?? (isPassing ? defaultRetrySeconds : undefined);
  return new ApiError(codes[error.kind], error.message, {
    cause: error,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
