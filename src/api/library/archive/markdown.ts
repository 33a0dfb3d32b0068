/**
 * An asset as a Markdown file with front matter: the same asset is always the same text, and the text is the asset
 * again, byte for byte. What stands outside the front matter and the first code block belongs to whoever wrote it
 * there.
 */
import { parse, stringify } from 'yaml';
import { check } from '../../../contract/check';
import { ArchivedAsset } from '../../../contract/schemas/archive';

/** Raised when older readers could no longer read it. */
const version = 1;
const opening = '---\n';
const closing = '\n---\n';

/**
 * Every text in quotes: bare ones lose blanks of other scripts and turn into numbers and dates. Long lines are folded
 * by default, which would make one changed word change many lines.
 */
const style = { lineWidth: 0, blockQuote: false, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' } as const;

/** Keys in this order, so that two exports differ only where the assets do. */
export function toMarkdown(asset: ArchivedAsset): string {
  const { text, base64, name, language, id, ...rest } = asset;
  const content = text ?? base64 ?? '';
  const isEnded = content.endsWith('\n');
  const head = {
    quarry: version,
    ...(id !== undefined && { id }),
    title: name,
    language,
    ...(base64 !== undefined && { encoding: 'base64' }),
    ...(isEnded && { final_newline: true }),
    ...withTimes(withoutEmpty(rest)),
  };
  const fence = fenceFor(content);
  const front = stringify(head, style).trimEnd();
  return `${opening}${front}${closing}\n${fence}${wordOf(language)}\n${content}${isEnded ? '' : '\n'}${fence}\n`;
}

/** Fences hold one word, and backticks would end it. */
const wordOf = (language: string): string => (/^[\w.+#-]+$/.test(language) ? language : '');

/** Longer than any run of backticks inside, so that the content cannot end it. */
function fenceFor(content: string): string {
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(3, longest + 1));
}

function withoutEmpty(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Times as people read them. */
function withTimes(fields: Record<string, unknown>): Record<string, unknown> {
  const written = { ...fields };
  for (const key of ['created', 'updated']) {
    const time = written[key];
    if (typeof time === 'number') written[key] = new Date(time).toISOString();
  }
  return written;
}

/** @throws Error saying what is wrong; undefined for Markdown that is none of ours */
export function fromMarkdown(markdown: string): ArchivedAsset | undefined {
  const end = markdown.indexOf(closing, opening.length - 1);
  if (!markdown.startsWith(opening) || end < 0) return undefined;
  const head: unknown = parse(markdown.slice(opening.length, end + 1));
  if (typeof head !== 'object' || head === null || !('quarry' in head)) return undefined;
  if (head.quarry !== version) throw new Error(`it was written by a newer version (${String(head.quarry)})`);
  const { title, encoding, final_newline: isEnded, created, updated, ...fields } = head as Record<string, unknown>;
  const content = firstBlock(markdown.slice(end + closing.length));
  if (content === undefined) throw new Error('it has no code block');
  delete fields.quarry;
  const text = isEnded === true ? `${content}\n` : content;
  const asset: unknown = {
    ...{ tags: [], websites: [], persons: [], summaries: [], notes: [] },
    ...fields,
    name: title,
    ...(encoding === 'base64' ? { base64: text } : { text }),
    ...timeOf('created', created),
    ...timeOf('updated', updated),
  };
  check(ArchivedAsset, asset, 'front matter');
  // Checked boundary: the line above.
  return asset as ArchivedAsset;
}

function timeOf(key: 'created' | 'updated', value: unknown): Record<string, unknown> {
  if (value === undefined) return {};
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (!Number.isInteger(time)) throw new Error(`${key} is no time`);
  return { [key]: time };
}

/** Line by line, because the content may hold anything but its own fence. */
function firstBlock(body: string): string | undefined {
  const start = /(?:^|\n)(`{3,})[^`\n]*\n/.exec(body);
  if (!start?.[1]) return undefined;
  const from = start.index + start[0].length;
  const fence = `${start[1]}`;
  for (let at = from; at <= body.length;) {
    const next = body.indexOf('\n', at);
    const line = body.slice(at, next < 0 ? undefined : next);
    if (line.trimEnd() === fence) return at === from ? '' : body.slice(from, at - 1);
    if (next < 0) return undefined;
    at = next + 1;
  }
  return undefined;
}

/** A name that stays while the title does, and never meets another's. */
export function documentPath({ id = '', name }: Pick<ArchivedAsset, 'id' | 'name'>): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 50)
    .replace(/-$/, '');
  return `${slug || 'asset'}-${id.replace(/[^a-z0-9]/gi, '').slice(0, 12) || 'new'}.md`;
}
