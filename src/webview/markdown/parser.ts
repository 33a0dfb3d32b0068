/**
 * The Markdown dialect of answers: no raw HTML, no images, https links only, `[n]` as a citation. Knows no DOM; its
 * output is sanitised again before it enters the page (blocks.ts).
 */
import markdownIt, { type MarkdownIt, type StateInline, type Token } from 'markdown-it';

/** Largest citation number: more than any answer cites, and small enough that `[2024]` stays a year. */
const maxCitation = 99;

/** The last word with the blank after it; a longer word may be separated from its citation. */
const lastWord = /[^\s\u00a0]{0,24}[ \u00a0]?$/;

/** Signs that never begin a line. */
const closing = '.,;:!?)';

function besideOf({ meta }: Token, name: 'word' | 'sign'): string {
  const text: unknown = meta?.[name];
  return typeof text === 'string' ? text : '';
}

function citation(state: StateInline, silent: boolean): boolean {
  const match = /^\[(\d{1,2})\](?![([])(:?)/.exec(state.src.slice(state.pos, state.pos + 5));
  // `[1]:` at the beginning of a row defines a link.
  const isDefinition = match?.[2] === ':' && (state.pos === 0 || state.src[state.pos - 1] === '\n');
  const number = Number(match?.[1]);
  if (!match || isDefinition || number < 1 || number > maxCitation) return false;
  const end = state.pos + match[0].length - match[2]!.length;
  const next = state.src[end] ?? '';
  const sign = next !== '' && closing.includes(next) ? next : '';
  if (!silent) {
    // Moves the preceding word and the sign behind into the citation, so that no line break separates them.
    const word = lastWord.exec(state.pending)?.[0] ?? '';
    state.pending = state.pending.slice(0, state.pending.length - word.length);
    const token = state.push('citation', '', 0);
    token.content = String(number);
    token.meta = { word, sign };
  }
  state.pos = end + sign.length;
  return true;
}

export function createParser(): MarkdownIt {
  const parser = new markdownIt({ html: false, linkify: false, breaks: false, typographer: false });
  // Images would be loaded from other hosts; reference definitions would let later text change earlier blocks.
  parser.disable(['image', 'reference']);
  parser.inline.ruler.before('link', 'citation', citation);
  parser.validateLink = (url) => /^https:\/\//i.test(url);
  parser.renderer.rules.citation = (tokens, index) => {
    const token = tokens[index];
    if (!token) return '';
    const number = token.content;
    const word = parser.utils.escapeHtml(besideOf(token, 'word'));
    return `<span class="cited">${word}<button type="button" class="citation" data-citation="${number}">${number}</button>${besideOf(token, 'sign')}</span>`;
  };
  parser.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
  parser.renderer.rules.table_close = () => '</table></div>';
  return parser;
}

/** One top-level block of a text. */
export interface Block {
  /** Present for a fence, which becomes a code block with actions; other blocks are rendered as Markdown. */
  code?: { text: string; language: string };
  tokens: Token[];
  /** First line, counted from the start of the parsed text. */
  line: number;
}

/** The top-level blocks of a text. */
export function blocksOf(parser: MarkdownIt, text: string): Block[] {
  const blocks: Block[] = [];
  let depth = 0;
  for (const token of parser.parse(text, {})) {
    if (depth === 0) blocks.push({ tokens: [], line: token.map?.[0] ?? 0 });
    const block = blocks.at(-1);
    block?.tokens.push(token);
    depth += token.nesting;
    if (block && depth === 0 && (token.type === 'fence' || token.type === 'code_block')) {
      block.code = { text: token.content.replace(/\n$/, ''), language: token.info.trim().split(/\s+/)[0] ?? '' };
    }
  }
  return blocks;
}

// Section: incremental parsing. A block is final once a later one has begun on complete lines, because later text
// cannot change it. Each append costs the length of the open block, not of the answer.

interface GrowingBlocks {
  /** Blocks that will not change any more; the list only grows. */
  final: readonly Block[];
  /** The blocks after them, parsed again with every append. */
  open: readonly Block[];
}

export class GrowingText {
  #text = '';
  /** Offset where the open blocks begin. */
  #openFrom = 0;
  readonly #final: Block[] = [];

  constructor(private readonly parser: MarkdownIt) {}

  /** @param text the whole text so far; a text that does not continue the last one starts over */
  update(text: string): GrowingBlocks & { isRestarted: boolean } {
    const isRestarted = !text.startsWith(this.#text);
    if (isRestarted) {
      this.#openFrom = 0;
      this.#final.length = 0;
    }
    this.#text = text;
    this.#close();
    return { final: this.#final, open: blocksOf(this.parser, text.slice(this.#openFrom)), isRestarted };
  }

  /** An unfinished line may still turn into something else (`#` into `#tag`), so only complete lines close a block. */
  #close(): void {
    const complete = this.#text.slice(this.#openFrom, this.#text.lastIndexOf('\n') + 1);
    const blocks = blocksOf(this.parser, complete);
    const last = blocks.at(-1);
    if (!last || blocks.length < 2) return;
    this.#final.push(...blocks.slice(0, -1));
    this.#openFrom += offsetOfLine(complete, last.line);
  }
}

function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let seen = 0; seen < line; seen++) offset = text.indexOf('\n', offset) + 1;
  return offset;
}
