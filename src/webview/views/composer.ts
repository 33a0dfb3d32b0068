/** The question box with its chips, and the button that sends or stops. */
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { runningTurn, type Model } from '../model';
import { type ChatStrings, fill } from '../../chat/strings';
import { chipIcon, chipRow, type ChipActions } from './chips';
import type { MentionItem } from '../../chat/chips';
import { iconTemplate } from './icons';
import type { AnsweringModel, ConsentChoice } from '../../chat/messages';

export interface ComposerActions extends ChipActions, StripActions, ModelActions {
  mention(item: MentionItem): void;
  send(): void;
  stop(): void;
  typed(text: string): void;
  /** Called when the box loses the focus. */
  left(): void;
  pressed(event: KeyboardEvent): void;
  jumpToLatest(): void;
}

const mentionListId = 'mentions';
const mentionId = (index: number): string => `mention-${index}`;

/** The suggestion list above the box while an `@` is typed. */
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
  /** True when the end of the transcript is not visible. */
  isAway: boolean;
  /** True when the view is too narrow for long labels. */
  isNarrow: boolean;
}

function hintOf({ turns }: Model, { strings, isNarrow }: ComposerSurroundings): string {
  if (isNarrow) return strings.narrowHint;
  return turns.length === 0 ? strings.boxHint : strings.followUpHint;
}

/** The button that scrolls to the end. It is beside the send button, where it covers no text. */
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
        placeholder=${hintOf(model, around)}
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

// Section: the left end of the box's last line: the answering model, and where the question is sent.

interface ModelActions {
  chooseModel(): void;
}

/** Shows the answering model; a click offers the others. */
function boxTools({ answering }: Model, strings: ChatStrings, actions: ModelActions): TemplateResult {
  const { because } = answering ?? {};
  const [label, hint] = textsOf(answering ?? {}, strings);
  const title = [because ?? hint, strings.chooseModel].join(' ');
  return html`<div class="box-tools">
    <button
      type="button"
      class="egress"
      title=${title}
      aria-label=${`${label}. ${title}`}
      @click=${() => actions.chooseModel()}
    >
      ${iconTemplate(leavesFor(answering) === undefined ? 'shield' : 'cloud')}<span>${label}</span>
    </button>
  </div>`;
}

/** Label and tooltip. The label itself names the destination, so that it is visible without hovering. */
function textsOf({ name, destination, ranking }: AnsweringModel, strings: ChatStrings): [string, string] {
  if (destination === undefined && ranking !== undefined) {
    return [fill(strings.rankedAway, ranking), fill(strings.rankedAwayHint, ranking)];
  }
  if (name === undefined) return [strings.noModel, strings.noModelHint];
  if (destination === undefined) return [fill(strings.modelHere, name), strings.modelHereHint];
  return [fill(strings.modelAway, name, destination), fill(strings.modelAwayHint, destination)];
}

/** The host that receives passages, for an answer or for ranking; undefined when they stay on this machine. */
export function leavesFor({ destination, ranking }: AnsweringModel = {}): string | undefined {
  return destination ?? ranking;
}

// Section: temporary lines above the box: indexing, a question being edited, and notices.

interface StripActions {
  pauseIndex(isPaused: boolean): void;
  cancelIndex(): void;
  cancelEdit(): void;
  consent(choice: ConsentChoice): void;
}

/** The consent buttons, for when the dialog is closed; nothing is sent or answered before one is pressed. */
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

/** Indexing progress, shown only while there is something to wait for. */
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

function strips(model: Model, strings: ChatStrings, actions: StripActions): TemplateResult {
  return html`${indexStrip(model, strings, actions)} ${editStrip(model, strings, actions)}
  ${consentStrip(model, strings, actions)}
  ${
    model.notice === undefined
      ? nothing
      : html`<div class="notice" role="alert">${iconTemplate('warning')}<span>${model.notice}</span></div>`
  }`;
}
