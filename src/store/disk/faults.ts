/** What a failed disk call means: words for people, and whether it will pass only when somebody makes room. */
import { codeOf } from './files';
import { AppendError, StrayJournalError } from './journalWriter';

const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'access to the folder is denied',
  EPERM: 'access to the folder is denied',
};

function rootOf(error: unknown): unknown {
  return error instanceof AppendError || error instanceof StrayJournalError ? error.cause : error;
}

/** Full or forbidden: trying again at once is pointless. */
export function isLasting(error: unknown): boolean {
  const code = codeOf(rootOf(error));
  return code !== undefined && code in sentences;
}

export function describeFault(error: unknown): string {
  const root = rootOf(error);
  const code = codeOf(root);
  if (code !== undefined && sentences[code] !== undefined) return `${sentences[code]} (${code})`;
  return code === undefined ? String(root) : `the disk failed (${code})`;
}
