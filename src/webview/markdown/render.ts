/** The blocks of an answer as nodes of the page. */
import type { ChatStrings } from '../../chat/strings';
import { codeBlock, safeFragment } from './codeBlock';
import { GrowingText, createParser, type Block } from './parser';

const parser = createParser();

function nodeOf(block: Block, strings: ChatStrings, isOpen: boolean): HTMLElement {
  if (block.code) return codeBlock(block.code, strings, { isOpen });
  const element = document.createElement('div');
  element.className = 'block';
  element.append(safeFragment(parser.renderer.render(block.tokens, parser.options, {})));
  for (const pre of element.querySelectorAll('pre')) pre.replaceWith(nestedCode(pre, strings));
  return element;
}

/** A fence inside a list or a quotation gets the same block as one outside. */
function nestedCode(pre: HTMLPreElement, strings: ChatStrings): HTMLElement {
  const language = /language-(\S+)/.exec(pre.querySelector('code')?.className ?? '')?.[1] ?? '';
  return codeBlock({ text: pre.textContent.replace(/\n$/, ''), language }, strings, { isOpen: false });
}

/** The nodes of one answer while it grows: finished blocks keep their nodes, with focus and selection in them. */
export class AnswerNodes {
  readonly #text = new GrowingText(parser);
  readonly #final: HTMLElement[] = [];
  #shown: string | undefined;
  #nodes: HTMLElement[] = [];

  constructor(private readonly strings: ChatStrings) {}

  /** @param isOpen more text is to come */
  update(text: string, isOpen: boolean): readonly HTMLElement[] {
    const shown = `${isOpen ? '+' : '.'}${text}`;
    if (shown === this.#shown) return this.#nodes;
    this.#shown = shown;
    const { final, open, isRestarted } = this.#text.update(text);
    if (isRestarted) this.#final.length = 0;
    for (const block of final.slice(this.#final.length)) this.#final.push(nodeOf(block, this.strings, false));
    this.#nodes = [...this.#final, ...open.map((block) => nodeOf(block, this.strings, isOpen))];
    return this.#nodes;
  }
}
