/**
 * What a unit is, beyond its words: its form and the signs of an answer of a certain kind (a reason, a number, a verb that
 * says what happens). Signs only; what each counts for which kind of question is fitted.
 */
import type { CoverageOf } from './coverage';
import { reason, saysNumber, wantsNumber } from './kind';
import { declaresShape, tellsOfShape } from './shapes';
import type { Unit } from './units';

/** 1 where it is so, else 0. */
export interface Marks {
  isSentence: number;
  isValue: number;
  isFailure: number;
  isList: number;
  isDefinition: number;
  isStatement: number;
  /** Of a sentence: above a definition, its first, at the top of a file, inside of code. */
  doc: number;
  first: number;
  opening: number;
  insideCode: number;
  /** Of a sentence: what it is tagged as. */
  param: number;
  returns: number;
  throws: number;
  item: number;
  saysDefault: number;
  /** It says why, that something fails, that something is not or only so, under which condition. */
  reason: number;
  fails: number;
  decides: number;
  condition: number;
  literal: number;
  fallback: number;
  trivial: number;
  /** A number is asked for, and there is one, or none. */
  number: number;
  noNumber: number;
  logs: number;
  definesError: number;
  /** A list of literals; one whose name the question holds. */
  ofValues: number;
  namedList: number;
  /** It only brings something in. */
  bringsIn: number;
  shape: number;
  calls: number;
  gives: number;
  checks: number;
  sets: number;
}

export const wantsShape = /\b(?:types?|interfaces?|structs?|traits?|shapes?|fields?|declared|defined|definition)\b/i;
export const wantsImports = /\b(?:import|imported|imports|require|required|depend|depends)\b/i;
const bringsIn = /^(?:import\b|from \S+ import\b|export (?:\*|\{.*\}) from\b|using [\w.]+;|#include\b|package [\w.]+;|(?:const|let|var) .{1,200}= require\()/; // prettier-ignore
export const defaults = /\bdefault|\b(?:up to|at most|at least|maximum|minimum|unless)\b/i;
const fails = /\b(?:throw|reject|raise|fail|error|invalid|illegal|panic)/i;
export const decides = /\b(?:not|never|only|unless|always|without|cannot|even|n't)\b/i;
const condition = /\b(?:if|when|whenever|unless|until|once|while|in case)\b/i;

const flag = (is: boolean): number => (is ? 1 : 0);

/** A definition is compared by its name and its head. */
function codeOf({ form, text, home }: Unit): string {
  return form === 'definition' ? text.slice((home?.name.length ?? -1) + 1) : text;
}

export function marksOf(unit: Unit, { query, coverage }: { query: string; coverage: CoverageOf }): Marks {
  const { form, text } = unit;
  const sentence = unit.form === 'sentence' ? unit.sentence : '';
  const tag = unit.form === 'sentence' ? unit.tag : undefined;
  const value = unit.form === 'value' ? unit.value : undefined;
  const preset = unit.form === 'sentence' ? unit.preset : undefined;
  const isCode = form === 'statement';
  const number = value
    ? !(value.isLiteral && (value.isTrivial || !/\d/.test(value.value)))
    : saysNumber.test(`${text} ${preset ?? ''}`);
  const wants = wantsNumber.test(query);
  const quotes = /['"`]/.test(sentence) || saysNumber.test(sentence);
  return {
    isSentence: flag(form === 'sentence'),
    isValue: flag(form === 'value'),
    isFailure: flag(form === 'failure'),
    isList: flag(form === 'list'),
    isDefinition: flag(form === 'definition'),
    isStatement: flag(form === 'statement'),
    doc: flag(unit.form === 'sentence' && unit.isDoc),
    first: flag(unit.form === 'sentence' && unit.isFirst),
    opening: flag(unit.form === 'sentence' && unit.isOpening),
    insideCode: flag(unit.form === 'sentence' && !unit.isDoc && !unit.isOpening),
    param: flag(tag === 'param'),
    returns: flag(tag === 'returns'),
    throws: flag(tag === 'throws'),
    item: flag(tag === 'item'),
    saysDefault: flag(preset !== undefined || tag === 'default' || (quotes && defaults.test(sentence))),
    reason: flag(reason.test(sentence)),
    fails: flag(fails.test(sentence)),
    decides: flag(decides.test(sentence)),
    condition: flag(condition.test(sentence)),
    literal: flag(value?.isLiteral === true),
    fallback: flag(value?.isFallback === true),
    trivial: flag(value?.isTrivial === true),
    number: flag(wants && number),
    noNumber: flag(wants && !number),
    logs: flag(unit.form === 'failure' && unit.failure.verb === 'logs'),
    definesError: flag(unit.form === 'failure' && unit.failure.verb === 'defines'),
    ofValues: flag(unit.form === 'list' && unit.list.isOfValues),
    namedList: flag(unit.form === 'list' && coverage.ofText(unit.list.name).covered.length > 0),
    bringsIn: flag((isCode || form === 'definition') && bringsIn.test(codeOf(unit)) && !wantsImports.test(query)),
    shape: flag(!wantsShape.test(query) && (declaresShape(unit) || tellsOfShape(unit))),
    calls: flag(isCode && /^(?:await\s+|return\s+(?:await\s+)?)?[\w$.#?>:-]{2,80}\(/.test(text)),
    gives: flag(isCode && /^(?:return|yield)\b/.test(text)),
    checks: flag(isCode && /^(?:\}\s*)?(?:else\s+)?(?:if|elif|unless|while|switch|guard|case)\b/.test(text)),
    sets: flag(isCode && /^[^=(]{1,120}[^=!<>]=(?![=>])/.test(text)),
  };
}
