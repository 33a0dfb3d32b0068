/** The buttons of code blocks: sends a press to the host, and shows its result on the button. */
import type { QuotedPlace, ToHost } from '../chat/messages';
import type { ChatStrings } from '../chat/strings';
import type { Source, Turn } from '../chat/turns';
import { isExcerpt, quotedFrom, withoutMarks } from './citations';
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

/** @param turnOf the turn with an id, whose sources tell what its code was quoted from */
export function codeActions(
  post: (message: ToHost) => void,
  strings: ChatStrings,
  turnOf: (id: string) => Turn | undefined,
): CodeActions {
  const waiting = new Map<number, { button: HTMLButtonElement; action: CodeAction }>();
  let keys = 0;

  function waitFor(button: HTMLButtonElement, action: CodeAction): number {
    waiting.set(++keys, { button, action });
    return keys;
  }

  return {
    pressed(button) {
      const block = button.closest<HTMLElement>('.code-block');
      const shown = block?.querySelector('pre')?.textContent;
      const action = button.dataset.code;
      if (!block || shown === undefined || !isAction(action)) return;
      const key = waitFor(button, action);
      const language = block.dataset.language ?? '';
      const turn = block.closest<HTMLElement>('.answer')?.dataset.turn ?? '';
      const { sources = [] } = turnOf(turn) ?? {};
      const text = withoutMarks(shown, sources);
      if (action === 'save') post({ kind: action, text, language, key, ...quoteOf(shown, turn, sources) });
      else if (action === 'create') post({ kind: action, text, language, key });
      else if (action === 'apply') post({ kind: action, text: shown, turn, key });
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

/** The place of quoted code, by which it is saved with its origin. */
function quoteOf(code: string, turn: string, sources: readonly Source[]): { quote?: QuotedPlace } {
  const quote = quotedFrom(code, sources);
  return quote ? { quote: { turn, ...quote, ...(isExcerpt(code) && { isCut: true }) } } : {};
}

function mark(button: HTMLButtonElement, name: IconName, label: string): void {
  button.title = label;
  button.setAttribute('aria-label', label);
  button.querySelector('svg')?.replaceWith(icon(name));
}

/** The block that was stepped to, and the last one there was: showing the chat for a command takes the focus from a block. */
let stepped: { to: HTMLElement | undefined; last: HTMLElement | undefined } | undefined;

/**
 * Moves the focus to the next or previous code block: of the focused one, else of the one that was stepped to before
 * unless an answer came since. Without either, forward starts at the beginning of the last answer and backward at its end.
 */
export function stepCode(root: HTMLElement, way: 1 | -1): void {
  const blocks = [...root.querySelectorAll<HTMLElement>('.code-block pre')];
  const last = blocks.at(-1);
  const focused = document.activeElement?.closest('.code-block')?.querySelector<HTMLElement>('pre');
  const from = focused ?? (stepped?.last === last ? stepped?.to : undefined);
  const at = from ? blocks.indexOf(from) : -1;
  const next = at === -1 ? firstOf(blocks, way) : blocks[(at + way + blocks.length) % blocks.length];
  const fold = next?.closest('details');
  if (fold) fold.open = true;
  stepped = { to: next, last };
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function firstOf(blocks: readonly HTMLElement[], way: 1 | -1): HTMLElement | undefined {
  const last = blocks.at(-1);
  const answer = last?.closest('article');
  return way === -1 ? last : blocks.find((block) => block.closest('article') === answer);
}
