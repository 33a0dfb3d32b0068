/** The operations for tools that run where the handlers do: the same door and the same checks as for a request. */
import type { Dispatch } from '../../api/dispatch';
import type { CallContext, Caller } from '../../contract/api';
import { operations, type OperationName } from '../../contract/operations';
import type { ToolApi } from './session';

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, string | boolean | undefined>;
  body?: unknown;
}

/** @param engineDone as in CallContext */
export function inProcessApi(dispatch: Dispatch, caller: Caller, engineDone?: () => void): ToolApi {
  const never = new AbortController().signal;
  const call = (name: OperationName) => {
    return ({ params = {}, query = {}, body }: LooseInput = {}, signal: AbortSignal = never) => {
      const context: CallContext = { signal, caller, ...(engineDone && { engineDone }) };
      // As it would come over a line: the handlers may change what they are given, and texts become types there.
      const texts: Record<string, string> = {};
      for (const [key, value] of Object.entries(query)) if (value !== undefined) texts[key] = String(value);
      return dispatch(name, { params, query: texts, body: structuredClone(body) }, context);
    };
  };
  const names = Object.keys(operations) as OperationName[];
  // Checked boundary: every name of the table, with its inputs and outputs; long lists are read like arrays.
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as ToolApi;
}
