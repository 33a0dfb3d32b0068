import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RestoredConversation } from '../../src/contract/schemas/service';
import { closeEditors, command, folder, servedApi } from './window';

const time = { value: '2026-01-02T03:04:05.000Z' };
const id = '4b1a6b1e-9a55-4c0f-8a39-3f2f5f0c7d11';
const base = { conversation: { id }, created: time, updated: time };

const kept = {
  format: 'quarry.chat/1',
  conversation: {
    ...{ id, name: 'Kept elsewhere', favorited: true, created: time, updated: time, type: 'COPILOT' },
    messages: { iterable: [{ id: 'chats-1' }, { id: 'chats-2' }] },
  },
  messages: [
    { ...base, id: 'chats-1', role: 'USER', fragment: { string: { raw: 'what is `$1`, and “why”?' } } },
    {
      ...{ ...base, id: 'chats-2', role: 'ASSISTANT', partial: true },
      fragment: { string: { raw: 'It is this [1].\n\n```ts\nconst a = 1;\n```\n' } },
      citations: [{ id: 'r', label: 'a.ts:1-2', path: '/w/a.ts', lines: { start: 1, end: 2 }, hash: 'abc' }],
    },
  ],
};

describe('a chat', () => {
  const at = (name: string) => vscode.Uri.joinPath(folder(), name);
  const write = (uri: vscode.Uri, value: unknown) =>
    vscode.workspace.fs.writeFile(uri, Buffer.from(JSON.stringify(value)));

  after(closeEditors);

  it('comes from a file and goes into one without loss, once only', async () => {
    const api = await servedApi();
    const count = async () => (await api.conversationsSnapshot({ query: {} })).iterable.length;
    const before = await count();
    await write(at('kept.json'), kept);
    await command('quarry.importChat', at('kept.json'));
    await command('quarry.importChat', at('kept.json'));
    assert.equal(await count(), before + 1);

    await command('quarry.exportChatFile', at('out.json'));
    const text = Buffer.from(await vscode.workspace.fs.readFile(at('out.json'))).toString();
    const { conversation, messages } = JSON.parse(text) as RestoredConversation;
    assert.deepEqual([conversation.id, conversation.name, conversation.favorited], [id, 'Kept elsewhere', true]);
    const told = (all: unknown) =>
      (all as RestoredConversation['messages']).map(({ id: message, role, fragment, citations, partial, created }) => ({
        ...{ message, role, citations, partial },
        raw: fragment?.string?.raw,
        at: Date.parse(created.value),
      }));
    assert.deepEqual(told(messages), told(kept.messages));
  });

  it('is taken from no other file', async () => {
    const api = await servedApi();
    const count = async () => (await api.conversationsSnapshot({ query: {} })).iterable.length;
    const before = await count();
    for (const [name, value] of Object.entries({
      'list.json': [],
      'other.json': { format: 'quarry.chat/2', conversation: kept.conversation, messages: [] },
      'damaged.json': {
        ...kept,
        conversation: { ...kept.conversation, id: 'another' },
        messages: [{ role: 'NOBODY' }],
      },
    })) {
      await write(at(name), value);
      await command('quarry.importChat', at(name));
    }
    assert.equal(await count(), before);
  });
});
