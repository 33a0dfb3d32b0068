// How long our own code holds a thread that others use too: from a CPU profile of the thread, the stretches of samples that
// have a frame of our bundles on the stack. What the editor, other extensions and a machine with other work do to the loop
// is in the delay of the loop, but not in this; a thread that is made to wait while ours is on the stack counts as ours.
import { Session } from 'node:inspector/promises';

/** Microseconds between two samples: a stretch is told too long by up to one of them, never too short. */
const samplingUs = 500;

export interface OwnTime {
  /** Milliseconds of the longest stretch, of all of them, and of what was watched. */
  longest: number;
  all: number;
  took: number;
  /** The longest stretch in which others worked. */
  longestOfOthers: number;
}

type Whose = 'ours' | 'others' | 'idle';

/** By node of the profile; collecting garbage belongs to whoever worked before. */
type Kind = Whose | 'same';

interface Node {
  id: number;
  callFrame: { functionName: string; url: string };
  children?: number[];
}

function kindsOf(nodes: readonly Node[], folder: string): Map<number, Kind> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const kinds = new Map<number, Kind>();
  const visit = (node: Node, isInside: boolean) => {
    const { functionName, url } = node.callFrame;
    const isOurs = isInside || url.includes(folder);
    const own: Kind = isOurs ? 'ours' : 'others';
    const special: Record<string, Kind> = { '(idle)': 'idle', '(root)': 'idle', '(garbage collector)': 'same' };
    kinds.set(node.id, special[functionName] ?? own);
    for (const child of node.children ?? []) visit(byId.get(child)!, isOurs);
  };
  if (nodes[0]) visit(nodes[0], false);
  return kinds;
}

/** @param folder of our bundles, as it stands in the addresses of scripts */
export async function ownTime(folder: string, work: () => Promise<unknown>): Promise<OwnTime> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: samplingUs });
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const kinds = kindsOf(profile.nodes, folder);
  const { samples = [], timeDeltas = [] } = profile;
  const longest: Record<Whose, number> = { ours: 0, others: 0, idle: 0 };
  const all: Record<Whose, number> = { ours: 0, others: 0, idle: 0 };
  let [whose, stretch]: [Whose, number] = ['idle', 0];
  samples.forEach((id, at) => {
    const kind = kinds.get(id) ?? 'others';
    const next = kind === 'same' ? whose : kind;
    if (next !== whose) stretch = 0;
    whose = next;
    // Until the next sample, which may be another's.
    const ms = (timeDeltas[at + 1] ?? 0) / 1000;
    stretch += ms;
    all[whose] += ms;
    longest[whose] = Math.max(longest[whose], stretch);
  });
  const took = (profile.endTime - profile.startTime) / 1000;
  return { longest: longest.ours, all: all.ours, took, longestOfOthers: longest.others };
}
