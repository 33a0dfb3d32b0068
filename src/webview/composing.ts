/** The question box at work: sending, recalling, number keys, growing, and the draft that survives hiding. */
import type { ToHost } from '../chat/messages';
import { mentioning, type MentioningSurroundings } from './mentioning';
import { runningTurn, suggestions, type Model } from './model';
import type { ChatStrings } from '../chat/strings';
import type { ComposerActions } from './views/composer';

interface Composing {
  actions: Pick<ComposerActions, 'send' | 'typed' | 'pressed' | 'left' | 'mention'>;
  ask(question: string): void;
  /** Puts a text into the box, to be changed and sent. */
  write(text: string): void;
  focus(): void;
  /** To be called after each paint. */
  painted(): void;
}

interface ComposingSurroundings extends Pick<MentioningSurroundings, 'box' | 'model' | 'show' | 'addChips'> {
  strings: ChatStrings;
  post(message: ToHost): void;
  notice(text: string | undefined): void;
  cancelEdit(): void;
  remembered: { getState(): unknown; setState(state: unknown): void };
}

function rememberedDraft(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('draft' in state)) return '';
  return typeof state.draft === 'string' ? state.draft : '';
}

export function composing(around: ComposingSurroundings): Composing {
  let drafted: string | undefined = rememberedDraft(around.remembered.getState());

  const mentions = mentioning({
    ...around,
    write(text, caret) {
      const box = around.box();
      if (!box) return;
      write(box, text);
      box.setSelectionRange(caret, caret);
    },
  });

  function write(box: HTMLTextAreaElement, text: string): void {
    box.value = text;
    typed(text);
  }

  function typed(text: string): void {
    around.remembered.setState({ draft: text });
    const box = around.box();
    if (box) {
      grow(box);
      mentions.typed(box);
    }
    if (around.model().notice !== undefined) around.notice(undefined);
  }

  function ask(question: string): boolean {
    const model = around.model();
    if (question.trim() === '') return false;
    if (runningTurn(model)) {
      around.notice(around.strings.stillAnswering);
      return false;
    }
    if (model.chips.length === 0) {
      around.notice(around.strings.chooseContext);
      return false;
    }
    const { chips, editing } = model;
    if (editing === undefined) around.post({ kind: 'ask', question: question.trim(), chips });
    else around.post({ kind: 'edit', turn: editing, question: question.trim(), chips });
    return true;
  }

  function send(): void {
    const box = around.box();
    if (box && ask(box.value)) write(box, '');
    box?.focus();
  }

  function pressed(event: KeyboardEvent): void {
    const box = around.box();
    const model = around.model();
    if (event.isComposing || !box) return;
    if (event.target === box && mentions.pressed(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && event.target === box) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && runningTurn(model)) {
      event.preventDefault();
      around.post({ kind: 'stop' });
    } else if (event.key === 'Escape' && model.editing !== undefined) {
      event.preventDefault();
      around.cancelEdit();
    } else if (box.value === '' && event.target === box && !hasModifier(event)) pressedInEmptyBox(event, box, model);
  }

  function pressedInEmptyBox(event: KeyboardEvent, box: HTMLTextAreaElement, model: Model): void {
    const last = model.turns.at(-1);
    if (event.key === 'ArrowUp' && last) {
      event.preventDefault();
      write(box, last.question);
    }
    const suggestion = /^[1-9]$/.test(event.key) ? suggestions(model)[Number(event.key) - 1] : undefined;
    if (suggestion !== undefined) {
      event.preventDefault();
      ask(suggestion);
    }
  }

  return {
    actions: { send, typed, pressed, left: () => mentions.close(), mention: (item) => mentions.choose(item) },
    write(text) {
      const box = around.box();
      if (!box) return;
      write(box, text);
      box.focus();
    },
    ask: (question) => {
      ask(question);
      around.box()?.focus();
    },
    focus: () => around.box()?.focus(),
    painted() {
      const box = around.box();
      if (!box || drafted === undefined) return;
      box.value = drafted;
      drafted = undefined;
      grow(box);
    },
  };
}

const hasModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;

/** As tall as its text; the style sheet sets the limit. Set by property: the page's policy allows no style attribute. */
function grow(box: HTMLTextAreaElement): void {
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}
