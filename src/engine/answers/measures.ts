/**
 * What a question wants measured, and whether a name is of that measure: "how long" wants a time, so `retryMs` and
 * `closeTimeout` fit better than `maxTries`. Read from names alone, so a name that says nothing fits nothing.
 */
import { stem } from '../text/tokens';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const time = `ms millis milliseconds seconds sec secs s minutes hours days timeout ttl delay wait interval duration age
  time period patience grace deadline expiry expires lifetime linger`;

/** Words of a question that only say that something is measured, by their stems. */
const measuring: ReadonlySet<string> = new Set(
  [...words('size length number count amount limit max maximum min minimum default value time duration long many much')]
    .concat([...words('big large often most least upper lower highest lowest largest smallest longest biggest')])
    .map(stem),
);

/** The words of a question that are measured: of "the maximum size of a body" the body. */
export function measuredIn(content: readonly string[]): readonly string[] {
  return content.filter((term) => !measuring.has(term) && !/^\d+$/.test(term));
}

/** A time is wanted, whatever "long" may mean elsewhere. */
const surelyTime =
  /\bhow long\b.{0,200}\b(?:valid|takes?|waits?|waited|stays?|lasts?|lives?|keeps?|kept|held|remains?|remembered|cached|until|before|after)\b/i;
const timeNames = words(`${time} milli lease age kept expires stale since until life`);
const timeUnits = /\b(?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|ms)\b/i;

const inTimeUnits = words('ms millis milliseconds seconds minutes hours days');
/** A number of things or a size, and no time: "how many files", "the maximum size". */
const surelyNoTime =
  /^(?!.{0,400}\b(?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|long|often|timeouts?|delay|wait)\b).{0,400}\b(?:how (?:many|big|large)|size)\b/i;

/**
 * A time is wanted, and neither the name nor what is said of the value is one: `maxLength`. Or a number or a size, and it
 * is a time: `indexingMs`.
 */
export function isOtherMeasure(parts: readonly string[], said: string, query: string): boolean {
  if (surelyNoTime.test(query)) return parts.some((part) => inTimeUnits.has(part)) || /^\s*milliseconds?\b/i.test(said);
  return surelyTime.test(query) && !parts.some((part) => timeNames.has(part)) && !timeUnits.test(said);
}

const countNames = words('tries retries attempts count number times total concurrency size length');

/** How long something takes is asked for, and the name is of a number of things: it answers nothing. */
export function isCountForTime(parts: readonly string[], query: string): boolean {
  if (!surelyTime.test(query) || parts.some((part) => timeNames.has(part))) return false;
  return countNames.has(parts.at(-1) ?? '');
}
