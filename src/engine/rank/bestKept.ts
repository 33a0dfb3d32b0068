/**
 * Keeps the best files while all are looked at in order: a heap with the worst kept at its root (Williams 1964), so that
 * most files are turned away by one comparison. Cost: the logarithm of the number kept, for each file taken in.
 */
export class BestKept {
  /** Only what is better than this may be added. */
  least = 0;
  private size = 0;
  /** Best score and number of each file kept, as a heap. */
  private readonly scores: Float64Array;
  private readonly files: Uint32Array;

  constructor(private readonly most: number) {
    this.scores = new Float64Array(most);
    this.files = new Uint32Array(most);
  }

  /** Files in the order of their numbers. */
  add(file: number, score: number): void {
    if (this.size < this.most) this.rise(file, score);
    else this.sink(file, score);
    if (this.size === this.most) this.least = this.scores[0]!;
  }

  /** Whether what is kept in one place is worse than the other; of equal ones the first is better. */
  private isWorse(place: number, file: number, score: number): boolean {
    const own = this.scores[place]!;
    return own === score ? this.files[place]! > file : own < score;
  }

  private move(from: number, to: number): void {
    this.scores[to] = this.scores[from]!;
    this.files[to] = this.files[from]!;
  }

  private put(place: number, file: number, score: number): void {
    this.scores[place] = score;
    this.files[place] = file;
  }

  private rise(file: number, score: number): void {
    let at = this.size;
    this.size += 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.isWorse(above, file, score)) break;
      this.move(above, at);
      at = above;
    }
    this.put(at, file, score);
  }

  /** In place of the worst. */
  private sink(file: number, score: number): void {
    const { scores, files, size } = this;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && this.isWorse(child + 1, files[child]!, scores[child]!)) child += 1;
      if (!this.isWorse(child, file, score)) break;
      this.move(child, at);
      at = child;
    }
    this.put(at, file, score);
  }

  /** Numbers of the files, best first. */
  sorted(): number[] {
    const { scores, files } = this;
    const places = Array.from({ length: this.size }, (_, place) => place);
    places.sort((a, b) => scores[b]! - scores[a]! || files[a]! - files[b]!);
    return places.map((place) => files[place]!);
  }
}
