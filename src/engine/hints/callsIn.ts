/** Names that a piece of code calls, where no tree is at hand. */
import { languageOf } from '../text/languages';
import { splitComments } from '../text/comments';

const notCalls = new Set(
  `if for while switch catch return function typeof await new super constructor elif with match def fn func print
   require import sizeof and or not in class console Number String Boolean Object Array Symbol Math JSON Date Map Set
   Promise Buffer Error TypeError RangeError len range str int dict list tuple isinstance super make append`.split(
    /\s+/,
  ),
);

export function callsIn(code: string, language: string): string[] {
  const { code: bare } = splitComments(code, languageOf(language).comments);
  const calls = new Set<string>();
  const declared = new Set(
    [...bare.matchAll(/\b(?:function|def|fn|func|fun|class)\s+([\w$]+)/g)].map((found) => found[1]),
  );
  for (const found of bare.matchAll(/(?<![\w$.])((?:[A-Za-z_$][\w$]{0,60}\.){0,3}[A-Za-z_$][\w$]{1,60})\s{0,2}\(/g)) {
    const name = found[1] ?? '';
    const last = name.split('.').at(-1) ?? '';
    if (!notCalls.has(last) && !notCalls.has(name.split('.')[0] ?? '') && !declared.has(name)) calls.add(name);
  }
  return [...calls];
}
