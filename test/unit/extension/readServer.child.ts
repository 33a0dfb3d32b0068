/** Reads the assets of the server at the given address and prints them: certificates are trusted by a process as a whole. */
import { readServer } from '../../../src/extension/library/serverAssets';

const words = {
  noAnswer: (reason: string) => `no answer: ${reason}`,
  refused: (status: number) => `refused: ${status}`,
  noLibrary: 'no library',
  untrusted: 'not trusted',
  redirected: (to: string) => `leads to ${to}`,
  tooLarge: (mebibytes: number) => `more than ${mebibytes} MiB`,
};
try {
  console.log(JSON.stringify(await readServer(process.argv[2] ?? '', words)));
} catch (error) {
  console.log(JSON.stringify(error instanceof Error ? error.message : String(error)));
}
