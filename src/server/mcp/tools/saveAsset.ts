/** Keeps a text in the library, once, marked with who saved it. What looks like a key is never kept. */
import type { ToolInput } from '../../../contract/agentTools';
import { ApiError } from '../../../contract/errors';
import { oneLine } from '../../../languages/markdown';
import { assetUri } from '../resources';
import type { ToolCall } from '../session';

type Input = ToolInput<'save_asset'>;

export async function saveAsset(input: Input, { session, signal }: ToolCall): Promise<string> {
  const { text, origin } = textToSave(input);
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
  origin?: { path: string };
}

function textToSave({ text }: Input): Saved {
  if (text === undefined) throw new ApiError('invalid', 'save_asset.text is missing: expected the code to save.');
  return { text };
}
