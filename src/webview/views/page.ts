/** The whole page: transcript, box, and the one line that speaks to screen readers. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Model } from '../model';
import { fill, type ChatStrings } from '../strings';
import { composer, type ComposerActions } from './composer';
import { iconTemplate } from './icons';
import { turnView, type AnswerCache, type TurnActions } from './turn';
import { welcome, type WelcomeActions } from './welcome';

export interface PageActions extends ComposerActions, TurnActions, WelcomeActions {
  jumpToLatest(): void;
}

export interface PageSurroundings {
  strings: ChatStrings;
  actions: PageActions;
  answers: AnswerCache;
  /** The end of the transcript is out of sight. */
  isAway: boolean;
}

function announcement({ announcement: news }: Model, strings: ChatStrings): string {
  switch (news?.state) {
    case undefined:
      return '';
    case 'searching':
    case 'answering':
      return strings.searching;
    case 'done':
      return strings.answerReady;
    case 'stopped':
      return strings.answerStopped;
    case 'failed':
      return strings.answerFailed;
  }
}

export function page(model: Model, around: PageSurroundings): TemplateResult {
  const { strings, actions } = around;
  const last = model.turns.length - 1;
  return html`<main class="transcript" id="transcript" aria-label=${strings.transcript} tabindex="0">
      <div class="turns">
        ${model.isReady && model.turns.length === 0 ? welcome(model, strings, actions) : nothing}
        ${repeat(
          model.turns,
          (turn) => turn.id,
          (turn, index) => turnView(turn, index + 1, { ...around, isLast: index === last }),
        )}
      </div>
    </main>
    <div class="foot">
      ${
        around.isAway
          ? html`<button
              type="button"
              class="jump"
              title=${strings.jumpToLatest}
              aria-label=${strings.jumpToLatest}
              @click=${() => actions.jumpToLatest()}
            >
              ${iconTemplate('down')}
            </button>`
          : nothing
      }
      ${composer(model, strings, actions)}
    </div>
    <div class="for-readers" role="status" aria-live="polite">${fill(announcement(model, strings))}</div>`;
}
