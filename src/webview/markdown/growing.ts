/**
 * Text that grows, as top-level blocks: a block is final once a later block has begun on complete lines, so an append
 * parses only what follows the last final block. Cost: the length of the open block an append, not of the answer.
 * Holds because the dialect has no reference definitions and no HTML: nothing later changes a closed block.
 */
import type { MarkdownIt } from 'markdown-it';
import { blocksOf, type Block } from './parser';

interface GrowingBlocks {
  /** Blocks that will not change any more; only ever added to. */
  final: readonly Block[];
  /** What follows them, parsed anew with every append. */
  open: readonly Block[];
}

export class GrowingText {
  #text = '';
  /** Where the open part begins. */
  #openFrom = 0;
  readonly #final: Block[] = [];

  constructor(private readonly parser: MarkdownIt) {}

  /** @param text the whole text so far; one that does not continue the last starts over */
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
