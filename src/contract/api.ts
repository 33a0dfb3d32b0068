/**
 * The one interface with three implementations: the in-process handlers, the HTTP client and the webview's client.
 * Callers cannot tell which they use. Handlers may return long lists, whose members are never all in memory.
 */
import type { Input, OperationName, Operations, Output } from './operations';
import type { ChannelPath } from './stream';
import type { QGPTStreamInput, QGPTStreamOutput } from './schemas/qgpt';

type Empty = Record<never, never>;
type IsEmpty<Part> = keyof Part extends never ? true : false;

/** The parts that an operation's input has; a part that may be empty is optional. */
type CallInput<Name extends OperationName> = {
  [
    Part in keyof Input<Name> as IsEmpty<Input<Name>[Part]> extends true
      ? never
      : Empty extends Input<Name>[Part]
        ? never
        : Part
  ]: Input<Name>[Part];
} & {
  [Part in keyof Input<Name> as IsEmpty<Input<Name>[Part]> extends true ? never : Part]?: Input<Name>[Part];
};

type Arguments<Name extends OperationName> =
  Empty extends CallInput<Name>
    ? [input?: CallInput<Name>, signal?: AbortSignal]
    : [input: CallInput<Name>, signal?: AbortSignal];

export type Api = {
  /** @throws ApiError */
  [Name in OperationName]: (...args: Arguments<Name>) => Promise<Output<Name>>;
} & {
  /** The WebSocket: inputs are sent as they come, and frames of all running requests are interleaved. */
  qgptStream(inputs: AsyncIterable<QGPTStreamInput>, signal?: AbortSignal): AsyncIterable<QGPTStreamOutput>;
};

/** The caller, as the server has authenticated it. */
export interface Caller {
  /** A window of ours over the socket file, or a valid token: may use any readable folder as a query space. */
  isTrusted: boolean;
  /** A window of ours: a person is present who can be asked. */
  isOwn?: boolean;
}

export interface CallContext {
  signal: AbortSignal;
  caller: Caller;
  /** To be called when the rest of the call waits for a model, so that the engine is free for others. */
  engineDone?: () => void;
}

/** The return type of a handler; results of the engine are never long lists. */
type Given<Name extends OperationName> = Operations[Name] extends { isEngine: true }
  ? Output<Name>
  : Written<Output<Name>>;

export type Handlers = {
  [Name in OperationName]: (input: Input<Name>, context: CallContext) => Promise<Given<Name>> | Given<Name>;
};

/** A handler for a WebSocket that only sends: yields the texts of frames until the signal is aborted. */
export type ChannelHandler = (path: ChannelPath, context: { signal: AbortSignal }) => AsyncIterable<string>;

/** A handler for a whole WebSocket: `inputs` are parsed JSON values that are not checked yet. */
export type StreamHandler = (inputs: AsyncIterable<unknown>, context: CallContext) => AsyncIterable<QGPTStreamOutput>;

// Section: long lists in answers, whose members are made one by one while they are written, so that they are never all
// in memory. Handlers return them and the server writes them; other work may run between two members.

/** A list whose members are made anew each time it is read. */
export abstract class LongList<Member> implements Iterable<Member> {
  /** @param sources called when the first member is read, because collecting and sorting many takes time */
  static of<Source, Member>(
    sources: () => readonly Source[],
    toMember: (source: Source, position: number) => Member,
  ): LongList<Member> {
    return new ListOf(sources, toMember);
  }

  abstract get length(): number;

  /** @throws RangeError when the position is out of range */
  abstract member(position: number): Member;

  *[Symbol.iterator](): Iterator<Member> {
    for (let position = 0; position < this.length; position += 1) yield this.member(position);
  }
}

class ListOf<Source, Member> extends LongList<Member> {
  private all: readonly Source[] | undefined;

  constructor(
    private readonly sources: () => readonly Source[],
    private readonly toMember: (source: Source, position: number) => Member,
  ) {
    super();
  }

  override get length(): number {
    return this.read().length;
  }

  override member(position: number): Member {
    const source = this.read()[position];
    if (source === undefined) throw new RangeError(`There is no member at ${position}.`);
    return this.toMember(source, position);
  }

  private read(): readonly Source[] {
    return (this.all ??= this.sources());
  }
}

/** An object with many members, made one by one like those of a LongList. Names must be unique. */
export class LongRecord<Value> {
  constructor(readonly entries: LongList<readonly [name: string, value: Value]>) {}
}

/**
 * The forms in which a handler may return a value of the contract: a LongList for a list, bytes for a list of numbers.
 */
export type Written<Value> = Value extends readonly (infer Member)[]
  ? readonly Written<Member>[] | LongList<Written<Member>> | (Member extends number ? Uint8Array : never)
  : Value extends object
    ? string extends keyof Value
      ? Value | LongRecord<Value[string & keyof Value]>
      : { [Name in keyof Value]: Written<Value[Name]> }
    : Value;
