/**
 * All that runs without the editor's interface, as one bundle: behind a message port it is the service thread, and
 * `cli.ts` calls the command line in it. Neither reads the other's half.
 */
import { parentPort } from 'node:worker_threads';

export const loadCommandLine = () => import('./commandLine');

// What fails here is an error of the thread, which its owner hears.
if (parentPort) void import('./serviceThread');
