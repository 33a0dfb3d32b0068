/**
 * Files written for another platform than this machine's: `win/tty.c` beside `unix/tty.c`. Read from folders and from
 * the ends of file names; a project that has nothing for this platform is one for the other, so all its files count.
 */

const families: Readonly<Record<string, readonly string[]>> = {
  win32: ['win', 'win32', 'win64', 'windows', 'mingw'],
  linux: ['linux', 'unix', 'posix'],
  darwin: ['darwin', 'macos', 'osx', 'unix', 'posix'],
  freebsd: ['bsd', 'freebsd', 'unix', 'posix'],
  openbsd: ['bsd', 'openbsd', 'unix', 'posix'],
  aix: ['aix', 'unix', 'posix'],
  sunos: ['sunos', 'solaris', 'unix', 'posix'],
};
const others = ['netbsd', 'dragonfly', 'cygwin', 'haiku', 'hurd', 'ibmi', 'os390', 'zos', 'qnx', 'android', 'ios'];
const known = new Set([...Object.values(families).flat(), ...others]);

const mention = new RegExp(`\\b(?:${[...known].filter((name) => name !== 'win').join('|')})\\b`, 'i');

export function mentionsPlatform(text: string): boolean {
  return mention.test(text);
}

/** Platforms that a path names, in folders or in the words of the file's name. */
function platformsOf(place: string): string[] {
  const segments = place.toLowerCase().split('/');
  const words = (segments.pop() ?? '').split(/[._-]/).filter((word) => word !== 'win');
  return [...segments, ...words].filter((word) => known.has(word));
}

/** `own` is for this platform, `foreign` for others alone. */
export type PlatformKind = 'own' | 'foreign';

export function platformKind(place: string, platform: string): PlatformKind | undefined {
  const named = platformsOf(place);
  if (named.length === 0) return undefined;
  const own = families[platform] ?? families.linux ?? [];
  // `unix/aix.c`: the innermost name decides.
  return own.includes(named.at(-1) ?? '') ? 'own' : 'foreign';
}
