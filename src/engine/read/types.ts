/** What a file says, read from its tree once: plain data that crosses threads and is kept with the index. */
import type { SymbolKind } from '../../languages/captures';

export interface Named {
  name: string;
  /** 0-based, like all rows here. */
  row: number;
}

/** A constant, a member of an enumeration, a field that begins with a value, a key of settings. */
export interface Value extends Named {
  /** As it stands in the code, in one line. */
  value: string;
}

export interface Failure {
  /** What is thrown, raised or called: `TypeError`, `panic`. */
  call: string;
  /** The message as it stands in the code, without its quotes; empty where there is none. */
  text: string;
  row: number;
}

export interface Parameter {
  name: string;
  default?: string;
}

/** Inclusive. */
export interface RowSpan {
  start: number;
  end: number;
}

/** What is told at one place of a file. */
export interface Facts {
  values: Value[];
  failures: Failure[];
  /** What is called or made here, each name once. */
  calls: Named[];
}

export interface OutlineSymbol extends RowSpan, Facts {
  kind: SymbolKind;
  name: string;
  /** Names of what it stands in, and its own. */
  path: string[];
  /** Place of what it stands in among the symbols; a parent stands before its members. */
  parent?: number;
  nameRow: number;
  /** Rows of the comment above it, behind it in the same row, or of the string under its head. */
  documentation?: RowSpan;
  /** Its head in one line, without its body. */
  signature: string;
  parameters: Parameter[];
}

export interface Outline {
  /** In the order of the file. Their rows hold no documentation that stands above them. */
  symbols: OutlineSymbol[];
  imports: Named[];
  /** What stands in no symbol. */
  outside: Facts;
  /** Rows of what documents the file as a whole. */
  documentation?: RowSpan;
  /** Somewhere the grammar did not understand the text. */
  hasErrors: boolean;
}
