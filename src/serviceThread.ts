/** The service thread's entry: app.ts behind a message port. The shell starts it and owns its life. */
import { parentPort, workerData } from 'node:worker_threads';
import { startApp } from './app';
import type { ServiceMessage, ServiceOptions, ShellMessage } from './contract/serviceOptions';

function tell(message: ServiceMessage): void {
  parentPort?.postMessage(message);
}

// Checked boundary: the shell of the same version wrote it.
const app = startApp({ ...(workerData as ServiceOptions), folders: [] }, tell);

parentPort?.on('message', (message: ShellMessage) => {
  switch (message.kind) {
    case 'settings':
      app.applySettings(message.settings);
      return;
    case 'stop':
      void app.stop().then(
        () => tell({ kind: 'stopped' }),
        (error: unknown) => tell({ kind: 'log', level: 'error', text: `Stopping failed: ${String(error)}` }),
      );
      return;
  }
});
