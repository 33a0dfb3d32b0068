/**
 * Makes a model's streamed text safe to show: citations of no passage are dropped, others numbered by first use, links
 * and images lose their address, reasoning is left out. Code is unchanged. Holds back only text that is still
 * undecided. Must not know what a passage is.
 */

// Section: renumbers citations from the prompt's numbers to the order of first use.

/** Most passages that a range such as `[1-3]` may cite. */
const maxRange = 5;

const citationNumbers = /^\s*\^?(?:(?:passage|source)\s*)?\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*(?:†.*)?$/i;

/** @param inside what stands between two brackets */
function isCitation(inside: string): boolean {
  return citationNumbers.test(inside);
}

class CitedPassages {
  readonly #indices: number[] = [];
  #dropped = 0;

  /** @param passages how many there are to cite */
  constructor(private readonly passages: number) {}

  /** Indices (from 0) of the passages cited so far; their place (from 1) is their number in the text. */
  get indices(): readonly number[] {
    return this.#indices;
  }

  /** Citations so far that stood for no passage. */
  get dropped(): number {
    return this.#dropped;
  }

  /** @returns the citation as shown; empty when it cites no passage */
  cite(inside: string): string {
    const numbers = numbersIn(inside);
    const marks = numbers
      .filter((number) => number >= 1 && number <= this.passages)
      .map((number) => `[${this.#placeOf(number - 1)}]`);
    this.#dropped += numbers.length - marks.length;
    return [...new Set(marks)].join('');
  }

  #placeOf(index: number): number {
    const known = this.#indices.indexOf(index);
    return known === -1 ? this.#indices.push(index) : known + 1;
  }
}

/** Numbers in a citation; some models write `3†L1-L5` for the third passage. */
function numbersIn(inside: string): number[] {
  const [list = ''] = inside.split('†');
  return list.split(/[,;]/).flatMap((part) => {
    const [from = NaN, to = from] = (part.match(/\d+/g) ?? []).map(Number);
    if (!(to - from < maxRange)) return [from];
    return Array.from({ length: Math.max(1, to - from + 1) }, (_, step) => from + step);
  });
}

/** Longest text of a bracket, in characters, that is examined; longer ones are prose. */
const maxBracket = 200;
const maxAddress = 2000;

/** Takes `length` characters from the held text and shows `text` for them; undefined when more text is needed. */
type Step = { length: number; text: string } | undefined;

/** A bracket at the start of the held text. */
interface Bracket {
  /** Blanks before it, dropped together with a citation. */
  blank: string;
  isImage: boolean;
  inside: string;
  /** Index after it. */
  end: number;
}

export class AnswerText {
  readonly #cited: CitedPassages;
  #held = '';
  #isLineStart = true;
  /** Open code: a fence ends at the start of a line, a span at the next run of as many marks. */
  #code: { marks: string; isFence: boolean } | undefined;
  #isStart = true;
  #isThinking = false;

  /** @param passages how many there are to cite */
  constructor(passages: number) {
    this.#cited = new CitedPassages(passages);
  }

  /** @returns the text that may be shown now */
  push(piece: string): string {
    this.#held += piece;
    return this.#decide(false);
  }

  /** @returns the rest of the held text */
  end(): string {
    return this.#decide(true);
  }

  /** Indices (from 0) of the passages cited so far; their place (from 1) is their number in the text. */
  cited(): readonly number[] {
    return this.#cited.indices;
  }

  /** Citations so far that stood for no passage. */
  dropped(): number {
    return this.#cited.dropped;
  }

  /** Removes decided text from the held text, up to where more is needed. */
  #decide(isEnd: boolean): string {
    let shown = '';
    while (this.#held !== '') {
      const step = this.#isThinking ? this.#thoughts(isEnd) : this.#code ? this.#insideCode(isEnd) : this.#prose(isEnd);
      if (!step) break;
      const taken = this.#held.slice(0, step.length);
      this.#held = this.#held.slice(step.length);
      shown += step.text;
      if (taken !== '') this.#isLineStart = /\n[ \t]*$/.test(taken) || (this.#isLineStart && /^[ \t]*$/.test(taken));
    }
    return shown;
  }

  #keep(length: number): Step {
    return { length, text: this.#held.slice(0, length) };
  }

  #thoughts(isEnd: boolean): Step {
    const end = this.#held.indexOf('</think>');
    if (end === -1) {
      const length = isEnd ? this.#held.length : this.#held.length - '</think>'.length;
      return length > 0 ? { length, text: '' } : undefined;
    }
    this.#isThinking = false;
    this.#isStart = true;
    return { length: end + '</think>'.length, text: '' };
  }

  #insideCode(isEnd: boolean): Step {
    const code = this.#code;
    if (!code) return undefined;
    const held = this.#held;
    const mark = code.marks.charAt(0);
    if (!code.isFence && held.startsWith('\n\n')) {
      // A code span ends with its paragraph, so that a lone mark cannot hide the rest of the answer from checks.
      this.#code = undefined;
      return this.#keep(2);
    }
    if (held.startsWith(mark)) {
      const run = runOf(mark, held);
      if (run === held.length && !isEnd) return undefined;
      const ends = code.isFence ? this.#isLineStart && run >= code.marks.length : run === code.marks.length;
      if (ends) this.#code = undefined;
      return this.#keep(run);
    }
    const next = held.search(code.isFence ? /[`~\n]/ : /[`\n]/);
    if (next === 0) return held.length === 1 && !isEnd && !code.isFence ? undefined : this.#keep(1);
    return this.#keep(next === -1 ? held.length : next);
  }

  #prose(isEnd: boolean): Step {
    if (this.#isStart) {
      const beginning = this.#beginning(isEnd);
      if (beginning !== 'prose') return beginning;
    }
    const held = this.#held;
    const first = held.charAt(0);
    if (first === '`' || (first === '~' && this.#isLineStart)) return this.#openCode(first, isEnd);
    if (first === '\\') return held.length === 1 && !isEnd ? undefined : this.#keep(Math.min(2, held.length));
    if (first === '<') return angle(held, isEnd);
    const blank = /^ *(?=!?[[【])/.exec(held)?.[0] ?? '';
    if (/^ *(?:!?[[【]|!?$)/.test(held)) return this.#bracket(blank, isEnd);
    if (first === ' ' || first === '!') return this.#keep(1);
    if (first === ']') return closing(held, isEnd);
    const next = held.slice(1).search(/[`~\\<[\]【 !\n]/);
    return this.#keep(next === -1 ? held.length : next + 1);
  }

  /**
   * Drops blanks and reasoning before the first word.
   * @returns `prose` at the first word
   */
  #beginning(isEnd: boolean): Step | 'prose' {
    const held = this.#held;
    const blanks = held.length - held.trimStart().length;
    if (blanks > 0) return { length: blanks, text: '' };
    if ('<think>'.startsWith(held) && held !== '<think>' && !isEnd) return undefined;
    this.#isStart = false;
    this.#isThinking = held.startsWith('<think>');
    return this.#isThinking ? { length: '<think>'.length, text: '' } : 'prose';
  }

  #openCode(mark: string, isEnd: boolean): Step {
    const run = runOf(mark, this.#held);
    if (run === this.#held.length && !isEnd) return undefined;
    const isFence = this.#isLineStart && run >= 3;
    if (isFence || mark === '`') this.#code = { marks: mark.repeat(run), isFence };
    return this.#keep(run);
  }

  #bracket(blank: string, isEnd: boolean): Step {
    const held = this.#held;
    const isImage = held.charAt(blank.length) === '!';
    const start = blank.length + (isImage ? 1 : 0);
    if (start >= held.length || !/[[【]/.test(held.charAt(start))) return isEnd ? this.#keep(held.length) : undefined;
    const length = held.slice(start + 1).search(/[\]】\n]/);
    if (length === -1) return held.length - start <= maxBracket && !isEnd ? undefined : this.#keep(start + 1);
    if (length > maxBracket || held.charAt(start + 1 + length) === '\n') return this.#keep(start + 1);
    const end = start + length + 2;
    const bracket = { blank, isImage, inside: held.slice(start + 1, end - 1), end };
    const after = held.charAt(end);
    if (after === '' && !isEnd) return undefined;
    if (after === '(') return this.#link(bracket, isEnd);
    if (after === ':' && this.#isLineStart && !isImage) return definition(held, end, isEnd);
    if (this.#isCitation(bracket)) return { length: end, text: this.#citation(bracket) };
    // An exclamation mark before a citation makes no image without an address: `Yes![2]`.
    if (isImage && isCitation(bracket.inside)) return this.#keep(start);
    return this.#keep(start + 1); // what is inside is prose like any other
  }

  #link(bracket: Bracket, isEnd: boolean): Step {
    const held = this.#held;
    const text = this.#isCitation(bracket) ? this.#citation(bracket) : bracket.blank + plain(bracket.inside);
    let depth = 0;
    for (let place = bracket.end; place < held.length; place += 1) {
      const character = held.charAt(place);
      if (character === '(') depth += 1;
      if (character === ')') depth -= 1;
      if (depth === 0) return { length: place + 1, text };
      if (character === '\n' || place - bracket.end > maxAddress) return { length: place, text };
    }
    return isEnd ? { length: held.length, text } : undefined;
  }

  #isCitation({ isImage, inside }: Bracket): boolean {
    return !isImage && isCitation(inside);
  }

  #citation({ blank, inside }: Bracket): string {
    const marks = this.#cited.cite(inside);
    return marks === '' ? '' : blank + marks;
  }
}

function runOf(mark: string, held: string): number {
  let length = 0;
  while (held.charAt(length) === mark) length += 1;
  return length;
}

/** Handles a closing bracket: followed by an address it makes a link or image, by a colon a definition. */
function closing(held: string, isEnd: boolean): Step {
  if (held.length === 1 && !isEnd) return undefined;
  return { length: 1, text: /^\][(:]/.test(held) ? ']\\' : ']' };
}

/** Removes a link definition, which would give an address to later text; the list of sources is ours. */
function definition(held: string, end: number, isEnd: boolean): Step {
  const stop = held.indexOf('\n', end);
  if (stop === -1 && !isEnd) return undefined;
  return { length: stop === -1 ? held.length : stop + 1, text: '' };
}

/** Escapes tags and turns autolinks into code, since either could load or run something. */
function angle(held: string, isEnd: boolean): Step {
  if (held.length === 1 && !isEnd) return undefined;
  const sign = /^<[a-z/!?]/i.test(held) ? '\\<' : '<';
  const end = held.search(/[>\s]/);
  if (end === -1 && held.length < maxAddress && !isEnd) return undefined;
  if (held.charAt(end) !== '>' || !/^<[a-z][a-z\d+.-]*:/i.test(held)) return { length: 1, text: sign };
  return { length: end + 1, text: `\`${held.slice(1, end).replaceAll('`', '')}\`` };
}

/** Escapes text so that it is neither a tag nor the end of a link. */
function plain(text: string): string {
  return text.replace(/<(?=[a-z/!?])/gi, '\\<').replace(/\](?=[(:])/g, ']\\');
}
