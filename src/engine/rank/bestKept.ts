/**
 * Keeps the best files while all are looked at in order: a heap with the worst kept at its root (Williams 1964), so that
 * most files are turned away by one comparison. Cost: the logarithm of the number kept, for each file taken in.
 */

/** A file of a piece, and its best score. */
export interface Kept {
  piece: number;
  row: number;
  best: number;
}

/** Of equal ones the first is better. */
function isWorse(one: Kept, other: Kept): boolean {
  if (one.best !== other.best) return one.best < other.best;
  return one.piece === other.piece ? one.row > other.row : one.piece > other.piece;
}

export class BestKept {
  /** Only what is better than this may be added. */
  least = 0;
  private readonly heap: Kept[] = [];

  constructor(private readonly most: number) {}

  /** In the order of pieces and rows. */
  add(file: Kept): void {
    if (this.heap.length < this.most) this.rise(file);
    else this.sink(file);
    if (this.heap.length === this.most) this.least = this.heap[0]!.best;
  }

  private rise(file: Kept): void {
    const { heap } = this;
    let at = heap.push(file) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isWorse(file, heap[above]!)) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = file;
  }

  /** In place of the worst. */
  private sink(file: Kept): void {
    const { heap } = this;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && isWorse(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isWorse(heap[child]!, file)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = file;
  }

  /** Best first. */
  sorted(): Kept[] {
    return this.heap.sort((a, b) => (isWorse(a, b) ? 1 : -1));
  }
}
