/**
 * Messages of a chat: add, change, and name the chat after them. Both HTTP and the stream write them here. Must not
 * know how an answer is made.
 */
import { ApiError } from '../../contract/errors';
import type {
  ApplicationRecord,
  AskedRecord,
  CitationRecord,
  ConversationRecord,
  MessageRecord,
  ReceiptRecord,
} from '../../store/records';
import type { ApiContext } from '../context';
import { shorten } from '../assets/describe/describe';
import { link, touched } from '../assets/links';
import { edit, keyOf, type Draft, find } from '../records';

/** Most characters of a name taken from the first question: one line of a narrow list. */
const maxNameLength = 80;

interface NewMessage {
  role: MessageRecord['role'];
  text: string;
  citations?: CitationRecord[];
  /** The answer was stopped or failed before its end. */
  isPartial?: boolean;
  asked?: AskedRecord;
  receipt?: ReceiptRecord;
}

/** Creates an empty conversation; without a name it is named after its first question. */
export async function startConversation(
  context: ApiContext,
  { name, application = context.application }: { name?: string; application?: ApplicationRecord } = {},
): Promise<ConversationRecord> {
  const conversation = newConversation(context, name, application);
  await edit(
    context,
    () => [],
    (draft) => draft.put('conversations', conversation),
  );
  return conversation;
}

/**
 * Appends the messages, all or none. An unnamed conversation is named after its first question.
 * @throws ApiError `notFound`
 */
export function appendMessages(
  context: ApiContext,
  conversationId: string,
  messages: readonly NewMessage[],
): Promise<MessageRecord[]> {
  const assets = messages.flatMap(citedAssets);
  return edit(
    context,
    () => [keyOf('conversations', conversationId), ...assets.map((id) => keyOf('assets', id))],
    (draft) => {
      const added = append(context, draft, conversationId, messages);
      linkCited(context, draft, conversationId, assets);
      return added;
    },
  );
}

function citedAssets({ citations = [] }: Pick<NewMessage, 'citations'>): string[] {
  return [...new Set(citations.flatMap(({ asset }) => (asset === undefined ? [] : [asset])))];
}

/** Links the conversation to the assets that its answers cite; a deleted one is still cited, but not linked. */
function linkCited(context: ApiContext, draft: Draft, conversation: string, assets: readonly string[]): void {
  for (const asset of assets) {
    if (draft.get('assets', asset)) {
      link(context, draft, { asset, collection: 'conversations', id: conversation }, 'AUTOMATIC');
    }
  }
}

/**
 * Appends the messages in a draft. An unnamed conversation is named after its first question.
 * @throws ApiError `notFound`
 */
export function append(
  context: ApiContext,
  draft: Draft,
  id: string,
  messages: readonly NewMessage[],
): MessageRecord[] {
  const conversation = find(draft, 'conversations', id);
  const time = touched(context, conversation);
  const added = messages.map((message): MessageRecord => {
    const { role } = message;
    return { id: context.newId(), conversation: id, role, created: time, updated: time, ...contentOf(message) };
  });
  for (const message of added) draft.put('messages', message);
  const name = conversation.name ?? nameFrom(messages);
  draft.put('conversations', {
    ...conversation,
    ...(name !== undefined && { name }),
    messages: [...conversation.messages, ...added.map((message) => message.id)],
    updated: time,
  });
  return added;
}

/** The stored content of a message, without empty fields. */
function contentOf({ text, citations, isPartial, asked, receipt }: Omit<NewMessage, 'role'>) {
  return {
    text,
    ...(citations && citations.length > 0 && { citations: [...citations] }),
    ...(isPartial && { isPartial }),
    ...(asked && Object.keys(asked).length > 0 && { asked }),
    ...(receipt && Object.keys(receipt).length > 0 && { receipt }),
  };
}

/**
 * Replaces the content of a message.
 * @throws ApiError `notFound`
 */
export function changeMessage(
  context: ApiContext,
  messageId: string,
  content: Omit<NewMessage, 'role'>,
): Promise<void> {
  const assets = citedAssets(content);
  return edit(
    context,
    () => {
      const home = context.store.get('messages', messageId)?.conversation;
      const linked = home === undefined || assets.length === 0 ? [] : [keyOf('conversations', home)];
      return [keyOf('messages', messageId), ...linked, ...assets.map((id) => keyOf('assets', id))];
    },
    (draft) => {
      const { id, conversation, role, created } = find(draft, 'messages', messageId);
      const updated = Math.max(context.now(), created);
      draft.put('messages', { id, conversation, role, created, updated, ...contentOf(content) });
      linkCited(context, draft, conversation, assets);
    },
  );
}

/** A name from the first question, on one line and shortened; undefined when there is no question. */
export function nameFrom(messages: readonly NewMessage[]): string | undefined {
  const question = messages
    .find(({ role }) => role === 'USER')
    ?.text.replace(/\s+/g, ' ')
    .trim();
  return question ? shorten(question, maxNameLength) : undefined;
}

/** Makes the record only; nothing is written. */
export function newConversation(
  context: ApiContext,
  name: string | undefined,
  application: ApplicationRecord,
): ConversationRecord {
  const time = context.now();
  return {
    id: context.newId(),
    ...(name?.trim() && { name: name.trim() }),
    created: time,
    updated: time,
    application,
    messages: [],
    assets: [],
    annotations: [],
  };
}

/**
 * The text of a message.
 * @throws ApiError `invalid` when it is missing
 */
export function saidIn(fragment: { string?: { raw?: string } } | undefined, where: string): string {
  const text = fragment?.string?.raw;
  if (text !== undefined) return text;
  throw new ApiError('invalid', `${where}.fragment.string.raw is missing: expected the message's text.`);
}
