/** The left end of the box's last line: who answers, and where the question goes. */
import { html, type TemplateResult } from 'lit';
import type { Model } from '../model';
import type { ChatStrings } from '../strings';
import { iconTemplate } from './icons';

/** Without a model nothing is chosen and nothing leaves: said as a fact, not as a button. */
export function boxTools(_model: Model, strings: ChatStrings): TemplateResult {
  return html`<div class="box-tools">
    <span class="egress" title=${strings.noModelHint}>${iconTemplate('shield')}<span>${strings.noModel}</span></span>
  </div>`;
}
