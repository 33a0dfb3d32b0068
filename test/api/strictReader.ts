// Reads answers as the strictest public client does: every required field there and never null, whole numbers whole,
// enum values known to every release, positions for every member. What the shapes do not name is ignored.
import fs from 'node:fs';

interface Shapes {
  operations: Record<string, { name: string; returns: string | null }>;
  sockets: Record<string, string>;
  /** Field to type; `!` marks required ones, `?` those that may be null. */
  types: Record<string, Record<string, string>>;
  enums: Record<string, string[]>;
}

export const shapes = JSON.parse(fs.readFileSync('test/fixtures/contract/shapes.json', 'utf8')) as Shapes;

export interface Reading {
  /** Objects and values that were looked at. */
  values: number;
  faults: string[];
  types: Set<string>;
}

export function readStrictly(type: string, value: unknown): Reading {
  const reading: Reading = { values: 0, faults: [], types: new Set() };
  readValue(type, value, type, reading);
  return reading;
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const plain: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  int: (value) => Number.isSafeInteger(value),
  date: (value) => typeof value === 'string' && dateTime.test(value) && !Number.isNaN(Date.parse(value)),
};

function readValue(declared: string, value: unknown, where: string, reading: Reading): void {
  reading.values += 1;
  const type = declared.replace(/\?$/, '');
  if (value === null) {
    if (type === declared) reading.faults.push(`${where} is null`);
    return;
  }
  if (type.endsWith('[]')) return readList(type.slice(0, -2), value, where, reading);
  const mapped = /^map<string, (.+)>$/.exec(type)?.[1];
  if (mapped !== undefined) return readMap(mapped, value, where, reading);
  const isRight = plain[type];
  if (isRight) {
    if (!isRight(value)) reading.faults.push(`${where} is no ${type}: ${JSON.stringify(value).slice(0, 60)}`);
    return;
  }
  const words = shapes.enums[type];
  if (words) {
    if (typeof value !== 'string' || !words.includes(value))
      reading.faults.push(`${where} is no ${type}: ${JSON.stringify(value)}`);
    return;
  }
  readObject(type, value, where, reading);
}

function readList(type: string, value: unknown, where: string, reading: Reading): void {
  if (!Array.isArray(value)) return void reading.faults.push(`${where} is no list`);
  value.forEach((member, index) => readValue(type, member, `${where}[${index}]`, reading));
}

function readMap(type: string, value: unknown, where: string, reading: Reading): void {
  if (!isObject(value)) return void reading.faults.push(`${where} is no object`);
  for (const [key, member] of Object.entries(value)) readValue(type, member, `${where}.${key}`, reading);
}

function readObject(type: string, value: unknown, where: string, reading: Reading): void {
  const fields = shapes.types[type];
  if (!fields) return void reading.faults.push(`${where}: the shapes have no ${type}`);
  if (!isObject(value)) return void reading.faults.push(`${where} is no ${type}`);
  reading.types.add(type);
  for (const [field, marked] of Object.entries(fields)) {
    const isRequired = marked.endsWith('!');
    const member = value[field];
    if (member !== undefined) readValue(marked.replace('!', ''), member, `${where}.${field}`, reading);
    else if (isRequired) reading.faults.push(`${where}.${field} is missing`);
  }
  if (fields.indices) readPositions(value, where, reading);
}

/** Several clients read nothing else of a collection. */
function readPositions(value: Record<string, unknown>, where: string, reading: Reading): void {
  const members = Array.isArray(value.iterable) ? (value.iterable as { id: string }[]) : [];
  const indices = isObject(value.indices) ? value.indices : undefined;
  if (!indices) return void reading.faults.push(`${where}.indices is missing`);
  members.forEach(({ id }, position) => {
    if (indices[id] !== position) reading.faults.push(`${where}.indices has another place for ${id}`);
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
