/**
 * Values of a JSON Schema for fast-check, and values that are nearly of it: one place of a right value changed. Knows the
 * keywords that the contract uses.
 */
import fc from 'fast-check';

export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** Deep schemas contain themselves; what optional fields hold ends here. */
const maxDepth = 7;
const someUuid = '7f2c1c9e-3f51-4b6c-9d38-0a4f6d1f7b11';

export function valuesOf(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, depth)));
  if (schema.allOf) return fc.tuple(...schema.allOf.map((one) => valuesOf(one, depth))).map((parts) => merge(parts));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objectsOf(schema, depth);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, depth + 1), {
        maxLength: depth > maxDepth ? 0 : Math.min(3, schema.maxItems ?? 3),
      });
    case 'string':
      return stringsOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 1_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -5, max: schema.maximum ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return anything;
  }
}

function merge(parts: unknown[]): unknown {
  return Object.assign({}, ...parts) as unknown;
}

function objectsOf(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const required = new Set(schema.required ?? []);
  const wanted = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name) || depth <= maxDepth);
  const fields = Object.fromEntries(wanted.map(([name, field]) => [name, valuesOf(field, depth + 1)]));
  return fc.record(fields, { requiredKeys: [...required].filter((name) => name in fields) });
}

function stringsOf({ pattern, format, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  if (pattern?.includes('[0-9a-fA-F]{8}-')) return fc.oneof(fc.uuid(), fc.constant(someUuid));
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const words = fc.constantFrom(
    'where is the port?',
    'ts',
    'py',
    '/etc/passwd',
    'https://a.example/x',
    '',
    ' ',
    '\u0000',
    '💥',
  );
  return fc.oneof(words, fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(60, maxLength) }));
}

const anything: fc.Arbitrary<unknown> = fc.anything({ withNullPrototype: false, maxDepth: 3, maxKeys: 4 });

/** What stands in the changed place. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0, 1e308, '', 'x', [], {}, [null], [[[]]], { iterable: null }, { id: null }),
  fc.constantFrom<unknown>('\ud800', 'x'.repeat(200_000), '../../etc/passwd', '__proto__', Number.MAX_SAFE_INTEGER),
  fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as unknown),
);

/** A right value with one place replaced, taken away or added to. */
export function nearlyValuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.tuple(valuesOf(schema), fc.nat(), strange, fc.nat(2)).map(([value, at, other, how]) => {
    const copy = JSON.parse(JSON.stringify(value ?? null)) as unknown;
    const places = placesOf(copy);
    const place = places[at % Math.max(1, places.length)];
    if (!place) return other;
    if (how === 0) Reflect.deleteProperty(place.holder, place.key);
    else if (how === 1) Reflect.set(place.holder, place.key, other);
    else Reflect.set(place.holder, 'unknown field', other);
    return copy;
  });
}

interface Place {
  holder: object;
  key: string;
}

function placesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => [{ holder: value, key }, ...placesOf(Reflect.get(value, key))]);
}
