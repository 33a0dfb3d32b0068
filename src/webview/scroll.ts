/** The scroll position of the growing transcript, and which of its turns are in the DOM. */
import type { Turn } from '../chat/turns';

// Section: the scroll position: follows the end while the user is there, stays when scrolled up, and moves to a new
// question.

/** Distance to the end that still counts as the end, about a line of text. */
const nearEndPixels = 24;

/** `turn`: scrolls the last turn to the top. `end`: keeps the end visible. `reader`: does not scroll. */
type Follow = 'turn' | 'end' | 'reader';

export class StickyScroll {
  #follow: Follow = 'end';
  #watched: HTMLElement | null = null;
  #lastTop = 0;
  #isAway = false;
  #shown: string | undefined;

  /** @param changed requests a paint */
  constructor(
    private readonly find: () => HTMLElement | null,
    private readonly changed: () => void,
  ) {}

  toEnd(): void {
    this.#follow = 'end';
    this.changed();
  }

  /** Scrolls the last turn to the top, or as far as the text below it allows. */
  toLastTurn(): void {
    this.#follow = 'turn';
    this.changed();
  }

  /**
   * Called when a chat with this first turn is shown: another chat starts at its end, the same one keeps its position.
   */
  begin(firstTurn: string | undefined): void {
    if (firstTurn !== this.#shown) this.#follow = 'end';
    this.#shown = firstTurn;
    this.changed();
  }

  /** True when the end is not visible. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** True when the end is kept visible. */
  get isAtEnd(): boolean {
    return this.#follow === 'end';
  }

  /** To be called after each paint. */
  painted(): void {
    const element = this.find();
    if (!element) return;
    if (element !== this.#watched) this.#watch(element);
    this.#place(element);
    this.#look(element);
  }

  #place(element: HTMLElement): void {
    if (this.#follow === 'reader') return;
    const end = element.scrollHeight - element.clientHeight;
    const turns = element.querySelectorAll<HTMLElement>('.turn');
    const lastTurn = turns[turns.length - 1];
    const top = this.#follow === 'turn' && lastTurn ? Math.min(end, lastTurn.offsetTop - nearEndPixels / 3) : end;
    element.scrollTop = top;
    this.#lastTop = element.scrollTop;
    this.#look(element);
  }

  /** Updates whether the end is visible, and reports a change. */
  #look(element: HTMLElement): void {
    const isAway = below(element) > nearEndPixels;
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.changed();
  }

  /** Handles scrolling by the user; growing content also moves the end away, which does not count. */
  #scrolled(element: HTMLElement): void {
    const way = element.scrollTop - this.#lastTop;
    if (Math.abs(way) > 1) {
      if (below(element) <= nearEndPixels) this.#follow = this.#follow === 'turn' ? 'turn' : 'end';
      else if (way < 0 || this.#follow === 'turn') this.#follow = 'reader';
    }
    this.#lastTop = element.scrollTop;
    this.#look(element);
  }

  #watch(element: HTMLElement): void {
    this.#watched = element;
    element.addEventListener('scroll', () => this.#scrolled(element), { passive: true });
    // Who opens a row reads on from there.
    element.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('summary')) this.#follow = 'reader';
    });
    // Resizing of the box, the view or a measured turn must not push the end out of view.
    const sizes = new ResizeObserver(() => this.#place(element));
    sizes.observe(element);
    if (element.firstElementChild) sizes.observe(element.firstElementChild);
  }
}

function below(element: HTMLElement): number {
  return element.scrollHeight - element.scrollTop - element.clientHeight;
}

// Section: stores the heights of turns and determines which of them the next paint renders (`segmentsOf` decides).

export interface TurnWindow {
  segments(turns: readonly Turn[]): readonly Segment[];
  /** To be called after each paint. */
  painted(): void;
}

interface TurnWindowSurroundings {
  transcript(): HTMLElement | null;
  /** True when the end is kept visible: the next paint renders it, whatever the scroll position is. */
  isAtEnd(): boolean;
  /** Requests a paint. */
  changed(): void;
}

export function turnWindow(around: TurnWindowSurroundings): TurnWindow {
  const heights = new Map<string, number>();
  let turns: readonly Turn[] = [];
  let shown: readonly Segment[] = [];
  let watched: HTMLElement | null = null;

  const watchSizes = sizeWatch((entries) => {
    for (const { target, contentRect } of entries) {
      const id = target instanceof HTMLElement ? target.dataset.turn : undefined;
      // A turn that is being removed reports a height of zero.
      if (id !== undefined && contentRect.height > 0) heights.set(id, contentRect.height);
    }
    look();
  });

  function rowOf(turn: Turn): Row {
    return { id: turn.id, height: heights.get(turn.id) ?? guessedHeight(turn) };
  }

  function sight(): Sight {
    const element = around.transcript();
    if (!element) return { top: undefined, height: 800 };
    return { top: around.isAtEnd() ? undefined : element.scrollTop, height: element.clientHeight };
  }

  function focused(): Set<string> {
    const id = document.activeElement?.closest<HTMLElement>('.turn')?.dataset.turn;
    return new Set(id === undefined ? [] : [id]);
  }

  const now = (): Segment[] => segmentsOf(turns.map(rowOf), sight(), focused());

  function look(): void {
    if (!isSameView(now(), shown)) around.changed();
  }

  function watch(element: HTMLElement): void {
    watched = element;
    element.addEventListener('scroll', look, { passive: true });
  }

  return {
    segments(next) {
      turns = next;
      return (shown = now());
    },
    painted() {
      const element = around.transcript();
      if (!element) return;
      if (element !== watched) watch(element);
      watchSizes(element.querySelectorAll('.turn'));
    },
  };
}

/** @returns a function to call with the elements now in the DOM; it observes their sizes, and no others */
function sizeWatch(changed: (entries: ResizeObserverEntry[]) => void): (elements: Iterable<Element>) => void {
  const sizes = new ResizeObserver(changed);
  const observed = new Set<Element>();
  return (elements) => {
    const present = new Set(elements);
    for (const element of present) {
      if (observed.has(element)) continue;
      observed.add(element);
      sizes.observe(element);
    }
    for (const element of observed) {
      if (present.has(element)) continue;
      observed.delete(element);
      sizes.unobserve(element);
    }
  };
}

// Section: virtual scrolling: which turns of a long chat are in the DOM; gaps of equal height replace the others. Knows
// no DOM.

export interface Row {
  id: string;
  /** The last measured height, else an estimate. */
  height: number;
}

export type Segment = { kind: 'row'; index: number } | { kind: 'gap'; key: string; height: number };

export interface Sight {
  /** Pixels above the viewport; undefined when it is at the end. */
  top: number | undefined;
  height: number;
}

/** Margin rendered beyond the viewport on each side, so that a scroll step shows no gap. */
const marginPixels = 1200;

/** @param kept ids of rows that are always rendered */
export function segmentsOf(rows: readonly Row[], sight: Sight, kept: ReadonlySet<string>): Segment[] {
  const total = rows.reduce((sum, row) => sum + row.height, 0);
  const top = sight.top ?? total - sight.height;
  const [from, to] = [top - marginPixels, top + sight.height + marginPixels];
  const segments: Segment[] = [];
  let offset = 0;
  rows.forEach((row, index) => {
    const isShown = (offset < to && offset + row.height > from) || kept.has(row.id) || index === rows.length - 1;
    offset += row.height;
    const last = segments.at(-1);
    if (isShown) segments.push({ kind: 'row', index });
    else if (last?.kind === 'gap') last.height += row.height;
    else segments.push({ kind: 'gap', key: `gap before ${rows[index - 1]?.id ?? 'all'}`, height: row.height });
  });
  return segments;
}

/** Estimated height of a turn that was never measured; a line of the chat holds about 45 characters. */
export function guessedHeight({ question, text, sources }: { question: string; text: string; sources: unknown[] }) {
  const lines = Math.ceil(question.length / 45) + text.split('\n').reduce((sum, line) => sum + 1 + line.length / 45, 0);
  return Math.round(110 + lines * 20 + sources.length * 24);
}

/** True when both render the same rows and their gaps differ by an invisible amount only. */
export function isSameView(one: readonly Segment[], other: readonly Segment[]): boolean {
  return (
    one.length === other.length &&
    one.every((segment, place) => {
      const counterpart = other[place];
      if (segment.kind === 'row') return counterpart?.kind === 'row' && counterpart.index === segment.index;
      return counterpart?.kind === 'gap' && Math.abs(counterpart.height - segment.height) < 1;
    })
  );
}
