/** What a failed disk call means: words for people, and whether it will pass only when somebody makes room. */
import { writeFaultOf } from '../../owner/writeFaults';
import { codeOf } from './files';
import { AppendError, StrayJournalError } from './journalWriter';

function rootOf(error: unknown): unknown {
  return error instanceof AppendError || error instanceof StrayJournalError ? error.cause : error;
}

/** Full or forbidden: trying again at once is pointless. */
export function isLasting(error: unknown): boolean {
  return writeFaultOf(rootOf(error)) !== undefined;
}

export function describeFault(error: unknown): string {
  const root = rootOf(error);
  const code = codeOf(root);
  const lasting = writeFaultOf(root);
  if (lasting) return lasting.text;
  return code === undefined ? String(root) : `the disk failed (${code})`;
}
