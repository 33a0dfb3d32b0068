/**
 * The message of an error that is put together of parts: what is text in it, with dots for the names between them. Pure;
 * linear.
 */

const quotes = `"'\``;
/** What joins parts of a text in the languages that are read here. */
const joints = ['+', '.', '..', '<>', '&', '~', '%', '||', '++'];
const gap = '…';

/** Behind a quotation mark, or before one: the sign that joins what stands there with the text. */
const isJointAfter = (text: string): boolean => joints.some((joint) => text.trimStart().startsWith(`${joint} `));
const isJointBefore = (text: string): boolean => joints.some((joint) => text.trimEnd().endsWith(` ${joint}`));

/** Texts and what stands between them, in turn; the first is no text. A text that a call takes is none of the message. */
function pieces(line: string, quote: string): string[] {
  const found: string[] = [''];
  let open = 0;
  for (let at = 0; at < line.length; at += 1) {
    const isInside = found.length % 2 === 0;
    const sign = line[at]!;
    if (!isInside && '()'.includes(sign)) open += sign === '(' ? 1 : -1;
    if (sign === quote && (isInside || open <= 0)) found.push('');
    else found[found.length - 1] += isInside && sign === '\\' ? line.slice(at, (at += 1) + 1) : sign;
  }
  return found;
}

/** Whether what stands between texts joins them, so that they are no quotation inside of one text. */
function areJoined(all: readonly string[]): boolean {
  const between = all.filter((_, at) => at % 2 === 0).map((part) => part.trim());
  const [first = '', last = ''] = [between[0], between.at(-1)];
  const inner = between.slice(1, -1);
  const isJoint = (part: string) => isJointAfter(`${part} `) && isJointBefore(` ${part}`);
  return (
    (first === '' || isJointBefore(` ${first}`)) && (last === '' || isJointAfter(`${last} `)) && inner.every(isJoint)
  );
}

/** The text of a message alone: `poolName + " is closed"` says “… is closed”. A message that is one text is itself. */
export function messageIn(text: string): string {
  for (const quote of quotes) {
    if (!text.includes(quote)) continue;
    // The quotation marks around all of it are taken away already: `"a " + b + " c"` is `a " + b + " c`.
    for (const line of [text, `${quote}${text}${quote}`]) {
      const all = pieces(line, quote);
      const isParts = all.length % 2 === 1 && all.length > 1 && areJoined(all);
      if (isParts && all.some((part, at) => at % 2 === 0 && part !== '')) return joined(all);
    }
  }
  return text;
}

function joined(all: readonly string[]): string {
  const told = all.map((part, at) => (at % 2 === 1 || part.trim() === '' ? part : gap));
  return told.join('').trim();
}
