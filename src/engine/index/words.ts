/**
 * The distinct words of a segment in the making, each with the numbers of its terms: a text is scanned character by
 * character and looked up without making a string of each word. Agrees with `wordsOf`. Cost: a few nanoseconds for each
 * character; the slow work of splitting and stemming is done once for each distinct word.
 */
import { growing32 } from './growing';

/** Longer words have no terms. */
const maxKeptChars = 128;

const isAsciiWord = Uint8Array.from({ length: 128 }, (_, code) => (/[\w$]/.test(String.fromCharCode(code)) ? 1 : 0));
const firstOtherWord = 0xaa;
const hyphen = 0x2d;

function isWordCode(code: number): boolean {
  return code < 128 ? isAsciiWord[code] === 1 : code >= firstOtherWord;
}

/** FNV-1a over UTF-16 units, as in `TermTable` over bytes. */
const seed = 0x811c9dc5;
const prime = 0x01000193;

function wider<Column extends Uint16Array | Uint32Array>(column: Column, made: Column): Column {
  made.set(column);
  return made;
}

/** Says once what the terms of a word are. */
export type TermsOfWord = (word: string) => readonly number[];
/** Takes the number of one term. */
export type TakeTerm = (field: number, term: number) => void;

/**
 * The text that is scanned, with an end that is of no word: a string is asked in many more steps for each of its characters.
 * Overwritten by the next text.
 */
let units = new Uint16Array(4096);
let bytes = Buffer.from(units.buffer);

function spell(text: string): void {
  if (text.length >= units.length) {
    units = new Uint16Array(2 * text.length);
    bytes = Buffer.from(units.buffer);
  }
  bytes.write(text, 'utf16le');
  units[text.length] = 0;
}

export class WordTable {
  private chars = new Uint16Array(4096);
  /** Where each word's characters end; it begins where the one before ends. */
  private ends = new Uint32Array(512);
  /** Number of the word plus one; 0 is free. */
  private slots = new Uint32Array(1024);
  /** Numbers of the terms of all words, and where those of each word end. */
  private readonly terms = growing32();
  private readonly termEnds = growing32();

  constructor(private readonly termsOf: TermsOfWord) {}

  /** Gives the terms of every word of the text. */
  scan(text: string, field: number, take: TakeTerm): void {
    spell(text);
    const [spelt, { length }] = [units, text];
    for (let at = 0; at < length; at += 1) {
      let code = spelt[at]!;
      if (!isWordCode(code)) continue;
      const start = at;
      let hash = seed;
      while (isWordCode(code) || (code === hyphen && isWordCode(spelt[at + 1]!))) {
        hash = Math.imul(hash ^ code, prime);
        at += 1;
        code = spelt[at]!;
      }
      if (at - start > maxKeptChars) this.giveLong(text.slice(start, at), field, take);
      else this.give(this.find(text, start, { end: at, hash: (hash ^ (hash >>> 15)) >>> 0 }), field, take);
    }
  }

  /** Gives the terms of a whole name, whatever its characters. */
  scanName(name: string, field: number, take: TakeTerm): void {
    if (name.length > maxKeptChars) {
      this.giveLong(name, field, take);
      return;
    }
    spell(name);
    let hash = seed;
    for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ units[at]!, prime);
    this.give(this.find(name, 0, { end: name.length, hash: (hash ^ (hash >>> 15)) >>> 0 }), field, take);
  }

  private give(word: number, field: number, take: TakeTerm): void {
    const { terms, termEnds } = this;
    const last = termEnds.values[word]!;
    for (let at = word === 0 ? 0 : termEnds.values[word - 1]!; at < last; at += 1) take(field, terms.values[at]!);
  }

  private giveLong(word: string, field: number, take: TakeTerm): void {
    for (const term of this.termsOf(word)) take(field, term);
  }

  /** Number of the word that stands there in the text, and in `units`. */
  private find(text: string, start: number, { end, hash }: { end: number; hash: number }): number {
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (let word = this.slots[slot]!; word !== 0; word = this.slots[slot]!) {
      if (this.isWord(word - 1, start, end)) return word - 1;
      slot = (slot + 1) & mask;
    }
    return this.add(text.slice(start, end), slot);
  }

  private startOf(word: number): number {
    return word === 0 ? 0 : this.ends[word - 1]!;
  }

  private isWord(word: number, start: number, end: number): boolean {
    const own = this.startOf(word);
    if (this.ends[word]! - own !== end - start) return false;
    for (let at = start; at < end; at += 1) if (this.chars[own + at - start] !== units[at]) return false;
    return true;
  }

  private add(text: string, slot: number): number {
    const word = this.termEnds.length;
    const from = this.startOf(word);
    for (const term of this.termsOf(text)) this.terms.push(term);
    this.termEnds.push(this.terms.length);
    if (word === this.ends.length) this.ends = wider(this.ends, new Uint32Array(word * 2));
    if (from + text.length > this.chars.length) this.chars = wider(this.chars, new Uint16Array(this.chars.length * 2));
    for (let at = 0; at < text.length; at += 1) this.chars[from + at] = text.charCodeAt(at);
    this.ends[word] = from + text.length;
    this.slots[slot] = word + 1;
    if (this.termEnds.length * 2 > this.slots.length) this.spread();
    return word;
  }

  private spread(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let word = 0; word < this.termEnds.length; word += 1) {
      let hash = seed;
      for (let at = this.startOf(word); at < this.ends[word]!; at += 1) hash = Math.imul(hash ^ this.chars[at]!, prime);
      let slot = ((hash ^ (hash >>> 15)) >>> 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = word + 1;
    }
    this.slots = slots;
  }
}
