/**
 * How names that others chose (of files, people, assets) are written into Markdown, so that they stay names: no link, no
 * markup, no line of their own. A usual name stays as it is. Must not know whose names they are.
 */

/** Line breaks, what a terminal obeys, and what turns the direction of writing around. */
const unseen = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A name may hold a line break, and what follows it would look like a line of ours. */
export const oneLine = (name: string): string => name.replace(unseen, ' ');

/**
 * What has a meaning in Markdown where it stands: code, stress, tags, entities, the end of a link's text, numbers of
 * citations, boxes, signs at the beginning, addresses that some readers make links of; and backslashes before those.
 */
const live =
  /(?<!\\)\\+(?=[`*[\]<&~]|$)|[`*]|~(?=~)|<(?=[a-z/!?])|&(?=#|[a-z\d]{1,31};)|\](?=[([:])|\[(?=(?:\d{1,3}|[ x])\])|^[#>+-]+(?= )|^>|(?<=\/)\/|(?<=\bwww)\.|(?<=[\w.+-])@(?!\dx\.)(?=[\w-]{1,63}\.[a-z])/gi;

/** A name in a sentence or a list. */
export function plain(name: string): string {
  return oneLine(name).replace(live, (sign) => (sign.startsWith('\\') ? sign + sign : `\\${sign}`));
}

/** A name as code: the marks around it are longer than those inside. */
export function codeSpan(name: string): string {
  const line = oneLine(name);
  const runs = [...line.matchAll(/`+/g)].map(([run]) => run.length);
  const marks = '`'.repeat(Math.max(0, ...runs) + 1);
  return runs.length > 0 || line.trim() === '' ? `${marks} ${line} ${marks}` : `${marks}${line}${marks}`;
}
