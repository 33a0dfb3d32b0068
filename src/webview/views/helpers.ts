/** Who could help: one line with the likeliest and the reason, the others behind it. */
import { html, nothing, type TemplateResult } from 'lit';
import { fill, type ChatStrings } from '../../chat/strings';
import { isRunning, type Helper, type Turn } from '../../chat/turns';
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

/** The line is cut where the view ends. */
const hintOf = ({ name, email, reason }: Helper): string =>
  [`${name} ${reason}`, ...(email === undefined ? [] : [email])].join('\n');
