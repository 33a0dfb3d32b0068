/** Follow-ups about what a passage defines: who uses or calls it, when it fails, what tests it, what it calls. */
import { callsIn } from '../answers/summary';
import type { Unit } from '../answers/units';
import { lastPart } from '../answers/values';
import { isTestPath } from '../rank/paths';
import type { Rule, Seen } from './hint';
import { code, nameOf, oneOf } from './naming';
import { definesName, has, isSameSource, mentionsOutside, usesOutside } from './support';

const functionHead = /\b(?:function|def|fn|func|fun)\b|\)\s*(?::[^=]{1,80})?(?:=>|\{|:\s*$|->)/;

function firstFunction({ definitions, passage }: Seen) {
  return definitions.find((unit) => functionHead.test(passage.rows[unit.start] ?? '') && nameOf(unit) !== undefined);
}

/** A constant or variable that the passage gives a name to, where it defines no function. */
function firstValue(seen: Seen): string | undefined {
  if (firstFunction(seen)) return undefined;
  const isOwn = ({ start }: Unit) => !/\brequire\(|^\s*import\b/.test(seen.passage.rows[start] ?? '');
  const names = seen.definitions.filter(isOwn).map(nameOf);
  const name = names.find((found) => found !== undefined && lastPart(found).length > 3);
  return name === undefined || /\./.test(name) ? undefined : name;
}

export const definitionRules = {
  uses: (seen) => {
    const name = isTestPath(seen.snippet.label) ? undefined : firstValue(seen);
    return name === undefined ? undefined : { text: oneOf(name, `Where is ${code(name)} from ${seen.topic} used?`, `What reads ${code(name)} of ${seen.topic}?`), isHeldBy: mentionsOutside(name, seen.snippet) };
  },
  callers: (seen) => {
    const unit = firstFunction(seen);
    const name = unit && nameOf(unit);
    return name === undefined || isTestPath(seen.snippet.label)
      ? undefined
      : { text: oneOf(name, `Who calls ${code(name)} in ${seen.topic}, and when?`, `Where is ${code(name)} from ${seen.topic} used?`), isHeldBy: usesOutside(name, seen.snippet) };
  },
  failure: ({ passage, topic, snippet }) => {
    const unit = passage.units.find((entry) => entry.form === 'failure' && entry.failure.guard !== undefined && nameOf(entry) !== undefined);
    const name = unit && nameOf(unit);
    if (unit?.form !== 'failure' || name === undefined) return undefined;
    return { text: oneOf(name, `When does ${code(name)} in ${topic} fail?`, `What can go wrong in ${code(name)} of ${topic}?`), isHeldBy: (other) => isSameSource(other, snippet) && /throw|raise|reject|panic|Err/.test(other.text) };
  },
  tests: (seen) => {
    const unit = firstFunction(seen);
    const name = unit && nameOf(unit);
    if (name === undefined || isTestPath(seen.snippet.label)) return undefined;
    return { text: oneOf(name, `Which tests cover ${code(name)} from ${seen.topic}?`, `How is ${code(name)} in ${seen.topic} tested?`), isHeldBy: ({ label, text }) => isTestPath(label) && has(text, lastPart(name)) };
  },
  callee: (seen) => {
    const own = new Set(seen.definitions.map((unit) => lastPart(unit.home?.name ?? '')));
    const callee = callsIn(seen.snippet.text, seen.snippet.language).find((name) => {
      const last = lastPart(name);
      return !own.has(last) && last.length > 4 && !/^(?:this|self|console|process|Object|Math)\./.test(name) && /[a-z][A-Z]|_/.test(last);
    });
    const name = callee === undefined ? undefined : lastPart(callee);
    return name === undefined ? undefined : { text: oneOf(name, `What does ${code(name)} do when ${seen.topic} calls it?`, `How does ${code(name)} work, which ${seen.topic} calls?`), isHeldBy: definesName(name) };
  },
} satisfies Record<string, Rule>; // prettier-ignore
