/** The row of people who could help, each with the reason. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ChatStrings } from '../strings';
import { isRunning, type Turn } from '../turns';
import { iconTemplate } from './icons';

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
    // Asked for in vain: the reason is worth a line, silence is not.
    const [note] = turn.helperNotes ?? [];
    return html`<p class="helpers-none">${note ?? strings.nobody}</p>`;
  }
  return html`<section class="helpers">
    <h4>${strings.couldHelp}</h4>
    <ul>
      ${turn.helpers.map(
        ({ name, email, reason }) =>
          html`<li title=${email ?? name}>
            ${iconTemplate('person')}<span><strong>${name}</strong> ${reason}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}
