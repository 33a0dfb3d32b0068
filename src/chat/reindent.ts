/** Code fitted to the place where it is inserted: its own common indentation goes, the place's comes. */

interface Indentation {
  /** What stands before the first character of the line it goes into. */
  line: string;
  /** One step in that document: a tab or some blanks. */
  unit: string;
}

const leading = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

function commonIndent(lines: readonly string[]): string {
  let common: string | undefined;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const own = leading(line);
    common ??= own;
    while (!own.startsWith(common)) common = common.slice(0, -1);
  }
  return common ?? '';
}

/** The code's own step: a tab, or the smallest number of blanks a line is indented by. */
function unitOf(lines: readonly string[]): string | undefined {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map(leading)
    .filter((indent) => indent !== '');
  if (indents.some((indent) => indent.startsWith('\t'))) return '\t';
  const widths = indents.map((indent) => indent.length);
  return widths.length > 0 ? ' '.repeat(Math.min(...widths)) : undefined;
}

/** The first line gets no indentation: the cursor stands where it begins. Blank lines stay empty. */
export function reindent(code: string, place: Indentation): string {
  const lines = code
    .replace(/\r\n?/g, '\n')
    .replace(/(?<!\n)\n+$/, '')
    .split('\n');
  const common = commonIndent(lines);
  const bare = lines.map((line) => (line.startsWith(common) ? line.slice(common.length) : line.trimStart()));
  const unit = unitOf(bare);
  const stepped = (line: string): string => {
    const own = leading(line);
    if (unit === undefined || unit === place.unit) return line;
    const steps = Math.floor(own.length / unit.length);
    return place.unit.repeat(steps) + own.slice(steps * unit.length) + line.slice(own.length);
  };
  return bare
    .map((line, index) => {
      if (line.trim() === '') return '';
      return (index === 0 ? '' : place.line) + stepped(line);
    })
    .join('\n');
}
