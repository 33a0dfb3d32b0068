/** The buttons that take a turn along: the whole answer, and the request that gives it to a program. */
import { html, type TemplateResult } from 'lit';
import type { ChatStrings } from '../../chat/strings';
import type { Turn } from '../../chat/turns';
import { iconTemplate } from './icons';

export type CopyAnswer = (turn: Turn, button: HTMLButtonElement) => void;

export function copyAnswer(turn: Turn, strings: ChatStrings, copy: CopyAnswer): TemplateResult {
  return html`<button
    type="button"
    class="icon-button"
    title=${strings.copyAnswer}
    aria-label=${strings.copyAnswer}
    @click=${(event: Event) => {
      if (event.currentTarget instanceof HTMLButtonElement) copy(turn, event.currentTarget);
    }}
  >
    ${iconTemplate('copy')}
  </button>`;
}

export function copyRequest(turn: Turn, strings: ChatStrings, copy: (turn: string) => void): TemplateResult {
  return html`<button
    type="button"
    class="icon-button"
    title=${strings.copyRequest}
    aria-label=${strings.copyRequest}
    @click=${() => copy(turn.id)}
  >
    ${iconTemplate('terminal')}
  </button>`;
}
