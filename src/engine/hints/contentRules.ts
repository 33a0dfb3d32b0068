/** Follow-ups about what stands in a passage: an error, an option, a type, a member, an event, the title of a test. */
import { lastPart } from '../answers/values';
import { isTestPath } from '../rank/paths';
import { analyse } from '../rank/question';
import type { Rule } from './hint';
import { code, oneOf } from './naming';
import { definesName, has, isSameSource } from './support';

/** A type or code that somebody may wait for: no variable, and none that everybody throws. */
function isOwnError(error: string): boolean {
  const name = lastPart(error);
  return /^[A-Z]/.test(name) && !/^(?:(?:Type|Range|Syntax|Value|Key|Index|Attribute|Runtime|NotImplemented|Assertion|OS|IO)?Error|(?:Runtime|IO|IllegalArgument|IllegalState|UnsupportedOperation|NullPointer|Argument|InvalidOperation)?Exception|SystemExit)$/.test(name);
} // prettier-ignore

export const contentRules = {
  handled: ({ passage, topic }) => {
    const unit = passage.units.find((entry) => entry.form === 'failure' && entry.failure.error !== undefined && entry.failure.verb !== 'logs');
    const error = unit?.form === 'failure' ? unit.failure.error : undefined;
    if (error === undefined || !isOwnError(error)) return undefined;
    const caught = new RegExp(`(?:catch|except|rescue|instanceof|errors\\.(?:Is|As)|\\.code\\s*===?).{0,120}${error.replace(/[.$]/g, '\\$&')}|${error.replace(/[.$]/g, '\\$&')}.{0,60}(?:catch|except)`, 's');
    return { text: `Who handles the ${code(error)} that comes out of ${topic}?`, isHeldBy: ({ text, label }) => caught.test(text) || (isTestPath(label) && has(text, error)) };
  },
  setting: ({ passage, snippet, topic }) => {
    const found = /\b(?:process\.env|os\.environ|ENV|opts|options|config|settings|init)(?:\.|\[["']|\.get\(["'])([A-Za-z_]\w{3,50})/.exec(snippet.text)?.[1];
    if (found === undefined) return undefined;
    const shown = passage.units.some(({ form, text }) => form === 'value' && has(text, found));
    const text = shown ? `What else depends on the option ${code(found)}, beside ${topic}?` : `What is the default of the option ${code(found)} that ${topic} reads?`;
    const isGiven = new RegExp(`["'.]?${found}["']?\\s*(?:\\?\\?|\\|\\||:|=)\\s*["'\\d\\[tfn]`);
    return { text, isHeldBy: (other) => other.text !== snippet.text && (shown ? has(other.text, found) : isGiven.test(other.text)) };
  },
  type: ({ snippet, topic }) => {
    const known = new Set(`Error TypeError RangeError Promise Map Set Array Date Buffer Object String Number Boolean RegExp Record Partial Readonly Symbol Iterable AsyncIterable Option Result Vec Box Some None Ok Err`.split(' '));
    const names = [...snippet.text.matchAll(/(?:extends|implements|:|new|<|->|\bimpl\b)\s+([A-Z][A-Za-z0-9]{3,50})\b/g)].map((match) => match[1] ?? '');
    const name = names.find((other) => !known.has(other) && !/Error$/.test(other) && !snippet.symbol?.includes(other) && !/^T[A-Z]/.test(other));
    return name === undefined ? undefined : { text: oneOf(name, `What is in the type ${code(name)} that ${topic} uses?`, `How is ${code(name)}, which ${topic} builds on, defined?`), isHeldBy: definesName(name) };
  },
  state: (seen) => {
    const member = /\b(?:this|self)\.#?([A-Za-z_]\w{3,50})\s*(?:=[^=]|\+=|-=|\+\+)/.exec(seen.snippet.text)?.[1];
    if (member === undefined) return undefined;
    const sets = new RegExp(`\\.#?${member}\\s*(?:=[^=]|\\+=|-=|\\+\\+|--)`);
    return { text: `What else in ${seen.topic} changes ${code(member)}?`, isHeldBy: (other) => other.lines.start !== seen.snippet.lines.start && isSameSource(other, seen.snippet) && sets.test(other.text) };
  },
  event: ({ snippet, topic }) => {
    const [, verb, event] = /\.(on|once|emit|addEventListener)\(\s*["']([\w:-]{2,40})["']/.exec(snippet.text) ?? [];
    if (verb === undefined || event === undefined) return undefined;
    const isEmitter = verb === 'emit';
    const other = new RegExp(`\\.(?:${isEmitter ? 'on|once|addEventListener' : 'emit|dispatchEvent'})\\(\\s*(?:new \\w+\\()?["']${event}["']`);
    return { text: `Who ${isEmitter ? 'listens for' : 'emits'} the event '${event}' of ${topic}?`, isHeldBy: ({ text }) => other.test(text) };
  },
  tested: ({ snippet, topic }) => {
    const title = isTestPath(snippet.label) ? /\b(?:it|test|describe)\(\s*["'`]([^"'`]{6,80})["'`]/.exec(snippet.text)?.[1] : undefined;
    const words = title === undefined ? [] : analyse(title).content;
    return title === undefined ? undefined : { text: `Which code makes the test “${title}” in ${topic} pass?`, isHeldBy: ({ label, text }) => !isTestPath(label) && words.filter((word) => text.toLowerCase().includes(word)).length >= Math.min(2, words.length) };
  },
} satisfies Record<string, Rule>; // prettier-ignore
