// Which programs run below which, from /proc (Linux only), so that a test leaves none behind.
import fs from 'node:fs';

/** Every program of this machine as { pid, ppid, start, state, args }. */
function everyone() {
  const all = [];
  for (const entry of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = fs.readFileSync(`/proc/${entry}/stat`, 'utf8');
      const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const args = fs.readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0').filter(Boolean);
      all.push({ pid: Number(entry), state: rest[0], ppid: Number(rest[1]), start: rest[19], args });
    } catch {
      // It ended while we looked.
    }
  }
  return all;
}

export function descendants(ancestor) {
  const table = everyone();
  const found = [];
  const queue = [ancestor];
  while (queue.length) {
    const parent = queue.shift();
    for (const p of table) {
      if (p.ppid === parent && p.state !== 'Z') {
        found.push(p);
        queue.push(p.pid);
      }
    }
  }
  return found;
}

export function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false; // it is gone, or was never ours
  }
}

/** Is this very program (not a later one with the same number) still running? */
export function isRunning({ pid, start }) {
  return everyone().some((p) => p.pid === pid && p.state !== 'Z' && (start === undefined || p.start === start));
}
