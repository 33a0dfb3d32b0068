/**
 * Runs git for reading only: no hooks, no monitors, no pager, no prompts, no locks, with a time limit. Paths always
 * follow `--`. Must not know: what the output means.
 */
import { execFile } from 'node:child_process';

/** Blame of a long history can take seconds; nobody waits longer for a side question. */
const timeoutMs = 15_000;
const maxOutputBytes = 32 * 1024 * 1024;

/** Settings of a repository that could run programs are overruled. */
const safeOptions = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.pager=cat',
  '-c',
  'diff.external=',
  '-c',
  'protocol.ext.allow=never',
  '--no-pager',
  '--literal-pathspecs',
];

export type GitResult = { ok: true; output: string } | { ok: false; isMissing: boolean; message: string };

export interface GitCall {
  git: string;
  /** Folder the command runs in. */
  folder: string;
  signal?: AbortSignal | undefined;
}

export function runGit(args: readonly string[], { git, folder, signal }: GitCall): Promise<GitResult> {
  const env = {
    ...process.env,
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  };
  const options = { cwd: folder, env, timeout: timeoutMs, maxBuffer: maxOutputBytes, windowsHide: true, signal };
  return new Promise((resolve, reject) => {
    execFile(git, [...safeOptions, ...args], options, (error, stdout, stderr) => {
      if (!error) return resolve({ ok: true, output: stdout });
      if (signal?.aborted) return reject(error instanceof Error ? error : new Error('git was stopped'));
      const isMissing = 'code' in error && error.code === 'ENOENT';
      resolve({ ok: false, isMissing, message: stderr.trim() || error.message });
    });
  });
}
