/** Makers of texts that keep a regular expression busy, by the length wanted: made of what the pattern looks for. */

const common = [
  ...['a', 'A', '0', ' ', '\t', '\n', '\r\n', '\u2028', '_', '-', '.', '/', '\\', '"', "'", '`', '(', ')', '[', ']'],
  ...['{', '}', '<', '*', '#', '=', ':', ',', 'aA', 'a ', 'a.', 'a_', '0a', ' \n', '\\"', 'é', '💥'],
];

/** The letters and words a pattern is made of: `/\/\*x+|throw\b/` has `/*x` and `throw`. */
export function wordsOfPattern(source: string): string[] {
  const marked = source
    .replace(/\(\?<?[=!:]/g, '(')
    .replace(/\[(?:\\.|[^\]\\])*\]/g, '\0')
    .replace(/\{\d+(?:,\d*)?\}/g, '\0')
    .replace(/\\u[0-9a-f]{4}|\\[a-zA-Z](?:\{[^}]*\})?|\\[1-9]/gi, '\0')
    .replace(/\\(.)/g, '\u0001$1')
    .replace(/(?<!\u0001)[\^$.*+?()|]/g, '\0')
    .replaceAll('\u0001', '');
  return [...new Set(marked.split('\0'))].filter((word) => word !== '');
}

const repeated = (piece: string) => (length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

export type MakeText = (length: number) => string;

export function hostileTexts({ source }: RegExp): MakeText[] {
  const words = wordsOfPattern(source);
  const letters = [...new Set(words.join(''))].slice(0, 40);
  const pieces = [...new Set([...words.slice(0, 40), ...common, ...letters])];
  const begins = words.slice(0, 14);
  const spaced = begins.flatMap((word) => [`${word} `, `${word} a `, `${word}a`, `${word}(`, `${word}"`]);
  const runs = [...pieces, ...spaced].map(repeated);
  // What begins well, or nearly matches to its end, is the worst for what has to go back.
  const ended = runs
    .slice(0, 60)
    .flatMap((make): MakeText[] => [
      (length) => `${make(length)}!`,
      (length) => `x${make(length)}\0`,
      (length) => `${make(length)}\u2028`,
    ]);
  const begun = begins.flatMap((word) =>
    [' ', 'a', '0', ')', word].map(repeated).map(
      (make): MakeText =>
        (length) =>
          `${word} ${make(length)}!`,
    ),
  );
  return [...runs, ...ended, ...begun];
}
