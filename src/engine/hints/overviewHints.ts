/**
 * Follow-ups to an answer about a whole: its parts, in the order in which a newcomer looks at them (where it starts, the
 * files of the entry, of what the answer says it does, of its configuration, of its tests). Each is asked of the space
 * before it is offered, and must be answered. Cost: at most nine searches.
 */
import { overviewAnswers } from '../answers/overviewAnswer';
import { mainIn } from '../answers/startAnswer';
import { isManifest, isReadme, isStartFile, overviewOf } from '../overview';
import { isTestPath, rolesOf } from '../rank/paths';
import type { AnswerSnippet } from '../types';
import { code, topicOf } from './naming';

type Find = (question: string) => Promise<readonly AnswerSnippet[]>;

const startQuestion = 'Where does the program start?';
const configWords = 'configuration settings options defaults environment';
const configName = /(?:config|settings?|options?|env|defaults?|constants?)\w{0,20}\.\w{1,5}$/i;
const readsSettings = /\bprocess\.env\b|\bos\.environ\b|\bgetenv\(|\benv::var\(|System\.getenv/;
/** Files of each part. */
const maxModules = 2;

function isOwnCode({ label, source }: AnswerSnippet): boolean {
  const { tests, examples, documents, vendored, declarations } = rolesOf(label);
  if (source.kind !== 'file' || isManifest(label) || isReadme(label)) return false;
  return !tests && !examples && !documents && !vendored && !declarations;
}

/** What the answer says first, without its citations: what the main modules are looked for with. */
function leadOf(answer: string): string {
  return (answer.split('\n')[0] ?? '').replace(/\[\d+\]/g, '').slice(0, 300);
}

/** Names of files, each once and none of those given before. */
function named(found: readonly AnswerSnippet[], known: Set<string>, most: number): string[] {
  const names: string[] = [];
  for (const name of found.map(topicOf)) {
    if (names.length === most) break;
    if (!known.has(name)) names.push(name);
    known.add(name);
  }
  return names;
}

async function candidates(isStart: boolean, answer: string, find: Find): Promise<string[]> {
  const known = new Set<string>();
  const starts = (await find(startQuestion)).filter(isOwnCode);
  const entry = named(starts.filter((one) => mainIn(one) !== undefined || isStartFile(one.label)), known, 1); // prettier-ignore
  const modules = isStart ? [] : named((await find(leadOf(answer))).filter(isOwnCode), known, maxModules);
  const settings = (await find(configWords)).filter(isOwnCode);
  const config = named(settings.filter(({ label, text }) => configName.test(label) || readsSettings.test(text)), known, 1); // prettier-ignore
  const tests = named(
    (await find(`tests ${leadOf(answer)}`)).filter(({ label }) => isTestPath(label)),
    known,
    1,
  );
  return [
    ...(isStart ? ['What does this project do?'] : [startQuestion]),
    ...entry.map((name) => `What does ${code(name)} do?`),
    ...modules.map((name) => `What is ${code(name)} for?`),
    ...config.map((name) => `What does ${code(name)} hold?`),
    ...tests.map((name) => `What does ${code(name)} test?`),
  ];
}

/** Empty when the question was about nothing whole. */
export async function overviewHints(
  { query, answer, snippets }: { query: string; answer: string; snippets: readonly AnswerSnippet[] },
  find: Find,
): Promise<string[]> {
  const about = overviewOf(query)?.about;
  if (about === 'file' || overviewAnswers(query, snippets).length === 0) return [];
  const held: string[] = [];
  for (const text of await candidates(about === 'start', answer, find)) {
    const [found] = overviewAnswers(text, await find(text));
    if (found && !found.isAbsence) held.push(text);
  }
  return held;
}
