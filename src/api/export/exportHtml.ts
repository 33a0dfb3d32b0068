/**
 * One HTML page that needs nothing and runs nothing: its policy forbids everything but its own style. Every value is
 * escaped, and links lead to http and https only.
 */
import type { ExportedDocument } from './exportAsset';

const style = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
  table { border-collapse: collapse; margin-bottom: 1rem; }
  th, td { border-bottom: 1px solid #8884; padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
  pre { background: #8881; border-radius: 4px; overflow-x: auto; padding: 1rem; tab-size: 4; }
  code { font: 13px/1.45 ui-monospace, monospace; }
  :root { color-scheme: light dark; }
`;

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
