/** Why a folder takes no files, and what a person can do about it. */
import { codeOf } from './exclusiveFile';

interface WriteFault {
  /** Ends a sentence that begins with what cannot be done. */
  text: string;
  remedy: string;
}

const full: Pick<WriteFault, 'remedy'> = { remedy: 'Make room there' };
const closed: Pick<WriteFault, 'remedy'> = {
  remedy: 'Make the folder writable for you, or choose another data folder',
};
const blocked: WriteFault = {
  text: 'a file lies where the folder should be',
  remedy: 'Move that file away, or choose another data folder',
};

/** These last until somebody acts: trying again at once is pointless. */
const faults: Readonly<Record<string, WriteFault>> = {
  ENOSPC: { text: 'the disk is full', ...full },
  EDQUOT: { text: 'the disk quota is used up', ...full },
  EROFS: { text: 'the disk is read-only', ...closed },
  EACCES: { text: 'access to the folder is denied', ...closed },
  EPERM: { text: 'access to the folder is denied', ...closed },
  ENOTDIR: blocked,
  EEXIST: blocked,
};

/** Undefined for a fault that may pass by itself. */
export function writeFaultOf(error: unknown): WriteFault | undefined {
  const code = codeOf(error);
  const fault = code === undefined ? undefined : faults[code];
  return fault && { ...fault, text: `${fault.text} (${code})` };
}

/** A sentence for people, and one that says what to do; undefined for a fault that may pass by itself. */
export function whyUnwritable(directory: string, error: unknown): string | undefined {
  const fault = writeFaultOf(error);
  return fault && `The library in ${directory} takes no changes: ${fault.text}. ${fault.remedy}; ${triedAgain}.`;
}

const triedAgain = 'it is tried again every few seconds';
