/** What was saved before, by a person or an agent, and what was asked and answered, with its origin. */
import type { ToolInput } from '../../../contract/agentTools';
import type { SharedHere } from '../../../contract/schemas';
import { oneLine } from '../../../languages/markdown';
import { assetUri, originOfAsset, textOfAsset } from '../resources';
import type { ToolCall } from '../session';
import { fit, numberedRows, type Forms } from '../text';

type Input = ToolInput<'search_library'>;

const standardLimit = 5;
const budget = 1500;
/** More are looked through where a language leaves some out. */
const searchedPerLimit = 4;

export async function searchLibrary(input: Input, call: ToolCall): Promise<string> {
  const pieces = input.what === 'chats' ? await chats(input, call) : await assets(input, call);
  if (pieces.length === 0) return `The library has nothing for this${input.tags ? ' with these tags' : ''}.`;
  const { texts, left, isShortened } = fit(pieces, budget);
  const rest = left > 0 ? [`${left} more.`] : [];
  const shortened = isShortened ? ['Cut: read the resource named for the whole text.'] : [];
  return [...texts, ...rest, ...shortened].join('\n');
}

async function assets({ query, tags = [], language, limit = standardLimit }: Input, call: ToolCall): Promise<Forms[]> {
  const { session, signal } = call;
  const searchable = tags.length > 0 ? { searchable_tags: tags.join(',') } : {};
  const found = await session.api.searchAssets({ query: { query, transferables: false, ...searchable } }, signal);
  const pieces: Forms[] = [];
  for (const { identifier } of [...found.iterable].slice(0, limit * (language ? searchedPerLimit : 1))) {
    if (pieces.length >= limit) break;
    const asset = await session.api.assetSnapshotPost(
      { params: { asset: identifier }, body: { client: session.client } },
      signal,
    );
    const { specific } = asset.original.reference?.classification ?? {};
    if (language !== undefined && specific?.toLowerCase() !== language.toLowerCase()) continue;
    const carried = [...(asset.tags?.iterable ?? [])].map(({ text }) => `#${oneLine(text)}`);
    const origin = originOfAsset(asset);
    const head = [
      `“${oneLine(asset.name ?? identifier)}”${specific ? ` (${specific})` : ''} ${assetUri(identifier)}`,
      ...(carried.length > 0 ? [carried.join(' ')] : []),
      ...(origin === undefined ? [] : [`from ${origin}`]),
      ...(asset.shared ? [sharedLine(asset.shared)] : []),
    ].join('\n');
    const text = textOfAsset(asset);
    pieces.push(text === undefined ? [head] : [`${head}\n${numberedRows(text, 1)}`, head]);
  }
  return pieces;
}

/** Names of spaces and people are others' words, so each stands on one line. */
const sharedLine = ({ spaceName, changed, changedBy }: SharedHere): string =>
  `in the team's space “${oneLine(spaceName)}”, last changed by ${oneLine(changedBy)} on ${new Date(changed).toISOString().slice(0, 10)}`;

/** The question and the answer that hold the words, not all of a chat. */
async function chats({ query, limit = standardLimit }: Input, { session, signal }: ToolCall): Promise<Forms[]> {
  const { iterable } = await session.api.conversationsSearch({ body: { query: query.slice(0, 1000) } }, signal);
  const words = query.toLowerCase().split(/\s+/);
  const holds = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
  const pieces: Forms[] = [];
  for (const { conversation } of [...iterable].slice(0, limit)) {
    const params = { conversation: conversation.id };
    const { name, updated } = await session.api.conversationGetSpecificConversation({ params }, signal);
    const { iterable: messages } = await session.api.conversationSpecificConversationMessages({ params }, signal);
    const texts = [...messages].map(({ role, fragment }) => ({ role, text: fragment?.string?.raw ?? '' }));
    const turns = texts.flatMap(({ role, text }, at) => {
      const answer = texts[at + 1];
      return role === 'USER' && answer?.role === 'ASSISTANT' ? [{ question: text, answer: answer.text }] : [];
    });
    const [best] = turns.sort((a, b) => holds(`${b.question} ${b.answer}`) - holds(`${a.question} ${a.answer}`));
    const head = `Chat “${oneLine(name ?? 'unnamed')}”, ${updated.value.slice(0, 10)}`;
    pieces.push(best ? [`${head}\nQ: ${oneLine(best.question)}\n${numberedRows(best.answer, 1)}`, head] : [head]);
  }
  return pieces;
}
