/**
 * Where the transcript stands while it grows. A reader at the end stays there; one who scrolled up is left alone; after a
 * question its answer is followed until the question has reached the top, so that a long answer is read from its start.
 */

/** Closer to the end than this counts as being at it: a line of text. */
const nearEndPixels = 24;

/** `turn`: the last turn is brought to the top. `end`: the end is kept in sight. `reader`: nothing is moved. */
type Follow = 'turn' | 'end' | 'reader';

interface StickyScroll {
  toEnd(): void;
  /** The last turn to the top, or as far up as there is text below it. */
  toLastTurn(): void;
  /** A chat with this first turn is shown: another one begins at its end, the same one stays where it is. */
  begin(firstTurn: string | undefined): void;
  /** The end is out of sight. */
  isAway(): boolean;
  /** The end is kept in sight. */
  isAtEnd(): boolean;
  /** To be called after each paint. */
  painted(): void;
}

export function stickyScroll(find: () => HTMLElement | null, changed: () => void): StickyScroll {
  let follow: Follow = 'end';
  let watched: HTMLElement | null = null;
  let lastTop = 0;
  let wasAway = false;
  let shown: string | undefined;

  const below = (element: HTMLElement) => element.scrollHeight - element.scrollTop - element.clientHeight;

  function place(element: HTMLElement): void {
    if (follow === 'reader') return;
    const end = element.scrollHeight - element.clientHeight;
    const turns = element.querySelectorAll<HTMLElement>('.turn');
    const lastTurn = turns[turns.length - 1];
    const top = follow === 'turn' && lastTurn ? Math.min(end, lastTurn.offsetTop - nearEndPixels / 3) : end;
    element.scrollTop = top;
    lastTop = element.scrollTop;
    tell(element);
  }

  function tell(element: HTMLElement): void {
    const isAway = below(element) > nearEndPixels;
    if (isAway !== wasAway) {
      wasAway = isAway;
      changed();
    }
  }

  /** Growing content moves the end away without anyone scrolling: only a way that the reader went counts. */
  function scrolled(element: HTMLElement): void {
    const way = element.scrollTop - lastTop;
    if (Math.abs(way) > 1) {
      if (below(element) <= nearEndPixels) follow = follow === 'turn' ? 'turn' : 'end';
      else if (way < 0 || follow === 'turn') follow = 'reader';
    }
    lastTop = element.scrollTop;
    tell(element);
  }

  function watch(element: HTMLElement): void {
    watched = element;
    element.addEventListener('scroll', () => scrolled(element), { passive: true });
    // The box grows, the view is resized, a turn is measured when it comes into sight: none may push the end away.
    const sizes = new ResizeObserver(() => place(element));
    sizes.observe(element);
    if (element.firstElementChild) sizes.observe(element.firstElementChild);
  }

  return {
    toEnd() {
      follow = 'end';
      changed();
    },
    toLastTurn() {
      follow = 'turn';
      changed();
    },
    begin(firstTurn) {
      if (firstTurn !== shown) follow = 'end';
      shown = firstTurn;
      changed();
    },
    isAway: () => wasAway,
    isAtEnd: () => follow === 'end',
    painted() {
      const element = find();
      if (!element) return;
      if (element !== watched) watch(element);
      place(element);
      tell(element);
    },
  };
}
