/**
 * Inner loops of training on rows of `width` 32-bit floats, four at a time, in one WebAssembly memory. The order of
 * every sum is fixed, so the same input gives the same bytes on every machine. Cost: 3 to 5 billion multiplications per
 * second and core; plain typed arrays do one.
 */

const bytes = 4;
/** Numbers in a vector. */
const lanes = 4;

function many<Item>(count: number, make: (place: number) => readonly Item[]): Item[] {
  return Array.from({ length: count }, (_, place) => make(place)).flat();
}

const v128 = (count: number): ValueType[] => new Array<ValueType>(count).fill('v128');

/** y += a x */
function addScaled(width: number): FunctionSource {
  const [y, x, a, factor] = [0, 1, 2, 3];
  const steps = many(width / lanes, (step) => {
    const offset = step * lanes * bytes;
    const sum = [
      ...op.get(y),
      ...op.load(offset),
      ...op.get(x),
      ...op.load(offset),
      ...op.get(factor),
      ...op.times,
      ...op.plus,
    ];
    return [...op.get(y), ...sum, ...op.store(offset)];
  });
  const body = [...op.get(a), ...op.splat, ...op.set(factor), ...steps];
  return { name: 'addScaled', parameters: ['i32', 'i32', 'f32'], locals: v128(1), body };
}

/** x · y */
function dot(width: number): FunctionSource {
  const [x, y, sum] = [0, 1, 2];
  const steps = many(width / lanes, (step) => {
    const offset = step * lanes * bytes;
    const product = [...op.get(x), ...op.load(offset), ...op.get(y), ...op.load(offset), ...op.times];
    return [...op.get(sum), ...product, ...op.plus, ...op.set(sum)];
  });
  const body = [...op.zero, ...op.set(sum), ...steps, ...op.get(sum), ...sumLanes(sum)];
  return { name: 'dot', parameters: ['i32', 'i32'], result: 'f32', locals: v128(1), body };
}

/**
 * Four rows x times each of `count` rows: out[k][j] = x[k] · rows[j]; `stride` is the bytes between out[0] and out[1].
 */
function dots4(width: number): FunctionSource {
  const [out, stride, x, rows, count] = [0, 1, 2, 3, 4];
  const sums = [5, 6, 7, 8];
  const row = 9;
  const at = 10;
  const steps = many(width / lanes, (step) => {
    const offset = step * lanes * bytes;
    const adds = sums.flatMap((sum, k) => [
      ...[...op.get(sum), ...op.get(x), ...op.load(offset + k * width * bytes)],
      ...[...op.get(row), ...op.times, ...op.plus, ...op.set(sum)],
    ]);
    return [...op.get(rows), ...op.load(offset), ...op.set(row), ...adds];
  });
  const stores = sums.flatMap((sum) => [
    ...[...op.get(at), ...op.get(sum), ...sumLanes(sum), ...op.f32Store()],
    ...[...op.get(at), ...op.get(stride), ...op.add, ...op.set(at)],
  ]);
  const body = op.loop([
    ...sums.flatMap((sum) => [...op.zero, ...op.set(sum)]),
    ...steps,
    ...[...op.get(out), ...op.set(at), ...stores],
    ...[...op.get(out), ...op.i32(bytes), ...op.add, ...op.set(out)],
    ...[...op.get(rows), ...op.i32(width * bytes), ...op.add, ...op.set(rows)],
    ...[...op.get(count), ...op.i32(1), ...op.sub, ...op.tee(count)],
  ]);
  return { name: 'dots4', parameters: ['i32', 'i32', 'i32', 'i32', 'i32'], locals: [...v128(5), 'i32'], body };
}

/**
 * Weighted sums of `count` rows for four outputs: y[k] = sum of w[k][j] rows[j]. `across` is the bytes between w[0] and
 * w[1], `along` those between w[k][0] and w[k][1], so that a matrix and its transpose serve alike.
 */
function mix4(width: number): FunctionSource {
  const [y, weights, across, along, rows, count] = [0, 1, 2, 3, 4, 5];
  const sums = [6, 7, 8, 9, 10, 11, 12, 13];
  const [first, second, factor] = [14, 15, 16];
  const [left, chunk, row, weight, place] = [17, 18, 19, 20, 21];
  const perOutput = [0, 1, 2, 3].flatMap((k) => [
    ...[...op.get(place), ...op.loadSplat(), ...op.set(factor)],
    ...[...op.get(sums[2 * k]!), ...op.get(first), ...op.get(factor), ...op.times, ...op.plus, ...op.set(sums[2 * k]!)],
    ...[
      ...op.get(sums[2 * k + 1]!),
      ...op.get(second),
      ...op.get(factor),
      ...op.times,
      ...op.plus,
      ...op.set(sums[2 * k + 1]!),
    ],
    ...(k < 3 ? [...op.get(place), ...op.get(across), ...op.add, ...op.set(place)] : []),
  ]);
  const inner = op.loop([
    ...[...op.get(row), ...op.load(), ...op.set(first), ...op.get(row), ...op.load(16), ...op.set(second)],
    ...[...op.get(weight), ...op.set(place), ...perOutput],
    ...[...op.get(row), ...op.i32(width * bytes), ...op.add, ...op.set(row)],
    ...[...op.get(weight), ...op.get(along), ...op.add, ...op.set(weight)],
    ...[...op.get(left), ...op.i32(1), ...op.sub, ...op.tee(left)],
  ]);
  const stores = sums.flatMap((sum, place8) => [
    ...[...op.get(y), ...op.get(sum), ...op.store((place8 >> 1) * width * bytes + (place8 & 1) * 16)],
  ]);
  const body = [
    ...[...op.i32(width / (2 * lanes)), ...op.set(chunk)],
    ...op.loop([
      ...sums.flatMap((sum) => [...op.zero, ...op.set(sum)]),
      ...[...op.get(rows), ...op.set(row), ...op.get(weights), ...op.set(weight), ...op.get(count), ...op.set(left)],
      ...inner,
      ...stores,
      ...[...op.get(rows), ...op.i32(32), ...op.add, ...op.set(rows)],
      ...[...op.get(y), ...op.i32(32), ...op.add, ...op.set(y)],
      ...[...op.get(chunk), ...op.i32(1), ...op.sub, ...op.tee(chunk)],
    ]),
  ];
  const locals: ValueType[] = [...v128(11), 'i32', 'i32', 'i32', 'i32', 'i32'];
  return { name: 'mix4', parameters: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'], locals, body };
}

/** Adagrad (Duchi, Hazan, Singer 2011) on one row: h += g², row -= rate g / sqrt(h), g = 0. */
function descend(width: number): FunctionSource {
  const [row, history, gradient, rate, factor, g, h] = [0, 1, 2, 3, 4, 5, 6];
  const steps = many(width / lanes, (step) => {
    const offset = step * lanes * bytes;
    return [
      ...[...op.get(gradient), ...op.load(offset), ...op.set(g)],
      ...[
        ...op.get(history),
        ...op.get(history),
        ...op.load(offset),
        ...op.get(g),
        ...op.get(g),
        ...op.times,
        ...op.plus,
      ],
      ...[...op.set(h), ...op.get(h), ...op.store(offset)],
      ...[...op.get(row), ...op.get(row), ...op.load(offset)],
      ...[
        ...op.get(g),
        ...op.get(factor),
        ...op.times,
        ...op.get(h),
        ...op.sqrt,
        ...op.over,
        ...op.minus,
        ...op.store(offset),
      ],
      ...[...op.get(gradient), ...op.zero, ...op.store(offset)],
    ];
  });
  const body = [...op.get(rate), ...op.splat, ...op.set(factor), ...steps];
  return { name: 'descend', parameters: ['i32', 'i32', 'i32', 'f32'], locals: v128(3), body };
}

/** The parts of WebAssembly in use, declared because the compiler knows it only in browsers. */
export interface Memory {
  readonly buffer: ArrayBuffer;
}
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => Memory;
  Module: new (code: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: Record<string, Record<string, Memory>>) => { exports: unknown };
};

const pageBytes = 65_536;

export function newMemory(size: number): Memory {
  return new WebAssembly.Memory({ initial: Math.ceil(size / pageBytes) });
}

export interface Kernels {
  addScaled(y: number, x: number, a: number): void;
  dot(x: number, y: number): number;
  dots4(out: number, stride: number, x: number, rows: number, count: number): void;
  mix4(y: number, weights: number, across: number, along: number, rows: number, count: number): void;
  descend(row: number, history: number, gradient: number, rate: number): void;
}

/** Addresses are bytes in `memory`; `width` is a multiple of 8. */
export function kernelsFor(width: number, memory: Memory): Kernels {
  const code = assemble([addScaled(width), dot(width), dots4(width), mix4(width), descend(width)]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { m: { m: memory } });
  // The assembler above is the only maker of these functions.
  return exports as Kernels;
}

// Section: a small assembler for WebAssembly. Source: the WebAssembly core specification 2.0, chapter 5 (binary
// format).

/** Unsigned LEB128. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  do {
    const low = left & 0x7f;
    left >>>= 7;
    bytes.push(left === 0 ? low : low | 0x80);
  } while (left !== 0);
  return bytes;
}

/** Signed LEB128. */
export function signed(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (;;) {
    const low = left & 0x7f;
    left >>= 7;
    if ((left === 0 && (low & 0x40) === 0) || (left === -1 && (low & 0x40) !== 0)) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

export const types = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;
type ValueType = keyof typeof types;

const simd = (code: number): number[] => [0xfd, ...unsigned(code)];
/** Memory operand; alignment is a hint and none is promised. */
const at = (offset: number): number[] => [0, ...unsigned(offset)];

/** Encodes one instruction each; operands precede it on the stack. */
const op = {
  get: (local: number) => [0x20, ...unsigned(local)],
  set: (local: number) => [0x21, ...unsigned(local)],
  tee: (local: number) => [0x22, ...unsigned(local)],
  i32: (value: number) => [0x41, ...signed(value)],
  add: [0x6a],
  sub: [0x6b],
  f32Add: [0x92],
  f32Store: (offset = 0) => [0x38, ...at(offset)],
  zero: [...simd(0x0c), ...new Array<number>(16).fill(0)],
  load: (offset = 0) => [...simd(0x00), ...at(offset)],
  loadSplat: (offset = 0) => [...simd(0x09), ...at(offset)],
  store: (offset = 0) => [...simd(0x0b), ...at(offset)],
  splat: simd(0x13),
  lane: (lane: number) => [...simd(0x1f), lane],
  sqrt: simd(0xe3),
  plus: simd(0xe4),
  minus: simd(0xe5),
  times: simd(0xe6),
  over: simd(0xe7),
  /** Repeats the body while it leaves a number other than 0. */
  loop: (body: readonly number[]) => [0x03, 0x40, ...body, 0x0d, 0x00, 0x0b],
} as const;

/** Sums the four lanes of the vector on the stack; `local` is a temporary vector. */
function sumLanes(local: number): number[] {
  const lanes = [0, 1, 2, 3].map((lane) => [...op.get(local), ...op.lane(lane)]);
  return [...op.set(local), ...lanes[0]!, ...lanes.slice(1).flatMap((lane) => [...lane, ...op.f32Add])];
}

interface FunctionSource {
  name: string;
  parameters: readonly ValueType[];
  result?: ValueType;
  /** Locals behind the parameters. */
  locals: readonly ValueType[];
  body: readonly number[];
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function text(value: string): number[] {
  return vector([...value].map((character) => [character.charCodeAt(0)]));
}

/** A module that imports the memory `m.m` and exports the functions. */
function assemble(functions: readonly FunctionSource[]): Uint8Array<ArrayBuffer> {
  const signatures = functions.map(({ parameters, result }) => [
    0x60,
    ...vector(parameters.map((type) => [types[type]])),
    ...vector(result ? [[types[result]]] : []),
  ]);
  const bodies = functions.map(({ locals, body }) => {
    const code = [...vector(locals.map((type) => [1, types[type]])), ...body, 0x0b];
    return [...unsigned(code.length), ...code];
  });
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, vector(signatures)),
    ...section(2, vector([[...text('m'), ...text('m'), 0x02, 0x00, 0x01]])),
    ...section(3, vector(functions.map((_, place) => unsigned(place)))),
    ...section(7, vector(functions.map(({ name }, place) => [...text(name), 0x00, ...unsigned(place)]))),
    ...section(10, vector(bodies)),
  ]);
}
