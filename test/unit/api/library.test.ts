import assert from 'node:assert/strict';
import { libraryOf } from '../../../src/api/library/engineDocuments';
import { newsOf } from '../../../src/api/library/rows';
import type { Document } from '../../../src/engine/types';
import { assetOf, createAskingContext } from './askingContext';

/** An engine port that keeps what it is given. */
function listen() {
  const documents = new Map<string, Document>();
  const batches: number[] = [];
  return {
    documents,
    batches,
    engine: {
      async putDocuments(given: Document[]) {
        batches.push(given.length);
        for (const document of given) documents.set(document.id, document);
      },
      async removeDocuments(ids: string[]) {
        for (const id of ids) documents.delete(id);
      },
    },
  };
}

describe('the engine’s documents', () => {
  it('are all assets at start, in batches', async () => {
    const { engine, documents, batches } = listen();
    const context = createAskingContext({ engine });
    const assets = Array.from({ length: 450 }, (_, at) => assetOf(`const a${at} = ${at};`));
    await context.store.change(assets.map((value) => ({ op: 'put', collection: 'assets', value })));
    await libraryOf(context).settled();
    assert.equal(documents.size, 450);
    assert.ok(Math.max(...batches) <= 200);
  });

  it('carry title, language, description and tags of the asset', async () => {
    const { engine, documents } = listen();
    const context = createAskingContext({ engine });
    const asset = assetOf('let x', { name: 'Retry loop', tags: ['t'], annotations: ['n'] });
    const stamps = { created: 0, updated: 0, mechanism: 'MANUAL' as const };
    await context.store.change([
      { op: 'put', collection: 'assets', value: asset },
      {
        op: 'put',
        collection: 'tags',
        value: { id: 't', text: 'network', category: 'UNKNOWN', assets: [asset.id], ...stamps },
      },
      {
        op: 'put',
        collection: 'annotations',
        value: { id: 'n', type: 'DESCRIPTION', text: 'Waits longer each time', asset: asset.id, ...stamps },
      },
    ]);
    await libraryOf(context).settled();
    assert.deepEqual(documents.get(asset.id), {
      id: asset.id,
      text: 'let x',
      language: 'ts',
      name: 'Retry loop',
      notes: 'Waits longer each time\nnetwork',
    });
  });

  it('follow every change: saved, renamed, tagged, deleted', async () => {
    const { engine, documents } = listen();
    const context = createAskingContext({ engine });
    const library = libraryOf(context);
    const asset = assetOf('let x');
    await context.store.change([{ op: 'put', collection: 'assets', value: asset }]);
    await library.settled();
    await context.store.change([{ op: 'put', collection: 'assets', value: { ...asset, name: 'Renamed' } }]);
    await library.settled();
    assert.equal(documents.get(asset.id)?.name, 'Renamed');
    await context.store.change([{ op: 'delete', collection: 'assets', id: asset.id }]);
    await library.settled();
    assert.equal(documents.size, 0);
  });

  it('follow a tag that is worded anew', async () => {
    const { engine, documents } = listen();
    const context = createAskingContext({ engine });
    const library = libraryOf(context);
    const asset = assetOf('let x', { tags: ['t'] });
    const tag = { id: 't', text: 'net', category: 'UNKNOWN', assets: [asset.id], created: 0, updated: 0 };
    const putTag = (text: string) =>
      context.store.change([{ op: 'put', collection: 'tags', value: { ...tag, text, mechanism: 'MANUAL' } }]);
    await putTag('net');
    await context.store.change([{ op: 'put', collection: 'assets', value: asset }]);
    await library.settled();
    await putTag('network');
    await library.settled();
    assert.equal(documents.get(asset.id)?.notes, 'network');
  });

  it('end with the latest state although many changes come while a batch is under way', async () => {
    const { engine, documents } = listen();
    const context = createAskingContext({ engine });
    const library = libraryOf(context);
    const asset = assetOf('let x');
    const rename = (at: number) =>
      context.store.change([{ op: 'put', collection: 'assets', value: { ...asset, name: `Name ${at}` } }]);
    await Promise.all(Array.from({ length: 20 }, (_, at) => rename(at)));
    await library.settled();
    assert.equal(documents.get(asset.id)?.name, 'Name 19');
  });

  it('leave the service alive when the engine fails, and come back with a reload', async () => {
    const { engine, documents } = listen();
    let isBroken = true;
    const context = createAskingContext({
      engine: {
        ...engine,
        putDocuments: (given) => (isBroken ? Promise.reject(new Error('no engine')) : engine.putDocuments(given)),
      },
    });
    await context.store.change([{ op: 'put', collection: 'assets', value: assetOf('let x') }]);
    const library = libraryOf(context);
    await library.settled();
    assert.match(context.logged.join('\n'), /no engine/);
    isBroken = false;
    library.reload();
    await library.settled();
    assert.equal(documents.size, 1);
  });
});

describe('a window that waits for news of the library', () => {
  const never = new AbortController().signal;

  it('is answered at once where it knows another library, and else with the next change', async () => {
    const context = createAskingContext();
    const known = await newsOf(context).wait({}, never);
    const waiting = newsOf(context).wait(known, never);
    await context.store.change([{ op: 'put', collection: 'assets', value: assetOf('let x') }]);
    assert.deepEqual(await waiting, { ...known, revision: known.revision + 1 });
    newsOf(context).close();
  });

  it('is sent home when it hangs up and when the service ends, which it would hold up', async () => {
    const context = createAskingContext();
    const known = await newsOf(context).wait({}, never);
    const leaving = new AbortController();
    const left = newsOf(context).wait(known, leaving.signal);
    leaving.abort();
    assert.deepEqual(await left, known);
    const waiting = newsOf(context).wait(known, never);
    newsOf(context).close();
    assert.deepEqual([await waiting, await newsOf(context).wait(known, never)], [known, known]);
  });
});
