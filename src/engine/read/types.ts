/** The outline of a file, read from its tree once: plain data that crosses threads and is kept with the index. */
import type { SymbolKind } from '../../languages/captures';

export interface Named {
  name: string;
  /** 0-based, like all rows here. */
  row: number;
}

/** A constant, a member of an enumeration, a field that begins with a value, a key of settings. */
export interface Value extends Named {
  /** Source text of the value, in one line. */
  value: string;
}

export interface Failure {
  /** Name of the exception or function: `TypeError`, `panic`. */
  call: string;
  /** The message in the code without its quotes; empty where there is none. */
  text: string;
  row: number;
}

export interface Parameter {
  name: string;
  default?: string;
}

/** A range of rows, inclusive. */
export interface RowSpan {
  start: number;
  end: number;
}

/** Facts read at one place of a file. */
export interface Facts {
  values: Value[];
  failures: Failure[];
  /** Functions called and types constructed here, each name once. */
  calls: Named[];
}

export interface OutlineSymbol extends RowSpan, Facts {
  kind: SymbolKind;
  name: string;
  /** Names of the symbols around it, outermost first, and its own. */
  path: string[];
  /** Index of the enclosing symbol; a parent precedes its members. */
  parent?: number;
  nameRow: number;
  /** Rows of the comment above it, behind it in the same row, or of the string under its head. */
  documentation?: RowSpan;
  /** Its head in one line, without its body. */
  signature: string;
  /** The last row of its head, where the signature does not tell all of it. */
  headEnd?: number;
  parameters: Parameter[];
}

export interface Outline {
  /** Symbols in the order of the file. Their rows do not include documentation above them. */
  symbols: OutlineSymbol[];
  imports: Named[];
  /** Facts outside of all symbols. */
  outside: Facts;
  /** Rows of the documentation of the file as a whole. */
  documentation?: RowSpan;
  /** True when the grammar could not parse a part of the text that may hold a definition. */
  hasErrors: boolean;
}
