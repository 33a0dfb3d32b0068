/** The editor windows that are alive: their folders are allowed roots, their git may be run. */
import type { WindowState } from '../../contract/schemas';

/** A window tells its state every 30 s; three silences mean that it is gone. */
const leaseMilliseconds = 90_000;

type FolderRules = NonNullable<WindowState['rules']>[number];

export interface Windows {
  update(state: WindowState): void;
  /** Folders of all live windows; only of trusted ones when asked. */
  folders(options?: { onlyTrusted?: boolean }): string[];
  /** What is searched in their folders; of two windows the later one's word holds. */
  rules(): FolderRules[];
  /** The git binary that a trusted window named. */
  git(): string | undefined;
}

/** @param fixedFolders roots that no window holds, such as `--root` of the headless service */
export function createWindows(now: () => number, fixedFolders: readonly string[] = []): Windows {
  const states = new Map<string, { state: WindowState; until: number }>();
  const live = () => {
    for (const [id, entry] of states) if (entry.until < now()) states.delete(id);
    return [...states.values()].map((entry) => entry.state);
  };
  return {
    update: (state) => void states.set(state.window, { state, until: now() + leaseMilliseconds }),
    folders: ({ onlyTrusted = false } = {}) => {
      const windows = live().filter((state) => state.trusted || !onlyTrusted);
      return [...new Set([...fixedFolders, ...windows.flatMap((state) => state.folders)])];
    },
    rules: () => [...new Map(live().flatMap(({ rules = [] }) => rules.map((rule) => [rule.folder, rule]))).values()],
    git: () => live().find((state) => state.trusted && state.git)?.git,
  };
}
