/** The one way markup enters the page. */
import DOMPurify from 'dompurify';

// prettier-ignore
const allowed = {
  ALLOWED_TAGS: [
    'p', 'strong', 'em', 's', 'code', 'pre', 'a', 'button', 'ul', 'ol', 'li', 'blockquote', 'br', 'hr',
    'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span',
  ],
  ALLOWED_ATTR: ['href', 'class', 'type', 'data-citation', 'start', 'tabindex'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  // The rule for addresses would otherwise be applied to these as well.
  ADD_URI_SAFE_ATTR: ['type', 'data-citation', 'start', 'tabindex'],
  ALLOWED_URI_REGEXP: /^https:\/\//i,
  RETURN_DOM_FRAGMENT: true as const,
};

/** @param html made by the Markdown renderer or the highlighter; sanitised all the same */
export function safeFragment(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, allowed);
}
