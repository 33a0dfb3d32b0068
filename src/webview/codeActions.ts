/** The buttons of code blocks: sends a press to the host, and shows its result on the button. */
import type { ToHost } from '../chat/messages';
import type { ChatStrings } from '../chat/strings';
import type { CodeAction } from './markdown/blocks';
import { icon, type IconName } from './views/icons';

export interface CodeActions {
  pressed(button: HTMLButtonElement): void;
  copyText(text: string, button: HTMLButtonElement): void;
  acted(key: number, isDone: boolean): void;
}

/** How long a result is shown: long enough to read, short enough to press again. */
const shownMilliseconds = 1600;

const actions: readonly string[] = ['copy', 'insert', 'apply', 'create', 'save'] satisfies CodeAction[];
const isAction = (name: string | undefined): name is CodeAction => name !== undefined && actions.includes(name);

export function codeActions(post: (message: ToHost) => void, strings: ChatStrings): CodeActions {
  const waiting = new Map<number, { button: HTMLButtonElement; action: CodeAction }>();
  let keys = 0;

  function waitFor(button: HTMLButtonElement, action: CodeAction): number {
    waiting.set(++keys, { button, action });
    return keys;
  }

  return {
    pressed(button) {
      const block = button.closest<HTMLElement>('.code-block');
      const text = block?.querySelector('pre')?.textContent;
      const action = button.dataset.code;
      if (!block || text === undefined || !isAction(action)) return;
      const key = waitFor(button, action);
      const language = block.dataset.language ?? '';
      const turn = block.closest<HTMLElement>('.answer')?.dataset.turn ?? '';
      if (action === 'save' || action === 'create') post({ kind: action, text, language, key });
      else if (action === 'apply') post({ kind: action, text, turn, key });
      else post({ kind: action, text, key });
    },
    copyText(text, button) {
      post({ kind: 'copy', text, key: waitFor(button, 'copy') });
    },
    acted(key, isDone) {
      const waited = waiting.get(key);
      waiting.delete(key);
      if (waited) show(waited.button, waited.action, isDone);
    },
  };

  function show(button: HTMLButtonElement, action: CodeAction, isDone: boolean): void {
    const labels = {
      copy: strings.copied,
      insert: strings.inserted,
      apply: strings.shownAsDiff,
      create: strings.created,
      save: strings.saved,
    };
    const before = { label: button.getAttribute('aria-label') ?? '', name: action satisfies IconName };
    mark(button, isDone ? 'check' : 'warning', isDone ? labels[action] : strings.failed);
    setTimeout(() => mark(button, before.name, before.label), shownMilliseconds);
  }
}

function mark(button: HTMLButtonElement, name: IconName, label: string): void {
  button.title = label;
  button.setAttribute('aria-label', label);
  button.querySelector('svg')?.replaceWith(icon(name));
}

/**
 * Moves the focus to the next or previous code block. Without a focused block, forward starts at the beginning of the
 * last answer and backward at its end.
 */
export function stepCode(root: HTMLElement, way: 1 | -1): void {
  const blocks = [...root.querySelectorAll<HTMLElement>('.code-block pre')];
  const focused = document.activeElement?.closest('.code-block')?.querySelector<HTMLElement>('pre');
  const at = focused ? blocks.indexOf(focused) : -1;
  const next = at === -1 ? firstOf(blocks, way) : blocks[(at + way + blocks.length) % blocks.length];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function firstOf(blocks: readonly HTMLElement[], way: 1 | -1): HTMLElement | undefined {
  const last = blocks.at(-1);
  const answer = last?.closest('article');
  return way === -1 ? last : blocks.find((block) => block.closest('article') === answer);
}
