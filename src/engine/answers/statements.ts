/** Code in the pieces one would quote: a statement is its rows until its brackets are closed. Signs only, no grammar. */

export interface Statement {
  /** 0-based rows, inclusive. */
  start: number;
  end: number;
  /** Its rows in one, single spaces. */
  text: string;
}

/** A statement of more rows is quoted by its beginning. */
const maxRows = 12;

function withoutStrings(row: string): string {
  // Bounded, so that a row of quotes that never close is not gone through again for each of them.
  return row
    .replace(/"(?:\\.|[^"\\]){0,400}"|'(?:\\.|[^'\\]){0,400}'|`(?:\\.|[^`\\]){0,400}`/g, '""')
    .replace(/\/\/[^]*/, '');
}

/** How many more round and square brackets a row opens than it closes. */
export function openBrackets(row: string): number {
  const bare = withoutStrings(row);
  return (bare.match(/[([]/g) ?? []).length - (bare.match(/[)\]]/g) ?? []).length;
}

export function indentOf(row: string): number {
  let indent = 0;
  for (let at = 0; at < row.length; at += 1) {
    const char = row[at];
    if (char !== ' ' && char !== '\t') break;
    indent += char === '\t' ? 2 : 1;
  }
  return indent;
}

export function statementsOf(rows: readonly string[], isComment: readonly boolean[]): Statement[] {
  const statements: Statement[] = [];
  let row = 0;
  while (row < rows.length) {
    const first = rows[row] ?? '';
    if (first.trim() === '' || isComment[row]) {
      row += 1;
      continue;
    }
    let end = row;
    let depth = openBrackets(first);
    const isOpen = () => depth > 0 || /(?:[=?|&+]|=>|\?\?|,\s*\\|\\)\s*$/.test(rows[end] ?? '');
    const isContinued = () => /^\s*(?:[?:.]|&&|\|\||\?\?|[|&]\s)/.test(rows[end + 1] ?? '');
    while (
      end + 1 < rows.length &&
      end - row + 1 < maxRows &&
      !/[{]\s*$/.test(rows[end] ?? '') &&
      (isOpen() || isContinued())
    ) {
      end += 1;
      if (!isComment[end]) depth += openBrackets(rows[end] ?? '');
    }
    const text = rows.slice(row, end + 1).filter((_, place) => !isComment[row + place]);
    statements.push({
      start: row,
      end,
      text: text
        .map((part) => part.trim())
        .join(' ')
        .replace(/\s+/g, ' '),
    });
    row = end + 1;
  }
  return statements;
}
