/**
 * Just enough of an assembler for WebAssembly to write the inner loops of training by hand: locals, loops, loads and
 * four numbers at a time. Source: the WebAssembly core specification 2.0, chapter 5 (binary format). Must not know: what
 * the loops compute.
 */

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
export type ValueType = keyof typeof types;

const simd = (code: number): number[] => [0xfd, ...unsigned(code)];
/** Alignment is a hint: none is promised. */
const at = (offset: number): number[] => [0, ...unsigned(offset)];

/** One instruction each; what it takes stands before it, as on a stack. */
export const op = {
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
  /** Repeats the body as long as it leaves a number other than 0. */
  loop: (body: readonly number[]) => [0x03, 0x40, ...body, 0x0d, 0x00, 0x0b],
} as const;

/** The four numbers of a vector on the stack summed to one; `local` is a vector to work in. */
export function sumLanes(local: number): number[] {
  const lanes = [0, 1, 2, 3].map((lane) => [...op.get(local), ...op.lane(lane)]);
  return [...op.set(local), ...lanes[0]!, ...lanes.slice(1).flatMap((lane) => [...lane, ...op.f32Add])];
}

export interface FunctionSource {
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
export function assemble(functions: readonly FunctionSource[]): Uint8Array<ArrayBuffer> {
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
