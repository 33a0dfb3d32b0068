/** The left end of the box's last line: who answers, and where the question goes. */
import { html, type TemplateResult } from 'lit';
import type { AnsweringModel } from '../../chat/messages';
import type { Model } from '../model';
import { fill, type ChatStrings } from '../../chat/strings';
import { iconTemplate } from './icons';

export interface ModelActions {
  chooseModel(): void;
}

/** A fact that can be acted on: a click offers the other models. */
export function boxTools({ answering }: Model, strings: ChatStrings, actions: ModelActions): TemplateResult {
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

/** What leaves is said in the label itself, not only on hover. */
function textsOf({ name, destination, ranking }: AnsweringModel, strings: ChatStrings): [string, string] {
  if (destination === undefined && ranking !== undefined) {
    return [fill(strings.rankedAway, ranking), fill(strings.rankedAwayHint, ranking)];
  }
  if (name === undefined) return [strings.noModel, strings.noModelHint];
  if (destination === undefined) return [fill(strings.modelHere, name), strings.modelHereHint];
  return [fill(strings.modelAway, name, destination), fill(strings.modelAwayHint, destination)];
}

/** The host that passages are sent to, for an answer or to be ranked; undefined when they stay on this machine. */
export function leavesFor({ destination, ranking }: AnsweringModel = {}): string | undefined {
  return destination ?? ranking;
}
