/**
 * What a model writes, made safe to show while it comes: citations that stand for no passage are dropped, the others
 * are numbered in the order they are first used, links and images lose their address, thinking aloud is left out. Code
 * is passed on as it is. Holds back only what cannot be decided yet. Must not know what a passage is.
 */

export interface AnswerText {
  /** @returns what of the text so far may be shown now */
  push(piece: string): string;
  /** @returns what was still held back */
  end(): string;
  /** Indices (from 0) of the passages cited so far; their place (from 1) is their number in the text. */
  cited(): readonly number[];
  /** Citations so far that stood for no passage. */
  dropped(): number;
}

/** Longer brackets are prose. */
const maxBracket = 200;
const maxAddress = 2000;
/** `[1-3]` stands for at most so many. */
const maxRange = 5;

const citationNumbers = /^\s*\^?(?:(?:passage|source)\s*)?\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*(?:†.*)?$/i;

/** @param passages how many there are to cite */
export function createAnswerText(passages: number): AnswerText {
  const cited: number[] = [];
  let dropped = 0;
  let held = '';
  let isLineStart = true;
  /** Open code: a fence ends at the start of a line, a span at the next run of as many marks. */
  let code: { marks: string; isFence: boolean } | undefined;
  let isStart = true;
  let isThinking = false;

  /** Takes what has been decided out of `held`; stops where more text is needed. */
  function decide(isEnd: boolean): string {
    let shown = '';
    while (held !== '') {
      const step = isThinking ? skipThoughts(isEnd) : code ? insideCode(isEnd) : prose(isEnd);
      if (!step) break;
      const taken = held.slice(0, step.length);
      held = held.slice(step.length);
      shown += step.text;
      if (taken !== '') isLineStart = /\n[ \t]*$/.test(taken) || (isLineStart && /^[ \t]*$/.test(taken));
    }
    return shown;
  }

  type Step = { length: number; text: string } | undefined;
  const keep = (length: number): Step => ({ length, text: held.slice(0, length) });

  function skipThoughts(isEnd: boolean): Step {
    const end = held.indexOf('</think>');
    if (end === -1) {
      const length = isEnd ? held.length : held.length - '</think>'.length;
      return length > 0 ? { length, text: '' } : undefined;
    }
    isThinking = false;
    isStart = true;
    return { length: end + '</think>'.length, text: '' };
  }

  function insideCode(isEnd: boolean): Step {
    if (!code) return undefined;
    const mark = code.marks.charAt(0);
    if (!code.isFence && held.startsWith('\n\n')) {
      // A span ends with its paragraph: a lone mark must not hide the rest of the answer from us.
      code = undefined;
      return keep(2);
    }
    if (held.startsWith(mark)) {
      const run = runOf(mark);
      if (run === held.length && !isEnd) return undefined;
      if (code.isFence ? isLineStart && run >= code.marks.length : run === code.marks.length) code = undefined;
      return keep(run);
    }
    const next = held.search(code.isFence ? /[`~\n]/ : /[`\n]/);
    if (next === 0) return held.length === 1 && !isEnd && !code.isFence ? undefined : keep(1);
    return keep(next === -1 ? held.length : next);
  }

  function runOf(mark: string): number {
    let length = 0;
    while (held.charAt(length) === mark) length += 1;
    return length;
  }

  function prose(isEnd: boolean): Step {
    if (isStart) {
      const blanks = held.length - held.trimStart().length;
      if (blanks > 0) return { length: blanks, text: '' };
      if ('<think>'.startsWith(held) && held !== '<think>' && !isEnd) return undefined;
      isStart = false;
      isThinking = held.startsWith('<think>');
      if (isThinking) return { length: '<think>'.length, text: '' };
    }
    const first = held.charAt(0);
    if (first === '`' || (first === '~' && isLineStart)) return openCode(first, isEnd);
    if (first === '\\') return held.length === 1 && !isEnd ? undefined : keep(Math.min(2, held.length));
    if (first === '<') return angle(isEnd);
    const blank = /^ *(?=!?[[【])/.exec(held)?.[0] ?? '';
    if (/^ *(?:!?[[【]|!?$)/.test(held)) return bracket(blank, isEnd);
    if (first === ' ' || first === '!') return keep(1);
    if (first === ']') return closing(isEnd);
    const next = held.slice(1).search(/[`~\\<[\]【 !\n]/);
    return keep(next === -1 ? held.length : next + 1);
  }

  /** Whatever stood before it: an address behind a bracket makes a link or an image, a colon a definition. */
  function closing(isEnd: boolean): Step {
    if (held.length === 1 && !isEnd) return undefined;
    return /^\][(:]/.test(held) ? { length: 1, text: ']\\' } : keep(1);
  }

  function openCode(mark: string, isEnd: boolean): Step {
    const run = runOf(mark);
    if (run === held.length && !isEnd) return undefined;
    const isFence = isLineStart && run >= 3;
    if (isFence || mark === '`') code = { marks: mark.repeat(run), isFence };
    return keep(run);
  }

  /** `<https://…>` would become a link, and what lets HTML through would load or run what a tag names. */
  function angle(isEnd: boolean): Step {
    if (held.length === 1 && !isEnd) return undefined;
    const sign = /^<[a-z/!?]/i.test(held) ? '\\<' : '<';
    const end = held.search(/[>\s]/);
    if (end === -1 && held.length < maxAddress && !isEnd) return undefined;
    if (held.charAt(end) !== '>' || !/^<[a-z][a-z\d+.-]*:/i.test(held)) return { length: 1, text: sign };
    return { length: end + 1, text: `\`${held.slice(1, end).replaceAll('`', '')}\`` };
  }

  /** @param blank before a bracket: it goes with a citation that is dropped */
  function bracket(blank: string, isEnd: boolean): Step {
    const isImage = held.charAt(blank.length) === '!';
    const start = blank.length + (isImage ? 1 : 0);
    if (start >= held.length || !/[[【]/.test(held.charAt(start))) return isEnd ? keep(held.length) : undefined;
    const length = held.slice(start + 1).search(/[\]】\n]/);
    if (length === -1) return held.length - start <= maxBracket && !isEnd ? undefined : keep(start + 1);
    if (length > maxBracket || held.charAt(start + 1 + length) === '\n') return keep(start + 1);
    const inside = held.slice(start + 1, start + 1 + length);
    const end = start + length + 2;
    const after = held.charAt(end);
    if (after === '' && !isEnd) return undefined;
    const isCitation = !isImage && citationNumbers.test(inside);
    if (after === '(') return link(blank, inside, isCitation, end, isEnd);
    if (after === ':' && isLineStart && !isImage) {
      // A definition would give an address to later text; a list of sources is made by us.
      const stop = held.indexOf('\n', end);
      if (stop === -1 && !isEnd) return undefined;
      return { length: stop === -1 ? held.length : stop + 1, text: '' };
    }
    if (isCitation) return { length: end, text: citationOf(blank, inside) };
    return keep(start + 1); // what is inside is prose like any other
  }

  function link(blank: string, inside: string, isCitation: boolean, end: number, isEnd: boolean): Step {
    const text = isCitation ? citationOf(blank, inside) : blank + plain(inside);
    let depth = 0;
    for (let place = end; place < held.length; place += 1) {
      const character = held.charAt(place);
      if (character === '(') depth += 1;
      if (character === ')') depth -= 1;
      if (depth === 0) return { length: place + 1, text };
      if (character === '\n' || place - end > maxAddress) return { length: place, text };
    }
    return isEnd ? { length: held.length, text } : undefined;
  }

  function citationOf(blank: string, inside: string): string {
    const numbers = numbersIn(inside);
    const marks = numbers
      .filter((number) => number >= 1 && number <= passages)
      .map((number) => `[${placeOf(number - 1)}]`);
    dropped += numbers.length - marks.length;
    return marks.length === 0 ? '' : blank + [...new Set(marks)].join('');
  }

  function placeOf(index: number): number {
    const known = cited.indexOf(index);
    return known === -1 ? cited.push(index) : known + 1;
  }

  return {
    push(piece) {
      held += piece;
      return decide(false);
    },
    end: () => decide(true),
    cited: () => cited,
    dropped: () => dropped,
  };
}

/** Neither tag nor end of a link. */
function plain(text: string): string {
  return text.replace(/<(?=[a-z/!?])/gi, '\\<').replace(/\](?=[(:])/g, ']\\');
}

/** Tools write `3†L1-L5` for the third. */
function numbersIn(inside: string): number[] {
  const [list = ''] = inside.split('†');
  return list.split(/[,;]/).flatMap((part) => {
    const [from = NaN, to = from] = (part.match(/\d+/g) ?? []).map(Number);
    if (!(to - from < maxRange)) return [from];
    return Array.from({ length: Math.max(1, to - from + 1) }, (_, step) => from + step);
  });
}
