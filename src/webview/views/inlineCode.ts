/** Names in backticks within one line of text, drawn as code; all else is text. */
import { html, type TemplateResult } from 'lit';

export function inlineCode(text: string): (string | TemplateResult)[] {
  return text.split(/`([^`\n]+)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
