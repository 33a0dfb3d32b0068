/** Exports an asset as one self-contained document (contract/WIRE.md 4.4). */
import { ApiError } from '../../contract/errors';
import type { ExportedAsset } from '../../contract/schemas';
import type { AssetRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { languageName, websiteAddress } from './describe/recognise';
import { findAll } from '../records';
import { readableBytes, toTimestamp } from '../wireValues';
import { byteCount, originalOf } from './content';
import { oneLine } from '../../languages/markdown';

type ExportQuery = { export_type?: 'HTML' | 'MD'; exportType?: 'HTML' | 'MD' };

/** @throws ApiError `invalid` when neither spelling of the type is given, or both with different values */
export function exportAsset(context: ApiContext, asset: Readonly<AssetRecord>, query: ExportQuery): ExportedAsset {
  const type = query.export_type ?? query.exportType;
  if (type === undefined) throw new ApiError('invalid', 'query.export_type is missing: expected one of HTML, MD.');
  if (query.exportType !== undefined && query.exportType !== type) {
    throw new ApiError('invalid', 'query.export_type and query.exportType differ: expected one of them.');
  }
  const description = descriptionOf(context, asset);
  const document = toDocument(context, asset, description);
  return {
    name: asset.name,
    description,
    created: toTimestamp(asset.created),
    raw: { string: { raw: type === 'HTML' ? exportHtml(document) : exportMarkdown(document) } },
  };
}

/** The asset's description: its latest annotation of type DESCRIPTION, as clients show it. */
function descriptionOf({ store }: ApiContext, asset: Readonly<AssetRecord>): string {
  const annotations = findAll(store, 'annotations', asset.annotations);
  return annotations.findLast(({ type }) => type === 'DESCRIPTION')?.text ?? '';
}

function toDocument({ store }: ApiContext, asset: Readonly<AssetRecord>, description: string): ExportedDocument {
  const format = originalOf(asset);
  const websites = findAll(store, 'websites', asset.websites).flatMap(({ name, url }) => {
    // Checked again on output, because the document is opened far from the check on input.
    const address = websiteAddress(url);
    return address === undefined ? [] : [{ name, url: address }];
  });
  return {
    title: asset.name,
    rows: rowsOf(asset, description),
    ...(format.generic === 'CODE' && { language: format.specific }),
    ...(format.text !== undefined && { content: format.text }),
    tags: findAll(store, 'tags', asset.tags).map(({ text }) => text),
    websites,
  };
}

function rowsOf(asset: Readonly<AssetRecord>, description: string): [string, string][] {
  const { repository, commit, branch, path, relativePath, lines } = asset.origin ?? {};
  const format = originalOf(asset);
  const rows: [string, string | undefined][] = [
    ['Language', languageName(format.specific)],
    ['Description', description],
    ['Size', readableBytes(byteCount(format))],
    ['Created', toTimestamp(asset.created).value],
    ['Updated', toTimestamp(asset.updated).value],
    ['Repository', repository],
    ['Commit', commit],
    ['Branch', branch],
    // The path inside the repository is preferred: the absolute path would reveal the user's folders.
    ['File', relativePath ?? path],
    ['Lines', lines && `${lines.start}-${lines.end}`],
  ];
  return rows.flatMap(([key, value]) => (value ? [[key, value]] : []));
}

// Section: renders an exported asset as HTML and as Markdown. Must not know the library.

/** The contents of a document, in display order. */
interface ExportedDocument {
  title: string;
  rows: [key: string, value: string][];
  /** The contract's name, for highlighting; absent for plain text. */
  language?: string;
  /** Absent when the content is not text. */
  content?: string;
  tags: string[];
  /** http and https addresses only. */
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
 * Renders one self-contained HTML page. Security: its content policy forbids everything but its own style, every value
 * is escaped, and links are http or https only.
 */
function exportHtml({ title, rows, language, content, tags, websites }: ExportedDocument): string {
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
 * Renders Markdown (CommonMark with tables). The first header cell of the first table is the title, because a known
 * client reads it so (contract/WIRE.md 4.4).
 */
function exportMarkdown({ title, rows, language, content, tags, websites }: ExportedDocument): string {
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

/** A fenced block; the fence is longer than any run of backticks inside, so that the content cannot close it. */
function fenced(content: string, language = ''): string[] {
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return [`${fence}${language}`, content.replace(/\r?\n$/, ''), fence];
}

/**
 * Escapes Markdown syntax, and `<`, because renderers may pass HTML through. An underscore between letters has no
 * meaning there and is kept for the sake of names.
 */
function inline(text: string): string {
  return oneLine(text).replace(/[\\`*[\]<>#|&~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
}

/** Escapes a name, also where some renderers would turn it into a link. */
const nameOf = (text: string): string => inline(text).replace(brokenBefore, '\\$&');
const brokenBefore = /(?<=\/)\/|(?<=\bwww)\.|(?<=[\w.+-])@(?=[\w-]{1,63}\.[a-z])/gi;

/** Escapes a table cell; `inline` also escapes the pipe, which would end the cell. */
const cell = (text: string): string => inline(text).trim();

/** Escapes a link target inside `<…>`. New addresses are percent-encoded already, but stored ones may be older. */
const target = (url: string): string => url.replace(/[<>\\\s|]/g, (sign) => encodeURIComponent(sign));
