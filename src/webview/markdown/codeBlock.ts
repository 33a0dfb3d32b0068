/** A code block: language, five actions, coloured code. The buttons are handled by delegation (actions.ts). */
import { fill, type ChatStrings } from '../../chat/strings';
import { icon } from '../views/icons';
import { highlight, languageLabel } from './languages';
import { safeFragment } from './safeFragment';

/** Colouring a block that is still growing happens at every paint: above this size it waits for the end. */
const maxOpenCharacters = 8000;
/** About 50 ms of colouring; longer code is shown plain. */
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

export function codeBlock(
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
  for (const each of ['copy', 'insert', 'apply', 'create', 'save'] as const)
    actions.append(action(each, strings[each]));
  head.append(name, actions);

  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  const code = document.createElement('code');
  const markup = text.length <= (isOpen ? maxOpenCharacters : maxCharacters) ? highlight(text, language) : undefined;
  if (markup === undefined) code.textContent = text;
  else code.append(safeFragment(markup));
  pre.append(code);

  figure.append(head, pre);
  return figure;
}
