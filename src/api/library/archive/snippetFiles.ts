/**
 * Snippet files of VS Code as assets. A body with tab stops stays as it is and is tagged as a template;
 * one without is the code that it would leave behind, because an asset is literal code unless it is tagged so.
 */
import { parse, type ParseError } from 'jsonc-parser';
import type { ArchivedAsset } from '../../../contract/schemas/archive';
import { templateTag } from '../../../contract/conventions';

/**
 * A snippet without a body comes as an asset without text.
 * @param path its name says the language: `python.json`; `*.code-snippets` name theirs in each snippet @throws Error
 */
export function readSnippets(path: string, text: string): ArchivedAsset[] {
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  if (typeof root !== 'object' || root === null || Array.isArray(root)) throw new Error('it holds no snippets');
  const language = /(?<![^/\\])([^/\\]+)\.json$/.exec(path)?.[1];
  return Object.entries(root).flatMap(([name, snippet]) => toAsset(name, snippet, language));
}

function toAsset(name: string, snippet: unknown, language: string | undefined): ArchivedAsset[] {
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

/** The grammar of TextMate snippets as VS Code takes it: `$1`, `${1:text}`, `${1|a,b|}`, `${NAME:text}`, `\$`. */
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
  // A transformation has nothing to transform here.
  return { text: head[2] === '/' ? '' : literal(content), end: end + 1 };
}

/** Where the brace that is open at `from` closes; placeholders inside may have braces of their own. */
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
