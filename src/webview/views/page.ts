/** The whole page: transcript, box, and the live region for screen readers. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Model } from '../model';
import { fill, type ChatStrings } from '../../chat/strings';
import type { Segment } from '../scroll';
import { composer, type ComposerActions, leavesFor } from './composer';
import { turnView, type AnswerCache, type TurnActions, suggestionList } from './turn';

export type PageActions = ComposerActions & TurnActions & WelcomeActions;

interface PageSurroundings {
  strings: ChatStrings;
  actions: PageActions;
  answers: AnswerCache;
  /** The turns to render, and the gaps between them. */
  segments: readonly Segment[];
  /** True when the end of the transcript is not visible. */
  isAway: boolean;
  /** True when the view is too narrow for long labels. */
  isNarrow: boolean;
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
    case 'incomplete':
      return strings.answerStopped;
    case 'failed':
      return strings.answerFailed;
  }
}

const shownOf = ({ isNextOpen, waiting, folders, offer }: Model) => ({
  ...{ isNextOpen, isWaiting: waiting !== undefined, hasFolder: folders.length > 0, offer },
});

/** The rendered turns, keyed by id, so that each keeps its nodes while others come and go. */
function turnsInSight(model: Model, around: PageSurroundings) {
  const count = model.turns.length;
  return repeat(
    around.segments,
    (segment) => (segment.kind === 'gap' ? segment.key : (model.turns[segment.index]?.id ?? segment.index)),
    (segment) => {
      if (segment.kind === 'gap') return html`<div class="gap" .style=${`height: ${segment.height}px`}></div>`;
      const turn = model.turns[segment.index];
      return turn && turnView(turn, segment.index + 1, { ...around, count, ...shownOf(model) });
    },
  );
}

export function page(model: Model, around: PageSurroundings): TemplateResult {
  const { strings, actions, isAway, isNarrow } = around;
  return html`<main class="transcript" id="transcript" aria-label=${strings.transcript} tabindex="0">
      <div class="turns">
        ${model.isReady && !model.isRestoring && model.turns.length === 0 ? welcome(model, strings, actions) : nothing}
        ${model.isRestoring && model.turns.length === 0 ? html`<p class="quiet">${strings.restoring}</p>` : nothing}
        ${
          model.turns.length === 0
            ? nothing
            : html`<div role="feed" aria-label=${strings.transcript}>${turnsInSight(model, around)}</div>`
        }
      </div>
    </main>
    <div class="foot">${composer(model, { strings, actions, isAway, isNarrow })}</div>
    <div class="for-readers" role="status" aria-live="polite">${fill(announcement(model, strings))}</div>`;
}

// Section: an empty chat: an introduction, suggested questions, recent chats, and where data is sent.

interface WelcomeActions {
  ask(question: string): void;
  openConversation(id: string): void;
}

function privacyOf({ answering }: Model, strings: ChatStrings): string {
  const destination = leavesFor(answering);
  return destination === undefined ? strings.privacy : fill(strings.privacyAway, destination);
}

function welcome(model: Model, strings: ChatStrings, actions: WelcomeActions): TemplateResult {
  return html`<div class="welcome">
    <h2>${strings.welcome}</h2>
    <p>${strings.welcomeText}</p>
    ${
      model.starters.length === 0
        ? nothing
        : suggestionList(model.starters, html`<h3>${strings.starters}</h3>`, (text) => actions.ask(text))
    }
    ${
      model.recent.length === 0
        ? nothing
        : html`<section class="recent">
            <h3>${strings.recent}</h3>
            <ul>
              ${model.recent.map(
                (conversation) =>
                  html`<li>
                    <button type="button" @click=${() => actions.openConversation(conversation.id)}>
                      <span>${conversation.name}</span><span class="when">${conversation.when}</span>
                    </button>
                  </li>`,
              )}
            </ul>
          </section>`
    }
    <p class="privacy">${privacyOf(model, strings)}</p>
  </div>`;
}
