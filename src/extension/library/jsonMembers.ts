/**
 * The members of a list in a JSON object that comes in pieces: each as soon as it has come, so that no more than one of
 * them is held. Cost: one look at each letter, and the parser's for each member. What stands around the list is passed
 * by and only counted: brackets have to close.
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

export class JsonMembers {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #isInList = false;
  #isFound = false;
  #isOver = false;
  /** A name of the object or a member of the list that is being read, and what of it came in earlier pieces. */
  #holding: 'name' | 'member' | undefined;
  #held = '';
  /** The name before a value. */
  #name: unknown;

  /**
   * @param list name of the list in the object
   * @param maxLength of one member, in characters
   */
  constructor(
    private readonly list: string,
    private readonly maxLength: number,
  ) {}

  /** The object has come to its end, and had the list. */
  isWhole(): boolean {
    return this.#isOver && this.#isFound;
  }

  /** @throws MembersFault, SyntaxError when a member is no JSON */
  *take(text: string): Generator<unknown, void> {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charCodeAt(at);
      if (this.#isInText) {
        if (this.#passText(letter) && this.#holding === 'name') this.#name = this.#release(text.slice(from, at + 1));
        continue;
      }
      if (isSpace(letter)) continue;
      const isMemberPlace = this.#isInList && this.#depth === 2;
      const isSeparator = letter === signs.comma || (letter === signs.closeList && isMemberPlace);
      if (isMemberPlace && isSeparator && this.#holding === 'member') yield this.#release(text.slice(from, at));
      const begins = this.#begins(letter, isMemberPlace && !isSeparator);
      if (begins) [this.#holding, from] = [begins, at];
      this.#pass(letter);
    }
    if (this.#holding) this.#held += text.slice(from);
    if (this.#held.length > this.maxLength) throw new MembersFault('tooLong');
  }

  /** What begins with this letter and has to be held until its end. */
  #begins(letter: number, isMember: boolean): 'name' | 'member' | undefined {
    if (this.#holding !== undefined) return undefined;
    if (isMember) return 'member';
    return letter === signs.quote && this.#depth === 1 ? 'name' : undefined;
  }

  /** @returns what was held, with its last part, as a value */
  #release(last: string): unknown {
    const json = this.#held + last;
    this.#holding = undefined;
    this.#held = '';
    return JSON.parse(json);
  }

  #pass(letter: number): void {
    if (letter === signs.quote) this.#isInText = true;
    else if (letter === signs.open || letter === signs.openList) this.#open(letter);
    else if (letter === signs.close || letter === signs.closeList) this.#close();
    else if (this.#depth === 0) throw new MembersFault('malformed');
    else if (letter === signs.comma && this.#depth === 1) this.#name = undefined;
  }

  #open(letter: number): void {
    if (this.#depth === 0 && (letter !== signs.open || this.#isOver)) throw new MembersFault('malformed');
    const isList = this.#depth === 1 && letter === signs.openList && this.#name === this.list;
    if (isList && !this.#isFound) this.#isInList = this.#isFound = true;
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new MembersFault('malformed');
  }

  #close(): void {
    this.#depth -= 1;
    if (this.#isInList && this.#depth === 1) this.#isInList = false;
    if (this.#depth === 0) this.#isOver = true;
    if (this.#depth < 0) throw new MembersFault('malformed');
  }

  /** @returns the letter ends a text */
  #passText(letter: number): boolean {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (letter === signs.backslash) this.#isEscaped = true;
    else if (letter === signs.quote) this.#isInText = false;
    return !this.#isInText;
  }
}

/** White space of JSON, and the byte order mark at the beginning of some texts. */
function isSpace(letter: number): boolean {
  return letter === 32 || letter === 10 || letter === 13 || letter === 9 || letter === 0xfeff;
}
