/** The token a caller may show, and what showing none or a wrong one means in each mode. Never echoes or logs it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../contract/errors';
import type { AuthMode } from '../contract/serverSettings';

type Credential = 'none' | 'valid' | 'wrong';

/** @param authorization every value of the header that came */
type CredentialReader = (authorization: string[] | undefined) => Credential;

/**
 * Digests have one length, so the comparison takes the same time whatever was sent.
 * @param token asked at every call: it may be renewed while we run
 */
export function createCredentialReader(token: () => string): CredentialReader {
  let known = { token: token(), digest: digest(token()) };
  return (authorization) => {
    if (authorization === undefined) return 'none';
    if (known.token !== token()) known = { token: token(), digest: digest(token()) };
    const [value] = authorization;
    const shown = authorization.length === 1 ? /^bearer +([\w-]+)$/i.exec(value ?? '')?.[1] : undefined;
    return shown !== undefined && timingSafeEqual(digest(shown), known.digest) ? 'valid' : 'wrong';
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * `isEngine`: relevance, question and the stream, the three that the interface lets answer 401. A wrong credential is
 * refused there in every mode; elsewhere it counts as none.
 * @throws ApiError `unauthenticated`
 */
export function authorize({ credential, isTrusted }: Standing, mode: AuthMode, isEngine: boolean): void {
  if (isTrusted) return;
  if (credential === 'wrong' && (isEngine || mode === 'required')) {
    throw wrongCredential();
  }
  if (mode === 'required' || (mode === 'ask' && isEngine)) {
    throw new ApiError(
      'unauthenticated',
      'A credential is required (setting quarry.server.auth): send “Authorization: Bearer” and the service’s token.',
    );
  }
}

/** Says nothing of the credential that was shown. */
export function wrongCredential(): ApiError {
  return new ApiError(
    'unauthenticated',
    'The credential is wrong: send this service’s own token as a Bearer token; it may have been renewed.',
  );
}

/** What a caller may do, found out once for each request or stream. */
export interface Standing {
  credential: Credential;
  /** One of our own windows: no credential asked for, no rate, internal operations. */
  isOwn: boolean;
  /** May name any readable folder as a query space. */
  isTrusted: boolean;
}

/**
 * A socket file lies in a folder only this user can enter. A named pipe has no folder: there the token must be shown.
 */
export function standingOf(credential: Credential, isOwnSocket: boolean, platform = process.platform): Standing {
  const isValid = credential === 'valid';
  const isOwn = isOwnSocket && (platform !== 'win32' || isValid);
  return { credential, isOwn, isTrusted: isOwn || isValid };
}

/** Was let in, or may do more, by the token alone: ends with it. */
export function restsOnToken({ credential, isOwn }: Standing, platform = process.platform): boolean {
  return credential === 'valid' && (!isOwn || platform === 'win32');
}
