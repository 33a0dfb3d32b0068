import path from 'node:path';

/** A socket file in the folder; Windows has a named pipe in its place, called like the folder. */
export function endpointIn(folder: string, name: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${path.basename(folder)}-${name}`;
  return path.join(folder, name);
}
