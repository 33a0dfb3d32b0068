/** Whether the form of a unit suits the kind of question, by hand: what the fit of the weights starts from. */
import type { Asked } from './rate';
import { reason, saysNumber, wantsNumber, type QuestionKind } from './kind';
import { decides, defaults, wantsImports, wantsShape } from './marks';
import { declaresShape, tellsOfShape } from './shapes';
import type { Unit } from './units';

type Fit = Partial<Record<Unit['form'], number>>;
const fits: Record<QuestionKind, Fit> = {
  default: { value: 0.9, sentence: 0.3, statement: 0.1, list: 0.4, definition: 0.1 },
  error: { failure: 1, sentence: 0.35, statement: 0.2, definition: 0.1 },
  why: { sentence: 0.6, failure: 0.3, statement: 0.1, definition: -0.4 },
  where: { definition: 0.7, statement: 0.55, failure: 0.6, sentence: 0.55, value: 0.4, list: 0.6 },
  what: { sentence: 0.6, definition: 0.5, statement: 0.3, list: 0.3, failure: 0.2, value: 0.2 },
  how: { sentence: 0.65, statement: 0.5, failure: 0.4, definition: 0.4, value: 0.3, list: 0.1 },
  list: { list: 1, sentence: 0.4, statement: 0.2, value: 0.1, definition: 0.15, failure: 0 },
  who: { statement: 0.7, definition: 0.3, sentence: 0.3 },
  about: { sentence: 0.6, definition: 0.55, statement: 0.4, failure: 0.3, value: 0.3, list: 0.3 },
};

/** "Does invalidating refetch?" is decided by a sentence that says what is not, or only, so. */
const asksWhether = /^\s*(?:and\s+|but\s+)?(?:do|does|is|are|can|may|will|should|has|have)\b/i;
/** Where something is done is no shape of data, unless that is asked for. */
const shapeLoss = 0.3;

export function formFit(unit: Unit, asked: Asked): number {
  if (asked.kind !== 'default' || !wantsNumber.test(asked.query)) return fitOf(unit, asked);
  if (unit.form !== 'value')
    return fitOf(unit, asked) - (saysNumber.test(`${unit.text} ${'preset' in unit ? unit.preset : ''}`) ? 0 : 0.5);
  const { value, isLiteral, isTrivial } = unit.value;
  // Zero is where counting begins, and yes or no is no number.
  return fitOf(unit, asked) - (isLiteral && (isTrivial || !/\d/.test(value)) ? 0.5 : 0);
}

/** That something is brought in tells nobody where or how it works. */
const bringsIn = /^(?:import\b|from \S+ import\b|export (?:\*|\{.*\}) from\b|(?:const|let|var) .{1,200}= require\()/;
const importLoss = 0.5;

function fitOf(unit: Unit, { kind, coverage, query }: Asked): number {
  const fit = fits[kind][unit.form] ?? 0.1;
  if (unit.form === 'statement') return bringsIn.test(unit.text) && !wantsImports.test(query) ? fit - importLoss : fit;
  if (unit.form === 'sentence') {
    const { sentence, isDoc, tag } = unit;
    if (kind === 'how' && tag === undefined && !wantsShape.test(query) && tellsOfShape(unit)) return fit - shapeLoss;
    const isParam = tag === 'param' || tag === 'returns';
    if (kind === 'default') {
      if (unit.preset !== undefined && coverage.isAbout(unit.text)) return 0.95;
      const says =
        tag === 'default' || (defaults.test(sentence) && (/['"`]/.test(sentence) || saysNumber.test(sentence)));
      return says && coverage.isAbout(unit.context ?? unit.text) ? 0.95 : fit;
    }
    if (kind === 'why') return reason.test(sentence) ? 1 : fit;
    if (kind === 'error' && tag === 'throws') return 1;
    if (kind === 'error') return /\b(?:throw|reject|raise|fail|error)/i.test(sentence) ? 0.6 : fit;
    if (kind === 'what' && (isDoc || (unit.isOpening && unit.home)) && !isParam) return unit.isFirst ? 1 : 0.75;
    if (kind === 'how' && asksWhether.test(query) && decides.test(sentence)) return fit + 0.2;
    return isParam && kind !== 'how' ? fit - 0.25 : fit;
  }
  if (unit.form === 'value') {
    if (kind !== 'default') return fit;
    return (
      (unit.value.isLiteral ? fit : fit - 0.35) + (unit.value.isFallback ? 0.1 : 0) - (unit.value.isTrivial ? 0.3 : 0)
    );
  }
  if (kind === 'where' && !wantsShape.test(query) && declaresShape(unit)) return fit - shapeLoss;
  if (unit.form === 'failure') return unit.failure.verb === 'logs' ? fit - 0.25 : fit;
  if (unit.form === 'list' && kind === 'default')
    return unit.list.isOfValues && coverage.ofText(unit.list.name).covered.length > 0 ? 0.8 : 0;
  if (unit.form === 'list' && kind === 'list')
    return coverage.ofText(unit.list.name).covered.length > 0 ? fit : fit - 0.4;
  return fit;
}
