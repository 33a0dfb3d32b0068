/** Which files may be sent to a model that is not on this machine (reliability rule: what leaves the machine). */
import type { CallContext } from '../../contract/api';
import type { ApiContext } from '../context';
import { realRoots } from '../paths';
import { isInside } from '../places';

/**
 * To a remote model go only files of trusted workspaces, unless our own window or a caller with the token asks: both
 * can read the user's files anyway.
 * @returns tells of a file; what is no file may go
 */
export async function leavingRule(
  { windows }: ApiContext,
  caller: CallContext['caller'],
  isRemote: boolean,
): Promise<(path: string | undefined) => boolean> {
  if (!isRemote || caller.isTrusted) return () => true;
  const roots = await realRoots(windows.folders({ onlyTrusted: true }));
  return (path) => path === undefined || roots.some((root) => isInside(root, path));
}
