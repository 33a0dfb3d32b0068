/** The blocks of an answer as DOM nodes; code blocks have a language label, five actions, and highlighting. */
import { fill, type ChatStrings } from '../../chat/strings';
import { icon } from '../views/icons';
import type { HLJSApi } from 'highlight.js';
import hljs from 'highlight.js/lib/core';
import { embeddedHighlighters, highlighters } from '../../languages/highlighters';
import { wordsOf, languages, type Language } from '../../languages/table';
import DOMPurify from 'dompurify';
import { GrowingText, createParser, type Block } from './parser';

/** Longest unfinished code block that is highlighted, in characters, because that happens at every paint. */
const maxOpenCharacters = 8000;
/** Longest code that is highlighted, in characters: about 50 ms; longer code is shown plain. */
const maxCharacters = 200_000;

export type CodeAction = 'copy' | 'insert' | 'apply' | 'create' | 'save';

let blocks = 0;

function action(name: CodeAction, label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'icon-button';
  button.dataset.code = name;
  button.title = label;
  button.setAttribute('aria-label', label);
  button.append(icon(name));
  return button;
}

/** The button that shows the other actions where a narrow view has no room for them. */
function moreButton(head: HTMLElement, label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'icon-button more-actions';
  button.title = label;
  button.setAttribute('aria-label', label);
  button.setAttribute('aria-expanded', 'false');
  button.onclick = () => button.setAttribute('aria-expanded', String(head.classList.toggle('open')));
  button.append(icon('more'));
  return button;
}

function codeBlock(
  { text, language }: { text: string; language: string },
  strings: ChatStrings,
  { isOpen }: { isOpen: boolean },
): HTMLElement {
  const label = language === '' || language === 'UNKNOWN' ? strings.plainText : languageLabel(language);
  const figure = document.createElement('div');
  figure.className = 'code-block';
  figure.setAttribute('role', 'group');
  figure.setAttribute('aria-label', fill(strings.codeBlock, label));
  figure.dataset.language = language;
  figure.dataset.key = String(++blocks);

  const head = document.createElement('div');
  head.className = 'code-head';
  const name = document.createElement('span');
  name.className = 'code-language';
  name.textContent = label;
  const actions = document.createElement('span');
  actions.className = 'code-actions';
  const others = document.createElement('span');
  others.className = 'code-others';
  for (const each of ['insert', 'apply', 'create', 'save'] as const) others.append(action(each, strings[each]));
  actions.append(action('copy', strings.copy), moreButton(head, strings.moreActions), others);
  head.append(name, actions);

  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.append(codeElement(text, language, isOpen ? maxOpenCharacters : maxCharacters));

  figure.append(head, pre);
  return figure;
}

function codeElement(text: string, language: string, most: number): HTMLElement {
  const code = document.createElement('code');
  const markup = text.length <= most ? highlight(text, language) : undefined;
  if (markup === undefined) code.textContent = text;
  else code.append(safeFragment(markup));
  return code;
}

// Section: highlights code; a language's grammar is registered when it is first used.

/** Languages by every word that may follow a fence. */
const byWord = new Map<string, Language>();
for (const language of languages) {
  const { id, label, words, names, endings, editor, highlighter } = language;
  for (const word of [id, label.toLowerCase(), ...[words, names, endings, editor, highlighter].flatMap(wordsOf)])
    if (!byWord.has(word)) byWord.set(word, language);
}

/** The language label of a code block; an unknown word is shown as it is. */
function languageLabel(word: string): string {
  return byWord.get(word.toLowerCase())?.label ?? word;
}

function register(highlighter: HLJSApi, id: string): void {
  const grammar = highlighters[id];
  if (!grammar || highlighter.getLanguage(id)) return;
  highlighter.registerLanguage(id, grammar);
  for (const inner of embeddedHighlighters[id] ?? []) register(highlighter, inner);
}

/** @returns escaped markup with `hljs-…` classes; undefined for a language that is not in the table */
function highlight(code: string, word: string): string | undefined {
  const id = byWord.get(word.toLowerCase())?.highlighter;
  if (id === undefined || !highlighters[id]) return undefined;
  register(hljs, id);
  return hljs.highlight(code, { language: id, ignoreIllegals: true }).value;
}

// Section: the only way for markup to enter the page.

// prettier-ignore
const allowed = {
  ALLOWED_TAGS: [
    'p', 'strong', 'em', 's', 'code', 'pre', 'a', 'button', 'ul', 'ol', 'li', 'blockquote', 'br', 'hr',
    'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span',
  ],
  ALLOWED_ATTR: ['href', 'class', 'type', 'data-citation', 'start', 'tabindex'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  // Exempts these attributes from the check for URIs.
  ADD_URI_SAFE_ATTR: ['type', 'data-citation', 'start', 'tabindex'],
  ALLOWED_URI_REGEXP: /^https:\/\//i,
  RETURN_DOM_FRAGMENT: true as const,
};

/** @param html output of the Markdown renderer or the highlighter; sanitised nevertheless */
function safeFragment(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, allowed);
}

// Section: builds the blocks of text and code.

const parser = createParser();

function nodeOf(block: Block, strings: ChatStrings, isOpen: boolean): HTMLElement {
  if (block.code) return codeBlock(block.code, strings, { isOpen });
  const element = document.createElement('div');
  element.className = 'block';
  element.append(safeFragment(parser.renderer.render(block.tokens, parser.options, {})));
  for (const pre of element.querySelectorAll('pre')) pre.replaceWith(nestedCode(pre, strings));
  return element;
}

/** Replaces a fence nested in a list or quotation by the same code block as at top level. */
function nestedCode(pre: HTMLPreElement, strings: ChatStrings): HTMLElement {
  const language = /language-(\S+)/.exec(pre.querySelector('code')?.className ?? '')?.[1] ?? '';
  return codeBlock({ text: pre.textContent.replace(/\n$/, ''), language }, strings, { isOpen: false });
}

/** The nodes of one growing answer. Finished blocks keep their nodes, so that focus and selection survive. */
export class AnswerNodes {
  readonly #text = new GrowingText(parser);
  readonly #final: HTMLElement[] = [];
  #shown: string | undefined;
  #nodes: HTMLElement[] = [];

  constructor(private readonly strings: ChatStrings) {}

  /** Shows other text in a code block. */
  redraw(block: HTMLElement, text: string): void {
    block.querySelector('code')?.replaceWith(codeElement(text, block.dataset.language ?? '', maxCharacters));
  }

  /** @param isOpen true while more text is expected */
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
