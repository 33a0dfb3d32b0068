/**
 * Behaviour of the question box: sending, recalling, number keys, resizing, and a draft that survives hiding the page.
 */
import { mentionAt, withoutMention, type MentionItem } from '../chat/chips';
import type { ToHost } from '../chat/messages';
import { type Mentions, type Model, runningTurn, suggestions } from './model';
import type { ChatStrings } from '../chat/strings';
import type { ComposerActions } from './views/composer';

// Section: `@` mentions: requests suggestions, moves through the list, and turns a choice into chips.

interface MentioningSurroundings {
  box(): HTMLTextAreaElement | undefined;
  model(): Model;
  show(mentions: Mentions | undefined): void;
  post(message: ToHost): void;
  addChips(item: MentionItem): void;
  /** Replaces the text by one without the mention. */
  write(text: string, caret: number): void;
}

class Mentioning {
  #keys = 0;
  /** Offset of an `@` that was dismissed with Escape, so that it is not suggested for again. */
  #leftAt: number | undefined;

  constructor(private readonly around: MentioningSurroundings) {}

  /** To be called when the text or the caret has changed. */
  typed(box: HTMLTextAreaElement): void {
    const mention = mentionAt(box.value, box.selectionStart);
    if (!mention || mention.start === this.#leftAt) {
      if (!mention) this.#leftAt = undefined;
      return this.close();
    }
    const { mentions } = this.around.model();
    if (mentions?.query === mention.query) return;
    const key = ++this.#keys;
    // The old list stays until the reply arrives, because a flickering list cannot be read.
    this.around.show({ key, query: mention.query, items: mentions?.items, chosen: 0 });
    this.around.post({ kind: 'mention', query: mention.query, key });
  }

  /** @returns true when the list has handled the key */
  pressed(event: KeyboardEvent): boolean {
    const { mentions } = this.around.model();
    if (!mentions || !this.#act(event.key, mentions)) return false;
    event.preventDefault();
    return true;
  }

  #act(key: string, mentions: Mentions): boolean {
    const item = mentions.items?.[mentions.chosen];
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp':
        this.#move(key === 'ArrowDown' ? 1 : -1, mentions);
        return true;
      case 'Enter':
      case 'Tab':
        if (item) this.choose(item);
        return item !== undefined;
      case 'Escape':
        this.#leave();
        return true;
      default:
        return false;
    }
  }

  choose(item: MentionItem): void {
    const box = this.around.box();
    const mention = box && mentionAt(box.value, box.selectionStart);
    if (mention) {
      const { text, caret } = withoutMention(box.value, mention);
      this.around.write(text, caret);
    }
    this.close();
    this.around.addChips(item);
  }

  close(): void {
    if (this.around.model().mentions) this.around.show(undefined);
  }

  #leave(): void {
    const box = this.around.box();
    this.#leftAt = box && mentionAt(box.value, box.selectionStart)?.start;
    this.close();
  }

  #move(way: 1 | -1, mentions: Mentions): void {
    const count = mentions.items?.length ?? 0;
    if (count > 0) this.around.show({ ...mentions, chosen: (mentions.chosen + way + count) % count });
  }
}

interface QuestionBoxSurroundings extends Pick<MentioningSurroundings, 'box' | 'model' | 'show' | 'addChips'> {
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

export class QuestionBox {
  /** Callbacks for the view; they may be passed on without the box. */
  readonly actions: Pick<ComposerActions, 'send' | 'typed' | 'pressed' | 'left' | 'mention'> = {
    send: () => this.#send(),
    typed: (text) => this.#typed(text),
    pressed: (event) => this.#pressed(event),
    left: () => this.#mentions.close(),
    mention: (item) => this.#mentions.choose(item),
  };
  readonly #mentions: Mentioning;
  /** The draft of the hidden page; undefined once it is back in the box. */
  #draft: string | undefined;

  constructor(private readonly around: QuestionBoxSurroundings) {
    this.#draft = rememberedDraft(around.remembered.getState());
    this.#mentions = new Mentioning({
      ...around,
      write: (text, caret) => {
        const box = around.box();
        if (!box) return;
        this.#setText(box, text);
        box.setSelectionRange(caret, caret);
      },
    });
  }

  ask(question: string): void {
    this.#ask(question);
    this.focus();
  }

  /** Puts a text into the box for editing. */
  write(text: string): void {
    const box = this.around.box();
    if (!box) return;
    this.#setText(box, text);
    box.focus();
  }

  focus(): void {
    this.around.box()?.focus();
  }

  /** To be called after each paint. */
  painted(): void {
    const box = this.around.box();
    if (!box || this.#draft === undefined) return;
    box.value = this.#draft;
    this.#draft = undefined;
    grow(box);
  }

  #setText(box: HTMLTextAreaElement, text: string): void {
    box.value = text;
    this.#typed(text);
  }

  #typed(text: string): void {
    this.around.remembered.setState({ draft: text });
    const box = this.around.box();
    if (box) {
      grow(box);
      this.#mentions.typed(box);
    }
    if (this.around.model().notice !== undefined) this.around.notice(undefined);
  }

  #send(): void {
    const box = this.around.box();
    if (box && this.#ask(box.value)) this.#setText(box, '');
    box?.focus();
  }

  /** @returns false when the question cannot be asked now; the page shows why */
  #ask(question: string): boolean {
    const model = this.around.model();
    const { chips, editing } = model;
    if (question.trim() === '') return false;
    if (runningTurn(model)) {
      this.around.notice(this.around.strings.stillAnswering);
      return false;
    }
    if (chips.length === 0) {
      this.around.notice(this.around.strings.chooseContext);
      return false;
    }
    if (editing === undefined) this.around.post({ kind: 'ask', question: question.trim(), chips });
    else this.around.post({ kind: 'edit', turn: editing, question: question.trim(), chips });
    return true;
  }

  #pressed(event: KeyboardEvent): void {
    const box = this.around.box();
    const model = this.around.model();
    if (event.isComposing || !box) return;
    if (event.target === box && this.#mentions.pressed(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && event.target === box) {
      event.preventDefault();
      this.#send();
    } else if (event.key === 'Escape' && runningTurn(model)) {
      event.preventDefault();
      this.around.post({ kind: 'stop' });
    } else if (event.key === 'Escape' && model.editing !== undefined) {
      event.preventDefault();
      this.around.cancelEdit();
    } else if (box.value === '' && event.target === box && !hasModifier(event)) this.#pressedInEmpty(box, event, model);
  }

  #pressedInEmpty(box: HTMLTextAreaElement, event: KeyboardEvent, model: Model): void {
    const last = model.turns.at(-1);
    if (event.key === 'ArrowUp' && last) {
      event.preventDefault();
      this.#setText(box, last.question);
    }
    const suggestion = /^[1-9]$/.test(event.key) ? suggestions(model)[Number(event.key) - 1] : undefined;
    if (suggestion !== undefined) {
      event.preventDefault();
      this.#ask(suggestion);
    }
  }
}

const hasModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;

/**
 * Adapts the height to the text; the style sheet limits it. Sets a property, because the page's policy forbids style
 * attributes.
 */
function grow(box: HTMLTextAreaElement): void {
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}
