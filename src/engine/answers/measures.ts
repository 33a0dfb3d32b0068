/**
 * What a question wants measured, and whether a name is of that measure: "how long" wants a time, so `retryMs` and
 * `closeTimeout` fit better than `maxTries`. Read from names alone, so a name that says nothing fits nothing.
 */
import { stem } from '../text/tokens';

interface Measure {
  asked: RegExp;
  /** Parts of names, lower-case. */
  named: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const time = `ms millis milliseconds seconds sec secs s minutes hours days timeout ttl delay wait interval duration age
  time period patience grace deadline expiry expires lifetime linger`;
const size = 'bytes size length chars characters limit kb mb max maximum buffer large lines rows';
const count = 'max maximum min count limit number tries retries attempts times concurrency total times size length';

const measures: readonly Measure[] = [
  { asked: /\bhow long\b|\b(?:time-?out|delay|ttl|interval|duration|time to live)\b/i, named: words(time) },
  { asked: /\bhow (?:often|frequently)\b/i, named: words(`${time} retries tries every rate frequency count`) },
  { asked: /\bhow (?:big|large|much)\b|\b(?:largest|biggest|bytes|size)\b/i, named: words(size) },
  { asked: /\bhow many\b|\b(?:at most|at the same time|at once)\b/i, named: words(count) },
  { asked: /\bhow deep|\bdepth\b|\bnested\b/i, named: words('depth level levels nesting deep') },
  { asked: /\b(?:max|maximum|highest|upper)\b/i, named: words('max maximum limit cap most') },
  { asked: /\b(?:min|minimum|lowest|least)\b/i, named: words('min minimum least') },
];

/** Whether the question wants something measured. */
export function measuresOf(query: string): readonly ReadonlySet<string>[] {
  return measures.filter(({ asked }) => asked.test(query)).map(({ named }) => named);
}

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

/** Share in [0, 1] of the wanted measures that one of the parts of a name is of. */
export function measureFit(parts: readonly string[], wanted: readonly ReadonlySet<string>[]): number {
  if (wanted.length === 0) return 0;
  return wanted.filter((named) => parts.some((part) => named.has(part))).length / wanted.length;
}
