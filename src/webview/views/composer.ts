/** The question box with its chips, and the one button that sends or stops. */
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { runningTurn, type Model } from '../model';
import type { ChatStrings } from '../../chat/strings';
import { chipIcon, chipRow, type ChipActions } from './chips';
import type { MentionItem } from '../../chat/mentions';
import { boxTools, type ModelActions } from './boxTools';
import { iconTemplate } from './icons';
import { strips, type StripActions } from './strips';

export interface ComposerActions extends ChipActions, StripActions, ModelActions {
  mention(item: MentionItem): void;
  send(): void;
  stop(): void;
  typed(text: string): void;
  /** The focus went elsewhere. */
  left(): void;
  pressed(event: KeyboardEvent): void;
  jumpToLatest(): void;
}

const mentionListId = 'mentions';
const mentionId = (index: number): string => `mention-${index}`;

/** The list over the box while an `@` is typed. */
function mentionList(
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

interface ComposerSurroundings {
  strings: ChatStrings;
  actions: ComposerActions;
  /** The end of the transcript is out of sight. */
  isAway: boolean;
}

/** Beside the button that sends: over the transcript it would lie on somebody's words. */
function jump({ strings, actions, isAway }: ComposerSurroundings): TemplateResult | typeof nothing {
  if (!isAway) return nothing;
  return html`<button
    type="button"
    class="icon-button jump"
    title=${strings.jumpToLatest}
    aria-label=${strings.jumpToLatest}
    @click=${() => actions.jumpToLatest()}
  >
    ${iconTemplate('down')}
  </button>`;
}

export function composer(model: Model, around: ComposerSurroundings): TemplateResult {
  const { strings, actions } = around;
  const running = runningTurn(model);
  const hasList = (model.mentions?.items?.length ?? 0) > 0;
  return html`<div class="composer">
    ${strips(model, strings, actions)} ${mentionList(model, strings, (item) => actions.mention(item))}
    <div class="box">
      ${chipRow(model, strings, actions)}
      <textarea
        id="question"
        rows="1"
        spellcheck="false"
        maxlength="100000"
        aria-label=${strings.boxLabel}
        aria-autocomplete="list"
        aria-controls=${ifDefined(hasList ? mentionListId : undefined)}
        aria-activedescendant=${ifDefined(hasList ? mentionId(model.mentions?.chosen ?? 0) : undefined)}
        placeholder=${model.turns.length === 0 ? strings.boxHint : strings.followUpHint}
        @input=${(event: Event) => {
          if (event.target instanceof HTMLTextAreaElement) actions.typed(event.target.value);
        }}
        @keydown=${(event: KeyboardEvent) => actions.pressed(event)}
        @blur=${() => actions.left()}
      ></textarea>
      <div class="box-line">
        ${boxTools(model, strings, actions)} ${jump(around)}
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
