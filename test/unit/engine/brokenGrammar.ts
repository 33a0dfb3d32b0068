/**
 * Real grammars that fail while they parse: every function of the module but the one that hands out its tables, and
 * those that the loader calls, is given another body. Only what a WebAssembly module is made of is read:
 * https://webassembly.github.io/spec/core/binary/modules.html
 */

const importSection = 2;
const exportSection = 7;
const codeSection = 10;
const functionKind = 0;

/** Bodies without locals. */
const bodies = {
  /** A trap, as a bad memory access is one. */
  traps: Buffer.of(0, 0x00, 0x0b),
  /** An endless loop; what follows it satisfies any type of result. */
  hangs: Buffer.of(0, 0x03, 0x40, 0x0c, 0x00, 0x0b, 0x00, 0x0b),
};

class Reader {
  constructor(
    readonly bytes: Buffer,
    public at = 0,
  ) {}

  byte(): number {
    return this.bytes.readUInt8(this.at++);
  }

  /** LEB128. */
  number(): number {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
  }

  take(length: number): Buffer {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  name(): string {
    return this.take(this.number()).toString('utf8');
  }
}

function encoded(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.of(...bytes, rest);
    bytes.push((rest % 128) | 0x80);
  }
}

function skipLimits(reader: Reader): void {
  if ((reader.byte() & 1) === 1) reader.number();
  reader.number();
}

function importedFunctions(section: Buffer): number {
  const reader = new Reader(section);
  let functions = 0;
  for (let left = reader.number(); left > 0; left -= 1) {
    reader.name();
    reader.name();
    const kind = reader.byte();
    if (kind === functionKind) {
      functions += 1;
      reader.number();
    } else if (kind === 3) reader.take(2);
    else {
      if (kind === 1) reader.byte();
      skipLimits(reader);
    }
  }
  return functions;
}

/** Numbers of the functions that are called before a text is parsed: the tables, and what the loader runs. */
function keptFunctions(section: Buffer): Set<number> {
  const reader = new Reader(section);
  const kept = new Set<number>();
  for (let left = reader.number(); left > 0; left -= 1) {
    const name = reader.name();
    const kind = reader.byte();
    const index = reader.number();
    if (kind === functionKind && !name.includes('external_scanner')) kept.add(index);
  }
  return kept;
}

function codeWith(body: Buffer, section: Buffer, isKept: (place: number) => boolean): Buffer {
  const reader = new Reader(section);
  const count = reader.number();
  const parts = [encoded(count)];
  for (let place = 0; place < count; place += 1) {
    const own = reader.take(reader.number());
    const put = isKept(place) ? own : body;
    parts.push(encoded(put.length), put);
  }
  return Buffer.concat(parts);
}

/** @param grammar bytes of a working grammar */
export function grammarThat(fails: keyof typeof bodies, grammar: Buffer): Buffer {
  const reader = new Reader(grammar);
  const parts = [reader.take(8)];
  let imported = 0;
  let kept = new Set<number>();
  while (reader.at < grammar.length) {
    const id = reader.byte();
    const section = reader.take(reader.number());
    if (id === importSection) imported = importedFunctions(section);
    if (id === exportSection) kept = keptFunctions(section);
    const put = id === codeSection ? codeWith(bodies[fails], section, (place) => kept.has(place + imported)) : section;
    parts.push(Buffer.of(id), encoded(put.length), put);
  }
  return Buffer.concat(parts);
}
