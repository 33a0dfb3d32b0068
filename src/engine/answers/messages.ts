/** An error that is thrown with a text by its name, `new Error(closedMessage)`, is told with the text where that was found too. */
import type { ReadPassage, Unit } from './units';
import { lastPart } from './values';

const byName = /\b\w*(?:Error|Exception)\s*\(\s*([A-Za-z_$][\w$.]{2,80})\s*[,)]/;

/** Two words, at least. */
const sentence = /\p{L}{2}\s[^\s\p{L}]*\p{L}/u;

/** Texts of a file by the name they have there: those that read like a sentence. */
function textsOf(passages: readonly ReadPassage[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { snippet, units } of passages)
    for (const unit of units) {
      if (unit.form !== 'value') continue;
      const text = /^(["'`])(.*)\1$/u.exec(unit.value.value)?.[2] ?? '';
      if (sentence.test(text)) texts.set(`${snippet.label} ${lastPart(unit.value.name)}`, text);
    }
  return texts;
}

/** The same passages; failures whose message was only named have its text. */
export function withMessages(passages: readonly ReadPassage[]): readonly ReadPassage[] {
  const texts = textsOf(passages);
  if (texts.size === 0) return passages;
  const told = (unit: Unit): Unit => {
    if (unit.form !== 'failure' || unit.failure.message !== undefined) return unit;
    const named = byName.exec(unit.text)?.[1];
    const message = named === undefined ? undefined : texts.get(`${unit.snippet.label} ${lastPart(named)}`);
    if (message === undefined) return unit;
    return { ...unit, failure: { ...unit.failure, message }, text: `${unit.text} ${message}` };
  };
  return passages.map((passage) => ({ ...passage, units: passage.units.map(told) }));
}
