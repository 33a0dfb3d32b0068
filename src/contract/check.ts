/**
 * Checks untrusted values against the contract's schemas. Errors name the field, what was expected and what came. Must
 * not convert values: only path and query text is converted, before the check (WIRE.md 2.1).
 */
import type * as Type from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { ApiError } from './errors';

const compiled = new WeakMap<Type.TSchema, Validator>();

function validatorOf(schema: Type.TSchema): Validator {
  let validator = compiled.get(schema);
  if (!validator) {
    validator = Compile(schema);
    compiled.set(schema, validator);
  }
  return validator;
}

/**
 * @param where the part of the call that holds `value`, for the message: `body`, `query`, `path`, `frame`
 * @throws ApiError `invalid`, one sentence naming the first wrong field
 */
export function check(schema: Type.TSchema, value: unknown, where: string): void {
  const validator = validatorOf(schema);
  if (!validator.Check(value)) throw new ApiError('invalid', describe(schema, value, where));
}

function describe(schema: Type.TSchema, value: unknown, where: string): string {
  const [error] = validatorOf(schema).Errors(value);
  if (!error) return `The ${where} does not have the expected form.`;
  const path = error.instancePath.split('/').slice(1);
  if (error.keyword === 'required') {
    const [missing] = error.params.requiredProperties;
    const field = [...path, missing].join('.');
    const expected = expectation(descend(schema, [...path, missing ?? '']));
    return `${where}.${field} is missing: expected ${expected}.`;
  }
  const field = [where, ...path].join('.');
  return `${field} is wrong: expected ${expectation(descend(schema, path))}, got ${nameOf(valueAt(value, path))}.`;
}

type SchemaNode = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  additionalProperties?: SchemaNode;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  pattern?: string;
  description?: string;
};

function descend(schema: Type.TSchema, path: string[]): SchemaNode {
  // Checked boundary: a TypeBox schema is JSON Schema, and the contract uses only these keywords.
  let node = schema as SchemaNode;
  for (const step of path) node = node.properties?.[step] ?? node.items ?? node.additionalProperties ?? {};
  return node;
}

function valueAt(value: unknown, path: string[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<string, unknown>)[step];
  }
  return current;
}

function expectation(node: SchemaNode): string {
  if (node.enum) return `one of ${node.enum.join(', ')}`;
  if (node.pattern) return node.description?.replace(/\.$/, '') ?? `text matching ${node.pattern}`;
  switch (node.type) {
    case 'string':
      return node.minLength ? `text of ${range(node.minLength, node.maxLength)} characters` : withMaximum('text', node);
    case 'integer':
      return node.minimum === undefined ? 'a whole number' : `a whole number, ${range(node.minimum, node.maximum)}`;
    case 'number':
      return node.minimum === undefined ? 'a number' : `a number, ${range(node.minimum, node.maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return node.maxItems === undefined ? 'a list' : `a list of at most ${node.maxItems}`;
    default:
      return node.properties?.iterable === undefined ? 'an object' : 'an object with a list "iterable"';
  }
}

function withMaximum(noun: string, node: SchemaNode): string {
  return node.maxLength === undefined ? noun : `${noun} of at most ${node.maxLength} characters`;
}

function range(minimum: number, maximum: number | undefined): string {
  return maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`;
}

/** Describes a value for an error. Security: it never quotes a text, which may be a secret. */
function nameOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return `text of ${value.length} characters`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return 'an object';
}
