/** First words of comments: how a sentence about a definition goes on after the definition's name. */

const thirdPerson = new Set(
  `adds allows answers appends applies asks assigns attaches binds blocks builds caches calculates calls cancels changes
   checks cleans clears clones closes collects combines compares compiles completes computes configures connects consumes
   contains continues controls converts copies counts creates customizes cuts decides decodes decorates defines delays deletes
   describes destroys detects determines disables dispatches downloads drops dumps emits enables encodes ends ensures
   escapes evaluates executes expands exports exposes extends extracts fails fetches fills filters finds fires flushes
   forces formats forwards gets generates gives guards handles hashes helps hides holds ignores implements imports
   increments indicates initializes inserts inspects installs invalidates invokes joins keeps lets limits lists listens
   loads locks logs looks makes manages maps marks matches measures merges mounts moves normalizes notifies opens orders
   overrides parses passes pauses performs picks populates prepares prevents prints processes produces protects provides
   publishes pushes puts queries queues raises reads rebuilds receives records redacts reduces refetches refreshes
   registers rejects releases reloads removes renames renders replaces reports represents requests requires resets
   resolves restores resumes retries retrieves returns reuses reverts rewrites rounds routes runs saves scans schedules
   searches selects sends serializes serves sets shows signals skips sleeps sorts splits starts stops stores streams
   strips subscribes swaps switches takes tells terminates tests throws tracks transforms triggers tries trims turns
   unlocks unregisters unsubscribes unwraps updates uploads uses validates verifies waits walks warns watches wraps
   writes yields`.split(/\s+/),
);

function thirdPersonOf(word: string): string | undefined {
  const lower = word.toLowerCase();
  const made = /(?:s|x|ch|sh|z)$/.test(lower)
    ? `${lower}es`
    : /[^aeiou]y$/.test(lower)
      ? `${lower.slice(0, -1)}ies`
      : `${lower}s`;
  return thirdPerson.has(made) ? made : undefined;
}

/** After these, what looks like the verb of the sentence is a noun, or the verb of a part: "a list of tests". */
const notBeforeVerb = new Set('that which who of for to in on with and or the a an all'.split(' '));
/** Words of a sentence among which its verb stands, when it has one of its own. */
const wholeWithin = 5;

function lowered(sentence: string): string {
  return /^[A-Z][a-z]|^A\s/.test(sentence) ? `${sentence[0]?.toLowerCase() ?? ''}${sentence.slice(1)}` : sentence;
}

/** What a doc comment says of `subject`, as one sentence with the subject in it. */
export function sayOf(subject: string, name: string, sentence: string): string {
  const last = name.split('.').at(-1) ?? name;
  const bare = sentence.replace(/^[`'"]?([\w$.]+)[`'"]?(?=\s)/, (word, named: string) =>
    named === last || named === name ? '' : word,
  );
  if (bare !== sentence) {
    const rest = bare.trim();
    return /^[-–—:]/.test(rest) ? `${subject}: ${rest.replace(/^[-–—:]+\s*/, '')}` : `${subject} ${rest}`;
  }
  const method = new RegExp(
    `^The [\`']?${last.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?:\\(\\))?[\`']? (?:(?:static |read-only |getter |instance )*(?:method|function|class|property|interface|getter|module|option|type)(?: steps are)?)?\\s*`,
  ).exec(sentence)?.[0];
  if (method !== undefined) return `${subject} ${sentence.slice(method.length)}`;
  const [first = '', second = ''] = sentence.split(/\s+/);
  if (thirdPerson.has(first.toLowerCase()) && /^[A-Z][a-z]+$/.test(first)) return `${subject} ${lowered(sentence)}`;
  const verb = /^(?:the|a|an|all|every|each|this|its|one|whether|if|any|only|what|that|new|given|some|several)$/i.test(second) ? thirdPersonOf(first) : undefined; // prettier-ignore
  if (verb !== undefined) return `${subject} ${verb}${sentence.slice(first.length)}`;
  if (/^This (?:is|function|method|class|type|module|hook|object|option|helper)\b/.test(sentence)) {
    return `${subject} ${sentence.replace(/^This (?:(?:function|method|class|type|module|hook|object|option|helper)\s+)?/, '')}`;
  }
  // "A cart holds at most 50": a sentence of its own, which nothing can be the subject of.
  const words = sentence.split(/\s+/, wholeWithin);
  const isVerb = (word: string, at: number) => thirdPerson.has(word) && !notBeforeVerb.has(words[at - 1] ?? '');
  const isAdverbial = /\s(?:still|never|always|also|only)\s[a-z]+s\b/.test(sentence);
  const isWhole = isAdverbial || words.some((word, at) => at > 1 && isVerb(word, at));
  if (
    !isWhole &&
    /^(?:The|An?)\s/.test(sentence) &&
    !/^(?:The|An?)\s[^,.]{3,60}?\s(?:is|are|was|will|must|can|has|have|does|should)\s/.test(sentence)
  ) {
    return `${subject} is ${lowered(sentence)}`;
  }
  if (/^Whether\s/.test(sentence)) return `${subject} tells ${lowered(sentence)}`;
  return `${subject}: ${sentence}`;
}
