/** The sockets that only tell: health, the user, identifiers. Must not know who carries the frames. */
import type { ChannelHandler } from '../../contract/api';
import type { ChannelPath } from '../../contract/stream';
import { localUser } from '../connections';
import type { ApiContext } from '../context';
import { identifiers, type Told } from './identifiers';
import { readersOf } from './readers';

/** What each identifier stream tells of, and the contract's name of the reference. */
const told = {
  '/assets/stream/identifiers': { collection: 'assets', field: 'asset' },
  '/tags/stream/identifiers': { collection: 'tags', field: 'tag' },
  '/websites/stream/identifiers': { collection: 'websites', field: 'website' },
  '/workstream_summaries/stream/identifiers': { collection: 'summaries', field: 'workstream_summary' },
  '/persons/stream/identifiers': { collection: 'persons', field: 'person' },
  '/annotations/stream/identifiers': { collection: 'annotations', field: 'annotation' },
  '/conversations/stream/identifiers': { collection: 'conversations', field: 'conversation' },
  '/anchors/stream/identifiers': { collection: 'anchors', field: 'anchor' },
} as const satisfies Partial<Record<ChannelPath, Told>>;

export function createChannelHandler(context: ApiContext): ChannelHandler {
  return async function* tell(path, { signal }) {
    switch (path) {
      case '/.well-known/stream/health':
        yield `ok:${context.service.instance}`;
        break;
      case '/user/stream':
        yield JSON.stringify(localUser(context));
        break;
      case '/ranges/stream/identifiers':
        yield JSON.stringify({ iterable: [] });
        break;
      case '/workstream_pattern_engine/processors/vision/status/stream':
        break;
      default: {
        const reader = readersOf(context).join(told[path].collection);
        for await (const frame of identifiers(context.store, told[path], signal, reader)) yield JSON.stringify(frame);
        return;
      }
    }
    // Programs take a closed socket for a service that has gone.
    await aborted(signal);
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
