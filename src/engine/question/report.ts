/**
 * Splits a long text, such as a bug report, a stack trace or a pasted error: the title says what it is about, the prose
 * what was expected, the code how to reproduce it; frames, paths, names and messages point to places. Questions of a
 * row or two are no reports. Pure; linear, and bounded by `maxChars`.
 */
import { fenceReader, headingIn, isFence } from '../../languages/markdown';
import { frameForms, pointForm, type FrameForm } from '../../languages/habits';
import { hasWordSign } from '../text/plain';

export interface Report {
  /** The report's first row; for a bare stack trace, the error in it. */
  title: string;
  /** The rows of sentences, and those of code or output, both without the title. */
  prose: string;
  code: string;
  /** Stack frames, innermost first. */
  frames: readonly Frame[];
  /** True for a pasted trace, with nothing before it but the error; a report that holds one tells more than it. */
  isTrace: boolean;
  /** Messages of errors, without the kind of error. */
  messages: readonly string[];
  /** Names as written, with dots, slashes and colons: `a.b.c`, `src/x.ts`, `A::b`, `camelCase`, `snake_case`. */
  names: readonly string[];
}

/**
 * Most characters read of a text; of a longer one, a log, the beginning with the question and the end with the failure
 * are read.
 */
const maxChars = 120_000;
/** Characters read from the end of a longer text. */
const maxTailChars = 30_000;
/** Most characters read of a row; longer rows are data. */
const maxRowChars = 1000;
const maxTitleChars = 240;
const maxMessages = 12;
/** Most rows of an error before its trace: its message, a signal, the thread, the function of the first frame. */
const maxRowsOfError = 4;
const maxNames = 200;

/** Most characters of a one-row question; users' questions are far shorter. */
const longRow = 400;
/** Characters above which a text of several rows is a report; real issues are longer. */
const longRows = 160;

/** True when a text is a report rather than a question. */
export function isReport(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length > longRow || (trimmed.length > longRows && trimmed.includes('\n'));
}

const indented = /^(?: {4}|\t| {0,3}(?:>>>|\.\.\.|\$|In \[\d{1,4}\]:) )/;
const listed = /^\s*(?:[-*+]|\d{1,3}[.)])\s/;

/** Matches rows with an error: `ValueError: …`, `error[E0382]: …`, `panic: …`, `Uncaught TypeError: …`. */
const errorRow =
  /^(?:[\w .\]['"-]{0,60} )?(?<kind>[\w.$:\\]{0,100}(?:Error|Exception|Warning|Fault|Panic)|error(?:\[\w{1,12}\])?|panic|fatal(?: error)?)(?: \([\w.: -]{1,80}\))?: (?<message>\S.*)/;

const word = /[\w$@~.:#/\\>-]{3,300}/g;
const edges = /^[.:#/\\>~@-]+|(?<![.:#/\\>-])[.:#/\\>-]+$/g;
/** Matches words that are names, by their case, an underscore, or the marks between their parts. */
const telling = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[A-Za-z0-9]_+[A-Za-z0-9]|^_\w|\w(?:[./\\#]|::|->)\w/;

function namesIn(rows: readonly string[]): string[] {
  const found = new Set<string>();
  for (const row of rows) {
    for (const [written] of row.matchAll(word)) {
      const name = written.replace(edges, '').replace(/(?::\d.*|\/\d+)$/, '');
      if (name.length > 2 && /[A-Za-z]/.test(name) && telling.test(name)) found.add(name);
      if (found.size >= maxNames) return [...found];
    }
  }
  return [...found];
}

function rowsOf(text: string): string[] {
  const kept =
    text.length <= maxChars ? text : `${text.slice(0, maxChars - maxTailChars)}\n${text.slice(-maxTailChars)}`;
  return kept.split('\n').map((row) => row.slice(0, maxRowChars).trimEnd());
}

/** Separates rows of prose from rows of code. */
function split(rows: readonly string[], frameRows: ReadonlySet<number>): { prose: string[]; code: string[] } {
  const parts = { prose: [] as string[], code: [] as string[] };
  const read = fenceReader();
  rows.forEach((row, at) => {
    const is = read(row);
    if (is === 'fence') return;
    if (is === 'code' || frameRows.has(at) || (indented.test(row) && !listed.test(row))) parts.code.push(row);
    else parts.prose.push(row);
  });
  return parts;
}

function messagesIn(rows: readonly string[]): string[] {
  const messages = new Set<string>();
  for (const row of rows) {
    const message = errorRow.exec(row.trim())?.groups?.message;
    if (message !== undefined) messages.add(message);
    if (messages.size >= maxMessages) break;
  }
  return [...messages];
}

/** The parts of a report; call it when `isReport` is true. */
export function reportOf(text: string): Report {
  const rows = rowsOf(text.trim());
  const { frames, rows: frameRows } = framesIn(rows);
  const messages = messagesIn(rows);
  const first = rows.findIndex((row, at) => /[\p{L}\p{N}]{2}/u.test(row) && !frameRows.has(at) && !isFence(row));
  const isTold = (frameRows.has(0) || frameRows.has(first + 1)) && messages.length > 0;
  const opening = rows.slice(0, Math.min(...frameRows)).filter((row) => row !== '');
  const isTrace = frameRows.size > 0 && opening.length <= maxRowsOfError && !opening.some(isFence);
  const top = rows[first] ?? '';
  const title = (isTold ? messages[0]! : (headingIn(top)?.title ?? top)).trim().slice(0, maxTitleChars);
  const body = rows.map((row, at) => (at === first ? '' : row));
  const { prose, code } = split(body, frameRows);
  return { title, prose: prose.join('\n'), code: code.join('\n'), frames, isTrace, messages, names: namesIn(rows) };
}

// Section: frames of stack traces: a table with a row for each notation. Pure; linear, since rows are cut.

/** A place in a stack trace; paths are as written there, usually from another machine. */
export interface Frame {
  path: string;
  /** 1-based line; absent when the runtime does not print it. */
  line?: number;
  /** Function as the runtime names it: `Store.open`, `com.foo.Bar.read`, `(*Server).Serve`. */
  symbol?: string;
}

/** Most frames kept; outer frames show the caller, not the failure. */
const maxFrames = 60;
/** Most characters of a frame. */
const maxFrameChars = 600;

/** Matches paths, which have an ending or a folder; `12:30` and `warning:3` have neither. */
const looksLikePath = /\.\w{1,10}$|[\\/]/;

function frameOf(row: string, before: string): { frame: Frame; form: FrameForm } | undefined {
  for (const form of frameForms) {
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
  /** Frames, each once, innermost first. */
  frames: readonly Frame[];
  /** Indexes of the rows that hold frames. */
  rows: ReadonlySet<number>;
}

/** Finds the frames in the rows of a text. */
export function framesIn(texts: readonly string[]): Frames {
  const rows = new Set<number>();
  const found: Frame[] = [];
  /** The trace being read, and whether its innermost frame comes last. */
  let trace: Frame[] = [];
  let isLastInnermost = false;
  const end = () => {
    found.push(...(isLastInnermost ? trace.reverse() : trace));
    trace = [];
  };
  let before = '';
  texts.forEach((text, at) => {
    const row = text.slice(0, maxFrameChars).trim();
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

/** A frame with its row, or a path with a row in any other text. */
export type Point = Frame & { line: number };

const hasLine = (frame: Frame): frame is Point => frame.line !== undefined;

/** The rows of files that a text points to: stack frames, innermost first, then the others in their order. */
export function pointsIn(text: string): Point[] {
  const rows = rowsOf(text);
  const { frames, rows: frameRows } = framesIn(rows);
  const others = rows
    .filter((_, at) => !frameRows.has(at))
    .flatMap((row) => [...row.slice(0, maxFrameChars).matchAll(pointForm)])
    .map(({ groups }): Point => ({ path: groups!.path!, line: Number(groups!.line) }));
  return [...frames.filter(hasLine), ...others].slice(0, maxFrames);
}

/** True for a text that is nothing but such paths with their rows. */
export const isPoint = (text: string): boolean => !hasWordSign(text.replace(pointForm, ''));
