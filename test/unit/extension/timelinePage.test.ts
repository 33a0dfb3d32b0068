import assert from 'node:assert/strict';
import type { TimelineEvent } from '../../../src/contract/schemas/library';
import { eventGroups, timelinePage, type EventGroup } from '../../../src/extension/library/timelinePage';

const event = (more: Partial<TimelineEvent>): TimelineEvent => ({
  ...{ at: 1_000_000, kind: 'viewed', asset: 'a', name: 'Retry', language: 'ts', application: 'Quarry' },
  ...{ isTrashed: false, ...more },
});

function pageOf(events: TimelineEvent[]): string {
  const words = {
    ...{ title: '', summary: '', empty: '', less: '', more: '', inTrash: '', all: '', kinds: {} },
    groups: Object.fromEntries(eventGroups.map((group) => [group, group])) as Record<EventGroup, string>,
    ...{ day: String, date: String, time: String, month: String },
  };
  return timelinePage({ events, now: 1_000_000, words, nonce: '', style: '', linkOf: (asset) => asset });
}

describe('the page of the timeline', () => {
  it('names the agent that did something, and shows its name as text', () => {
    const page = pageOf([event({ client: 'claude-code <b>' }), event({})]);
    assert.deepEqual(page.match(/<small class="client">[^<]*/g), ['<small class="client">claude-code &lt;b&gt;']);
  });

  it('tells apart what an agent and what a person did to the same asset, and counts the rest together', () => {
    const page = pageOf([event({ client: 'codex' }), event({}), event({})]);
    assert.equal(page.match(/<li /g)?.length, 2);
    assert.match(page, /viewed ×2/);
  });
});
