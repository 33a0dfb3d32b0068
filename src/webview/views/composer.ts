/** The question box with its chips, and the one button that sends or stops. */
import { html, nothing, type TemplateResult } from 'lit';
import { runningTurn, type Model } from '../model';
import type { ChatStrings } from '../strings';
import { chipRow, type ChipActions } from './chips';
import { iconTemplate } from './icons';

export interface ComposerActions extends ChipActions {
  send(): void;
  stop(): void;
  typed(text: string): void;
  pressed(event: KeyboardEvent): void;
}

export function composer(model: Model, strings: ChatStrings, actions: ComposerActions): TemplateResult {
  const running = runningTurn(model);
  return html`<div class="composer">
    ${
      model.notice === undefined
        ? nothing
        : html`<div class="notice" role="alert">${iconTemplate('warning')}<span>${model.notice}</span></div>`
    }
    <div class="box">
      ${chipRow(model, strings, actions)}
      <div class="box-line">
        <textarea
          id="question"
          rows="1"
          spellcheck="false"
          maxlength="100000"
          aria-label=${strings.boxLabel}
          placeholder=${model.turns.length === 0 ? strings.boxHint : strings.followUpHint}
          @input=${(event: Event) => {
            if (event.target instanceof HTMLTextAreaElement) actions.typed(event.target.value);
          }}
          @keydown=${(event: KeyboardEvent) => actions.pressed(event)}
        ></textarea>
        ${
          running
            ? html`<button
                type="button"
                class="send stop"
                title=${strings.stop}
                aria-label=${strings.stop}
                @click=${() => actions.stop()}
              >
                ${iconTemplate('stop')}
              </button>`
            : html`<button
                type="button"
                class="send"
                title=${strings.send}
                aria-label=${strings.send}
                @click=${() => actions.send()}
              >
                ${iconTemplate('send')}
              </button>`
        }
      </div>
    </div>
  </div>`;
}
