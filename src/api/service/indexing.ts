/**
 * What windows want of the index: folders read ahead, files read first, pausing, and how it stands. Must not know how
 * files are read.
 */
import type { CallContext } from '../../contract/api';
import type { Input } from '../../contract/operations';
import type { ServiceStatus } from '../../contract/schemas/service';
import type { ApiContext } from '../context';
import { decidePaths, spellingsOf } from '../paths';
import { asOnDisk } from '../places';

/** Id of the record that says whether a person has paused the reading of files. */
const pausedId = 'index.paused';

interface Indexing {
  /** Reads each folder ahead of the first question when it is first named: a window tells its state every 30 s. */
  warm(folders: string[], call: CallContext): Promise<void>;
  readFirst(files: readonly string[]): Promise<void>;
  filesChanged(files: readonly string[]): Promise<void>;
  /** Tells the engine what the windows say is searched in their folders, where that has changed. */
  tellRules(): Promise<void>;
  control(wanted: Input<'indexControl'>['body']): Promise<void>;
  status(): Promise<ServiceStatus['index']>;
}

export function createIndexing(context: ApiContext): Indexing {
  const { engine, windows, log } = context;
  const ahead = createReadingAhead(context);
  let rulesTold = '[]';

  // Whoever switched indexing off does not want it back with the next start of the editor.
  if (context.store.get('settings', pausedId)?.value === 'true')
    engine.setPaused(true).catch((error: unknown) => log('warn', `Indexing is not paused: ${String(error)}`));

  /** Paths of an editor as the engine knows them. */
  async function known(paths: readonly string[]): Promise<string[]> {
    return asOnDisk(paths, await spellingsOf(windows.folders()));
  }

  return {
    warm: (folders, call) => ahead.warm(folders, call),
    readFirst: async (files) => engine.readFirst(await known(files)),
    filesChanged: async (files) => engine.filesChanged(await known(files)),
    async tellRules() {
      const rules = windows.rules();
      const told = JSON.stringify(rules);
      if (told === rulesTold) return;
      rulesTold = told;
      await engine.setFolderRules(rules);
    },
    async control({ cancel, paused }) {
      if (cancel) await ahead.cancel();
      if (paused === undefined) return;
      await engine.setPaused(paused);
      if (context.store.readOnly) return; // holds for this session then
      const value = { id: pausedId, value: String(paused) };
      await context.store.change([{ op: 'put', collection: 'settings', value }]);
    },
    async status() {
      try {
        return await engine.status();
      } catch (error) {
        // The status page is for finding out what is wrong: it must not fail together with the engine.
        log('warn', `The engine does not tell its state: ${String(error)}`);
        return { state: 'idle', isPaused: false, filesDone: 0, filesTotal: 0, documents: 0, roots: [] };
      }
    },
  };
}

function createReadingAhead(context: ApiContext) {
  /** Real paths of the folders that were named before. */
  const warmed = new Set<string>();
  const underWay = new Set<AbortController>();

  async function read(folder: string): Promise<void> {
    const work = new AbortController();
    underWay.add(work);
    try {
      await context.engine.warm(folder, work.signal);
    } catch (error) {
      // Who has cancelled it does not want it back with the next word from the window.
      if (work.signal.aborted) return;
      warmed.delete(folder);
      context.log('warn', `A folder could not be indexed ahead of the first question: ${String(error)}`);
    } finally {
      underWay.delete(work);
    }
  }

  return {
    async warm(folders: string[], call: CallContext): Promise<void> {
      for (const decision of await decidePaths(context, call.caller, folders, 'body.folders')) {
        if (decision.kind !== 'allowed' || warmed.has(decision.real)) continue;
        warmed.add(decision.real);
        // Not awaited, and without the call's signal: the window goes on while its folders are read.
        void read(decision.real);
      }
    },
    /** A question that waits for the same files keeps the work going. */
    async cancel(): Promise<void> {
      for (const work of underWay) work.abort();
      await context.engine.cancelIndexing();
    },
  };
}
