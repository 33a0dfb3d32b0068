/** People that a text names: by `Name <address>`, or by a name that the library knows. */

/** Begins at a letter after anything else and has no two ways to match, so the time is linear. */
const address =
  /(?<![\p{L}\p{N}.'-])(\p{Lu}[\p{L}\p{N}.'-]{0,60}(?: [\p{L}\p{N}.'-]{1,60}){0,4}) <([^\s<>@]{1,100}@[^\s<>@]{1,200})>/gu;

/** Addresses at which nobody reads. */
const nobody = /no-?reply|\[bot\]/i;

/** In the order of the text, each address once. */
export function addressesIn(text: string): { name: string; email: string }[] {
  const found = new Map<string, { name: string; email: string }>();
  for (const [, name = '', email = ''] of text.matchAll(address)) {
    const key = email.toLowerCase();
    if (!nobody.test(email) && !found.has(key)) found.set(key, { name: name.replace(headings, ''), email });
  }
  return [...found.values()];
}

/** What stands before a name in mails and commits. */
const headings = /^(?:From|By|Authors?|[A-Z][a-z]{2,12} by|Signed-off-by|Co-authored-by|Reviewed-by) /;

/** First and last name after the words with which code says who made it; bounded, so the time is linear. */
const maker =
  /(?:@author|(?<![\p{L}\p{N}])(?:[Aa]uthors?|[Ww]ritten by|[Mm]aintained by):?)[ \t]{1,4}(\p{Lu}[\p{L}.'-]{0,60}(?: \p{Lu}[\p{L}.'-]{0,60}){1,3})/gu;

/** Names of those who made a piece of code, as it says itself, where no address stands beside them. */
export function makersIn(text: string): string[] {
  const found = [...text.matchAll(maker)].filter(({ 0: whole, index }) => text.slice(index + whole.length, index + whole.length + 2) !== ' <'); // prettier-ignore
  return [...new Set(found.map(([, name = '']) => name.replace(/[.,]$/, '')))];
}

interface Names {
  name?: string;
  email?: string;
  username?: string;
}

/** A first name alone, or a handle without its @, may be any word: they do not count. */
export function isNamedIn(text: string, { name, email, username }: Names): boolean {
  const forms = [
    ...(name?.trim().includes(' ') ? [name.trim()] : []),
    ...(email ? [email] : []),
    ...(username ? [`@${username.replace(/^@/, '')}`] : []),
  ];
  const within = text.toLowerCase();
  return forms.some((form) => standsIn(within, form.toLowerCase()));
}

const wordCharacter = /[\p{L}\p{N}_]/u;

function standsIn(text: string, form: string): boolean {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const isWord = (place: number) => wordCharacter.test(text.charAt(place));
    if (!isWord(at - 1) && !isWord(at + form.length)) return true;
  }
  return false;
}
