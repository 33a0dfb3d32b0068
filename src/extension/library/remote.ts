/** Addresses of repositories, fit to be kept. Must not know the editor. */

interface Remote {
  readonly name: string;
  readonly fetchUrl?: string;
}

/** The address of `origin`, or of the first remote, without what lets anyone in. */
export function repositoryAddress(remotes: readonly Remote[]): string | undefined {
  const remote = remotes.find(({ name }) => name === 'origin') ?? remotes[0];
  return remote?.fetchUrl === undefined ? undefined : withoutCredentials(remote.fetchUrl);
}

/** The user of ssh (`git@host:`) is part of the address and stays; passwords and tokens go. */
export function withoutCredentials(address: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)/is.exec(address);
  if (!match) return address;
  const [, scheme = '', authority = '', rest = ''] = match;
  const at = authority.lastIndexOf('@');
  if (at < 0) return withoutQuery(address);
  const user = authority.slice(0, at).split(':')[0] ?? '';
  const isSsh = scheme.toLowerCase().endsWith('ssh');
  const host = authority.slice(at + 1);
  return withoutQuery(`${scheme}://${isSsh && user ? `${user}@` : ''}${host}${rest}`);
}

/** Some hosts take a token there. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*/s, '');
}
