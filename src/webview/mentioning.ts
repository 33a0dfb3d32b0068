/** The `@` at work: asks what could be meant, moves through the list, and turns a choice into chips. */
import { mentionAt, withoutMention, type MentionItem } from '../chat/mentions';
import type { ToHost } from '../chat/messages';
import type { Mentions, Model } from './model';

interface Mentioning {
  /** The text or the caret is another. */
  typed(box: HTMLTextAreaElement): void;
  /** @returns true when the key was for the list */
  pressed(event: KeyboardEvent): boolean;
  choose(item: MentionItem): void;
  close(): void;
}

export interface MentioningSurroundings {
  box(): HTMLTextAreaElement | undefined;
  model(): Model;
  show(mentions: Mentions | undefined): void;
  post(message: ToHost): void;
  addChips(item: MentionItem): void;
  /** The text without the mention. */
  write(text: string, caret: number): void;
}

export function mentioning(around: MentioningSurroundings): Mentioning {
  let keys = 0;
  /** The place of an `@` that was left by Escape: it is not asked about again. */
  let leftAt: number | undefined;

  const close = () => {
    if (around.model().mentions) around.show(undefined);
  };

  function choose(item: MentionItem): void {
    const box = around.box();
    const mention = box && mentionAt(box.value, box.selectionStart);
    if (mention) {
      const { text, caret } = withoutMention(box.value, mention);
      around.write(text, caret);
    }
    close();
    around.addChips(item);
  }

  function move(way: 1 | -1, mentions: Mentions): void {
    const count = mentions.items?.length ?? 0;
    if (count > 0) around.show({ ...mentions, chosen: (mentions.chosen + way + count) % count });
  }

  return {
    choose,
    close,
    typed(box) {
      const mention = mentionAt(box.value, box.selectionStart);
      if (!mention || mention.start === leftAt) {
        if (!mention) leftAt = undefined;
        return close();
      }
      const { mentions } = around.model();
      if (mentions?.query === mention.query) return;
      const key = ++keys;
      // What is listed stays until the answer is there: a list that blinks cannot be read.
      around.show({ key, query: mention.query, items: mentions?.items, chosen: 0 });
      around.post({ kind: 'mention', query: mention.query, key });
    },
    pressed(event) {
      const { mentions } = around.model();
      if (!mentions) return false;
      const item = mentions.items?.[mentions.chosen];
      switch (event.key) {
        case 'ArrowDown':
        case 'ArrowUp':
          move(event.key === 'ArrowDown' ? 1 : -1, mentions);
          break;
        case 'Enter':
        case 'Tab':
          if (!item) return false;
          choose(item);
          break;
        case 'Escape': {
          const box = around.box();
          leftAt = box && mentionAt(box.value, box.selectionStart)?.start;
          close();
          break;
        }
        default:
          return false;
      }
      event.preventDefault();
      return true;
    },
  };
}
