/**
 * Frames of stack traces: which file and which function each names. How a runtime writes its frames is a row of a table;
 * the last row knows the form that compilers and linters share. Pure; linear in the text, since rows are cut.
 */

/** A place that a trace names; paths as the trace writes them, from another machine as a rule. */
export interface Frame {
  path: string;
  /** 1-based; absent where the runtime does not write it. */
  line?: number;
  /** Function, as the runtime names it: `Store.open`, `com.foo.Bar.read`, `(*Server).Serve`. */
  symbol?: string;
}

interface FrameForm {
  /** Whose traces look so: for who reads the table. */
  runtime: string;
  /** Of one row without the spaces around it, with the group `path`, and `line` and `symbol` where the row has them. */
  row: RegExp;
  /** Where the function stands in the row before. */
  before?: RegExp;
  /** Whether the frame in which it happened is written last. */
  isLastInnermost?: boolean;
}

const path = String.raw`(?<path>[^\s:()"']{1,300})`;
const drivenPath = String.raw`(?<path>(?:(?:file|https?|webpack(?:-internal)?):\/{2,3})?(?:[A-Za-z]:)?[^\s:()"']{1,300})`;
const line = String.raw`(?<line>\d{1,7})`;

/** The first form that fits a row tells its frame. */
const forms: readonly FrameForm[] = [
  { runtime: 'Python', row: /^File "(?<path>[^"]{1,300})", line (?<line>\d{1,7})(?:, in (?<symbol>\S{1,200}))?/, isLastInnermost: true },
  { runtime: 'IPython', row: /^File (?<path>[^\s:"']{1,300}):(?<line>\d{1,7}), in (?<symbol>[^\s(]{1,200})/, isLastInnermost: true },
  { runtime: 'IPython before 8', row: /^(?<path>[^\s:()"']{1,300}\.\w{1,4}) in (?<symbol>[\w.<>]{1,200})\(/, isLastInnermost: true },
  { runtime: 'JavaScript', row: new RegExp(String.raw`^at (?:async )?(?:new )?(?<symbol>[^\s()]{1,200}) (?:\[as [^\]]{1,80}\] )?\(${drivenPath}:${line}(?::\d{1,7})?\)`) },
  { runtime: 'JavaScript, Rust', row: new RegExp(String.raw`^at (?:async )?${drivenPath}:${line}(?::\d{1,7})?$`), before: /^\d{1,5}: (?:0x[0-9a-f]{1,16} - )?(?<symbol>\S{1,300})/ },
  { runtime: 'Java, Kotlin, Scala', row: /^at (?:[\w.$-]{1,80}\/{1,2})?(?:[\w.$-]{1,80}\/)?(?<symbol>[\w.$<>-]{1,300})\((?<path>[\w$-]{1,100}\.\w{1,8}):(?<line>\d{1,7})\)/ },
  { runtime: '.NET', row: /^at (?<symbol>[^\s(]{1,300})\([^)]{0,300}\) in (?<path>[^\n]{1,300}):line (?<line>\d{1,7})/ },
  { runtime: 'Ruby', row: /^(?:\d{1,5}: )?(?:from )?(?<path>[^\s:"'`]{1,300}):(?<line>\d{1,7}):in [`'](?:[\w ]{1,40} in )?(?<symbol>[^'`]{1,200})'/ },
  { runtime: 'PHP', row: /^#\d{1,5} (?<path>[^\s()]{1,300})\((?<line>\d{1,7})\): (?<symbol>[^\s(]{1,200})/ },
  { runtime: 'GDB, LLDB, sanitizers', row: new RegExp(String.raw`^#\d{1,5}\s+(?:0x[0-9a-f]{1,16} in )?(?<symbol>[\w:~<>,*&$.@-]{1,200})(?: ?\(.{0,300}\))? (?:at )?${path}:${line}(?::\d{1,7})?$`) },
  { runtime: 'Elixir', row: new RegExp(String.raw`^(?:\([^()]{1,80}\) )?${path}:${line}: (?<symbol>[A-Z]\w{0,80}(?:\.\w{1,80}){0,10}[?!]?)\/\d{1,3}`) },
  { runtime: 'Go', row: new RegExp(String.raw`^${path}:${line} \+0x[0-9a-f]{1,16}$`), before: /^(?<symbol>[\w.*()/-]{1,300}?)\([^()]{0,300}\)$/ },
  { runtime: 'Rust', row: new RegExp(String.raw`panicked at (?:'[^']{0,300}', )?${path}:${line}:\d{1,7}`) },
  { runtime: 'compilers', row: new RegExp(String.raw`^(?:--> )?${drivenPath}:${line}(?::\d{1,7})?(?::|$)`) },
]; // prettier-ignore

/** What is further out tells where it was called from, not where it went wrong. */
const maxFrames = 60;
/** A frame fits into so much. */
const maxRowChars = 600;

/** A path has an ending, or a folder: `12:30` and `warning:3` are none. */
const looksLikePath = /\.\w{1,10}$|[\\/]/;

function frameOf(row: string, before: string): { frame: Frame; form: FrameForm } | undefined {
  for (const form of forms) {
    const { path: named, line: number, symbol } = form.row.exec(row)?.groups ?? {};
    if (named === undefined || !looksLikePath.test(named)) continue;
    const called = symbol ?? form.before?.exec(before)?.groups?.symbol;
    const frame: Frame = { path: named };
    if (number !== undefined) frame.line = Number(number);
    if (called !== undefined) frame.symbol = called;
    return { frame, form };
  }
  return undefined;
}

export interface Frames {
  /** Each once, the one in which it happened first. */
  frames: readonly Frame[];
  /** Numbers of the rows that hold them. */
  rows: ReadonlySet<number>;
}

/** The frames among the rows of a text. */
export function framesIn(texts: readonly string[]): Frames {
  const rows = new Set<number>();
  const found: Frame[] = [];
  /** The trace being read, and whether it ends with what happened. */
  let trace: Frame[] = [];
  let isLastInnermost = false;
  const end = () => {
    found.push(...(isLastInnermost ? trace.reverse() : trace));
    trace = [];
  };
  let before = '';
  texts.forEach((text, at) => {
    const row = text.slice(0, maxRowChars).trim();
    const told = frameOf(row, before);
    before = row;
    if (!told) return;
    if ((told.form.isLastInnermost ?? false) !== isLastInnermost) end();
    isLastInnermost = told.form.isLastInnermost ?? false;
    rows.add(at);
    trace.push(told.frame);
  });
  end();
  return { frames: onceEach(found).slice(0, maxFrames), rows };
}

function onceEach(frames: readonly Frame[]): Frame[] {
  const seen = new Set<string>();
  return frames.filter(({ path: named, symbol, line: number }) => {
    const key = `${named}\n${symbol ?? number ?? ''}`;
    return !seen.has(key) && seen.add(key);
  });
}
