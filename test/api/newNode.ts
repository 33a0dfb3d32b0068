/** For programs that need a newer Node than the least one of ours. */
import fs from 'node:fs';
import path from 'node:path';

/** The Node that runs us, or the one that the editor of the rig has. */
export function nodeSince(least: number): string | undefined {
  if (Number.parseInt(process.versions.node, 10) >= least) return process.execPath;
  const ofRig = path.join(process.env.VSCODE_RIG_CACHE ?? path.resolve('.vscode-test/rig'), 'bin/node');
  return fs.existsSync(ofRig) ? ofRig : undefined;
}
