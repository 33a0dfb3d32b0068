/** What a piece of code does, told by its own words: what it takes, calls, returns and throws. For "explain this". */
import { languageOf } from '../text/languages';
import { splitComments } from '../text/comments';
import { sayOf } from './verbs';
import { docSentence, errorMessage, quotable, signature } from './sentences';
import { inline } from './text';

/** Names listed per kind: more is noise. */
const maxNames = 6;

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

function listed(names: readonly string[]): string {
  return names.slice(0, maxNames).map(inline).join(', ');
}

function returnsIn(code: string): string[] {
  const found = [...code.matchAll(/^[ \t]*(?:return|yield)\s+([^\n;{]{1,60})[;\n]?/gm)].map((match) =>
    (match[1] ?? '').trim(),
  );
  return [...new Set(found)].filter((value) => value !== '' && !value.includes('`') && !/[([]$/.test(value));
}

function throwsIn(code: string): string[] {
  return code
    .split('\n')
    .map(errorMessage)
    .filter((text) => text !== undefined);
}

/** One or more sentences, each holding something of the code. */
export function summarise(code: string, language: string, symbol: string | undefined): string[] {
  const sentences: string[] = [];
  const doc = docSentence(code, language);
  const head = signature(code);
  const subject = symbol === undefined ? 'This code' : inline(symbol);
  if (doc !== undefined) sentences.push(symbol === undefined ? quotable(doc) : sayOf(subject, symbol, quotable(doc)));
  else if (head !== undefined) sentences.push(`${subject} is declared as \`${head.replace(/`/g, "'")}\`.`);
  const calls = callsIn(code, language).filter((name) => name !== symbol?.split('.').at(-1));
  if (calls.length > 0) sentences.push(`It calls ${listed(calls)}.`);
  const returned = returnsIn(code);
  if (returned.length > 0) sentences.push(`It returns ${listed(returned.slice(0, 3))}.`);
  const thrown = throwsIn(code);
  if (thrown.length > 0) sentences.push(`It can fail with “${quotable(thrown[0] ?? '')}”.`);
  if (sentences.length === 0) {
    const row =
      code
        .split('\n')
        .find((entry) => entry.trim() !== '')
        ?.trim() ?? '';
    sentences.push(`${subject} begins with \`${quotable(row).replace(/`/g, "'")}\`.`);
  }
  return sentences;
}
