/** From one code block to the next by a command, round and round, for those who read the chat by keyboard or by ear. */

/** Beginning at the block that has the focus; without one, forward begins at the last answer and backward at its end. */
export function stepCode(root: HTMLElement, way: 1 | -1): void {
  const blocks = [...root.querySelectorAll<HTMLElement>('.code-block pre')];
  const focused = document.activeElement?.closest('.code-block')?.querySelector<HTMLElement>('pre');
  const at = focused ? blocks.indexOf(focused) : -1;
  const next = at === -1 ? firstOf(blocks, way) : blocks[(at + way + blocks.length) % blocks.length];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function firstOf(blocks: readonly HTMLElement[], way: 1 | -1): HTMLElement | undefined {
  const last = blocks.at(-1);
  const answer = last?.closest('article');
  return way === -1 ? last : blocks.find((block) => block.closest('article') === answer);
}
