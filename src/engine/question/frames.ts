/**
 * Frames of stack traces: which file and which function each names. How a runtime writes its frames is a row of a table;
 * the last row knows the form that compilers and linters share. Pure; linear in the text, since rows are cut.
 */

import { frameForms, type FrameForm } from '../../languages/frames';

/** A place that a trace names; paths as the trace writes them, from another machine as a rule. */
export interface Frame {
  path: string;
  /** 1-based; absent where the runtime does not write it. */
  line?: number;
  /** Function, as the runtime names it: `Store.open`, `com.foo.Bar.read`, `(*Server).Serve`. */
  symbol?: string;
}

/** What is further out tells where it was called from, not where it went wrong. */
const maxFrames = 60;
/** A frame fits into so much. */
const maxRowChars = 600;

/** A path has an ending, or a folder: `12:30` and `warning:3` are none. */
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
