/** The part below an answer: its sources, people who could help, and buttons that copy or export the answer. */
import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { fill, type ChatStrings } from '../../chat/strings';
import { isNarrowed } from '../../chat/chips';
import { type Source, type Turn, isRunning, tierOf, type Helper } from '../../chat/turns';
import { chipLabel } from './chips';
import { iconTemplate } from './icons';

// Section: the sources of an answer: the numbered list below it, and an expandable list of everything found.

export type OpenSource = (turn: string, list: 'sources' | 'found', index: number) => void;

function lineText(source: Source, strings: ChatStrings): string {
  if (!source.lines) return '';
  const { start, end } = source.lines;
  return start === end ? fill(strings.line, start) : fill(strings.lines, start, end);
}

export const shortLines = ({ lines }: Pick<Source, 'lines'>): string => {
  if (!lines) return '';
  return lines.start === lines.end ? `${lines.start}` : `${lines.start}–${lines.end}`;
};

/** Text for tooltip and screen reader: the whole path, and why the source is gone. */
export function sourceHint(source: Source, strings: ChatStrings): string {
  const directory = source.directory === '' ? '' : `${source.directory}/`;
  const place = source.isSelection ? source.name || strings.selectedCode : `${directory}${source.name}`;
  const lines = lineText(source, strings);
  const whole = lines === '' ? place : `${place}, ${lines}`;
  if (source.gone !== undefined) return `${whole}. ${source.gone}`;
  return source.isMoved ? `${whole}. ${strings.moved}` : whole;
}

/** A bar for a score, drawn with SVG attributes, because the page's policy forbids inline styles. */
function scoreBar(score: number): TemplateResult {
  return html`<svg class="score" viewBox="0 0 20 4" aria-hidden="true">
    <rect class="score-all" width="20" height="4" rx="2"></rect>
    <rect class="score-part" width=${Math.max(2, Math.round(score * 20))} height="4" rx="2"></rect>
  </svg>`;
}

/** The name of a source, with its folder where another one of the list has the same name. */
export function nameAmong(sources: readonly Source[], { name, directory }: Source): string {
  const isShared = sources.some((one) => one.name === name && one.directory !== directory);
  return isShared && directory !== '' ? `${directory.split('/').at(-1)!}/${name}` : name;
}

function row(
  turn: Turn,
  list: 'sources' | 'found',
  index: number,
  { strings, open }: { strings: ChatStrings; open: OpenSource },
): TemplateResult | typeof nothing {
  const source = turn[list][index];
  if (!source) return nothing;
  const hint = sourceHint(source, strings);
  return html`<li>
    <button
      type="button"
      class=${classMap({ source: true, gone: source.gone !== undefined })}
      title=${hint}
      @click=${() => open(turn.id, list, index)}
    >
      ${
        list === 'sources'
          ? html`<span class="source-number"><span class="for-readers">${strings.source} </span>${index + 1}</span>`
          : nothing
      }
      ${source.asset === undefined ? nothing : iconTemplate('asset')}
      <span class="source-name"
        >${source.isSelection ? source.name || strings.selectedCode : nameAmong(turn[list], source)}</span
      >
      <span class="source-lines">${shortLines(source)}</span>
      <span class="source-directory"><bdi>${source.directory}</bdi></span>
      ${list === 'sources' || source.score === undefined ? nothing : scoreBar(source.score)}
    </button>
    ${list === 'found' ? whyLine(source, strings) : nothing}
  </li>`;
}

/** The button that repeats a question whose sources have changed. */
function askAgain(turn: Turn, strings: ChatStrings, retry: (turn: string) => void): TemplateResult | typeof nothing {
  if (turn.sources.every(({ gone }) => gone === undefined)) return nothing;
  return html`<button type="button" class="link ask-again" @click=${() => retry(turn.id)}>${strings.askAgain}</button>`;
}

export function sourceList(
  turn: Turn,
  strings: ChatStrings,
  actions: {
    openSource: OpenSource;
    copyAnswer: CopyAnswer;
    copyRequest: (turn: string) => void;
    retry: (turn: string) => void;
  },
): TemplateResult | typeof nothing {
  if (turn.sources.length === 0) return nothing;
  // A built-in answer names each place in its text, so the list needs only a line or two of numbers to open.
  const isNamedAbove = turn.kind !== undefined;
  return html`<section class=${classMap({ sources: true, compact: isNamedAbove })}>
    <div class="sources-head">
      <h4>${strings.sources}</h4>
      ${askAgain(turn, strings, actions.retry)} ${copyRequest(turn, strings, actions.copyRequest)}
      ${copyAnswer(turn, strings, actions.copyAnswer)}
    </div>
    <ol>
      ${turn.sources.map((_, index) => row(turn, 'sources', index, { strings, open: actions.openSource }))}
    </ol>
  </section>`;
}

/** The scope and numbers of a search: "Searched 365 files in src", "20 considered", "5 cited". */
function searchedTexts({ searched, found, sources, chips }: Turn, strings: ChatStrings): string[] {
  const considered = found.length === 1 ? strings.onePassageFound : fill(strings.passagesFound, found.length);
  if (!searched) return [considered];
  const { files, documents } = searched;
  const [only] = chips;
  const isPlace = only?.kind === 'workspace' || only?.kind === 'file' || only?.kind === 'folder';
  const place = chips.length === 1 && isPlace && files > 0 ? fill(strings.inPlace, chipLabel(only, strings)) : '';
  const parts = [
    ...(files > 0 ? [fill(files === 1 ? strings.searchedFile : strings.searchedFiles, files.toLocaleString())] : []),
    ...(documents > 0 ? [documentsText(documents, chips, strings)] : []),
  ];
  if (parts.length === 0) return [considered];
  const whole = `${fill(strings.searched, parts.join(', '))}${place === '' ? '' : ` ${place}`}`;
  const cited = sources.length > 0 ? [fill(strings.cited, sources.length)] : [];
  return [whole, considered, ...cited];
}

function documentsText(count: number, chips: Turn['chips'], strings: ChatStrings): string {
  const selection = chips.find((chip) => chip.kind === 'selection');
  if (count > 1) return fill(strings.searchedAssets, count.toLocaleString());
  if (!selection) return strings.searchedAsset;
  const lines = selection.lines.end - selection.lines.start + 1;
  return lines === 1 ? fill(strings.selectedLine, selection.name) : fill(strings.selectedLines, lines, selection.name);
}

/** The button that asks a narrowed question of the workspace, below an answer that found nothing or is unsure. */
export function searchWorkspace(
  turn: Turn,
  strings: ChatStrings,
  search: (turn: string) => void,
): TemplateResult | typeof nothing {
  const tier = tierOf(turn);
  const isWeak = tier === 'absent' || tier === 'unsure';
  if (isRunning(turn) || !isWeak || !isNarrowed(turn.chips)) return nothing;
  return html`<button type="button" class="link wider" @click=${() => search(turn.id)}>
    ${strings.searchWorkspace}
  </button>`;
}

/** Why a passage was considered: matching words, and the reasons for and against it. */
function whyLine({ words = [], reasons = [] }: Source, strings: ChatStrings): TemplateResult | typeof nothing {
  const parts = [
    ...(words.length > 0 ? [fill(strings.hasWords, words.slice(0, maxWords).join(', '))] : []),
    ...reasons.map((reason) => strings.reasons[reason]),
  ];
  return parts.length === 0 ? nothing : html`<p class="why">${parts.join(' · ')}</p>`;
}

const maxWords = 6;

/** Most passages shown, the best first. */
const maxFound = 20;

export function foundDisclosure(turn: Turn, strings: ChatStrings, open: OpenSource): TemplateResult | typeof nothing {
  if (turn.found.length === 0 && turn.skipped.length === 0 && !turn.searched) return nothing;
  const [first, ...others] = searchedTexts(turn, strings);
  return html`<details class="found">
    <summary title=${[first, ...others].join(' · ')}>
      ${iconTemplate('chevron')}
      <span class="searched"><span>${first}</span>${others.map((text) => html`<span> · ${text}</span>`)}</span>
    </summary>
    <h5>${strings.whyThese}</h5>
    <ul>
      ${turn.found.slice(0, maxFound).map((_, index) => row(turn, 'found', index, { strings, open }))}
    </ul>
    ${
      turn.skipped.length === 0
        ? nothing
        : html`<h5>${strings.notSearched}</h5>
            <ul class="skipped">
              ${turn.skipped.map(({ path, reason }) => html`<li><span>${path}</span> ${reason}</li>`)}
            </ul>`
    }
  </details>`;
}

// Section: buttons that copy the whole answer, or the request that yields it.

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

function copyRequest(turn: Turn, strings: ChatStrings, copy: (turn: string) => void): TemplateResult {
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

// Section: people who could help: one line with the likeliest and the reason; the others can be expanded.

export function helperRow(
  turn: Turn,
  strings: ChatStrings,
  ask: (turn: string) => void,
): TemplateResult | typeof nothing {
  if (isRunning(turn) || !turn.mayHaveHelpers) return nothing;
  if (!turn.helpers) {
    return html`<button type="button" class="link helpers-ask" @click=${() => ask(turn.id)}>
      ${strings.whoCouldHelp}
    </button>`;
  }
  if (turn.helpers.length === 0) {
    // A search without a result shows its reason.
    const [note] = turn.helperNotes ?? [];
    return html`<p class="helpers-none">${note ?? strings.nobody}</p>`;
  }
  const [first, ...others] = turn.helpers;
  if (!first) return nothing;
  const line = html`<h4>${strings.couldHelp}</h4>
    <span class="helper-first"><strong>${first.name}</strong> ${first.reason}</span>`;
  if (others.length === 0) return html`<section class="helpers" title=${hintOf(first)}>${line}</section>`;
  return html`<details class="helpers">
    <summary title=${hintOf(first)}>
      ${line}<span class="helper-more">${fill(strings.moreHelpers, others.length)}</span>${iconTemplate('chevron')}
    </summary>
    <ul>
      ${others.map(
        (helper) =>
          html`<li title=${hintOf(helper)}>
            ${iconTemplate('person')}<span><strong>${helper.name}</strong> ${helper.reason}</span>
          </li>`,
      )}
    </ul>
  </details>`;
}

/** The full text as a tooltip, because the line is cut at the edge of the view. */
const hintOf = ({ name, email, reason }: Helper): string =>
  [`${name} ${reason}`, ...(email === undefined ? [] : [email])].join('\n');
