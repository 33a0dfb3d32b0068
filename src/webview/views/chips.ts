/** Chips: removable ones above the box, and read-only ones below a question, which show its context. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { chipKey, pathLabel, type ContextChip } from '../../chat/chips';
import { offeredChips, type Model } from '../model';
import { fill, type ChatStrings } from '../../chat/strings';
import { iconTemplate, type IconName } from './icons';

const icons: Record<ContextChip['kind'], IconName> = {
  workspace: 'workspace',
  everything: 'everything',
  selection: 'selection',
  file: 'file',
  folder: 'folder',
  asset: 'asset',
  symbol: 'symbol',
  changes: 'changes',
  problems: 'warning',
};

export const chipIcon = ({ kind }: ContextChip): IconName => icons[kind];

/** @param among the chips beside it, from which a name alone may not tell it */
export function chipLabel(chip: ContextChip, strings: ChatStrings, among: readonly ContextChip[] = []): string {
  switch (chip.kind) {
    case 'workspace':
      return strings.workspace;
    case 'everything':
      return strings.everything;
    case 'selection': {
      const { start, end } = chip.lines;
      return `${chip.name}:${start === end ? start : `${start}-${end}`}`;
    }
    case 'file':
    case 'folder':
      return pathLabel(chip.path, among);
    case 'asset':
    case 'symbol':
      return chip.name;
    case 'changes':
      return strings.changes;
    case 'problems':
      return strings.problems;
  }
}

function chipHint(chip: ContextChip, model: Pick<Model, 'folders'>, strings: ChatStrings): string {
  switch (chip.kind) {
    case 'workspace':
      return fill(strings.workspaceHint, model.folders.join(', '));
    case 'everything':
      return strings.everythingHint;
    case 'selection':
      return fill(strings.selectionHint, chipLabel(chip, strings));
    case 'file':
      return fill(strings.fileHint, chip.path);
    case 'folder':
      return fill(strings.folderHint, chip.path);
    case 'asset':
      return fill(strings.assetHint, chip.name);
    case 'symbol':
      return fill(strings.symbolHint, chip.name, chip.file);
    case 'changes':
      return strings.changesHint;
    case 'problems':
      return strings.problemsHint;
  }
}

export interface ChipActions {
  addChip(chip: ContextChip): void;
  removeChip(chip: ContextChip): void;
  addContext(): void;
}

/** The row above the box: the chosen chips, the offered ones, and the plus button. */
export function chipRow(model: Model, strings: ChatStrings, actions: ChipActions): TemplateResult {
  return html`<div class="chips" role="group" aria-label=${strings.context}>
    <button
      type="button"
      class="chip chip-add"
      title=${strings.addContext}
      aria-label=${strings.addContext}
      @click=${() => actions.addContext()}
    >
      ${iconTemplate('add')}
    </button>
    ${repeat(model.chips, chipKey, (chip) => chosenChip(chip, model, strings, actions))}
    ${offeredChips(model).map(
      (chip) =>
        html`<button
          type="button"
          class="chip chip-offered"
          title=${chipHint(chip, model, strings)}
          aria-label=${fill(strings.addChip, chipLabel(chip, strings))}
          @click=${() => actions.addChip(chip)}
        >
          ${iconTemplate(icons[chip.kind])}<span>${chipLabel(chip, strings)}</span>
        </button>`,
    )}
  </div>`;
}

function chosenChip(chip: ContextChip, model: Model, strings: ChatStrings, actions: ChipActions): TemplateResult {
  const label = chipLabel(chip, strings, model.chips);
  // A long name is cut, but its line numbers are not.
  const [name, lines] = chip.kind === 'selection' ? [chip.name, label.slice(chip.name.length)] : [label, ''];
  return html`<span class="chip" title=${chipHint(chip, model, strings)}>
    ${iconTemplate(icons[chip.kind])}<span class="chip-text"><span class="chip-label">${name}</span>${lines}</span
    ><button
      type="button"
      class="chip-remove"
      title=${fill(strings.removeChip, label)}
      aria-label=${fill(strings.removeChip, label)}
      @click=${() => actions.removeChip(chip)}
    >
      ${iconTemplate('close')}
    </button>
  </span>`;
}

/** The context of a question, in words. */
export function chipRecord(chips: readonly ContextChip[], strings: ChatStrings): TemplateResult | typeof nothing {
  if (chips.length === 0) return nothing;
  return html`<div class="asked-of" aria-label=${strings.askedOf}>
    ${chips.map(
      (chip) =>
        html`<span class="asked-chip"
          >${iconTemplate(icons[chip.kind])}<span>${chipLabel(chip, strings, chips)}</span></span
        >`,
    )}
  </div>`;
}
