// Tells a person what is being done, how long it usually takes, and that it goes on. Needs Node's own modules only.

/** Where nobody can watch a line change, one is added this often. */
const plainTickS = 15;

/**
 * @template Result
 * @param {string} what   "Installing packages"
 * @param {string} usual  "half a minute"
 * @param {() => Promise<Result>} work
 * @param {object} [o]
 * @param {(result: Result) => boolean} [o.hasFailed]  told by the result; what is thrown has failed anyway
 * @param {boolean} [o.toStderr]
 * @returns {Promise<Result>}
 */
export async function step(what, usual, work, { toStderr = false, hasFailed = () => false } = {}) {
  const out = toStderr ? process.stderr : process.stdout;
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const line = `${what} (usually ${usual}) ...`;
  out.write(out.isTTY ? line : `${line}\n`);
  const timer = setInterval(
    () => out.write(out.isTTY ? `\r${line} ${seconds()} s` : `  ${seconds()} s\n`),
    out.isTTY ? 1_000 : plainTickS * 1_000,
  );
  let ending = 'failed';
  try {
    const result = await work();
    if (!hasFailed(result)) ending = 'done';
    return result;
  } finally {
    clearInterval(timer);
    const end = `${ending} after ${seconds()} s`;
    out.write(out.isTTY ? `\r${line} ${end}\n` : `  ${end}\n`);
  }
}
