import { createDispatch, type Dispatch } from '../../../src/api/dispatch';
import type { Handlers } from '../../../src/contract/api';
import { operations, type OperationName } from '../../../src/contract/operations';

/** Handlers are looked up at each call, so that every test says what happens. */
export function createReplies(): { replies: Record<string, Dispatch>; dispatch: Dispatch } {
  const replies: Record<string, Dispatch> = {};
  const known: Dispatch = async (name, input, context) => replies[name]?.(name, input, context);
  const handlers = Object.fromEntries(
    Object.keys(operations).map((name) => [
      name,
      (input: never, context: never) => known(name as OperationName, input, context),
    ]),
  ) as unknown as Handlers;
  return { replies, dispatch: createDispatch(handlers) };
}
