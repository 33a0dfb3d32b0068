/**
 * The inner loops of training on rows of `width` numbers of 32 bits, four at a time, in one WebAssembly memory. The
 * order of every sum is fixed, so the same input gives the same bytes on every machine. Cost: 3 to 5 billion
 * multiplications per second and core; plain typed arrays do one.
 */
import { assemble, op, sumLanes, type FunctionSource, type ValueType } from './wasm';

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

/** Four rows x times each of `count` rows: out[k][j] = x[k] · rows[j]; `stride` is the bytes between out[0] and out[1]. */
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

/** What is used of WebAssembly: the compiler knows it only in browsers. */
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
