/** The left end of the box's last line: who answers, and where the question goes. */
import { html, type TemplateResult } from 'lit';
import type { Model } from '../model';
import { fill, type ChatStrings } from '../strings';
import { iconTemplate } from './icons';

export interface ModelActions {
  chooseModel(): void;
}

/** A fact that can be acted on: a click offers the other models. */
export function boxTools({ answering }: Model, strings: ChatStrings, actions: ModelActions): TemplateResult {
  const { name, destination, because } = answering ?? {};
  const [label, hint] = textsOf(name, destination, strings);
  const title = [because ?? hint, strings.chooseModel].join(' ');
  return html`<div class="box-tools">
    <button
      type="button"
      class="egress"
      title=${title}
      aria-label=${`${label}. ${title}`}
      @click=${() => actions.chooseModel()}
    >
      ${iconTemplate(destination === undefined ? 'shield' : 'cloud')}<span>${label}</span>
    </button>
  </div>`;
}

/** What leaves is said in the label itself, not only on hover. */
function textsOf(name: string | undefined, destination: string | undefined, strings: ChatStrings): [string, string] {
  if (name === undefined) return [strings.noModel, strings.noModelHint];
  if (destination === undefined) return [fill(strings.modelHere, name), strings.modelHereHint];
  return [fill(strings.modelAway, name, destination), fill(strings.modelAwayHint, destination)];
}
