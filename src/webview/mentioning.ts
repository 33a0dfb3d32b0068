/** The `@` at work: asks what could be meant, moves through the list, and turns a choice into chips. */
import { mentionAt, withoutMention, type MentionItem } from '../chat/mentions';
import type { ToHost } from '../chat/messages';
import type { Mentions, Model } from './model';

export interface MentioningSurroundings {
  box(): HTMLTextAreaElement | undefined;
  model(): Model;
  show(mentions: Mentions | undefined): void;
  post(message: ToHost): void;
  addChips(item: MentionItem): void;
  /** The text without the mention. */
  write(text: string, caret: number): void;
}

export class Mentioning {
  #keys = 0;
  /** The place of an `@` that was left by Escape: it is not asked about again. */
  #leftAt: number | undefined;

  constructor(private readonly around: MentioningSurroundings) {}

  /** The text or the caret is another. */
  typed(box: HTMLTextAreaElement): void {
    const mention = mentionAt(box.value, box.selectionStart);
    if (!mention || mention.start === this.#leftAt) {
      if (!mention) this.#leftAt = undefined;
      return this.close();
    }
    const { mentions } = this.around.model();
    if (mentions?.query === mention.query) return;
    const key = ++this.#keys;
    // What is listed stays until the answer is there: a list that blinks cannot be read.
    this.around.show({ key, query: mention.query, items: mentions?.items, chosen: 0 });
    this.around.post({ kind: 'mention', query: mention.query, key });
  }

  /** @returns true when the key was for the list */
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
