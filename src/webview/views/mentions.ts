/** The list over the box while an `@` is typed. */
import { html, nothing, type TemplateResult } from 'lit';
import type { MentionItem } from '../../chat/mentions';
import type { Model } from '../model';
import type { ChatStrings } from '../../chat/strings';
import { chipIcon } from './chips';
import { iconTemplate } from './icons';

export const mentionListId = 'mentions';
export const mentionId = (index: number): string => `mention-${index}`;

export function mentionList(
  { mentions }: Model,
  strings: ChatStrings,
  choose: (item: MentionItem) => void,
): TemplateResult | typeof nothing {
  if (!mentions?.items) return nothing;
  if (mentions.items.length === 0) return html`<div class="mentions"><p>${strings.nothingNamed}</p></div>`;
  return html`<div class="mentions" role="listbox" id=${mentionListId} aria-label=${strings.mentions}>
    ${mentions.items.map((item, index) => {
      const [chip] = item.chips;
      return html`<div
        class="mention"
        role="option"
        id=${mentionId(index)}
        aria-selected=${index === mentions.chosen ? 'true' : 'false'}
        @mousedown=${(event: Event) => event.preventDefault()}
        @click=${() => choose(item)}
      >
        ${chip ? iconTemplate(chipIcon(chip)) : nothing}<span class="mention-label">${item.label}</span
        ><span class="mention-detail"><bdi>${item.detail}</bdi></span>
      </div>`;
    })}
  </div>`;
}
