// The public TypeScript SDK asks and keeps chats. Its qgptStream cannot work (it would send a body with a GET), so the
// stream is a plain socket with its serialisers, as every real program does it.
import assert from 'node:assert/strict';
import * as sdk from '@pieces.app/pieces-os-client';
import { openSocket } from './openSocket';
import { code, query, refusal, seedOf, startSdkProgram, type SdkProgram } from './sdkProgram';
import type { TestServer } from './startTestServer';

describe('the public TypeScript SDK in chats', function () {
  this.timeout(60_000);
  let program: SdkProgram;
  let server: TestServer;
  let folder: string;
  let configuration: sdk.Configuration;
  let asset: sdk.Asset;

  before(async () => {
    program = await startSdkProgram();
    ({ server, folder, configuration, asset } = program);
  });
  after(() => program.end());

  it('drives the five question-answering operations over HTTP', async () => {
    const api = new sdk.QGPTApi(configuration);
    const qGPTRelevanceInput = sdk.QGPTRelevanceInputFromJSON({ query, paths: [folder] });
    const { relevant, answer } = await api.relevance({ qGPTRelevanceInput });
    assert.equal(answer, undefined);
    const [best] = relevant.iterable;
    assert.ok(best?.id && best.seed?.asset?.format.fragment?.string?.raw);
    const { answers } = await api.question({ qGPTQuestionInput: { query, relevant } });
    assert.match(answers.iterable[0]?.text ?? '', /50/);
    const byId = await api.question({ qGPTQuestionInput: { query, relevant: { iterable: [{ id: best.id }] } } });
    assert.ok(byId.answers.iterable.every(({ score }) => score >= 0 && score <= 1));
    const both = sdk.QGPTRelevanceInputFromJSON({
      query,
      seeds: { iterable: [sdk.SeedToJSON(seedOf(code))] },
      options: { question: true },
    });
    const direct = await api.relevance({ qGPTRelevanceInput: both });
    assert.match(direct.answer?.answers.iterable[0]?.text ?? '', /50/);
    const history = [
      { role: 'ASSISTANT', text: answers.iterable[0]?.text ?? '', timestamp: { value: '2026-01-01T00:00:01.000Z' } },
      { role: 'USER', text: query, timestamp: { value: '2026-01-01T00:00:00.000Z' } },
    ];
    const conversation = sdk.QGPTConversationFromJSON({ iterable: history });
    const reprompted = await api.reprompt({ qGPTRepromptInput: { query: 'and when it is full?', conversation } });
    assert.match(reprompted.query, /cart/i);
    const hints = await api.hints({ qGPTHintsInput: { query, relevant, answer: answers.iterable[0] } });
    assert.ok(Array.isArray(hints.answers.iterable));
    const people = await api.personsRelated({ transferables: true, qGPTPersonsRelatedInput: { conversation } });
    assert.ok(Array.isArray(people.persons.iterable));
    const empty = await refusal(api.question({ qGPTQuestionInput: { query, relevant: { iterable: [{}] } } }));
    assert.equal(empty[0], 400);
  });

  it('streams an answer, and the conversation can be read back with its messages', async () => {
    const told = await openSocket(server.port, '/conversations/stream/identifiers');
    assert.deepEqual(sdk.StreamedIdentifiersFromJSON(JSON.parse(await told.next())).iterable, []);
    const stream = await openSocket(server.port, '/qgpt/stream');
    const input = sdk.QGPTStreamInputFromJSON({ relevance: { query, paths: [folder], options: { question: true } } });
    stream.send(JSON.stringify(sdk.QGPTStreamInputToJSON(input)));
    let text = '';
    let last: sdk.QGPTStreamOutput;
    do {
      last = sdk.QGPTStreamOutputFromJSON(JSON.parse(await stream.next()));
      text += last.question?.answers.iterable[0]?.text ?? '';
    } while (last.status === sdk.QGPTStreamEnum.InProgress);
    assert.equal(last.status, sdk.QGPTStreamEnum.Completed, last.errorMessage);
    assert.match(text, /50/);
    const pushed = sdk.StreamedIdentifiersFromJSON(JSON.parse(await told.next()));
    assert.equal(pushed.iterable[0]?.conversation?.id, last.conversation);

    const of = { conversation: last.conversation };
    const conversations = new sdk.ConversationApi(configuration);
    const conversation = await conversations.conversationGetSpecificConversation(of);
    assert.equal(Object.keys(conversation.messages.indices ?? {}).length, 2);
    const messages = await conversations.conversationSpecificConversationMessages({ ...of, transferables: true });
    assert.deepEqual(
      messages.iterable.map(({ role }) => role),
      ['USER', 'ASSISTANT'],
    );
    assert.equal(messages.iterable[1]?.fragment?.string?.raw, text);
    stream.close();
    told.close();
  });

  it('keeps chats: conversations, messages, annotations, files, and what they are linked to', async () => {
    const all = new sdk.ConversationsApi(configuration);
    const one = new sdk.ConversationApi(configuration);
    const seeded = sdk.SeededConversationFromJSON({ type: 'COPILOT', name: 'From the SDK' });
    const conversation = await all.conversationsCreateSpecificConversation({ seededConversation: seeded });
    const of = { conversation: conversation.id };
    const said = {
      role: 'USER',
      fragment: { string: { raw: 'What is a cart?' } },
      conversation: { id: conversation.id },
    };
    const message = await new sdk.ConversationMessagesApi(configuration).messagesCreateSpecificMessage({
      seededConversationMessage: sdk.SeededConversationMessageFromJSON(said),
    });
    const messages = new sdk.ConversationMessageApi(configuration);
    const edited = sdk.ConversationMessageFromJSON({
      ...(sdk.ConversationMessageToJSON(message) as object),
      fragment: { string: { raw: 'What does a cart hold?' } },
    });
    assert.equal(
      (await messages.messageUpdateValue({ conversationMessage: edited })).fragment?.string?.raw,
      'What does a cart hold?',
    );
    assert.equal((await one.conversationSpecificConversationRename(of)).name, 'What does a cart hold?');
    const renamed = await one.conversationUpdate({
      transferables: false,
      conversation: { ...conversation, name: 'Carts' },
    });
    assert.equal(renamed.name, 'Carts');

    const annotation = await new sdk.AnnotationsApi(configuration).annotationsCreateNewAnnotation({
      seededAnnotation: sdk.SeededAnnotationFromJSON({
        type: 'SUMMARY',
        text: 'About carts.',
        conversation: conversation.id,
      }),
    });
    const changed = await new sdk.AnnotationApi(configuration).annotationUpdate({
      annotation: { ...annotation, text: 'Carts.' },
    });
    assert.equal(changed.text, 'Carts.');
    const anchor = await new sdk.AnchorsApi(configuration).anchorsCreateNewAnchor({
      seededAnchor: { type: sdk.AnchorTypeEnum.Directory, fullpath: folder },
    });
    assert.equal(anchor.points.iterable[0]?.reference?.fullpath, folder);
    await one.conversationAssociateAnchor({ ...of, anchor: anchor.id });
    await one.conversationAssociateAsset({ ...of, asset: asset.id });
    await one.conversationGroundingMessagesAssociateMessage({ ...of, message: message.id });
    const read = await one.conversationGetSpecificConversation(of);
    assert.deepEqual(read.anchors?.indices, { [anchor.id]: 0 });
    assert.deepEqual(read.assets?.indices, { [asset.id]: 0 });
    assert.deepEqual(read.annotations?.indices, { [annotation.id]: 0 });
    assert.deepEqual(read.grounding?.messages?.indices, { [message.id]: 0 });
    const mirror = await new sdk.AnchorApi(configuration).anchorSpecificAnchorSnapshot({ anchor: anchor.id });
    assert.deepEqual(mirror.conversations?.indices, { [conversation.id]: 0 });
    await one.conversationDisassociateAnchor({ ...of, anchor: anchor.id });
    await one.conversationDisassociateAsset({ ...of, asset: asset.id });
    await new sdk.ConversationMessagesApi(configuration).messagesDeleteSpecificMessage({ message: message.id });
    const bare = await one.conversationGetSpecificConversation(of);
    assert.deepEqual(bare.messages.iterable, []);
    assert.deepEqual(bare.grounding?.messages?.iterable, []);
    assert.ok((await all.conversationsIdentifiersSnapshot()).indices?.[conversation.id] !== undefined);
    await all.conversationsDeleteSpecificConversation(of);
    const lost = new sdk.AnnotationApi(configuration).annotationSpecificAnnotationSnapshot({
      annotation: annotation.id,
    });
    assert.equal((await refusal(lost))[0], 404);
  });
});
