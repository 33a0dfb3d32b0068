/** Keeps the heights of turns and says which of them the next paint puts on the page (virtual.ts decides). */
import type { Turn } from '../chat/turns';
import { guessedHeight, isSameView, segmentsOf, type Row, type Segment, type Sight } from './virtual';

export interface TurnWindow {
  segments(turns: readonly Turn[]): readonly Segment[];
  /** To be called after each paint. */
  painted(): void;
}

interface TurnWindowSurroundings {
  transcript(): HTMLElement | null;
  /** The end is kept in sight: what is drawn next stands there, wherever the scroll bar is now. */
  isAtEnd(): boolean;
  /** Asks for a paint. */
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
      // A turn that is just leaving the page has no height any more.
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

/** @returns to be told of the elements that are on the page now: their sizes are observed, and no others */
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
