import assert from 'node:assert/strict';
import { appendMessages, startConversation } from '../../../src/api/conversations/messages';
import { createAssetLibrary } from './assetLibrary';

type Library = ReturnType<typeof createAssetLibrary>;

/** Three questions, the second without an answer. */
async function chatOf(library: Library): Promise<string> {
  const { id } = await startConversation(library.context, { name: 'Carts' });
  await appendMessages(library.context, id, [
    { role: 'USER', text: 'Where are carts kept?', asked: { paths: ['/shop'] } },
    {
      role: 'ASSISTANT',
      text: 'In the warehouse [1].',
      citations: [{ id: 'r-1', label: 'a.ts:1-2', path: '/shop/a.ts', lines: { start: 1, end: 2 }, hash: 'ab' }],
      receipt: { searched: { files: 3, documents: 0, passages: 9 }, considered: [{ id: 'r-1', asset: 'A' }] },
    },
    { role: 'USER', text: 'And who pays?' },
    { role: 'USER', text: 'How are invoices sent?' },
    { role: 'ASSISTANT', text: 'By mail.', isPartial: true },
  ]);
  return id;
}

async function textsOf(library: Library, conversation: string): Promise<(string | undefined)[]> {
  const { iterable } = await library.call('conversationSpecificConversationMessages', { params: { conversation } });
  return iterable.map(({ fragment }) => fragment?.string?.raw);
}

describe('a chat that goes back', () => {
  it('keeps the first questions with their answers, and nothing of the others', async () => {
    const library = createAssetLibrary();
    const conversation = await chatOf(library);
    await library.call('conversationRewind', { body: { conversation, questions: 2 } });
    assert.deepEqual(await textsOf(library, conversation), [
      'Where are carts kept?',
      'In the warehouse [1].',
      'And who pays?',
    ]);
    await library.call('conversationRewind', { body: { conversation, questions: 0 } });
    assert.deepEqual(await textsOf(library, conversation), []);
    assert.equal(library.context.store.count('messages'), 0);
  });

  it('goes on in a copy and stays as it was', async () => {
    const library = createAssetLibrary();
    const original = await chatOf(library);
    const copy = await library.call('conversationCopy', { body: { conversation: original, questions: 1 } });
    assert.equal(copy.name, 'Carts');
    assert.deepEqual(await textsOf(library, copy.id), ['Where are carts kept?', 'In the warehouse [1].']);
    assert.equal((await textsOf(library, original)).length, 5);
    await library.call('conversationsDeleteSpecificConversation', { params: { conversation: original } });
    assert.equal((await textsOf(library, copy.id)).length, 2);
  });
});

describe('a deleted chat', () => {
  it('comes back exactly as it was, with citations, receipt and what was asked of', async () => {
    const library = createAssetLibrary();
    const id = await chatOf(library);
    const params = { conversation: id };
    const conversation = await library.call('conversationGetSpecificConversation', { params });
    const messages = await library.call('conversationSpecificConversationMessages', { params });
    await library.call('conversationsDeleteSpecificConversation', { params });
    await assert.rejects(library.call('conversationGetSpecificConversation', { params }), { code: 'notFound' });
    await library.call('conversationRestore', { body: { conversation, messages: messages.iterable } });
    assert.deepEqual(await library.call('conversationGetSpecificConversation', { params }), conversation);
    assert.deepEqual(await library.call('conversationSpecificConversationMessages', { params }), messages);
  });

  it('does not come back over one that is there', async () => {
    const library = createAssetLibrary();
    const id = await chatOf(library);
    const params = { conversation: id };
    const conversation = await library.call('conversationGetSpecificConversation', { params });
    await assert.rejects(library.call('conversationRestore', { body: { conversation, messages: [] } }), {
      code: 'invalid',
    });
  });
});

describe('searching chats', () => {
  it('finds words in questions and answers, in any order and case, with the place they stand in', async () => {
    const library = createAssetLibrary();
    const id = await chatOf(library);
    await startConversation(library.context, { name: 'Something else' });
    const { iterable } = await library.call('conversationsFind', { body: { query: 'mail WAREHOUSE' } });
    assert.deepEqual(iterable, [{ conversation: { id }, excerpt: 'By mail.' }]);
    assert.deepEqual((await library.call('conversationsFind', { body: { query: 'invoice spaceship' } })).iterable, []);
  });

  it('finds a chat by its name', async () => {
    const library = createAssetLibrary();
    const { id } = await startConversation(library.context, { name: 'Release plan' });
    const { iterable } = await library.call('conversationsFind', { body: { query: 'plan' } });
    assert.deepEqual(iterable, [{ conversation: { id } }]);
  });
});
