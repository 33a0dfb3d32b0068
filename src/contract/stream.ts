/** The socket: one JSON object a text frame, both ways (WIRE.md 5). Must not know who carries the frames. */
import * as Type from 'typebox';
import { UserProfile } from './schemas/applications';
import { QGPTStreamInput, QGPTStreamOutput } from './schemas/qgpt';
import { StreamedIdentifiers } from './schemas/search';

export const streamPath = '/qgpt/stream';

/** What the sixth question-answering operation takes and gives; not a row of the table, because it is no request. */
export const stream = {
  path: streamPath,
  summary: 'A WebSocket: relevance and question inputs in, pieces of answers out.',
  input: QGPTStreamInput,
  output: QGPTStreamOutput,
} as const;

/** What each socket that only tells sends, in text frames; null: it stays open and silent. */
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
  // Programs open these two when they start. There is no long-term memory here, so there is nothing to tell.
  '/ranges/stream/identifiers': identifiersOf('rangesStreamIdentifiers', 'ranges, of which there are none'),
  '/workstream_pattern_engine/processors/vision/status/stream': {
    name: 'workstreamPatternEngineProcessorsVisionStatusStream',
    summary: 'Silent: no screen is recorded.',
    frame: null,
  },
} as const satisfies Record<`/${string}`, Channel>;

interface Channel {
  /** As the contract calls it. */
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

/** Stands among the inputs for a frame that could not be read as JSON: it is answered, and the socket stays open. */
export class MalformedFrame {
  /** @param message sentence for the caller: what was wrong, what was expected */
  constructor(readonly message: string) {}
}
