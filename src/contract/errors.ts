/** The closed list of errors and the statuses they travel as. Must not know which carrier sends them. */

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

/** An error whose sentence may be shown to the caller. Anything else that is thrown is a bug. */
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

  /**
   * By what it is, not by which copy of this class made it: the client is a bundle of its own in the editor, and its
   * errors must be known to the shell.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ApiError' && 'code' in value;
  }

  /** Set on rateLimited and overloaded. */
  readonly retryAfterSeconds: number | undefined;

  get status(): number {
    return errorStatuses[this.code];
  }
}

/** What an answer's header says of an error beside its status. */
export function headersOf({ code, retryAfterSeconds: wait }: ApiError): Record<string, string> {
  return {
    ...(wait !== undefined && { 'Retry-After': String(Math.max(1, Math.ceil(wait))) }),
    ...(code === 'unauthenticated' && { 'WWW-Authenticate': 'Bearer' }),
  };
}

/** The code for a status that came over the wire; unlisted ones count as internal. */
export function codeOfStatus(status: number): ErrorCode {
  for (const [code, known] of Object.entries(errorStatuses) as [ErrorCode, number][]) if (known === status) return code;
  return 'internal';
}
