/**
 * Markdown (CommonMark with tables). It begins with a table whose first header cell is the title, because a known
 * client looks for the first table and reads it so (contract/WIRE.md 4.4).
 */
import { oneLine } from '../../languages/markdown';
import type { ExportedDocument } from './exportAsset';

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
