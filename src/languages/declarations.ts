/**
 * Guesses the names declared in a text whose language is not outlined: those behind the keywords by which many languages
 * begin a definition. Good enough for cutting and ranking; never shown. Cost: one pass over the words.
 */
import { isOutlined, languageOfEnding } from './table';

/** Keywords by which languages begin a definition. */
const usual = new Set('function class interface struct enum trait type def fn func fun module namespace protocol record object sub macro impl implementation union typedef const let var val static'.split(' ')); // prettier-ignore
/** Words that may stand between a keyword and the name. */
const between = new Set('if not exists or replace only rec mutable mut inline async self private unique temp temporary materialized recursive concurrently function class type alias new'.split(' ')); // prettier-ignore
/** Signs that may stand between a keyword and the name. */
const lead = /^[ \t"'`([*&@.:-]*$/;

/** What follows a qualifying part of a name: `shop.`, `"shop".`, `Shop::`. */
const partEnd = /^["`\]@]?(?:\.|::)/;

const word =
  /[A-Za-z_$\u00aa-\u167f\u1681-\u1fff\u2c00-\u2fff\u3001-\ufefe][\w$\u00aa-\u167f\u1681-\u1fff\u2c00-\u2fff\u3001-\ufefe]*(?:-[\w$]+)*[?!]?/g;

/** Passes names to `take` in order until it returns that it has enough. */
function eachName(text: string, language: string, take: (name: string) => boolean): void {
  if (isOutlined(languageOfEnding(language))) return;
  /** End of the word behind which a name may follow; -1 when none may. */
  let from = -1;
  word.lastIndex = 0;
  for (let found = word.exec(text); found; found = word.exec(text)) {
    const [name] = found;
    const end = word.lastIndex;
    const small = name === name.toUpperCase() ? name.toLowerCase() : name;
    if (from >= 0 && !lead.test(text.slice(from, found.index))) from = -1;
    if (usual.has(small) || (from >= 0 && between.has(small))) from = end;
    else if (from >= 0) {
      // `shop.orders`: the last part is the name.
      const isPart = partEnd.test(text.slice(end, end + 3));
      from = isPart ? end : -1;
      if (!isPart && take(name)) return;
    }
  }
}

/**
 * Names declared in a text, in order of appearance and without repetitions.
 * @param language key of the language
 */
export function declaredNames(text: string, language = ''): string[] {
  const names = new Set<string>();
  eachName(text, language, (name) => {
    names.add(name);
    return false;
  });
  return [...names];
}

/** The first name that a row declares. */
export function declaredName(row: string, language = ''): string | undefined {
  let first: string | undefined;
  if (row.length > 400) return undefined;
  eachName(row, language, (name) => {
    first = name;
    return true;
  });
  return first;
}
