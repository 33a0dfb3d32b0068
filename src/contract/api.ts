/**
 * The one interface with three carriers: the handlers in process, the HTTP client, the webview's client.
 * Callers cannot tell which they hold.
 */
import type { Written } from './longList';
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
