/** An empty chat: what this is, questions to begin with, chats to go on with, and where the bytes stay. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Model } from '../model';
import { fill, type ChatStrings } from '../../chat/strings';
import { leavesFor } from './boxTools';
import { suggestionList } from './turn';

export interface WelcomeActions {
  ask(question: string): void;
  openConversation(id: string): void;
}

function privacyOf({ answering }: Model, strings: ChatStrings): string {
  const destination = leavesFor(answering);
  return destination === undefined ? strings.privacy : fill(strings.privacyAway, destination);
}

export function welcome(model: Model, strings: ChatStrings, actions: WelcomeActions): TemplateResult {
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
