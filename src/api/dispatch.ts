/** The single entry point for untrusted input: converts path and query text, checks it, and calls the handler. */
import type { CallContext, Handlers } from '../contract/api';
import { check } from '../contract/check';
import { ApiError } from '../contract/errors';
import { operations, type Operation, type OperationName, type Schema } from '../contract/operations';

/** Input as a carrier read it: text in path and query, parsed JSON in the body; an absent body is undefined. */
interface RawInput {
  params: Record<string, string>;
  query: Record<string, string | string[] | undefined>;
  body: unknown;
}

export type Dispatch = (name: OperationName, input: RawInput, context: CallContext) => Promise<unknown>;

/** @throws ApiError `invalid` naming the field; whatever the handler throws */
export function createDispatch(handlers: Handlers): Dispatch {
  return async (name, input, context) => {
    const operation: Operation = operations[name];
    const params = lowerCaseAsset(input.params);
    const query = operation.query ? convert(operation.query, input.query) : {};
    const body = operation.body ? withoutNulls(input.body ?? {}) : {};
    if (operation.params) check(operation.params, params, 'path');
    if (operation.query) check(operation.query, query, 'query');
    if (operation.body) check(operation.body, body, 'body');
    // Checked boundary: the parts have just been checked against this operation's own schemas.
    const handler = handlers[name] as (input: unknown, context: CallContext) => unknown;
    return handler({ params, query, body }, context);
  };
}

/**
 * Lower-cases an asset id in the path: ids are UUIDs, which compare case-insensitively, and are stored in lower case.
 */
function lowerCaseAsset(params: Record<string, string>): Record<string, string> {
  return params.asset === undefined ? params : { ...params, asset: params.asset.toLowerCase() };
}

/**
 * Removes null members at any depth, because clients send null for what they leave out (contract/WIRE.md 2.1). Changes
 * the value in place: it has just been parsed, and copying tens of thousands of members would block the thread.
 */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) value.forEach(withoutNulls);
  else if (typeof value === 'object' && value !== null) {
    // `Object.entries` would allocate a pair for each of tens of thousands of members.
    for (const name of Object.keys(value)) {
      const member: unknown = Reflect.get(value, name);
      if (member === null) Reflect.deleteProperty(value, name);
      else withoutNulls(member);
    }
  }
  return value;
}

function convert(schema: Schema, query: RawInput['query']): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  const converted: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const text = query[name];
    if (text === undefined || text === '') continue;
    if (Array.isArray(text))
      throw new ApiError('invalid', `query.${name} is given ${text.length} times: give it once.`);
    converted[name] = property.type === 'boolean' ? asBoolean(text) : text;
  }
  return converted;
}

function asBoolean(text: string): boolean | string {
  if (text === 'true') return true;
  return text === 'false' ? false : text;
}
