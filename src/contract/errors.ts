/** The closed list of errors and their HTTP statuses. Must not know the transport. */

export const errorStatuses = {
  invalid: 400,
  unauthenticated: 401,
  refused: 403,
  notFound: 404,
  methodNotAllowed: 405,
  timedOut: 408,
  gone: 410,
  tooLarge: 413,
  unsupportedMedia: 415,
  upgradeRequired: 426,
  rateLimited: 429,
  internal: 500,
  notImplemented: 501,
  overloaded: 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** An error whose message may be shown to the caller. Any other error thrown is a bug. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions & { retryAfterSeconds?: number },
  ) {
    super(message, options);
    this.name = 'ApiError';
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }

  /** Recognises errors by name and code, not by class, because the editor's bundle has its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ApiError' && 'code' in value;
  }

  /** Seconds; set on `rateLimited` and `overloaded`. */
  readonly retryAfterSeconds: number | undefined;

  get status(): number {
    return errorStatuses[this.code];
  }
}

/** The response headers of an error. */
export function headersOf({ code, retryAfterSeconds: wait }: ApiError): Record<string, string> {
  return {
    ...(wait !== undefined && { 'Retry-After': String(Math.max(1, Math.ceil(wait))) }),
    ...(code === 'unauthenticated' && { 'WWW-Authenticate': 'Bearer' }),
  };
}

/** The code of an HTTP status; unknown ones count as internal. */
export function codeOfStatus(status: number): ErrorCode {
  for (const [code, known] of Object.entries(errorStatuses) as [ErrorCode, number][]) if (known === status) return code;
  return 'internal';
}
