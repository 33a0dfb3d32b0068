/** The lines above the box that come and go: indexing, a question that is being edited, something to be told. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ConsentChoice } from '../../chat/messages';
import type { Model } from '../model';
import { fill, type ChatStrings } from '../../chat/strings';
import { iconTemplate } from './icons';

export interface StripActions {
  pauseIndex(isPaused: boolean): void;
  cancelIndex(): void;
  cancelEdit(): void;
  consent(choice: ConsentChoice): void;
}

/**
 * The same buttons as the dialog's, for when that is gone: nothing is sent and nothing answered before one is pressed.
 */
function consentStrip({ waiting }: Model, strings: ChatStrings, actions: StripActions) {
  if (!waiting) return nothing;
  const choices: [ConsentChoice, string][] = [
    ['send', strings.consentSend],
    ['refuse', strings.consentRefuse],
    ['show', strings.consentShow],
  ];
  return html`<div class="strip consent" role="alert">
    <span class="strip-text">${iconTemplate('cloud')}<span>${waiting.question}</span></span>
    <span class="consent-choices">
      ${choices.map(
        ([choice, label]) =>
          html`<button
            type="button"
            class=${choice === 'send' ? 'button' : 'button secondary'}
            @click=${() => actions.consent(choice)}
          >
            ${label}
          </button>`,
      )}
    </span>
  </div>`;
}

/** Told only while there is something to wait for. */
function indexStrip({ index }: Model, strings: ChatStrings, actions: StripActions): TemplateResult | typeof nothing {
  const { done, total, isPaused } = index;
  if (total === 0 && !isPaused) return nothing;
  const counts = [done, total].map((count) => count.toLocaleString());
  const reading = fill(isPaused ? strings.indexingPausedAt : strings.indexing, ...counts);
  const text = total === 0 ? strings.indexingPaused : reading;
  return html`<div class="strip">
    ${total === 0 ? nothing : html`<progress max=${total} .value=${done} aria-label=${reading}></progress>`}
    <span class="strip-text">${text}</span>
    <button type="button" class="link" @click=${() => actions.pauseIndex(!isPaused)}>
      ${isPaused ? strings.resume : strings.pause}
    </button>
    ${
      total === 0
        ? nothing
        : html`<button
            type="button"
            class="link"
            title=${strings.cancelIndexHint}
            aria-label=${strings.cancelIndex}
            @click=${() => actions.cancelIndex()}
          >
            ${strings.cancel}
          </button>`
    }
  </div>`;
}

function editStrip({ editing, turns }: Model, strings: ChatStrings, actions: StripActions) {
  const place = turns.findIndex(({ id }) => id === editing);
  if (place === -1) return nothing;
  const isLast = place === turns.length - 1;
  return html`<div class="strip">
    ${iconTemplate('edit')}<span class="strip-text"
      >${fill(isLast ? strings.editingLast : strings.editingEarlier, place + 1)}</span
    >
    <button type="button" class="link" @click=${() => actions.cancelEdit()}>${strings.cancel}</button>
  </div>`;
}

export function strips(model: Model, strings: ChatStrings, actions: StripActions): TemplateResult {
  return html`${indexStrip(model, strings, actions)} ${editStrip(model, strings, actions)}
  ${consentStrip(model, strings, actions)}
  ${
    model.notice === undefined
      ? nothing
      : html`<div class="notice" role="alert">${iconTemplate('warning')}<span>${model.notice}</span></div>`
  }`;
}
