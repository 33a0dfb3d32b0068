/** Reads snippet files of editors and other tools as assets. */
import { parse as parseJson, type ParseError, parse } from 'jsonc-parser';
import { parse as parseYaml } from 'yaml';
import type { ArchivedAsset } from '../../../contract/schemas/library';
import { templateTag } from '../../../contract/conventions';
import { classify } from '../../assets/describe/recognise';

// Section: reads exports of other tools (gists, massCode, Raycast) as assets. Each format is one row, detected by its
// structure; nothing is fetched.

/** A snippet, or the reason why it cannot be imported. */
export type ReadSnippet = ArchivedAsset | { name: string; reason: string };

type Fields = Record<string, unknown>;

interface Kind {
  fits: (root: unknown) => boolean;
  read: (root: unknown) => ReadSnippet[];
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const firstOf = (root: unknown): unknown => (Array.isArray(root) ? (root as unknown[])[0] : root);
/** True for a flag from JSON (true) or from a database (1). */
const isSet = (value: unknown): boolean => value === true || value === 1;

const kinds: Kind[] = [
  { fits: isGist, read: (root) => (Array.isArray(root) ? fieldsIn(root) : fieldsIn([root])).flatMap(gistSnippets) },
  { fits: (root) => isFields(root) && Array.isArray(root.snippets), read: massCodeSnippets },
  { fits: isRaycast, read: (root) => fieldsIn(root).map(raycastSnippet) },
];

/**
 * Reads an export of a known tool; undefined when the format is none of them.
 * @throws Error when it is cut off or holds nothing readable
 */
export function readOtherTool(text: string): ReadSnippet[] | undefined {
  const errors: ParseError[] = [];
  const root: unknown = parseJson(text, errors, { allowTrailingComma: true });
  const kind = kinds.find(({ fits }) => fits(root));
  const [fault] = errors;
  if (fault && (kind || !isFields(root))) {
    const line = text.slice(0, fault.offset).split('\n').length;
    throw new Error(`it is no JSON: it is cut off or wrong in line ${line}`);
  }
  if (!kind && !isFields(root)) throw new Error('it holds no snippets of VS Code, GitHub gists, massCode or Raycast');
  return kind?.read(root);
}

interface Snippet {
  name: string;
  text: string;
  language?: string;
  tags?: readonly string[];
  description?: string;
  website?: string;
  created?: unknown;
  updated?: unknown;
  favorited?: boolean;
}

/** Reads a time given in milliseconds or as text. */
function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : value;
  return typeof time === 'number' && Number.isInteger(time) && time >= 0 ? time : undefined;
}

const [maxName, maxTag] = [1000, 200];

function toAsset({ name, text, language = classify({ text }).specific, tags = [], ...rest }: Snippet): ArchivedAsset {
  const [created, updated] = [timeOf(rest.created), timeOf(rest.updated)];
  const { website = '', description = '' } = rest;
  return {
    name: name.trim().slice(0, maxName) || text.trim().split('\n', 1)[0]!.slice(0, 80) || 'Untitled',
    language: language.slice(0, 100),
    text,
    ...(created !== undefined && { created }),
    ...(updated !== undefined && { updated }),
    ...(rest.favorited && { favorited: true }),
    tags: [...new Set(['snippet', ...tags.map((tag) => tag.trim().slice(0, maxTag)).filter(Boolean)])],
    websites: /^https?:\/\/\S+$/.test(website) ? [{ url: website.slice(0, 4096), name: '' }] : [],
    persons: [],
    summaries: [],
    notes: description.trim() === '' ? [] : [{ type: 'DESCRIPTION', text: description.trim() }],
  };
}

/** True for a response of GitHub's gist API. */
function isGist(root: unknown): boolean {
  const first = firstOf(root);
  if (!isFields(first) || !isFields(first.files)) return false;
  const files = Object.values(first.files);
  return files.length > 0 && files.every((file) => isFields(file) && 'filename' in file);
}

/**
 * One asset for each file of a gist. A list of gists has file names without contents, and long contents are cut off:
 * those are reported as reasons.
 */
function gistSnippets({ files, description, html_url: website, ...times }: Fields): ReadSnippet[] {
  if (!isFields(files)) return [];
  const told = textIn(description);
  return Object.entries(files).map(([key, file]): ReadSnippet => {
    const { filename, content, truncated } = isFields(file) ? file : {};
    const name = textIn(filename) || key;
    if (typeof content !== 'string')
      return { name, reason: `“${name}” is named without its text, as in a list of gists: export each gist by its id` };
    if (isSet(truncated))
      return { name, reason: `“${name}” was cut off by GitHub: clone the gist and import the folder` };
    const language = classify({ text: content, fileName: name }).specific;
    const [created, updated] = [times.created_at, times.updated_at];
    return toAsset({ name, text: content, language, description: told, website: textIn(website), created, updated });
  });
}

/** Reads an export of massCode: each fragment becomes an asset; trashed snippets are left out. */
function massCodeSnippets(root: unknown): ReadSnippet[] {
  const { snippets, tags, folders } = isFields(root) ? root : {};
  const names = new Map([...fieldsIn(tags), ...fieldsIn(folders)].map(({ id, name }) => [id, textIn(name)]));
  return fieldsIn(snippets).flatMap((snippet) => {
    const own = Array.isArray(snippet.tagsIds) ? (snippet.tagsIds as unknown[]).map((id) => names.get(id) ?? '') : [];
    const folder = names.get(snippet.folderId) ?? textIn(isFields(snippet.folder) ? snippet.folder.name : '');
    return fragmentsOf(snippet, fieldsIn(snippet.content ?? snippet.contents), [...own, folder]);
  });
}

function fragmentsOf(snippet: Fields, fragments: readonly Fields[], tags: readonly string[]): ReadSnippet[] {
  if (isSet(snippet.isDeleted)) return [];
  const name = textIn(snippet.name);
  if (fragments.length === 0) return [{ name, reason: `“${name}” has no fragment` }];
  const named = (Array.isArray(snippet.tags) ? (snippet.tags as unknown[]) : []).map((tag) =>
    textIn(isFields(tag) ? tag.name : tag),
  );
  return fragments.map(({ label, language, value }) =>
    toAsset({
      name: fragments.length === 1 ? name : `${name}: ${textIn(label)}`,
      text: textIn(value),
      // massCode's value for "no language".
      ...(textIn(language) !== '' && language !== 'plain_text' && { language: textIn(language) }),
      tags: [...tags, ...named],
      description: textIn(snippet.description),
      created: snippet.createdAt,
      updated: snippet.updatedAt,
      favorited: isSet(snippet.isFavorites),
    }),
  );
}

const opening = '---\n';
const closing = '\n---\n';
const heading = '## Fragment:';

/** Reads one of massCode's own Markdown files; undefined for any other Markdown. */
export function readMassCodeFile(markdown: string): ReadSnippet[] | undefined {
  const plain = markdown.replace(/\r\n/g, '\n');
  const end = plain.indexOf(closing, opening.length - 1);
  if (!plain.startsWith(opening) || end < 0 || !plain.includes(`\n${heading}`, end)) return undefined;
  const head: unknown = parseYaml(plain.slice(opening.length, end + 1));
  if (!isFields(head) || !Array.isArray(head.contents)) return undefined;
  return fragmentsOf(head, fencedIn(plain.slice(end + closing.length)), []);
}

/** The fenced fragments, found line by line, because a fragment may hold anything but its own fence. */
function fencedIn(body: string): Fields[] {
  const lines = body.split('\n');
  const found: Fields[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const fence = lines[at]?.startsWith(heading) ? /^`{3,}/.exec(lines[at + 1] ?? '')?.[0] : undefined;
    if (fence === undefined) continue;
    const end = lines.findIndex((line, place) => place > at + 1 && line.trim() === fence);
    const last = end < 0 ? lines.length : end;
    const label = lines[at]!.slice(heading.length).trim();
    const language = lines[at + 1]!.slice(fence.length).trim();
    found.push({ label, language, value: lines.slice(at + 2, last).join('\n') });
    at = last;
  }
  return found;
}

/** True for an export of Raycast's snippets. */
function isRaycast(root: unknown): boolean {
  const first = firstOf(root);
  return Array.isArray(root) && isFields(first) && typeof first.text === 'string' && 'name' in first;
}

function raycastSnippet({ name, text, keyword }: Fields): ReadSnippet {
  const body = templateOf(textIn(text));
  const tags = [...(body === undefined ? [] : [templateTag]), textIn(keyword)];
  return toAsset({ name: textIn(name), text: body ?? textIn(text), tags });
}

/**
 * Raycast placeholders with a VS Code equivalent. Dates stay as they are, because their format depends on the machine.
 */
const placeholders = /\{(cursor|selection|clipboard|uuid|argument(?:\s[^{}]{0,200})?)\}/g;
const known: Record<string, string> = {
  cursor: '$0',
  selection: '$TM_SELECTED_TEXT',
  clipboard: '$CLIPBOARD',
  uuid: '$UUID',
};
const escaped = (text: string): string => text.replace(/[\\$}]/g, '\\$&');

/** Converts placeholders to tab stops, one for each distinct name; undefined when there are none. */
function templateOf(text: string): string | undefined {
  const stops: string[] = [];
  let [body, from] = ['', 0];
  for (const found of text.matchAll(placeholders)) {
    const [whole, inside = ''] = found;
    const name = /\bname="([^"]{0,100})"/.exec(inside)?.[1] || `argument ${stops.length + 1}`;
    const usual = /\bdefault="([^"]{0,100})"/.exec(inside)?.[1] || name;
    if (known[inside] === undefined && !stops.includes(name)) stops.push(name);
    const stop = known[inside] ?? `\${${stops.indexOf(name) + 1}:${escaped(usual)}}`;
    body += escaped(text.slice(from, found.index)) + stop;
    from = found.index + whole.length;
  }
  return from === 0 ? undefined : body + escaped(text.slice(from));
}

// Section: reads VS Code snippet files as assets. A snippet with tab stops is tagged as a template; any other becomes
// the code it would insert.

/**
 * Reads a VS Code snippet file; a snippet without a body becomes an asset without text.
 * @param path its name gives the language: `python.json`; in `*.code-snippets` each snippet names its own
 * @throws Error
 */
export function readSnippets(path: string, text: string): ArchivedAsset[] {
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  if (typeof root !== 'object' || root === null || Array.isArray(root)) throw new Error('it holds no snippets');
  const language = /(?<![^/\\])([^/\\]+)\.json$/.exec(path)?.[1];
  return Object.entries(root).flatMap(([name, snippet]) => snippetAssets(name, snippet, language));
}

function snippetAssets(name: string, snippet: unknown, language: string | undefined): ArchivedAsset[] {
  if (typeof snippet !== 'object' || snippet === null) return [];
  const body = 'body' in snippet ? linesOf(snippet.body).join('\n') : '';
  const scope =
    'scope' in snippet && typeof snippet.scope === 'string' ? snippet.scope.split(',')[0]?.trim() : undefined;
  const description = 'description' in snippet ? linesOf(snippet.description).join(' ') : '';
  const prefixes = 'prefix' in snippet ? linesOf(snippet.prefix) : [];
  const hasStops = literal(body) !== unescaped(body);
  const asset = {
    name,
    language: scope || language || 'UNKNOWN',
    text: hasStops ? body : literal(body),
    tags: [
      ...new Set([
        'snippet',
        ...(hasStops ? [templateTag] : []),
        ...prefixes.map((prefix) => prefix.trim()).filter(Boolean),
      ]),
    ],
    websites: [],
    persons: [],
    summaries: [],
    notes: description === '' ? [] : [{ type: 'DESCRIPTION', text: description }],
  };
  return [asset];
}

function linesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string') : [];
}

const unescaped = (body: string): string => body.replace(/\\([$}\\])/g, '$1');

/**
 * The text that a snippet body inserts. Grammar: VS Code's TextMate snippets, `$1`, `${1:text}`, `${1|a,b|}`,
 * `${NAME:text}`, `\$`.
 */
export function literal(body: string): string {
  let result = '';
  for (let at = 0; at < body.length;) {
    const read = body[at] === '\\' ? readEscape(body, at) : body[at] === '$' ? readStop(body, at) : undefined;
    result += read?.text ?? body[at] ?? '';
    at = read?.end ?? at + 1;
  }
  return result;
}

interface Read {
  text: string;
  end: number;
}

function readEscape(body: string, at: number): Read | undefined {
  const next = body[at + 1];
  return next !== undefined && '$}\\'.includes(next) ? { text: next, end: at + 2 } : undefined;
}

function readStop(body: string, at: number): Read | undefined {
  const bare = /^\$(\d+|[A-Za-z_]\w*)/.exec(body.slice(at));
  if (bare) return { text: '', end: at + bare[0].length };
  const head = /^\$\{(\d+|[A-Za-z_]\w*)([:|/}])/.exec(body.slice(at));
  if (!head) return undefined;
  const inside = at + head[0].length;
  if (head[2] === '}') return { text: '', end: inside };
  const end = closingBrace(body, inside);
  if (end === undefined) return undefined;
  const content = body.slice(inside, end);
  if (head[2] === '|') return { text: content.replace(/\|$/, '').split(/(?<!\\),/)[0] ?? '', end: end + 1 };
  // A transformation applies to typed text, of which there is none here.
  return { text: head[2] === '/' ? '' : literal(content), end: end + 1 };
}

/** The position of the brace that closes the one open at `from`, skipping nested placeholders. */
function closingBrace(body: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < body.length; at += 1) {
    if (body[at] === '\\') at += 1;
    else if (body[at] === '$' && body[at + 1] === '{') {
      depth += 1;
      at += 1;
    } else if (body[at] === '}' && (depth -= 1) === 0) return at;
  }
  return undefined;
}
