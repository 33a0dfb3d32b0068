import assert from 'node:assert/strict';
import { appendMessages, changeMessage, startConversation } from '../../../src/api/conversations/messages';
import { createAssetLibrary, idsOf, unknownId } from './assetLibrary';

describe('a conversation', () => {
  it('is made with its messages and assets, and named by its first question', async () => {
    const library = createAssetLibrary();
    const { id: asset } = await library.save('x');
    const conversation = await library.call('conversationsCreateSpecificConversation', {
      body: {
        type: 'COPILOT',
        messages: [
          { role: 'SYSTEM', fragment: { string: { raw: 'Be brief.' } } },
          { role: 'USER', fragment: { string: { raw: 'Where are\n  carts kept?' } } },
        ],
        assets: { iterable: [{ id: asset }] },
      },
    });
    assert.equal(conversation.name, 'Where are carts kept?');
    assert.deepEqual(idsOf(conversation.assets), [asset]);
    assert.deepEqual(idsOf((await library.snapshot(asset)).conversations), [conversation.id]);
    const params = { conversation: conversation.id };
    const messages = await library.call('conversationSpecificConversationMessages', { params });
    assert.deepEqual(
      messages.iterable.map(({ role, fragment }) => [role, fragment?.string?.raw]),
      [
        ['SYSTEM', 'Be brief.'],
        ['USER', 'Where are\n  carts kept?'],
      ],
    );
    assert.deepEqual(idsOf(conversation.messages), idsOf(messages));
    assert.deepEqual(messages.indices, Object.fromEntries(idsOf(messages).map((id, index) => [id, index])));
  });

  it('is continued by the stream, message after message, with citations', async () => {
    const library = createAssetLibrary();
    const { id } = await startConversation(library.context, { name: 'Carts' });
    const [question] = await appendMessages(library.context, id, [{ role: 'USER', text: 'Where?' }]);
    await appendMessages(library.context, id, [
      {
        role: 'ASSISTANT',
        text: 'Here [1].',
        citations: [{ id: 'r-1', label: 'a.ts:1-2', asset: 'A' }],
        isPartial: true,
      },
    ]);
    const messages = await library.call('conversationSpecificConversationMessages', { params: { conversation: id } });
    assert.deepEqual(
      messages.iterable.map(({ fragment, citations, partial }) => [fragment?.string?.raw, citations, partial]),
      [
        ['Where?', undefined, undefined],
        ['Here [1].', [{ id: 'r-1', label: 'a.ts:1-2', asset: { id: 'A' } }], true],
      ],
    );
    const params = { message: question?.id ?? '' };
    const message = await library.call('messageSpecificMessageSnapshot', { params });
    assert.equal(message.fragment?.string?.raw, 'Where?');
    const query = { transferables: 'false' };
    const bare = await library.call('messageSpecificMessageSnapshot', { params, query });
    assert.deepEqual(bare.fragment, { string: {} });
  });

  it('belongs to the assets that its answers cite, also when the answer grows later', async () => {
    const library = createAssetLibrary();
    const [cart, stock] = [await library.save('export const cart = [];'), await library.save('stock = {}')];
    const { id } = await startConversation(library.context);
    const cites = (asset: string) => [{ id: `r-${asset}`, label: 'cart:1-1', asset }];
    const [answer] = await appendMessages(library.context, id, [
      { role: 'ASSISTANT', text: 'Here [1].', citations: [...cites(cart.id), ...cites('gone')], isPartial: true },
    ]);
    await changeMessage(library.context, answer?.id ?? '', { text: 'Or [1].', citations: cites(stock.id) });
    const conversation = await library.call('conversationGetSpecificConversation', { params: { conversation: id } });
    assert.deepEqual(idsOf(conversation.assets), [cart.id, stock.id]);
    assert.deepEqual(idsOf((await library.snapshot(cart.id)).conversations), [id]);
  });

  it('keeps every message that is added at once', async () => {
    const library = createAssetLibrary();
    const { id } = await startConversation(library.context);
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        appendMessages(library.context, id, [{ role: 'USER', text: `${number}` }]),
      ),
    );
    const conversation = await library.call('conversationGetSpecificConversation', { params: { conversation: id } });
    assert.equal(conversation.messages.iterable.length, 20);
  });

  it('is listed with the latest first', async () => {
    const library = createAssetLibrary();
    const first = await startConversation(library.context, { name: 'first' });
    library.pass(1000);
    const second = await startConversation(library.context, { name: 'second' });
    library.pass(1000);
    await appendMessages(library.context, first.id, [{ role: 'USER', text: 'again' }]);
    assert.deepEqual(idsOf(await library.call('conversationsSnapshot')), [first.id, second.id]);
  });

  it('is renamed and marked, and keeps what is not named', async () => {
    const library = createAssetLibrary();
    const { id } = await startConversation(library.context, { name: 'old' });
    const renamed = await library.call('conversationUpdate', { body: { id, name: 'new' } });
    const marked = await library.call('conversationUpdate', { body: { id, favorited: true } });
    assert.equal(renamed.name, 'new');
    assert.deepEqual([marked.name, marked.favorited], ['new', true]);
  });

  it('takes its messages along when deleted and leaves its assets', async () => {
    const library = createAssetLibrary();
    const { id: asset } = await library.save('x');
    const { id } = await startConversation(library.context);
    await appendMessages(library.context, id, [{ role: 'USER', text: 'x?' }]);
    await library.call('conversationAssociateAsset', { params: { conversation: id, asset } });
    await library.call('conversationsDeleteSpecificConversation', { params: { conversation: id } });
    assert.equal(library.store.count('messages'), 0);
    assert.deepEqual(idsOf((await library.snapshot(asset)).conversations), []);
  });

  it('is 404 when unknown, and an unknown asset in a new one is 410', async () => {
    const library = createAssetLibrary();
    const params = { conversation: 'none' };
    const refusals = await Promise.all([
      library.refusal('conversationGetSpecificConversation', { params }),
      library.refusal('conversationSpecificConversationMessages', { params }),
      library.refusal('conversationsDeleteSpecificConversation', { params }),
      library.refusal('conversationUpdate', { body: { id: 'none', name: 'x' } }),
      library.refusal('messageSpecificMessageSnapshot', { params: { message: 'none' } }),
    ]);
    assert.deepEqual(
      refusals.map(([status]) => status),
      refusals.map(() => 404),
    );
    const body = { assets: { iterable: [{ id: unknownId }] } };
    assert.equal((await library.refusal('conversationsCreateSpecificConversation', { body }))[0], 410);
    await assert.rejects(appendMessages(library.context, 'none', []), { status: 404 });
    assert.equal(library.store.count('conversations'), 0);
  });

  it('refuses a message without a text, naming it', async () => {
    const library = createAssetLibrary();
    const body = { messages: [{ role: 'USER', fragment: {} }] };
    const [status, sentence] = await library.refusal('conversationsCreateSpecificConversation', { body });
    assert.equal(status, 400);
    assert.match(sentence, /^body\.messages\.0\.fragment\.string\.raw is missing/);
  });
});
