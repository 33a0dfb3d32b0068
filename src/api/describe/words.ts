/** The words a piece of code keeps coming back to: parts of its identifiers, without those that any code has. */

const commonWords = new Set(
  `this that with from have been will when then than them they their there which what where while your into only also
   some such each other does done should would could about after before because between
   return function const class public private protected static void string number boolean null true false undefined none
   import export default async await throw throws catch finally else elif switch case break continue yield self super
   interface extends implements package final abstract override type struct enum impl trait match print println printf
   console require module exports error errors value values item items name names data result results index count
   length size list array object map keys key text line lines args argv param params option options test tests
   https http html temp todo note code file files path char bool byte float double long short unsigned int32 int64
   include define ifdef endif template typename namespace using std auto foreach lambda pass raise except global
   echo then begin select where insert update delete table create integer
   readonly unknown never never record partial promise`.split(/\s+/),
);

const leastLength = 4;
/** Said once or twice is chance. */
const leastMentions = 3;
const maxWords = 2;

export function repeatedWords(text: string): string[] {
  const mentions = new Map<string, number>();
  for (const [identifier] of text.matchAll(/[A-Za-z][A-Za-z0-9_]{3,60}/g)) {
    for (const part of identifier.split(/_+|(?<=[a-z0-9])(?=[A-Z])/)) {
      const word = part.toLowerCase();
      if (word.length < leastLength || commonWords.has(word) || /\d/.test(word)) continue;
      mentions.set(word, (mentions.get(word) ?? 0) + 1);
    }
  }
  return [...mentions]
    .filter(([, count]) => count >= leastMentions)
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxWords)
    .map(([word]) => word);
}
