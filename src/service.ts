/**
 * One bundle for all that runs without the editor: the service thread when behind a message port, and the command line
 * when loaded by `cli.ts`. Only the half in use is loaded.
 */
import { parentPort } from 'node:worker_threads';

export const loadCommandLine = () => import('./commandLine');

// A failure becomes an error event of the thread, which its owner receives.
if (parentPort) void import('./serviceThread');
