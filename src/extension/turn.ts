/** Lets the host do what it has to do for other extensions, and for the person in front of it, before we go on. */
export function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
