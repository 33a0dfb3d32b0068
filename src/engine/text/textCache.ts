/**
 * What was made of the texts met last, by the text: who asks again, in other words, meets mostly the same ones. Bounded by
 * the characters of the texts, which it holds; what was used longest ago goes first. State only.
 */
export class TextCache<Value> {
  /** In order of use, oldest first. */
  private readonly kept = new Map<string, Value>();
  private chars = 0;

  constructor(private readonly maxChars: number) {}

  get(text: string): Value | undefined {
    const value = this.kept.get(text);
    if (value === undefined) return undefined;
    this.kept.delete(text);
    this.kept.set(text, value);
    return value;
  }

  put(text: string, value: Value): void {
    if (!this.kept.delete(text)) this.chars += text.length;
    this.kept.set(text, value);
    for (const oldest of this.kept.keys()) {
      if (this.chars <= this.maxChars) return;
      this.kept.delete(oldest);
      this.chars -= oldest.length;
    }
  }
}
