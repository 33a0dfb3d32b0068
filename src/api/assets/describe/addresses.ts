/** Web addresses: the one form they are kept in, and those that a piece of code mentions. */

/** Dots and brackets that end a sentence, not an address. */
const trailing = /(?<![.,;:!?'")\]}>])[.,;:!?'")\]}>]+$/;
/** Names of formats and examples: nothing to open there. */
const notPlaces =
  /^(localhost|127\.|0\.0\.0\.0|\[|(www\.)?w3\.org|schemas?\.|([\w-]+\.)*example(\.\w+)?$|json-schema\.org)/i;

/**
 * @returns the address in the form it is compared in, or undefined when it is not http or https. A name and password
 *   in it are left out: addresses are shown and exported.
 */
export function websiteAddress(text: string): string | undefined {
  if (!URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.username = '';
  url.password = '';
  return url.href;
}

/** What a link is called when nobody named it: its host and path. */
export function websiteName(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
}

/** A text full of addresses that lead nowhere is not looked at to its end: reading one takes ten microseconds. */
const maxRead = 100;

/** At most `limit`, in order of appearance, each once. */
export function addressesIn(text: string, limit: number): string[] {
  const found = new Set<string>();
  const read = new Set<string>();
  for (const [match] of text.matchAll(/https?:\/\/[^\s"'`<>\\{}|^]{3,500}/g)) {
    if (read.has(match)) continue;
    if (read.add(match).size > maxRead) break;
    const address = websiteAddress(withoutTrailing(match));
    if (address === undefined || notPlaces.test(new URL(address).host)) continue;
    found.add(address);
    if (found.size >= limit) break;
  }
  return [...found];
}

/** A closing bracket belongs to the address if it was opened in it. */
function withoutTrailing(match: string): string {
  const end = trailing.exec(match)?.[0] ?? '';
  const keepsBracket = end.startsWith(')') && match.slice(0, -end.length).includes('(');
  return match.slice(0, match.length - end.length) + (keepsBracket ? ')' : '');
}
