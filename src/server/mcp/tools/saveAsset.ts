/** Keeps a text in the library, once, marked with who saved it. What looks like a key is never kept. */
import type { ToolInput } from '../../../contract/agentTools';
import { ApiError } from '../../../contract/errors';
import type { Origin } from '../../../contract/schemas';
import { oneLine } from '../../../languages/markdown';
import { assetUri } from '../resources';
import { readPlace } from '../roots';
import type { ToolCall } from '../session';
import { nearestOf } from '../found';

type Input = ToolInput<'save_asset'>;

/** The contract's most of a symbol. */
const maxCharacters = 100_000;

export async function saveAsset(input: Input, call: ToolCall): Promise<string> {
  const { session, signal } = call;
  const { text, origin } = await textToSave(input, call);
  const { masked, duplicates } = await session.api.assetsExists({ body: { text } }, signal);
  // What was masked then is there under its masked text.
  const known =
    masked === undefined ? duplicates : (await session.api.assetsExists({ body: { text: masked } }, signal)).duplicates;
  const [same] = known;
  if (same) return `It is there already: “${oneLine(same.name)}” ${assetUri(same.id)}`;
  const { title, tags = [], note } = input;
  const metadata = {
    mechanism: 'AUTOMATIC',
    ...(title && { name: title }),
    ...(tags.length > 0 && { tags: tags.map((tag) => ({ text: tag })) }),
    ...(note && { annotations: [{ type: 'COMMENT' as const, text: note }] }),
    ...(origin && { origin }),
  };
  const format = { fragment: { string: { raw: masked ?? text } } };
  const seed = { type: 'SEEDED_ASSET', asset: { application: { client: session.client }, format, metadata } };
  const asset = await session.api.assetsCreateNewAsset({ query: { transferables: false }, body: seed }, signal);
  const hidden = masked === undefined ? '' : ' What looked like a secret was replaced by [secret].';
  return `Saved as “${oneLine(asset.name ?? asset.id)}” ${assetUri(asset.id)}.${hidden}`;
}

interface Saved {
  text: string;
  origin?: Origin;
}

/** What is read is decided by the operation, as for every other tool. */
async function textToSave({ text, path: given, line }: Input, { session, signal }: ToolCall): Promise<Saved> {
  if (given === undefined) {
    if (text !== undefined) return { text };
    throw new ApiError('invalid', 'save_asset needs a text, or a path and a line: the symbol there is saved.');
  }
  const { roots, paths } = readPlace(session.folders, given);
  const [path = ''] = paths;
  const relativePath = roots.label(path);
  if (text !== undefined) {
    const lines =
      line === undefined ? {} : { lines: { start: line, end: line + text.trimEnd().split('\n').length - 1 } };
    return { text, origin: { path, relativePath, ...lines } };
  }
  if (line === undefined)
    throw new ApiError('invalid', 'save_asset.line is missing: the symbol at that line is saved.');
  const made = await session.api.symbol({ body: { path, line, options: { characters: maxCharacters } } }, signal);
  const { found } = made;
  if (!found) throw new ApiError('invalid', nearestOf({ path: given, line }, made, roots));
  if (found.cut)
    throw new ApiError('invalid', `${relativePath}:${line} stands in a symbol too long to save: give the text.`);
  return { text: found.text, origin: { path: found.path ?? path, relativePath, lines: found.lines } };
}
