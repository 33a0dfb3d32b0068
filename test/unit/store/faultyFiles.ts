/** The real file system with faults on order: a fake for the port that reaches the disk. */
import { diskFiles, type Files, type OpenFile } from '../../../src/store/disk/files';

export type FileCall = keyof Files | Exclude<keyof OpenFile, never>;

/** Asked before every call; what it returns is thrown, what it does not return goes to the disk. */
export type FaultPlan = (call: FileCall, file: string) => NodeJS.ErrnoException | undefined;

export function fault(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: on order`), { code });
}

export class FaultyFiles implements Files {
  calls = 0;
  constructor(public plan: FaultPlan = () => undefined) {}

  async open(file: string, purpose: 'read' | 'new'): Promise<OpenFile> {
    this.meet('open', file);
    const opened = await diskFiles.open(file, purpose);
    const meeting =
      <A extends unknown[], R>(call: FileCall, run: (...given: A) => Promise<R>) =>
      async (...given: A) => {
        this.meet(call, file);
        return run(...given);
      };
    return {
      read: meeting('read', opened.read.bind(opened)),
      write: async (bytes, position) => {
        try {
          this.meet('write', file);
        } catch (error) {
          // A failing disk has often taken a part before it says so.
          await opened.write(bytes.subarray(0, bytes.byteLength / 2), position);
          throw error;
        }
        return opened.write(bytes, position);
      },
      datasync: meeting('datasync', opened.datasync.bind(opened)),
      truncate: meeting('truncate', opened.truncate.bind(opened)),
      close: async () => {
        await opened.close();
        this.meet('close', file);
      },
    };
  }

  list = this.plain('list', diskFiles.list.bind(diskFiles));
  size = this.plain('size', diskFiles.size.bind(diskFiles));
  makeFolder = this.plain('makeFolder', diskFiles.makeFolder.bind(diskFiles));
  rename = this.plain('rename', diskFiles.rename.bind(diskFiles));
  copy = this.plain('copy', diskFiles.copy.bind(diskFiles));
  remove = this.plain('remove', diskFiles.remove.bind(diskFiles));
  syncFolder = this.plain('syncFolder', diskFiles.syncFolder.bind(diskFiles));

  private plain<A extends [string, ...unknown[]], R>(call: FileCall, run: (...given: A) => Promise<R>) {
    return async (...given: A): Promise<R> => {
      this.meet(call, given[0]);
      return run(...given);
    };
  }

  private meet(call: FileCall, file: string): void {
    this.calls += 1;
    const error = this.plan(call, file);
    if (error) throw error;
  }
}
