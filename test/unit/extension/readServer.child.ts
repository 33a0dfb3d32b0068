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
  const assets = [];
  for await (const asset of readServer(process.argv[2] ?? '', words)) assets.push(asset);
  console.log(JSON.stringify(assets));
} catch (error) {
  console.log(JSON.stringify(error instanceof Error ? error.message : String(error)));
}
