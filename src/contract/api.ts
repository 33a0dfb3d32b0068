/**
 * The one interface with three carriers: the handlers in process, the HTTP client, the webview's client.
 * Callers cannot tell which they hold. Handlers may give long lists, of which nobody holds all members at once.
 */
import type { Input, OperationName, Operations, Output } from './operations';
import type { ChannelPath } from './stream';
import type { QGPTStreamInput, QGPTStreamOutput } from './schemas/qgpt';

type Empty = Record<never, never>;
type IsEmpty<Part> = keyof Part extends never ? true : false;

/** Only the parts that the operation has; a part that may be empty may be left out. */
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
  /** The socket: inputs go in as they come, frames of all running requests come out interleaved. */
  qgptStream(inputs: AsyncIterable<QGPTStreamInput>, signal?: AbortSignal): AsyncIterable<QGPTStreamOutput>;
};

/** Who calls, as the gate found out. */
export interface Caller {
  /** Our own window over the socket file, or a valid token: may name any readable folder as a query space. */
  isTrusted: boolean;
  /** Our own window: a person is there who can be asked. */
  isOwn?: boolean;
}

export interface CallContext {
  signal: AbortSignal;
  caller: Caller;
  /** To be called when what follows waits for a model, not for the engine: its place is free for others. */
  engineDone?: () => void;
}

/** What is found by the engine is never long. */
type Given<Name extends OperationName> = Operations[Name] extends { isEngine: true }
  ? Output<Name>
  : Written<Output<Name>>;

export type Handlers = {
  [Name in OperationName]: (input: Input<Name>, context: CallContext) => Promise<Given<Name>> | Given<Name>;
};

/** What a socket that only tells sends: texts of frames, until the signal is aborted. */
export type ChannelHandler = (path: ChannelPath, context: { signal: AbortSignal }) => AsyncIterable<string>;

/** Frames of a whole socket: `inputs` are parsed JSON values, not yet checked. */
export type StreamHandler = (inputs: AsyncIterable<unknown>, context: CallContext) => AsyncIterable<QGPTStreamOutput>;

// Section: long lists in answers, made member by member while they are written, so that nobody holds all of them at
// once. Handlers give them, the server writes them; between two members others get their turn.

/** Members are made anew each time, from what they stand for. */
export abstract class LongList<Member> implements Iterable<Member> {
  /**
   * @param sources read when the first member is asked for: to collect many and put them in order takes a moment, too
   */
  static of<Source, Member>(
    sources: () => readonly Source[],
    toMember: (source: Source, position: number) => Member,
  ): LongList<Member> {
    return new ListOf(sources, toMember);
  }

  abstract get length(): number;

  /** @throws RangeError when there is none at this position */
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

/** An object with any number of names, likewise. A name should come once. */
export class LongRecord<Value> {
  constructor(readonly entries: LongList<readonly [name: string, value: Value]>) {}
}

/** What a handler may give for a value of the contract: long lists for lists, bytes for lists of them. */
export type Written<Value> = Value extends readonly (infer Member)[]
  ? readonly Written<Member>[] | LongList<Written<Member>> | (Member extends number ? Uint8Array : never)
  : Value extends object
    ? string extends keyof Value
      ? Value | LongRecord<Value[string & keyof Value]>
      : { [Name in keyof Value]: Written<Value[Name]> }
    : Value;
