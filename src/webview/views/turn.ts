/** A turn of the transcript: the question, its answer, and the parts that belong to the answer. */
import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { guard } from 'lit/directives/guard.js';
import type { LocalOffer } from '../../chat/messages';
import { fill, type ChatStrings } from '../../chat/strings';
import { isRunning, tierOf, type Source, type Turn } from '../../chat/turns';
import { answerBody, quotedFrom, withGaps } from '../citations';
import type { AnswerNodes } from '../markdown/blocks';
import { chipRecord } from './chips';
import {
  copyAnswer,
  type CopyAnswer,
  helperRow,
  foundDisclosure,
  shortLines,
  searchWorkspace,
  sourceHint,
  sourceList,
  type OpenSource,
} from './sources';
import { icon, iconTemplate } from './icons';
import { withFoldedPlaces } from './places';

export interface TurnActions {
  edit(turn: Turn): void;
  askForHelpers(turn: string): void;
  openSource: OpenSource;
  retry(turn: string): void;
  searchWorkspace(turn: string): void;
  answerBuiltIn(turn: string): void;
  ask(question: string): void;
  openNext(isOpen: boolean): void;
  takeOffer(isTaken: boolean): void;
  copyAnswer: CopyAnswer;
  copyRequest: (turn: string) => void;
}

/** The answers' DOM nodes, by turn; dropped with their conversation. */
export class AnswerCache {
  readonly #answers = new Map<string, AnswerNodes>();
  #make: ((strings: ChatStrings) => AnswerNodes) | undefined;

  constructor(private readonly strings: ChatStrings) {}

  /** Sets the Markdown renderer once its script is loaded; until then answers are blank. */
  drawWith(make: (strings: ChatStrings) => AnswerNodes): void {
    this.#make = make;
  }

  get canDraw(): boolean {
    return this.#make !== undefined;
  }

  nodes(turn: Turn): readonly HTMLElement[] {
    if (!this.#make) return [];
    let answer = this.#answers.get(turn.id);
    if (!answer) this.#answers.set(turn.id, (answer = this.#make(this.strings)));
    const nodes = answer.update(answerBody(turn.text), isRunning(turn));
    const { strings } = this;
    const redraw = answer.redraw.bind(answer);
    for (const node of nodes) {
      for (const block of node.matches('.code-block') ? [node] : node.querySelectorAll<HTMLElement>('.code-block')) {
        markQuote(block, turn, strings);
        markGaps(block, turn, { strings, redraw });
      }
      markCitations(node, turn, this.strings);
    }
    return withFoldedPlaces(nodes, turn);
  }

  keepOnly(ids: ReadonlySet<string>): void {
    for (const id of this.#answers.keys()) if (!ids.has(id)) this.#answers.delete(id);
  }
}

/** Turns citation numbers into buttons, once their sources are known. */
function markCitations(node: HTMLElement, turn: Turn, strings: ChatStrings): void {
  for (const button of node.querySelectorAll<HTMLButtonElement>('button[data-citation]')) {
    const number = Number(button.dataset.citation);
    const source = turn.sources[number - 1];
    button.disabled = !source;
    if (!source) continue;
    const hint = sourceHint(source, strings);
    if (button.classList.contains('code-place')) continue;
    button.title = hint;
    button.setAttribute(
      'aria-label',
      fill(source.asset === undefined ? strings.openSource : strings.openAsset, number, hint),
    );
    button.classList.toggle('gone', source.gone !== undefined);
  }
}

/** The code of blocks as the answer has it, while they show the rows that it leaves out too. */
const excerpts = new WeakMap<HTMLElement, string>();

const codeOf = (block: HTMLElement): string => excerpts.get(block) ?? block.querySelector('pre')?.textContent ?? '';

/** Adds the source as a heading to quoted code, and removes the button to apply it. */
function markQuote(block: HTMLElement, { sources }: Turn, strings: ChatStrings): void {
  const quote = quotedFrom(codeOf(block), sources);
  const source = quote && sources[quote.index];
  const apply = block.querySelector<HTMLElement>('[data-code="apply"]');
  if (apply) apply.hidden = quote !== undefined;
  const language = block.querySelector<HTMLElement>('.code-language');
  const known = block.querySelector('.code-place');
  if (language) language.hidden = source !== undefined;
  if (!source || !language) known?.remove();
  else {
    const place = codePlace({ ...source, lines: quote.lines }, quote.index, strings);
    if (known) known.replaceWith(place);
    else language.after(place);
  }
}

interface Drawing {
  strings: ChatStrings;
  redraw: (block: HTMLElement, text: string) => void;
}

/** Adds a button to quoted code that leaves rows out, which shows them and hides them again. */
function markGaps(block: HTMLElement, { sources }: Turn, { strings, redraw }: Drawing): void {
  const code = codeOf(block);
  const whole = withGaps(code, sources);
  const known = block.querySelector<HTMLButtonElement>('.unfold');
  if (!whole) {
    known?.remove();
    return;
  }
  const button = known ?? unfoldButton();
  if (!known) block.querySelector('.code-others')?.prepend(button);
  const label = () => {
    const isWhole = excerpts.has(block);
    button.title = isWhole ? strings.fold : fill(strings.unfold, whole.added);
    button.setAttribute('aria-label', button.title);
    button.setAttribute('aria-expanded', String(isWhole));
  };
  button.onclick = () => {
    const isWhole = excerpts.has(block);
    redraw(block, isWhole ? code : whole.text);
    if (isWhole) excerpts.delete(block);
    else excerpts.set(block, code);
    label();
  };
  label();
}

function unfoldButton(): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'icon-button unfold';
  button.append(icon('unfold'));
  return button;
}

/** A heading that opens the source, as its citation does. */
function codePlace(source: Source, index: number, strings: ChatStrings): HTMLButtonElement {
  const place = document.createElement('button');
  place.type = 'button';
  place.className = 'code-place';
  place.dataset.citation = String(index + 1);
  place.title = sourceHint(source, strings);
  const name = document.createElement('span');
  name.textContent = source.name;
  const lines = document.createElement('span');
  lines.className = 'source-lines';
  lines.textContent = shortLines(source);
  place.append(name, lines);
  return place;
}

function question(turn: Turn, number: number, { strings, actions, count }: TurnSurroundings): TemplateResult {
  const label = fill(strings.questionNumber, number);
  return html`<article
    class="question"
    aria-label=${label}
    aria-posinset=${2 * number - 1}
    aria-setsize=${2 * count}
    tabindex="-1"
  >
    <h3 class="for-readers">${label}</h3>
    <div class="bubble-line">
      <button
        type="button"
        class="icon-button edit"
        title=${strings.edit}
        aria-label=${fill(strings.editNumber, number)}
        @click=${() => actions.edit(turn)}
      >
        ${iconTemplate('edit')}
      </button>
      <div class="bubble">${inlineCode(turn.question)}</div>
    </div>
    ${chipRecord(turn.chips, strings)}
  </article>`;
}

function progress(turn: Turn, { strings, isWaiting }: TurnSurroundings): TemplateResult | typeof nothing {
  if (!isRunning(turn)) return nothing;
  const doing = turn.state === 'searching' ? strings.searching : strings.answering;
  return html`<div class="progress">
    <span class="pulse" aria-hidden="true"></span>${isWaiting ? strings.waitingForYou : doing}
  </div>`;
}

function unfinishedText({ state, text }: Turn, strings: ChatStrings): string {
  if (state === 'stopped') return strings.stopped;
  return text === '' ? strings.notAnswered : strings.incomplete;
}

function failure(turn: Turn, strings: ChatStrings, actions: TurnActions): TemplateResult | typeof nothing {
  const isFailed = turn.state === 'failed';
  if (!isFailed && turn.state !== 'stopped' && turn.state !== 'incomplete') return nothing;
  const text = isFailed ? (turn.error ?? strings.answerFailed) : unfinishedText(turn, strings);
  return html`<div class=${isFailed ? 'failure' : 'stopped'}>
    ${iconTemplate(isFailed ? 'warning' : 'stop')}<span>${text}</span>
    <button type="button" class="link" @click=${() => actions.retry(turn.id)}>${strings.tryAgain}</button>
    ${
      isFailed && turn.isByModel
        ? html`<button type="button" class="link" @click=${() => actions.answerBuiltIn(turn.id)}>
            ${strings.answerBuiltIn}
          </button>`
        : nothing
    }
  </div>`;
}

/** The list of what was considered, and the copy button when no source list carries it. */
function footer(turn: Turn, strings: ChatStrings, actions: TurnActions): TemplateResult | typeof nothing {
  if (isRunning(turn)) return nothing;
  return html`<div class="answer-footer">
    ${foundDisclosure(turn, strings, actions.openSource)}
    ${turn.text === '' || turn.sources.length > 0 ? nothing : copyAnswer(turn, strings, actions.copyAnswer)}
  </div>`;
}

function answer(turn: Turn, number: number, around: TurnSurroundings): TemplateResult {
  const { strings, actions, answers, count } = around;
  const label = fill(strings.answerNumber, number);
  return html`<article
    class="answer"
    data-turn=${turn.id}
    data-tier=${tierOf(turn) ?? nothing}
    aria-label=${label}
    aria-posinset=${2 * number}
    aria-setsize=${2 * count}
    aria-busy=${isRunning(turn) ? 'true' : 'false'}
    tabindex="-1"
  >
    <h3 class="for-readers">${label}</h3>
    <div class="markdown">${answers.nodes(turn)}</div>
    ${progress(turn, around)} ${failure(turn, strings, actions)}
    ${around.hasFolder ? searchWorkspace(turn, strings, (id) => actions.searchWorkspace(id)) : nothing}
    ${isRunning(turn) ? nothing : sourceList(turn, strings, actions)} ${answeredBy(turn, strings)}
    ${footer(turn, strings, actions)} ${helperRow(turn, strings, (id) => actions.askForHelpers(id))}
    ${localOffer(turn, around)} ${number === count ? followUps(turn, around) : nothing}
  </article>`;
}

/** The offer of a local model, shown once, below the first weak answer. */
function localOffer(turn: Turn, { strings, actions, offer }: TurnSurroundings): TemplateResult | typeof nothing {
  if (offer?.turn !== turn.id) return nothing;
  return html`<p class="offer">
    ${fill(strings.localOffer, offer.model, offer.server)}
    <button type="button" class="link" @click=${() => actions.takeOffer(true)}>${strings.takeOffer}</button>
    <button type="button" class="link" @click=${() => actions.takeOffer(false)}>${strings.leaveOffer}</button>
  </p>`;
}

interface TurnSurroundings {
  strings: ChatStrings;
  actions: TurnActions;
  answers: AnswerCache;
  /** Number of turns in the chat. */
  count: number;
  /** True when all follow-up questions are shown, not only the first. */
  isNextOpen: boolean;
  /** True while a consent is pending. */
  isWaiting: boolean;
  /** True when there is a workspace to search. */
  hasFolder: boolean;
  offer: LocalOffer | undefined;
}

/** Renders a turn again only when its object has changed, so that a paint of a long chat stays cheap. */
export function turnView(turn: Turn, number: number, around: TurnSurroundings): TemplateResult {
  return html`<div class="turn" data-turn=${turn.id}>
    ${guard(
      [
        turn,
        number,
        around.count,
        around.answers.canDraw,
        around.isNextOpen,
        around.isWaiting,
        around.hasFolder,
        around.offer,
      ],
      () => html`${question(turn, number, around)} ${answer(turn, number, around)}`,
    )}
  </div>`;
}

/** The first follow-up question, and a button that shows the others. */
function followUps(turn: Turn, { strings, actions, isNextOpen }: TurnSurroundings): TemplateResult | typeof nothing {
  if (isRunning(turn) || turn.followUps.length === 0) return nothing;
  const [, ...others] = turn.followUps;
  const shown = isNextOpen ? turn.followUps : turn.followUps.slice(0, 1);
  const more = isNextOpen ? strings.fewerFollowUps : fill(strings.moreFollowUps, others.length);
  return html`<section class=${classMap({ next: true, folded: !isNextOpen })}>
    <div class="next-head">
      <h4>${strings.followUps}</h4>
      ${
        others.length === 0
          ? nothing
          : html`<button
              type="button"
              class="link more"
              aria-expanded=${isNextOpen ? 'true' : 'false'}
              @click=${() => actions.openNext(!isNextOpen)}
            >
              ${more}
            </button>`
      }
    </div>
    ${suggestionList(shown, html``, (text) => actions.ask(text))}
  </section>`;
}

/**
 * Questions to click, or to choose with a number key.
 * @param heading level, one below the heading above it
 */
export function suggestionList(
  texts: readonly string[],
  heading: TemplateResult,
  ask: (text: string) => void,
): TemplateResult {
  return html`<section class="suggestions">
    ${heading}
    <ul>
      ${texts.map(
        (text, index) =>
          html`<li>
            <button type="button" class="suggestion" @click=${() => ask(text)}>
              <span>${inlineCode(text)}</span><kbd aria-hidden="true">${index + 1}</kbd>
            </button>
          </li>`,
      )}
    </ul>
  </section>`;
}

function answeredBy({ model, sources, notes = [] }: Turn, strings: ChatStrings): TemplateResult | typeof nothing {
  if (!model) return nothing;
  return html`<div class="answered-by">
    ${iconTemplate('cloud')}<span
      >${fill(sources.length > 0 ? strings.answeredByCiting : strings.answeredBy, model.name, model.destination)}</span
    >
    ${notes.map((note) => html`<span class="note">${note}</span>`)}
  </div>`;
}

/** Renders names in backticks as code, and the rest as plain text. */
function inlineCode(text: string): (string | TemplateResult)[] {
  return text.split(/`([^`\n]+)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
