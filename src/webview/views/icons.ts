/** The chat's icons: outlines of our own on a 16 unit square, drawn in the colour of the text around them. */
import { html, type TemplateResult } from 'lit';

const paths = {
  add: 'M8 3.5v9M3.5 8h9',
  apply: 'M3.5 2.5h9v11h-9zM8 4.75v4M6 6.75h4M6 11.25h4',
  asset: 'M4.5 2.5h7v11L8 10.75 4.5 13.5z',
  changes: 'M3.5 1.5h5.25L12.5 5.25v9.25h-9zM8 5.75v4M6 7.75h4M6 11.75h4',
  check: 'M3 8.5 6.25 11.75 13 4.75',
  chevron: 'M6 4.25 9.75 8 6 11.75',
  close: 'm4.5 4.5 7 7m0-7-7 7',
  cloud: 'M4.6 12.5a2.6 2.6 0 0 1-.3-5.2 3.8 3.8 0 0 1 7.3-.7 3 3 0 0 1 .1 5.9z',
  copy: 'M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2',
  create: 'M3.5 1.5h5.25L12.5 5.25v9.25h-9zM8.75 1.5v3.75h3.75M8 7.5v4.5M5.75 9.75h4.5',
  down: 'M8 3v9.75M3.75 8.5 8 12.75l4.25-4.25',
  edit: 'M11 2.25 13.75 5 5.5 13.25l-3.25.5.5-3.25zM9.25 4 12 6.75',
  everything: 'M8 2.25 14 5.25 8 8.25 2 5.25zM2 8.25l6 3 6-3M2 11l6 3 6-3',
  file: 'M3.5 1.5h5.25L12.5 5.25v9.25h-9zM8.75 1.5v3.75h3.75',
  folder: 'M1.5 12.5v-9h4.25l1.5 1.75h7.25v7.25z',
  insert: 'M1.75 8h7M6.25 5.25 9 8l-2.75 2.75M12 3v10M10.5 2.5h3M10.5 13.5h3',
  more: 'M3 8h.5M7.75 8h.5M12.5 8h.5',
  person: 'M8 8.25a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5M2.75 13.75c.5-2.75 2.5-4 5.25-4s4.75 1.25 5.25 4',
  save: 'M4.5 2.5h7v11L8 10.75 4.5 13.5z',
  selection: 'M5 2.75H2.75v10.5H5M11 2.75h2.25v10.5H11M5.5 6.25h5M5.5 9.5h3',
  send: 'M8 13V3.25M3.75 7.5 8 3.25l4.25 4.25',
  shield: 'M8 1.75 13 3.5v4c0 3.25-2 5.5-5 6.75-3-1.25-5-3.5-5-6.75v-4zM5.75 7.75l1.75 1.75 3-3.25',
  terminal: 'M1.75 2.75h12.5v10.5H1.75zM4.25 5.75 6.5 8l-2.25 2.25M8 10.25h3.5',
  symbol:
    'M6 3C4.25 3 4.75 5 4.75 6.25S4 8 3 8c1 0 1.75.5 1.75 1.75S4.25 13 6 13M10 3c1.75 0 1.25 2 1.25 3.25S12 8 13 8c-1 0-1.75.5-1.75 1.75S11.75 13 10 13',
  unfold: 'M8 1.75v4M6 3.75l2-2 2 2M8 14.25v-4M6 12.25l2 2 2-2M2.5 8h11',
  stop: 'M4.75 4.75h6.5v6.5h-6.5z',
  warning: 'M8 2.25 14.25 13.25H1.75zM8 6.25v3.25M8 11.25v.5',
  workspace: 'M1.5 12.5v-9h4.25l1.5 1.75h7.25v7.25zM5.5 9h5',
} as const;

export type IconName = keyof typeof paths;

/** The icon as a DOM node, for code that uses no templates. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', `icon icon-${name}`);
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}

export function iconTemplate(name: IconName): TemplateResult {
  return html`<svg class="icon icon-${name}" viewBox="0 0 16 16" aria-hidden="true">
    <path d=${paths[name]}></path>
  </svg>`;
}
