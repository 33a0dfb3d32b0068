/** Keeps the end of the transcript in sight, but only for a reader who is there. */

/** Closer to the end than this counts as being at it: a line of text. */
const nearEndPixels = 24;

export interface StickyScroll {
  toEnd(): void;
  /** The end is out of sight. */
  isAway(): boolean;
  /** To be called after each paint. */
  painted(): void;
}

export function stickyScroll(find: () => HTMLElement | null, changed: () => void): StickyScroll {
  let isStuck = true;
  let watched: HTMLElement | null = null;
  let lastTop = 0;

  function toEnd(element: HTMLElement): void {
    element.scrollTop = element.scrollHeight;
    lastTop = element.scrollTop;
  }

  /** Growing content moves the end away without anyone scrolling: only a way up means that the reader left it. */
  function scrolled(element: HTMLElement): void {
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= nearEndPixels;
    const before = isStuck;
    if (isAtEnd) isStuck = true;
    else if (element.scrollTop < lastTop - 1) isStuck = false;
    lastTop = element.scrollTop;
    if (before !== isStuck) changed();
  }

  function watch(element: HTMLElement): void {
    watched = element;
    element.addEventListener('scroll', () => scrolled(element), { passive: true });
    // The box grows, the view is resized, a turn is measured when it comes into sight: none may push the end away.
    const sizes = new ResizeObserver(() => {
      if (isStuck) toEnd(element);
    });
    sizes.observe(element);
    if (element.firstElementChild) sizes.observe(element.firstElementChild);
  }

  return {
    toEnd() {
      isStuck = true;
      changed();
    },
    isAway: () => !isStuck,
    painted() {
      const element = find();
      if (!element) return;
      if (element !== watched) watch(element);
      if (isStuck) toEnd(element);
    },
  };
}
