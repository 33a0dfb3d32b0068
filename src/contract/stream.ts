/** The WebSocket: one JSON object in each text frame, both ways (WIRE.md 5). Must not know who carries the frames. */
import * as Type from 'typebox';
import { UserProfile } from './schemas/applications';
import { QGPTStreamInput, QGPTStreamOutput } from './schemas/qgpt';
import { StreamedIdentifiers } from './schemas/search';

export const streamPath = '/qgpt/stream';

/** Input and output of the sixth question-answering operation; no row of the table, because it is a stream. */
export const stream = {
  path: streamPath,
  summary: 'A WebSocket: relevance and question inputs in, pieces of answers out.',
  input: QGPTStreamInput,
  output: QGPTStreamOutput,
} as const;

/** The text frames of each send-only WebSocket; null: it stays open and sends nothing. */
export const channels = {
  '/.well-known/stream/health': {
    name: 'getWellKnownStreamHealth',
    summary: 'Open while the service lives; says `ok:` and its instance.',
    frame: Type.String(),
  },
  '/user/stream': { name: 'streamUser', summary: 'The local user, once.', frame: UserProfile },
  '/assets/stream/identifiers': identifiersOf('assetsStreamIdentifiers', 'assets'),
  '/tags/stream/identifiers': identifiersOf('tagsStreamIdentifiers', 'tags'),
  '/websites/stream/identifiers': identifiersOf('websitesStreamIdentifiers', 'websites'),
  '/workstream_summaries/stream/identifiers': identifiersOf('workstreamSummariesStreamIdentifiers', 'summaries'),
  '/persons/stream/identifiers': identifiersOf('personsStreamIdentifiers', 'persons'),
  '/annotations/stream/identifiers': identifiersOf('annotationsStreamIdentifiers', 'annotations'),
  '/conversations/stream/identifiers': identifiersOf('conversationsStreamIdentifiers', 'conversations'),
  '/anchors/stream/identifiers': identifiersOf('anchorsStreamIdentifiers', 'files and folders'),
  // Programs open these two at start-up. They stay silent, because there is no long-term memory here.
  '/ranges/stream/identifiers': identifiersOf('rangesStreamIdentifiers', 'ranges, of which there are none'),
  '/workstream_pattern_engine/processors/vision/status/stream': {
    name: 'workstreamPatternEngineProcessorsVisionStatusStream',
    summary: 'Silent: no screen is recorded.',
    frame: null,
  },
} as const satisfies Record<`/${string}`, Channel>;

interface Channel {
  /** The contract's name for the channel. */
  name: string;
  summary: string;
  frame: Type.TSchema | null;
}

function identifiersOf(name: string, what: string) {
  const summary = `Ids of all ${what}, then of each that changes or goes.`;
  return { name, summary, frame: StreamedIdentifiers } as const;
}

export type ChannelPath = keyof typeof channels;

export const isChannelPath = (path: string): path is ChannelPath => Object.hasOwn(channels, path);

/** Replaces an input frame that is not valid JSON: it is answered with an error, and the socket stays open. */
export class MalformedFrame {
  /** @param message a sentence for the caller: what was wrong and what was expected */
  constructor(readonly message: string) {}
}
