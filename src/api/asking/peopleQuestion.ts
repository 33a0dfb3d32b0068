/** Questions that the history answers, not the code: who wrote something, who changed it last, who can help. Pure. */

export interface PeopleQuestion {
  wants: 'author' | 'last' | 'help';
  /** What it is about, as it was written; empty: all that the question was asked of. */
  subject: string;
}

/** Longer questions ask for something of their own. */
const maxChars = 200;
const verb = '(?:changed|touched|edited|modified|updated|worked on)';
const forms: readonly (readonly [PeopleQuestion['wants'], RegExp])[] = [
  ['last', new RegExp(String.raw`^who(?: was the)? (?:has )?(?:last|latest|lately|recently)(?: person)?(?: to| who)? ${verb} (.+)$`, 'i')],
  ['last', new RegExp(String.raw`^who (?:has )?${verb} (.+?) (?:last|lately|recently|most recently)$`, 'i')],
  ['last', new RegExp(String.raw`^who ${verb} ((?:the file )?\S+\.\w{1,5}|this|it|this \w+)$`, 'i')],
  ['last', new RegExp(String.raw`^when (?:was|were) (.+?) (?:last|lately) ${verb}(?: and by whom)?$`, 'i')],
  ['help', /^who (?:can|could|might|would) (?:be able to )?(?:help|assist|support)(?: me| us)?(?: (?:with|on|about|understand(?:ing)?|to understand) (.+))?$/i],
  ['help', /^who (?:knows|understands) (?:the )?(?:most |best |something )?(?:about )?(.+?)(?: best| most)?$/i],
  ['help', /^(?:who(?:m)? (?:should|can|could|do) (?:i|we) (?:ask|talk to|contact)|who (?:is there )?to ask) (?:about|for help with|regarding) (.+)$/i],
  ['author', /^who (?:has )?(?:wrote|written|authored|implemented|developed|coded|committed|programmed) (.+)$/i],
  ['author', /^who(?: is|'s| are| was| were) the (?:main |original |first )?(?:authors?|maintainers?|developers?|contributors?|committers?) of (.+)$/i],
  ['author', /^who (?:added|introduced|created|made) (`[^`]{1,80}`|\S{0,80}[._()]\S{0,80}|[a-z]{1,40}[A-Z]\w{0,80}|this(?: \w+)?|it)$/i],
  ['author', /^(?:git )?blame (.+)$/i],
]; // prettier-ignore

const unnamed =
  /^(?:(?:this|the|our|my) )?(?:(?:whole|entire) )?(?:this|it|that|here|code|project|repo|repository|code ?base|library|package|file|snippet|selection|asset|function|part|code here|piece of code)$/i;

/** Undefined when the code is asked, as in "who calls this?". */
export function peopleQuestion(query: string): PeopleQuestion | undefined {
  if (query.length > maxChars) return undefined;
  const text = query.trim().replace(/(?<![?!.\s])[?!.\s]+$/, '').replace(/^(?:(?:and|so|ok|please|tell me)[\s,]+){1,2}/i, ''); // prettier-ignore
  for (const [wants, form] of forms) {
    const found = form.exec(text);
    if (!found) continue;
    const named = (found[1] ?? '')
      .replace(/^(?:the )?file /i, '')
      .replace(/[`"“”]/g, '')
      .trim();
    return { wants, subject: unnamed.test(named) ? '' : named };
  }
  return undefined;
}
