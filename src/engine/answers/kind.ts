/** What kind of answer a question wants, read from its form. */

export type QuestionKind = 'where' | 'what' | 'how' | 'why' | 'list' | 'default' | 'error' | 'who' | 'about';

const notPlural = String.raw`(?!does\b|is\b|was\b|has\b|happens\b|this\b|class\b|process\b|access\b|status\b|types? of\b|makes\b|causes\b|decides\b|handles\b|calls\b|sets\b|uses\b|picks\b|becomes\b|gets\b|goes\b|comes\b|takes\b|tells\b|lets\b|allows\b|forces\b|destroys\b)`;
const patterns: readonly (readonly [QuestionKind, RegExp])[] = [
  ['why', /^\s*(?:and\s+|but\s+)?why\b|\bwhat is the reason\b|\breason (?:for|why)\b/i],
  ['list', /^\s*(?:list|enumerate|name (?:all|the))\b/i],
  // What is done with something, also when it is done after a failure.
  ['how', /^\s*(?:and\s+|but\s+)?what (?:happens (?:to|with)|is done (?:to|with|about))\b(?!.*\bdefault)/i],
  ['what', /^\s*(?:and\s+|but\s+)?what becomes of\b(?!.*\bdefault)/i],
  // A place is asked for, whatever numbers it is about.
  ['where', /^\s*(?:and\s+)?where\b(?!.*\bdefault)/i],
  // "What does the default tokenizer split on?" asks what it does.
  ['what', /^\s*what (?:does|do|is|are) the default [\w-]+ (?!of\b|for\b|in\b|when\b|if\b|size\b|value\b)(?:do|does|\w+ on|return|use|send|log|call|throw|print|write|emit|handle)s?\b/i],
  ['default', /\bdefaults?\b(?! (?:route|handler|error|logging|logger|export|parser|constructor|case)\b)|\bhow (?:many|long|often|big|large|much|coarse|fine|fast|wide|deep|deeply|far|high|tall)\b|\b(?:max|min|maximum|minimum|largest|smallest|longest|initial|upper|lower)\b.{0,200}\b(?:of|for|size|length|number|delay|time|value|limit|allowed)\b|\bwhat (?:is|are) the (?:max|min|limit|value|initial|size|number)|\bif (?:i|we|you|nobody|none|no \w+)\b.{0,200}\b(?:none|nothing|not|don't|only|given)\b|\bwhen (?:none|nothing|no \w+|the .{0,200} (?:none|nothing))\b|\bhave none\b|\bat what \w+\b/i],
  ['error', /\b(?:throws?|thrown|raises?|raised|exceptions?|what errors?|which errors?|error (?:is|are|do|when|code|message)|errors (?:is|are|when)|fails?|failure|panics?|reject(?:s|ed)? with)\b|["“][^"“”]{8,}["”]\s*(?:\?|thrown|raised|happen|mean|occur)/i],
  ['where', /\bwhere\b|\b(?:which|what) (?:file|function|method|class|module|place|line)\b|^\s*(?:find|locate|show)\b/i],
  ['who', /^\s*who\b|\bcallers? of\b|\bwhat calls\b/i],
  ['list', new RegExp(String.raw`^\s*(?:which|what) (?:(?!(?:does|do|did|is|are|of|when|if)\b)[\w-]+ ){0,2}${notPlural}[a-z-]{2,}s\b|\ball (?:the )?\w+s\b|\bwhat are (?:all )?the\b`, 'i')],
  ['how', /\bhow\b|^\s*what happens\b|^\s*(?:does|do|is|are|can|will|when)\b/i],
  ['what', /^\s*(?:what|which|explain|describe|summari[sz]e)\b/i],
]; // prettier-ignore

/** A number or a size is wanted. */
export const wantsNumber =
  /\bhow (?:many|long|often|big|large|much|coarse|fast|wide|deep|deeply|far|high|tall)\b|\b(?:max|min|maximum|minimum|largest|smallest|limit|timeout|size|ttl|delay|interval|at what size)\b/i;

export function kindOf(query: string): QuestionKind {
  return patterns.find(([, pattern]) => pattern.test(query))?.[0] ?? 'about';
}
