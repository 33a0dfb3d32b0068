/**
 * Where an error is caught: the uses of its name in rows that catch, by the tree; of a function, those of the errors that it
 * raises. What catches a more general error is not told by a name, and that is said.
 */
import type { ReferencesResult, ReferencingSource } from '../outline/types';
import { fromsOf, toldFile, usesOf, type Told } from './callers';
import { Page } from './page';
import { bareName, looksLikeName, subjectOf, type Subject } from './subjects';
import type { Asking, Maker } from './types';
import { wantOf } from './wants';
import { inline, listed } from './words';

const scores = { told: 0.85, none: 0.7 };
const maxRows = 12;
/** Errors of one function that are looked for. */
const maxErrors = 3;

/** What stands before the name of an error in a row that handles it, in any language. */
const catching = /\b(?:catch|except|rescue|instanceof|case)\b|\bon\s*$|\bErr\(|\berrors\.(?:Is|As)\(/;
/** What stands before it in a row that raises it, or that only looks at what was raised. */
const raising = /\b(?:throw|throws|raise|fail|panic|reject)\b|\b(?:assert|expect)\w*\(/;

function rowsThat(files: readonly ReferencingSource[], name: string): ReferencingSource[] {
  const catches = ({ text }: ReferencingSource['references'][number]) => {
    const before = text.slice(0, Math.max(0, text.indexOf(name)));
    return catching.test(before) && !raising.test(before);
  };
  const kept = files.map((file) => ({ ...file, references: file.references.filter(catches) }));
  return kept.filter(({ references }) => references.length > 0);
}

/** The error itself; of a function the errors that it raises by their names. */
function errorsOf(subject: Subject | undefined, asked: string): string[] {
  const best = subject?.candidates[0];
  if (!best) return looksLikeName(asked) && /^\w+$/.test(asked) ? [asked] : [];
  const { symbol, code } = best;
  // A default or a field is no error, whatever the answer before was about.
  if (['constant', 'variable', 'field', 'property', 'member'].includes(symbol.kind) && !/err|exception|fail/i.test(symbol.name)) return []; // prettier-ignore
  if (!['function', 'method', 'constructor'].includes(symbol.kind)) return [symbol.name];
  const inside = code.outline.symbols.filter(({ start, end }) => start >= symbol.start && end <= symbol.end);
  const raised = inside.flatMap(({ failures }) => failures.map(({ call }) => call.split(/[.:]+/).at(-1) ?? ''));
  return [...new Set(raised)].filter((call) => /^[A-Z]\w+$/.test(call)).slice(0, maxErrors);
}

function tell(
  page: Page,
  asking: Asking,
  { found, inTests }: { found: ReferencingSource[]; inTests: ReferencingSource[] },
) {
  const told: Told = { page, asking, fromOf: fromsOf(asking), left: maxRows };
  const list = (files: readonly ReferencingSource[]) => files.flatMap((file) => toldFile(file, told) ?? []).join('\n');
  if (found.length > 0) page.put(list(found));
  if (inTests.length > 0) page.put(`In tests:\n${list(inTests)}`);
}

export const caught: Maker = async (asking) => {
  const want = wantOf(asking.query, 'caught');
  if (!want) return undefined;
  const asked = bareName(want.subject);
  const subject = await subjectOf(want.subject, asking);
  const names = errorsOf(subject, asked);
  if (names.length === 0) return undefined;
  const uses = await Promise.all(names.map((name) => usesOf({ name: { name, around: [] }, candidates: [] }, asking)));
  const of = (files: keyof Pick<ReferencesResult, 'files' | 'tests'>) => uses.flatMap((one, at) => rowsThat(one[files], names[at]!)); // prettier-ignore
  const [found, inTests] = [of('files'), of('tests')];
  if (found.length === 0 && (!asking.isWhole || uses.every(({ files, tests }) => files.length + tests.length === 0))) return undefined; // prettier-ignore
  const page = new Page(asking);
  const errors = listed(names, maxErrors);
  const whose = subject && !names.includes(subject.candidates[0]!.symbol.name) ? `, which ${inline(subject.candidates[0]!.symbol.path.join('.'))} raises,` : ''; // prettier-ignore
  if (found.length > 0) page.say(`${errors}${whose} ${names.length === 1 ? 'is' : 'are'} caught here:`);
  else page.say(`Nothing here catches ${errors}${whose} by name${inTests.length > 0 ? ', but for tests' : ''}. What catches a more general error may catch it too.`); // prettier-ignore
  tell(page, asking, { found, inTests });
  return page.answer('caught', found.length > 0 ? scores.told : scores.none, names);
};
