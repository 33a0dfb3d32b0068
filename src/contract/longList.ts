/**
 * Lists in answers, made while they are written: one member after the other, so that nobody holds all of them at once
 * and others get their turn in between. Handlers give them, the server writes them. Must not know what is listed.
 */

/** Members are made anew each time, from what they stand for. */
export abstract class LongList<Member> implements Iterable<Member> {
  /**
   * @param sources read when the first member is asked for: to collect many and put them in order takes a moment, too
   */
  static of<Source, Member>(
    sources: () => readonly Source[],
    toMember: (source: Source, position: number) => Member,
  ): LongList<Member> {
    return new ListOf(sources, toMember);
  }

  abstract get length(): number;

  /** @throws RangeError when there is none at this position */
  abstract member(position: number): Member;

  *[Symbol.iterator](): Iterator<Member> {
    for (let position = 0; position < this.length; position += 1) yield this.member(position);
  }
}

class ListOf<Source, Member> extends LongList<Member> {
  private all: readonly Source[] | undefined;

  constructor(
    private readonly sources: () => readonly Source[],
    private readonly toMember: (source: Source, position: number) => Member,
  ) {
    super();
  }

  override get length(): number {
    return this.read().length;
  }

  override member(position: number): Member {
    const source = this.read()[position];
    if (source === undefined) throw new RangeError(`There is no member at ${position}.`);
    return this.toMember(source, position);
  }

  private read(): readonly Source[] {
    return (this.all ??= this.sources());
  }
}

/** An object with any number of names, likewise. A name should come once. */
export class LongRecord<Value> {
  constructor(readonly entries: LongList<readonly [name: string, value: Value]>) {}
}

/** What a handler may give for a value of the contract: long lists for lists, bytes for lists of them. */
export type Written<Value> = Value extends readonly (infer Member)[]
  ? readonly Written<Member>[] | LongList<Written<Member>> | (Member extends number ? Uint8Array : never)
  : Value extends object
    ? string extends keyof Value
      ? Value | LongRecord<Value[string & keyof Value]>
      : { [Name in keyof Value]: Written<Value[Name]> }
    : Value;
