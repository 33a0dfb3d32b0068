/** Lists that stand in code: arrays, sets, enums, unions of literals, members of a type, cases of a switch. */
import { indentOf } from './statements';

export interface CodeList {
  name: string;
  items: string[];
  /** Literals; else names of members. */
  isOfValues: boolean;
  /** 0-based rows, inclusive. */
  start: number;
  end: number;
}

/** More rows are a table of data, more items no answer. */
const maxRows = 60;

const heads: readonly RegExp[] = [
  /\b(?:enum|interface|trait|struct|class|protocol)\s+([A-Za-z_$][\w$]*)(?![\w$])[^{;]{0,400}\{\s*$/,
  /\btype\s+([A-Za-z_$][\w$]*)(?![\w$])[^=]{0,400}=\s*(?:\{\s*|[|'"].*)?$/,
  /(?<![\w$.])[\d.]*([A-Za-z_$][\w$.]*)\s*(?:(?::[^=]{1,60})?[:=]=?|\?\?|\|\|)\s*(?:new\s+(?:Set|Map)\s*(?:<[^>]{0,200}>)?\(\s*\[|Object\.freeze\(\s*[[{]|frozenset\(\s*[[{(]|(?:List|Set|Map|Arrays)\.(?:of|asList)\(|(?:vec!|&)?\[|\(|\{|\[\]\w+\{|map\[[^\]]{0,80}\]\w+\{)\s*(?:\/\/.*)?$/,
  /\bswitch\s*\((.{1,400})\)\s*\{\s*$/,
];
const inlineList =
  /(?<![\w$.])[\d.]*([A-Za-z_$][\w$.]*)\s*(?::[^=]{1,60})?[:=]=?\s*(?:new\s+Set\(\s*|frozenset\(\s*|&|vec!|\[\]\w+|(?:List|Set|Arrays)\.(?:of|asList)\()?[[({]\s*((?:(?:["'`][^"'`\n]{1,60}["'`]|\d+(?!\d))\s*(?:,\s*)?){2,})[\])}]/;
const inlineUnion = /(?<![\w$])\d*([A-Za-z_$][\w$]*)\??\s*[:=]\s*((?:(?:\|\s*)?["'][^"']{1,40}["']\s*){2,})/;

function quotedIn(text: string): string[] {
  return [...text.matchAll(/(["'`])([^"'`\n]{1,60})\1|\b(\d+)\b/g)].map((found) => found[2] ?? found[3] ?? '');
}

/** What is decided upon: `(kind || '').toString()` by its first name. */
function withoutCalls(name: string): string {
  return name.includes('(') ? (/[A-Za-z_$][\w$]*(?:\.[\w$]+(?!\s*\())*/.exec(name)?.[0] ?? name) : name;
}

function itemsOf(rows: readonly string[], kind: 'members' | 'values'): string[] {
  const inner = rows.filter(
    (row) => row.trim() !== '' && !/^\s*[)}\]]/.test(row) && !/^\s*(?:\/\/|\/\*|\*|#(?!\w+\s*[?:(])|"""|@)/.test(row),
  );
  const depth = Math.min(...inner.map(indentOf));
  const items = inner.flatMap((row) => {
    if (indentOf(row) > depth || /^\s*[)}\]]/.test(row)) return [];
    const cased = /^\s*case\s+(\S.{0,59}?)\s*:/.exec(row)?.[1];
    if (cased !== undefined) return [cased.replace(/^["'`]|["'`]$/g, '')];
    const union = /^\s*\|\s*(?=\S)["'`]?([\w$.<>'" -]{1,60}?)["'`]?\s*$/.exec(row)?.[1];
    if (union !== undefined) return [union];
    const quoted =
      kind === 'values' ? quotedIn(row.replace(/:[^]*/, (rest) => (/^\s*["'`]/.test(row) ? '' : rest))) : [];
    if (quoted.length > 0 && /^\s*["'`]/.test(row)) return quoted;
    const member =
      /^\s*(?:(?:public|private|protected|readonly|static|final|pub|async|fn|func|def)\s+|\[\s*)*[#\[]?["']?([A-Za-z_$][\w$-]*)["']?\]?\??\s*(?:[:=,(<;]|$)/.exec(
        row,
      )?.[1];
    return member === undefined || /^(?:return|if|const|let|default|constructor)$/.test(member) ? [] : [member];
  });
  return [...new Set(items)];
}

/** End of what the row opens: the next row that is not deeper. */
function endOf(rows: readonly string[], start: number): number | undefined {
  const indent = indentOf(rows[start] ?? '');
  for (let row = start + 1; row < Math.min(rows.length, start + maxRows); row += 1) {
    if ((rows[row] ?? '').trim() !== '' && indentOf(rows[row] ?? '') <= indent) {
      return /^\s*[)}\]|]/.test(rows[row] ?? '') ? row : row - 1;
    }
  }
  return rows.length - 1 > start ? rows.length - 1 : undefined;
}

export function listsIn(rows: readonly string[]): CodeList[] {
  const lists: CodeList[] = [];
  rows.forEach((row, start) => {
    if (row.length > 400) return;
    const inline = inlineList.exec(row) ?? inlineUnion.exec(row);
    if (inline) {
      const items = quotedIn(inline[2] ?? '');
      if (items.length > 1) lists.push({ name: inline[1] ?? '', items, isOfValues: true, start, end: start });
      return;
    }
    const place = heads.findIndex((pattern) => pattern.test(row));
    const name = heads[place]?.exec(row)?.[1];
    const end = name === undefined ? undefined : endOf(rows, start);
    if (name === undefined || end === undefined) return;
    const inner = rows.slice(start + 1, end + 1);
    const items = itemsOf(inner, place === 0 ? 'members' : 'values');
    const isOfValues = place > 0 && inner.some((row) => /^\s*(?:["'`]|\|\s*["']|case\b)/.test(row));
    if (items.length > 1) lists.push({ name: withoutCalls(name), items, isOfValues, start, end });
  });
  return lists;
}
