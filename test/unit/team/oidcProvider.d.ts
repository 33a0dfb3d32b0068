/** oidc-provider has no types of its own: what the tests use of it. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';
  interface Stored {
    save(ttlSeconds?: number): Promise<string>;
  }
  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    DeviceCode: { findByUserCode(code: string): Promise<Stored | undefined> };
    Grant: new (of: { accountId: string; clientId: string }) => Stored & { addOIDCScope(scope: string): void };
  }
}
