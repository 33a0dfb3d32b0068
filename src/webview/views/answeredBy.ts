/** Below an answer that a model wrote: which one, where the passages went, and what of them was not sent. */
import { html, nothing, type TemplateResult } from 'lit';
import { fill, type ChatStrings } from '../../chat/strings';
import type { Turn } from '../../chat/turns';
import { iconTemplate } from './icons';

export function answeredBy(
  { model, sources, notes = [] }: Turn,
  strings: ChatStrings,
): TemplateResult | typeof nothing {
  if (!model) return nothing;
  return html`<div class="answered-by">
    ${iconTemplate('cloud')}<span
      >${fill(sources.length > 0 ? strings.answeredByCiting : strings.answeredBy, model.name, model.destination)}</span
    >
    ${notes.map((note) => html`<span class="note">${note}</span>`)}
  </div>`;
}
