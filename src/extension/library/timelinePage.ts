/**
 * The timeline as one page without scripts: a strip of days that shows activity, five filter switches, and the events
 * by day. The style sheet alone does the filtering. Must not know the editor.
 */
import type { TimelineEvent } from '../../contract/schemas/library';
import { startOfDay } from './rows';

export const eventGroups = ['created', 'viewed', 'updated', 'referenced', 'exported', 'deleted'] as const;
export type EventGroup = (typeof eventGroups)[number];

export interface TimelineWords {
  title: string;
  /** `412 events since …`, below the title. */
  summary: string;
  groups: Record<EventGroup, string>;
  kinds: Record<string, string>;
  empty: string;
  /** Tooltip of a square of the strip: `3 events on 4 March`. */
  day: (count: number, time: number) => string;
  date: (time: number) => string;
  time: (time: number) => string;
  month: (time: number) => string;
  less: string;
  more: string;
  inTrash: string;
  all: string;
}

interface TimelinePage {
  events: readonly TimelineEvent[];
  now: number;
  words: TimelineWords;
  nonce: string;
  style: string;
  /** The link target of an asset. */
  linkOf: (asset: string) => string;
}

const groupOfKind: Record<string, EventGroup> = {
  created: 'created',
  restored: 'created',
  viewed: 'viewed',
  referenced: 'referenced',
  exported: 'exported',
  deleted: 'deleted',
};

/** The group of an event; kinds without a group of their own count as changes of the asset. */
const groupOf = (kind: string): EventGroup => groupOfKind[kind] ?? 'updated';

/** Half a year, which fits into a side-by-side editor. */
const weeks = 26;
const dayMs = 24 * 3_600_000;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** The whole page as HTML. */
export function timelinePage(page: TimelinePage): string {
  const { words, nonce, style, events } = page;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<meta name="viewport" content="width=device-width">
<title>${escape(words.title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<header><h1>${escape(words.title)}</h1>${words.summary === '' ? '' : `<p>${escape(words.summary)}</p>`}</header>
${events.length === 0 ? `<p class="empty">${escape(words.empty)}</p>` : `${strip(page)}\n${switches(page)}\n${days(page)}`}
</main>
</body>
</html>
`;
}

/** A calendar heat map: one column per week, one square per day, darker with more events. */
function strip({ events, now, words }: TimelinePage): string {
  const counts = new Map<number, number>();
  for (const { at } of events) counts.set(startOfDay(at), (counts.get(startOfDay(at)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const today = startOfDay(now);
  const weekday = (new Date(today).getDay() + 6) % 7;
  const squares: string[] = [];
  const months: string[] = [];
  let shownMonth = -1;
  for (let week = 0; week < weeks; week += 1) {
    // Noon, so that a daylight saving change never skips a day.
    const monday = today + dayMs / 2 - (weekday + (weeks - 1 - week) * 7) * dayMs;
    const month = new Date(monday).getMonth();
    // A month's name needs two more weeks of room before the next one.
    const isRoomy = new Date(monday + 14 * dayMs).getMonth() === month;
    const isNew = month !== shownMonth && isRoomy && week < weeks - 1;
    if (isNew) shownMonth = month;
    months.push(`<span>${isNew ? escape(words.month(monday)) : ''}</span>`);
    for (let day = 0; day < 7; day += 1) {
      const time = startOfDay(monday + day * dayMs);
      if (time > today) {
        squares.push('<i class="none"></i>');
        continue;
      }
      const count = counts.get(time) ?? 0;
      const level = count === 0 ? 0 : Math.ceil((count / most) * 4);
      squares.push(`<i class="l${level}" title="${escape(words.day(count, time))}"></i>`);
    }
  }
  const legend = [0, 1, 2, 3, 4].map((level) => `<i class="l${level}"></i>`).join('');
  return `<figure class="strip" aria-hidden="true">
<div class="months">${months.join('')}</div>
<div class="squares">${squares.join('')}</div>
<figcaption>${escape(words.less)} ${legend} ${escape(words.more)}</figcaption>
</figure>`;
}

/** Radio buttons, which work with mouse and keyboard; the style sheet hides the other events. */
function switches({ events, words }: TimelinePage): string {
  const counts = new Map<EventGroup, number>();
  for (const { kind } of events) counts.set(groupOf(kind), (counts.get(groupOf(kind)) ?? 0) + 1);
  const option = (id: string, label: string, count: number, isOn: boolean): string =>
    `<label class="${id}"><input type="radio" name="show" value="${id}"${isOn ? ' checked' : ''}>` +
    `<b></b>${escape(label)} <small>${count}</small></label>`;
  const present = eventGroups.filter((group) => (counts.get(group) ?? 0) > 0);
  return `<fieldset class="switches">${[
    option('all', words.all, events.length, true),
    ...present.map((group) => option(group, words.groups[group], counts.get(group) ?? 0, false)),
  ].join('')}</fieldset>`;
}

function days({ events, words, linkOf }: TimelinePage): string {
  const byDay = new Map<number, TimelineEvent[]>();
  for (const event of events) {
    const day = startOfDay(event.at);
    byDay.set(day, [...(byDay.get(day) ?? []), event]);
  }
  const sections = [...byDay].map(([day, happened]) => {
    const groups = [...new Set(happened.map(({ kind }) => groupOf(kind)))].map((group) => `has-${group}`).join(' ');
    const items = merged(happened).map((item) => event(item, words, linkOf));
    return `<section class="${groups}"><h2>${escape(words.date(day))}</h2><ol>${items.join('')}</ol></section>`;
  });
  return sections.join('\n');
}

interface Merged extends TimelineEvent {
  count: number;
}

/** Merges consecutive events of one kind on one asset into one line. */
function merged(events: readonly TimelineEvent[]): Merged[] {
  const all: Merged[] = [];
  for (const one of events) {
    const last = all.at(-1);
    if (last?.asset === one.asset && last.kind === one.kind && last.client === one.client) last.count += 1;
    else all.push({ ...one, count: 1 });
  }
  return all;
}

function event(
  { at, kind, asset, name, client, isTrashed, count }: Merged,
  words: TimelineWords,
  linkOf: (asset: string) => string,
) {
  const what = `${words.kinds[kind] ?? kind}${count > 1 ? ` ×${count}` : ''}`;
  const title = isTrashed
    ? `<span class="trashed">${escape(name)}</span> <small>${escape(words.inTrash)}</small>`
    : `<a href="${escape(linkOf(asset))}">${escape(name)}</a>`;
  const by = client === undefined ? '' : ` <small class="client">${escape(client)}</small>`;
  return (
    `<li class="${groupOf(kind)}"><b></b><time>${escape(words.time(at))}</time>` +
    `<span class="what">${escape(what)}</span><span class="name">${title}${by}</span></li>`
  );
}
