/** Table of tools. To add one: its row in the contract, its file, its row here. */
import type { AgentToolName, ToolInput } from '../../../contract/agentTools';
import type { ToolCall } from '../session';
import { askCode, findRelated, searchCode } from './searchCode';
import { findReferences } from './findReferences';
import { outline, readSymbol } from './outline';
import { saveAsset, searchLibrary } from './library';

type Tools = {
  [Name in AgentToolName]: (input: ToolInput<Name>, call: ToolCall) => Promise<string>;
};

/** Tool functions by name; each returns the text of its answer. */
export const tools: Tools = {
  search_code: searchCode,
  ask_code: askCode,
  outline,
  read_symbol: readSymbol,
  find_references: findReferences,
  find_related: findRelated,
  search_library: searchLibrary,
  save_asset: saveAsset,
};
