/** An exported asset as HTML and as Markdown. Must not know the library. */
import { oneLine } from '../../languages/markdown';

/** What a document shows, in the order in which it shows it. */
export interface ExportedDocument {
  title: string;
  rows: [key: string, value: string][];
  /** The contract's word, for highlighting; absent for plain text. */
  language?: string;
  /** Absent when it is not text. */
  content?: string;
  tags: string[];
  /** http and https only. */
  websites: { name: string; url: string }[];
}

const style = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
  table { border-collapse: collapse; margin-bottom: 1rem; }
  th, td { border-bottom: 1px solid #8884; padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
  pre { background: #8881; border-radius: 4px; overflow-x: auto; padding: 1rem; tab-size: 4; }
  code { font: 13px/1.45 ui-monospace, monospace; }
  :root { color-scheme: light dark; }
`;

/**
 * One page that needs nothing and runs nothing: its policy forbids everything but its own style. Every value is
 * escaped, and links lead to http and https only.
 */
export function exportHtml({ title, rows, language, content, tags, websites }: ExportedDocument): string {
  const parts = [
    `<h1>${escape(title)}</h1>`,
    `<table>\n${rows.map(row).join('\n')}\n</table>`,
    content === undefined ? '<p>The content is not text and is left out.</p>' : code(content, language),
    ...(tags.length > 0 ? ['<h2>Tags</h2>', list(tags.map(escape))] : []),
    ...(websites.length > 0 ? ['<h2>Websites</h2>', list(websites.map(anchor))] : []),
  ];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
${parts.join('\n')}
</body>
</html>
`;
}

const row = ([key, value]: [string, string]): string =>
  `<tr><th scope="row">${escape(key)}</th><td>${escape(value)}</td></tr>`;

const code = (content: string, language = 'plaintext'): string =>
  `<pre><code class="language-${escape(language)}">${escape(content)}</code></pre>`;

const list = (items: readonly string[]): string => `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;

const anchor = ({ name, url }: { name: string; url: string }): string =>
  `<a href="${escape(url)}" rel="noopener noreferrer">${escape(name)}</a>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/**
 * Markdown (CommonMark with tables). It begins with a table whose first header cell is the title, because a known
 * client looks for the first table and reads it so (contract/WIRE.md 4.4).
 */
export function exportMarkdown({ title, rows, language, content, tags, websites }: ExportedDocument): string {
  const blocks = [
    [
      `| ${nameOf(title).trim()} | |`,
      '| --- | --- |',
      ...rows.map(([key, value]) => `| ${cell(key)} | ${cell(value)} |`),
    ],
    content === undefined ? ['The content is not text and is left out.'] : fenced(content, language),
    ...(tags.length > 0 ? [['## Tags', '', ...tags.map((tag) => `- ${nameOf(tag)}`)]] : []),
    ...(websites.length > 0
      ? [['## Websites', '', ...websites.map(({ name, url }) => `- [${nameOf(name)}](<${target(url)}>)`)]]
      : []),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** The fence is longer than any run of backticks inside, so that the content cannot end it. */
function fenced(content: string, language = ''): string[] {
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return [`${fence}${language}`, content.replace(/\r?\n$/, ''), fence];
}

/**
 * Signs with a meaning in Markdown lose it, also `<`: what shows this text may let HTML through. An underscore between
 * letters has none, and is left alone for the sake of names.
 */
function inline(text: string): string {
  return oneLine(text).replace(/[\\`*[\]<>#|&~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
}

/** Some readers make a link of what looks like an address: a name is none. */
const nameOf = (text: string): string => inline(text).replace(brokenBefore, '\\$&');
const brokenBefore = /(?<=\/)\/|(?<=\bwww)\.|(?<=[\w.+-])@(?=[\w-]{1,63}\.[a-z])/gi;

/** A pipe would end the cell; `inline` takes care of it like of all others. */
const cell = (text: string): string => inline(text).trim();

/** Inside `<…>` only these end the address; a URL has them percent-encoded already, but a stored one may be older. */
const target = (url: string): string => url.replace(/[<>\\\s|]/g, (sign) => encodeURIComponent(sign));
