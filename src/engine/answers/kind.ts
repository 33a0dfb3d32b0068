/** What kind of answer a question wants, read from its form. */

/** `other` is what no answer and no chance is told apart by: it is there to be told before what comes after it. */
export type QuestionKind = 'why' | 'default' | 'error' | 'who' | 'other';

const patterns: readonly (readonly [QuestionKind, RegExp])[] = [
  ['why', /^\s*(?:and\s+|but\s+)?why\b|\bwhat is the reason\b|\breason (?:for|why)\b/i],
  ['other', /^\s*(?:list|enumerate|name (?:all|the))\b/i],
  // What is done with something, also when it is done after a failure.
  ['other', /^\s*(?:and\s+|but\s+)?what (?:happens (?:to|with|when|if|after|once)|is done (?:to|with|about))\b(?!.*\bdefault)/i],
  ['other', /^\s*(?:and\s+|but\s+)?what becomes of\b(?!.*\bdefault)/i],
  // A place is asked for, whatever numbers it is about.
  ['other', /^\s*(?:and\s+)?where\b(?!.*\bdefault)/i],
  // "What does the default tokenizer split on?" asks what it does.
  ['other', /^\s*what (?:does|do|is|are) the default [\w-]+ (?!of\b|for\b|in\b|when\b|if\b|size\b|value\b)(?:do|does|\w+ on|return|use|send|log|call|throw|print|write|emit|handle)s?\b/i],
  ['default', /\bdefaults?\b(?! (?:route|handler|error|logging|logger|export|parser|constructor|case)\b)|\bhow (?:many|long|often|big|large|much|coarse|fine|fast|wide|deep|deeply|far|high|tall)\b|\b(?:max|min|maximum|minimum|largest|smallest|longest|initial|upper|lower)\b.{0,200}\b(?:of|for|size|length|number|delay|time|value|limit|allowed)\b|\bwhat (?:is|are) the (?:max|min|limit|value|initial|size|number)|\bif (?:i|we|you|nobody|none|no \w+)\b.{0,200}\b(?:none|nothing|not|don't|only|given)\b|\bwhen (?:none|nothing|no \w+|the .{0,200} (?:none|nothing))\b|\bhave none\b|\bat what \w+\b/i],
  ['error', /\b(?:throws?|thrown|raises?|raised|exceptions?|what errors?|which errors?|error (?:is|are|do|when|code|message)|errors (?:is|are|when)|fails?|failure|panics?|reject(?:s|ed)? with)\b|["“][^"“”]{8,}["”]\s*(?:\?|thrown|raised|happen|mean|occur)/i],
  ['other', /\bwhere\b|\b(?:which|what) (?:file|function|method|class|module|place|line)\b|^\s*(?:find|locate|show)\b/i],
  ['who', /^\s*who\b|\bcallers? of\b|\bwhat calls\b/i],
]; // prettier-ignore

/** A number or a size is wanted. */
export const wantsNumber =
  /\bhow (?:many|long|often|big|large|much|coarse|fast|wide|deep|deeply|far|high|tall)\b|\b(?:max|min|maximum|minimum|largest|smallest|limit|timeout|size|ttl|delay|interval|at what size)\b/i;

export function kindOf(query: string): QuestionKind {
  return patterns.find(([, pattern]) => pattern.test(query))?.[0] ?? 'other';
}
