/**
 * Fits which comment is the reason of a "why": `npm run fit:reasons -- SET...` (folders of question sets). Prints how often
 * the likeliest sentence held the reason, each package judged by weights fitted without it, and with `--write` writes the
 * weights fitted on all sets to src/engine/answers/reasonWeights.ts. Options: --ridge NUMBER, --cache DIR (the passages are
 * kept there and taken from there).
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { minReason } from '../../engine/answers/reasons';
import { findSet, type FoundQuestion } from './prepared';
import { candidatesOf, fitReasons } from './reasons';
import { tableSource } from './weightsSource';

const { values: options, positionals: sets } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    ridge: { type: 'string', default: '0.01' },
    cache: { type: 'string' },
  },
});

const found: FoundQuestion[] = [];
for (const set of sets) found.push(...(await findSet(set, options.cache)));
const candidates = found.flatMap(({ question, snippets }) => candidatesOf(question, snippets));
const { weights, first, none, questions, packages } = fitReasons(candidates, Number(options.ridge), minReason);
const names = candidates[0]?.names ?? [];
const table = Object.fromEntries(names.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(2))]));
const text = (value: number) => value.toFixed(3).replace(/^0/, '');
const figures = `the likeliest sentence held the reason for ${text(first)}, none was likely enough for ${text(none)}`;
console.log(`${questions} questions with a reason about ${packages} packages: ${figures}`, table);
if (options.write) {
  const day = new Date().toISOString().slice(0, 10);
  const head = ` * Written by \`npm run fit:reasons\` on ${day}; not edited by hand. Fitted on ${questions} questions about ${packages}
 * packages (ridge ${options.ridge}). Each package judged by weights fitted without it: ${figures.replace(', none', ',\n * none')}.`;
  fs.writeFileSync('src/engine/answers/reasonWeights.ts', tableSource('reasonWeights', head, table));
}
