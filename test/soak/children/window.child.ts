/**
 * `window.child.mjs DIRECTORY SCHEMA TIMING`: the ownership loop of a window over a real store. As owner it changes the
 * store as fast as it can. Says its role, and each acknowledged change.
 */
import http from 'node:http';
import { makeIpcPath } from '../../../src/owner/ownerConnection';
import { createOwnership, type IpcEndpoint, type Timing } from '../../../src/owner/ownership';
import { openStore } from '../../../src/store/openStore';
import type { WindowLine } from '../tools/windows';

/** As the service does it: an HTTP server on a socket file. */
async function openIpc(): Promise<IpcEndpoint> {
  const server = http.createServer((_request, response) => response.end('{}'));
  const ipcPath = await makeIpcPath();
  await new Promise<void>((resolve) => server.listen(ipcPath, resolve));
  return {
    path: ipcPath,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function runWindow(directory: string, schema: number, timing: Partial<Timing>): void {
  const say = (line: WindowLine) => process.stdout.write(`${JSON.stringify(line)}\n`);
  const ownership = createOwnership({
    ...{ directory, version: '1.0.0', schema, timing, openIpc, log: () => undefined },
    onRole: (role) => say({ role: role.kind, epoch: 'file' in role ? role.file.epoch : 0 }),
    async becomeOwner(fence) {
      const store = await openStore({ directory, fence, log: () => undefined });
      let isOpen = true;
      const write = async (): Promise<void> => {
        for (let number = 0; isOpen; number += 1) {
          const id = `${fence.epoch}.${number}`;
          await store.change([{ op: 'put', collection: 'settings', value: { id, value: id } }]);
          say({ kept: id });
        }
      };
      write().catch(() => undefined); // fenced or closed: the loop ends
      return {
        close: async () => {
          isOpen = false;
          await store.close();
        },
      };
    },
  });
  ownership.start();
  process.once('SIGTERM', () => void ownership.stop().then(() => process.exit(0)));
}

const [, , directory = '', schema, timing = '{}'] = process.argv;
runWindow(directory, Number(schema), JSON.parse(timing) as Partial<Timing>);
