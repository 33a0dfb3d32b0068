/**
 * Guesses a language from the text alone, when neither caller nor file name tells it. Each rule gives points to one
 * language; the most points win, none means plain text. Cost: linear in the text, which is cut. Limits: short snippets
 * of languages that look alike (C and C++, JavaScript and TypeScript without types) go to the simpler one.
 */
import { contentSigns, includedLanguages, interpreters } from '../../languages/signs';

/** What a language looks like shows in the first pages, and at the beginning of a line. */
const maxCharacters = 20_000;
const maxLineLength = 500;

/** Fewer points than this are chance: an arrow or a colon in prose. */
const leastPoints = 3;

const longLineEnds = new RegExp(`^(.{${maxLineLength}}).+`, 'gm');

export function guessFromContent(text: string): string | undefined {
  if (isJson(text)) return 'json';
  const head = text.slice(0, maxCharacters).replace(longLineEnds, '$1');
  const points = new Map<string, number>();
  for (const [word, gain, pattern] of contentSigns) {
    if (pattern.test(head)) points.set(word, (points.get(word) ?? 0) + gain);
  }
  for (const [larger, smaller] of Object.entries(includedLanguages)) {
    const own = points.get(larger);
    if (own !== undefined) points.set(larger, own + (points.get(smaller) ?? 0));
  }
  const [best] = [...points].sort(([, one], [, other]) => other - one);
  return best && best[1] >= leastPoints ? best[0] : undefined;
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // The question was whether it is JSON: it is not.
  }
}

/** The interpreter of a `#!` line. */
export function guessFromShebang(text: string): string | undefined {
  const [, line] = /^#!([^\r\n]{1,200})/.exec(text) ?? [];
  const name = line
    ?.trim()
    .split(/\s+/)
    .find((part) => !/^-|\/env$|=/.test(part));
  return name === undefined ? undefined : interpreters.find(([pattern]) => pattern.test(name))?.[1];
}
