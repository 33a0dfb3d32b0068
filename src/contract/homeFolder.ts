/** The home folder of the account we run as, also where the account has none or the environment says nonsense. */
import os from 'node:os';
import path from 'node:path';

/**
 * Always absolute: an empty HOME would make every folder below it one of the current folder, and write a token there.
 * An account without an entry in the user database (`docker run -u 12345`) has the root, as container runtimes do it.
 */
export function homeFolder(): string {
  const root = path.parse(process.cwd()).root;
  for (const find of [os.homedir, () => os.userInfo().homedir]) {
    try {
      const home = find();
      if (path.isAbsolute(home)) return home;
    } catch {
      continue; // the account is in no user database: the next way, or the root
    }
  }
  return root;
}
