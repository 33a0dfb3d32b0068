/**
 * Sign-in at the team's issuer by the device flow of OAuth 2.0 (RFC 8628): started here, approved in the person's
 * browser. Must not keep state: any copy may finish what another began.
 */
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import * as openid from 'openid-client';
import { ApiError } from '../contract/errors';
import type { TeamReturns } from '../contract/operations/team';
import { hashOf, type Database } from './database/database';
import { newToken } from './operations/rights';

export interface IssuerSettings {
  issuer: string;
  clientId: string;
  clientSecret?: string | undefined;
  /** Days the resulting personal token is valid. */
  tokenDays: number;
}

export interface SignIn {
  start(): Promise<TeamReturns<'signInStart'>>;
  finish(body: { device: string; name: string }): Promise<TeamReturns<'signInFinish'>>;
}

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const scope = 'openid profile email';
/** Polling interval when the issuer gives none (RFC 8628, 3.2). */
const standardIntervalSeconds = 5;
/** Tolerated clock difference between machines, in seconds. */
const clockToleranceSeconds = 60;
/** Accepted signatures: asymmetric ones only, no shared secret and no `none`. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const issuerSeconds = 15;

export const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

interface Issuer {
  config: openid.Configuration;
  keys: ReturnType<typeof createRemoteJWKSet>;
}

export function createSignIn(settings: IssuerSettings, database: Database): SignIn {
  let known: Promise<Issuer> | undefined;
  /** The issuer's metadata, fetched once; fetched again after a failure. */
  function issuer(): Promise<Issuer> {
    known ??= discover(settings).catch((error: unknown) => {
      known = undefined;
      throw away(error);
    });
    return known;
  }

  return {
    async start() {
      const { config } = await issuer();
      const given = await openid.initiateDeviceAuthorization(config, { scope }).catch((error: unknown) => {
        throw away(error);
      });
      return {
        ...{ device: given.device_code, code: given.user_code, address: given.verification_uri },
        ...(given.verification_uri_complete !== undefined && { addressWithCode: given.verification_uri_complete }),
        ...{ intervalSeconds: given.interval ?? standardIntervalSeconds, expiresSeconds: given.expires_in },
      };
    },
    async finish({ device, name }) {
      const at = await issuer();
      const answer = await askOnce(at.config, device);
      if (typeof answer === 'string') return { state: answer };
      const claims = await claimsOf(answer, at, settings);
      const token = newToken();
      const [made] = await database.alone((tx) =>
        tx.rows<{ expires: Date }>('SELECT quarry.sign_in($1, $2, $3, $4, $5, $6, $7) AS expires', [
          ...[claims.issuer, claims.subject, claims.name, claims.verifiedEmail],
          ...[hashOf(token), name, settings.tokenDays],
        ]),
      );
      if (!made) throw new Error('sign_in has made no token.');
      return { state: 'done', token, expires: made.expires.toISOString() };
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: IssuerSettings): Promise<Issuer> {
  const server = new URL(issuer);
  const config = await openid.discovery(server, clientId, clientSecret, clientSecret ? undefined : openid.None(), {
    timeout: issuerSeconds,
    // Unencrypted only on loopback, for tests and trials.
    ...(server.protocol === 'http:' && isLoopback(server) && { execute: [openid.allowInsecureRequests] }),
  });
  const { jwks_uri: keys } = config.serverMetadata();
  if (keys === undefined) throw new Error('The issuer names no keys.');
  return { config, keys: createRemoteJWKSet(new URL(keys)) };
}

function away(cause: unknown): ApiError {
  return new ApiError('overloaded', 'The team’s issuer cannot be reached; try again in a moment.', {
    cause,
    retryAfterSeconds: 5,
  });
}

type Granted = Awaited<ReturnType<typeof openid.genericGrantRequest>>;

/** Polls once; the caller repeats. */
async function askOnce(config: openid.Configuration, device: string): Promise<Granted | 'waiting' | 'slower'> {
  try {
    return await openid.genericGrantRequest(config, deviceGrant, { device_code: device });
  } catch (error) {
    if (!(error instanceof openid.ResponseBodyError)) throw isUntrue(error) ? unverified(error) : away(error);
    switch (error.error) {
      case 'authorization_pending':
        return 'waiting';
      case 'slow_down':
        return 'slower';
      case 'access_denied':
        throw new ApiError('refused', 'The sign-in was refused at the issuer.', { cause: error });
      case 'expired_token':
      case 'invalid_grant':
        throw new ApiError('refused', 'This sign-in is over: begin a new one.', { cause: error });
      default:
        throw away(error);
    }
  }
}

/** True when the claims of an id token are invalid, which the library checks before we check the signature. */
function isUntrue(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('OAUTH_JWT') || code === 'OAUTH_INVALID_RESPONSE' || code === 'OAUTH_UNSUPPORTED_OPERATION';
}

function unverified(cause: unknown): ApiError {
  return new ApiError('refused', 'What the issuer said of the person could not be verified.', { cause });
}

interface Claims {
  issuer: string;
  subject: string;
  name: string;
  /** The e-mail address, only if the issuer has verified it; an unverified one could be anybody's. */
  verifiedEmail: string | undefined;
}

async function claimsOf(granted: Granted, { config, keys }: Issuer, { clientId }: IssuerSettings): Promise<Claims> {
  const issuer = config.serverMetadata().issuer;
  if (granted.id_token === undefined) throw new ApiError('refused', 'The issuer has not said who signed in.');
  const claims = await verified(granted.id_token, { keys, issuer, clientId });
  const { sub } = claims;
  if (sub === undefined || (claims.azp !== undefined && claims.azp !== clientId))
    throw new ApiError('refused', 'The issuer’s word is not for this service.');
  const more = await userInfo(config, granted.access_token, sub, claims);
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.slice(0, 320) : undefined);
  const email = text(more.email);
  const name = text(more.name) ?? text(more.preferred_username) ?? email ?? sub;
  return { issuer, subject: sub, name, verifiedEmail: more.email_verified === true ? email : undefined };
}

async function verified(idToken: string, expected: { keys: Issuer['keys']; issuer: string; clientId: string }) {
  const { keys, issuer, clientId: audience } = expected;
  try {
    const options = { issuer, audience, algorithms, clockTolerance: clockToleranceSeconds };
    return (await jwtVerify(idToken, keys, { ...options, requiredClaims: ['sub', 'exp', 'iat'] })).payload;
  } catch (error) {
    throw unverified(error);
  }
}

/** Fetches user info, as some issuers give name and address only there. */
async function userInfo(
  config: openid.Configuration,
  accessToken: string,
  subject: string,
  claims: JWTPayload,
): Promise<Record<string, unknown>> {
  const isTold = claims.email !== undefined && claims.name !== undefined;
  if (isTold || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  const told = await openid.fetchUserInfo(config, accessToken, subject).catch((error: unknown) => {
    throw away(error);
  });
  return { ...told, ...claims };
}
