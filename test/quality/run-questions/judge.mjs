// Judges an answer to how something is run. Pure.

/** Beginnings of answers that only give places to look at. */
const placesOnly = /^(?:Most likely here|I am not sure)/;
/** Texts that say there is no command for what was asked. */
const denies = /I found no command|^I found nothing|^No:/m;
/** Says that what follows is a custom of the tool, not a command of the project. */
const asUsual = /I saw no command to/;
/** Commands at the beginning of a list entry, or right after the words that introduce one. */
const told = /^- (?:`([^`]+)`|``(.+?)``)|(?:usually (?:run by )?|: )`([^`]+)`/gm;

/**
 * @param question its `says` is a pattern of right commands; `none` when the repository has no command
 * @param answer text of the first answer
 * @returns isRight: a right command is in the answer and it does not say that there is none; isFirst: the first command
 *   told is a right one, undefined for `none`; isMisleading: other commands are told as if they were the answer;
 *   isDenied: it says that there is none though there is; isPlaces: it tells no command, only places
 */
export function judged({ says, none }, answer) {
  const isPlaces = placesOnly.test(answer) || answer === '';
  const isDenying = denies.test(answer);
  const commands = [...answer.matchAll(told)].map((found) => found.slice(1).find((one) => one !== undefined));
  const isTelling = commands.length > 0 && !isPlaces && !isDenying;
  if (none) {
    const isMisleading = isTelling && !asUsual.test(answer);
    return { isRight: !isMisleading, isMisleading, isDenied: false, isPlaces };
  }
  const right = new RegExp(says, 'i');
  const isRight = right.test(answer) && !isDenying;
  const isFirst = isRight && !isPlaces && commands.length > 0 && right.test(`\`${commands[0]}\``);
  return { isRight, isFirst, isMisleading: !right.test(answer) && isTelling, isDenied: isDenying, isPlaces };
}
