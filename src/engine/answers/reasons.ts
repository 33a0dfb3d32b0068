/**
 * Whether something gives the reason that was asked for. Code mostly does not say why: then that is the answer, and no
 * declaration is put in its place.
 */
import type { Asked, Rated } from './rate';
import { reason } from './kind';
import { isThirdPerson } from './verbs';

/** Shares of the question's worth: said where a reason is given; by the sentence alone, where nothing marks it as one. */
const near = 0.4;
const aboutIt = 0.8;
const saidItself = 0.2;
const saidByItself = 0.55;
const insideCode = 0.6;
/** Of the name of a constant with its comment. */
const ofConstant = 0.5;
/** How far behind the best place a reason may stand. */
const maxBehind = 1.6;
/** How far behind the last reason all else is put. */
const behindReasons = 0.3;

const marked = new RegExp(`${reason.source}|[,;] so\\b|\\bso\\b .{0,60}\\bcan\\b|\\bwhich lets\\b|\\bbeyond\\b`, 'i');
/** In messages and code only what can be nothing else. */
const surely = /\b(?:because|so that|otherwise|in order to)\b/i;
const constantRow =
  /^\s*(?:(?:export|public|private|protected|static|final|readonly)\s+){0,6}(?:const|let|var|val|final|#define|[A-Z][A-Z0-9_]+)\b[^({]{0,200}[:=]/;

const memberRow = /^\s*(?:(?:readonly|public|private|protected|static)\s+)*["']?[\w$]+["']?\??:\s/;

function explains({ unit, features }: Rated, { coverage, query }: Asked): boolean {
  if (unit.form === 'value' || unit.form === 'definition' || unit.form === 'list') return false;
  // The condition under which it fails is why it does.
  if (unit.form === 'failure' && unit.failure.guard !== undefined) return features.unit >= near;
  if (unit.form !== 'sentence') return surely.test(unit.text) && features.unit >= near;
  const { sentence, isDoc, isOpening, codeRow, snippet, tag } = unit;
  if (tag === 'throws' || tag === 'returns' || tag === 'param')
    return /\b(?:fail|throw|reject|error)/i.test(query) && features.unit >= near;
  const own = coverage.ofText(sentence).share;
  // What a function does is no reason for it; what is said of a constant mostly is one.
  const row = snippet.text.split(/\r?\n/)[codeRow] ?? '';
  const isOfConstant = isDoc && constantRow.test(row);
  if (isOfConstant && features.unit >= ofConstant) return true;
  if (marked.test(sentence)) return features.around >= near && (own >= saidItself || features.around >= aboutIt);
  // A comment inside of code mostly says why, one above a definition what.
  const isOfMember = memberRow.test(row);
  if (!isDoc && !isOpening && !isOfMember && features.around >= insideCode) return true;
  return !isDoc && own >= saidByItself && !isThirdPerson(sentence.split(/\s/, 1)[0] ?? '');
}

/** Best first, what gives a reason before what does not; nothing when no reason is given. */
export function reasonsFirst(rated: readonly Rated[], asked: Asked): Rated[] {
  const least = (rated[0]?.score ?? 0) - maxBehind;
  const given = rated.filter((entry) => entry.score >= least && explains(entry, asked));
  const last = given.at(-1)?.score;
  if (last === undefined) return [];
  const others = rated.filter((entry) => !given.includes(entry));
  return [...given, ...others.map((entry) => ({ ...entry, score: Math.min(entry.score, last - behindReasons) }))];
}
