/**
 * The members of a list in a JSON object that comes in pieces: each as soon as it has come, so that no more than one of
 * them is held. Cost: one look at each letter, and the parser's for each member. What stands around the list is passed by
 * and only counted: brackets have to close.
 */

const signs = { quote: 34, comma: 44, colon: 58, openList: 91, backslash: 92, closeList: 93, open: 123, close: 125 };

/** Whoever nests deeper sends no library. */
const maxDepth = 200;

/** It is not what it should be, or a member of it is longer than allowed. */
export class MembersFault extends Error {
  constructor(readonly kind: 'malformed' | 'tooLong') {
    super(`The list is ${kind}.`);
  }
}

export interface Members {
  /** @throws MembersFault, SyntaxError when a member is no JSON */
  take(text: string): Iterable<unknown>;
  /** The object has come to its end, and had the list. */
  isWhole(): boolean;
}

export function createMembers(list: string, maxLength: number): Members {
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let isInList = false;
  let isFound = false;
  let isOver = false;
  /** A name of the object or a member of the list that is being read, and what of it came in earlier pieces. */
  let holding: 'name' | 'member' | undefined;
  let held = '';
  /** The name before a value. */
  let name: unknown;

  function open(letter: number): void {
    if (depth === 0 && (letter !== signs.open || isOver)) throw new MembersFault('malformed');
    if (depth === 1 && letter === signs.openList && name === list && !isFound) isInList = isFound = true;
    depth += 1;
    if (depth > maxDepth) throw new MembersFault('malformed');
  }

  function close(): void {
    depth -= 1;
    if (isInList && depth === 1) isInList = false;
    if (depth === 0) isOver = true;
    if (depth < 0) throw new MembersFault('malformed');
  }

  /** @returns the letter ends a text */
  function passText(letter: number): boolean {
    if (isEscaped) isEscaped = false;
    else if (letter === signs.backslash) isEscaped = true;
    else if (letter === signs.quote) isInText = false;
    return !isInText;
  }

  return {
    isWhole: () => isOver && isFound,
    *take(text) {
      let from = 0;
      const end = (at: number): unknown => {
        const json = held + text.slice(from, at);
        holding = undefined;
        held = '';
        return JSON.parse(json);
      };
      for (let at = 0; at < text.length; at += 1) {
        const letter = text.charCodeAt(at);
        if (isInText) {
          if (passText(letter) && holding === 'name') name = end(at + 1);
          continue;
        }
        if (isSpace(letter)) continue;
        const isMemberPlace = isInList && depth === 2;
        const isSeparator = letter === signs.comma || (letter === signs.closeList && isMemberPlace);
        if (isMemberPlace && isSeparator && holding === 'member') yield end(at);
        if (holding === undefined && isMemberPlace && !isSeparator) [holding, from] = ['member', at];
        if (letter === signs.quote) {
          isInText = true;
          if (holding === undefined && depth === 1) [holding, from] = ['name', at];
        } else if (letter === signs.open || letter === signs.openList) open(letter);
        else if (letter === signs.close || letter === signs.closeList) close();
        else if (depth === 0) throw new MembersFault('malformed');
        else if (letter === signs.comma && depth === 1) name = undefined;
      }
      if (holding) held += text.slice(from);
      if (held.length > maxLength) throw new MembersFault('tooLong');
    },
  };
}

/** Of JSON, and the mark at the beginning of some texts. */
function isSpace(letter: number): boolean {
  return letter === 32 || letter === 10 || letter === 13 || letter === 9 || letter === 0xfeff;
}
