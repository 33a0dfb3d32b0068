/** The two question-answering steps as the wire knows them; HTTP and the socket both come through here. */
import type { CallContext, Handlers } from '../../contract/api';
import type {
  QGPTQuestionInput,
  QGPTQuestionOutput,
  QGPTRelevanceInput,
  QGPTRelevanceInputOptions,
  QGPTRelevanceOutput,
} from '../../contract/schemas/qgpt';
import type { Only, SkippedPath, Snippet } from '../../engine/types';
import { type AnswerInput, answerFrom, smallTalkAnswer, modelAnswer, wholeAnswer } from './answers';
import { type ApiContext, perContext } from '../context';
import { libraryOf } from '../library/engineDocuments';
import { modelsOf, type ChosenEmbedder } from '../models/registry';
import { withWaysToName, readSpace, queryAfterMessages, turnsOf } from './querySpace';
import { peopleAnswer, peopleQuestion } from '../people/peopleAnswer';
import { type Passage, rememberResults, resolveItems, toWire, toAnswerSnippets, withinOne } from './passages';
import { relatedPeople } from '../people/related';
import { maskSecrets } from '../../engine/door';
import { ModelFault } from '../../models/ports';
import { leavingRule, realRoots } from '../paths';
import { labelsOf } from '../places';

/** The contract's default of `options.limit`. */
const defaultLimit = 20;

/** What relevance has found, before anybody answers. */
interface Found extends AskedOf {
  output: QGPTRelevanceOutput;
}

/** A question and what it is asked of. */
interface AskedOf extends AnswerInput {
  passages: Passage[];
  /** Folders that were named, by their real paths. */
  roots: string[];
  /** What was searched: the question as it stands alone. */
  query: string;
  /** The input names no space, and none stands in for it. */
  isUnnamed: boolean;
}

/** The files of the space that the caller wants, where he does not want all. */
export function onlyOf({ glob, language, kind }: QGPTRelevanceInputOptions = {}): Only | undefined {
  if (glob === undefined && language === undefined && kind === undefined) return undefined;
  return { ...(glob && { glob }), ...(language && { language }), ...(kind && { kind }) };
}

/** @param where what holds the input, for messages: `body`, or `frame.relevance` */
export async function search(
  context: ApiContext,
  call: CallContext,
  input: QGPTRelevanceInput,
  where: string,
): Promise<Found> {
  const { signal } = call;
  const { space, isEmpty, isUnnamed, skipped, given, roots } = await readSpace(context, call, input, where);
  if (space.documents) await libraryOf(context).settled();
  signal.throwIfAborted();
  const query = await queryAfterMessages(context, call, input);
  // Of "who wrote the parser?" the parser is looked for.
  const wanted = peopleQuestion(query)?.subject;
  const searched = wanted === undefined ? query : wanted || 'this';
  const { limit = defaultLimit, explain = false } = input.options ?? {};
  const only = onlyOf(input.options);
  const embedder = embedderFor(context, input.options?.embedder);
  // The library as a whole was not chosen for its few assets.
  const fallsBack = space.documents !== 'all';
  const found = isEmpty
    ? { snippets: [], skipped: [] }
    : await context.engine.retrieve(
        { query: searched, space, limit: candidatesFor(embedder, limit), explain, fallsBack, ...(only && { only }) },
        signal,
      );
  const ranked = await rankByMeaning(context, call, embedder, { query, found: found.snippets });
  const snippets = ranked.snippets.slice(0, limit);
  const passages = await rememberResults(context, snippets, space.seeds);
  const unread = found.skipped.map((entry) => ({ ...entry, path: given.get(entry.path) ?? entry.path }));
  const left = [...skipped, ...unread, ...ranked.skipped];
  const iterable = snippets.flatMap((snippet, place) => {
    const passage = passages[place];
    return passage ? [toWire(context, passage, snippet)] : [];
  });
  const output = {
    relevant: { iterable },
    ...(left.length > 0 && { skipped: left }),
    ...('searched' in found && { searched: found.searched }),
  };
  return { output, passages, roots, query, isUnnamed, within: { space, ...(only && { only }) } };
}

/**
 * Searches what the input names, and answers from what is found where the input asks for it.
 * @param where what holds the input, for messages: `body`, or `frame.relevance`
 */
export async function relevance(
  context: ApiContext,
  call: CallContext,
  input: QGPTRelevanceInput,
  where: string,
): Promise<QGPTRelevanceOutput> {
  const told = input.options?.question ? smallTalkAnswer(input.query) : undefined;
  if (told) return { relevant: { iterable: [] }, answer: told };
  const { output, ...found } = await search(context, call, input, where);
  if (!input.options?.question) return output;
  return { ...output, answer: await answerWith(context, call, input.model, found) };
}

/** @throws ApiError `invalid` naming the item that stands for nothing */
export async function question(
  context: ApiContext,
  call: CallContext,
  input: QGPTQuestionInput,
  where: string,
): Promise<QGPTQuestionOutput> {
  const told = smallTalkAnswer(input.query);
  return told ?? answerWith(context, call, input.model, await askedOf(context, call, input, where));
}

/**
 * The passages that a question brings along; without any, what stands in for a space that is not named.
 * @throws ApiError `invalid` naming the item that stands for nothing
 */
export async function askedOf(
  context: ApiContext,
  call: CallContext,
  input: QGPTQuestionInput,
  where: string,
): Promise<AskedOf> {
  if (input.relevant.iterable.length === 0) {
    const { query, messages, model } = input;
    return search(context, call, { query, ...(messages && { messages }), ...(model && { model }) }, where);
  }
  const passages = await resolveItems(context, input.relevant.iterable, `${where}.relevant`);
  const query = await queryAfterMessages(context, call, input);
  return { query, passages, roots: [], isUnnamed: false };
}

/** Answers by the model that the input names, or by the default one. */
async function answerWith(
  context: ApiContext,
  call: CallContext,
  model: string | undefined,
  input: AskedOf,
): Promise<QGPTQuestionOutput> {
  const people = await peopleAnswer(context, call, input);
  if (people) return people;
  const chosen = modelsOf(context).choose(model);
  if (!chosen) {
    const output = await answerFrom(context, input, call.signal);
    return input.isUnnamed ? withWaysToName(context, output) : output;
  }
  return { answers: { iterable: [await wholeAnswer(modelAnswer(context, call, chosen, input))] } };
}

type QgptHandlers = Pick<Handlers, 'relevance' | 'question' | 'reprompt' | 'hints' | 'personsRelated'>;

/** Question answering over HTTP: the five operations (contract/WIRE.md 2, 3). */
export function qgptHandlers(context: ApiContext): QgptHandlers {
  const { engine } = context;
  return {
    relevance: ({ body }, call) => relevance(context, call, body, 'body'),

    question: ({ body }, call) => question(context, call, body, 'body'),

    async reprompt({ body }, { signal }) {
      const history = turnsOf(body.conversation.iterable ?? []);
      return { query: await engine.reprompt({ query: body.query, history }, signal) };
    },

    async hints({ body }, { signal }) {
      const passages = await resolveItems(context, body.relevant.iterable, 'body.relevant');
      const hints = await engine.hints(
        {
          snippets: await toAnswerSnippets(context, passages, []),
          ...(body.query !== undefined && { query: body.query }),
          ...(body.answer && { answer: body.answer.text }),
        },
        signal,
      );
      return { answers: { iterable: hints.map(({ text, score }) => ({ text, score: withinOne(score) })) } };
    },

    personsRelated: ({ body }, call) => relatedPeople(context, call, body),
  };
}

// Section: ranking by a chosen embedding model: half the engine’s score, half the nearness in meaning. If it fails, the
// engine’s order stays.

/** What the words rank lower is rarely meant, and each one is text that is sent and waited for. */
const candidates = 50;
/** A model that fails is left alone for so long, unless it says how long: no question waits for it meanwhile. */
const restSeconds = 30;

/** How many passages to ask the engine for. */
function candidatesFor(embedder: ChosenEmbedder | undefined, limit: number): number {
  return embedder ? Math.max(limit, candidates) : limit;
}

/** @param wanted what the input names; a window that sends nothing anywhere names the built-in one */
function embedderFor(context: ApiContext, wanted: string | undefined): ChosenEmbedder | undefined {
  return modelsOf(context).chooseEmbedder(wanted);
}

interface RankedByMeaning {
  /** The order is new; the scores are those that the engine gave to the places, on which answers are calibrated. */
  snippets: Snippet[];
  /** Why the model has not ranked them. */
  skipped: SkippedPath[];
}

interface Rest {
  /** Milliseconds since 1970; it is not asked before. */
  until: number;
  because: string;
}

/** By key of the model. There are as many as somebody has configured in the lifetime of a service. */
const restsOf = perContext(() => new Map<string, Rest>());

/**
 * @param embedder undefined: the order stays as it is
 * @returns all snippets, the first ones in their new order; `skipped` says why the model could not rank them
 */
async function rankByMeaning(
  context: ApiContext,
  call: CallContext,
  embedder: ChosenEmbedder | undefined,
  { query, found }: { query: string; found: Snippet[] },
): Promise<RankedByMeaning> {
  const best = found.slice(0, candidates);
  if (!embedder || best.length < 2) return { snippets: found, skipped: [] };
  const without = (reason: string) => ({ snippets: found, skipped: [{ path: embedder.name, reason }] });
  const rest = restsOf(context).get(embedder.key);
  if (rest && context.now() < rest.until) return without(rest.because);
  try {
    const nearness = await nearnessOf(context, call, embedder, query, best);
    return { snippets: [...inOrderOf(best, nearness), ...found.slice(candidates)], skipped: [] };
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof ModelFault)) throw error;
    const because = `It could not rank the passages, so their order is the built-in one. ${error.message}`;
    // Refused was this sending, not the model: the next one may be allowed.
    if (error.kind !== 'refused') {
      const until = context.now() + (error.retryAfterSeconds ?? restSeconds) * 1000;
      restsOf(context).set(embedder.key, { until, because });
    }
    context.log('warn', `Ranking by ${embedder.name} failed: ${error.message}`);
    return without(because);
  }
}

/** @returns the cosine of each, undefined for those that may not be sent */
async function nearnessOf(
  context: ApiContext,
  { caller, signal, engineDone }: CallContext,
  { isRemote, portFor }: ChosenEmbedder,
  query: string,
  best: readonly Snippet[],
): Promise<(number | undefined)[]> {
  const mayLeave = await leavingRule(context, caller, isRemote);
  const isSent = best.map(({ source }) => mayLeave(source.kind === 'file' ? source.path : undefined));
  const sent = best.filter((_, place) => isSent[place]);
  if (sent.length < 2) return best.map(() => undefined);
  // The engine's places are for others while the model works.
  engineDone?.();
  const port = portFor(caller.isOwn ? 'window' : 'program', await namesOf(context, sent));
  // In one call: a person who is asked sees all that would leave.
  const texts = sent.map(({ text }) => ({ kind: 'code' as const, text: maskSecrets(text) }));
  const [asked, ...vectors] = await port.embed([{ kind: 'query', text: maskSecrets(query) }, ...texts], signal);
  if (!asked) throw new ModelFault('failed', 'It gave no vector for the question.');
  const nearness = vectors.map((vector) => vector.reduce((sum, value, place) => sum + value * (asked[place] ?? 0), 0));
  return isSent.map((sent) => (sent ? nearness.shift() : undefined));
}

/** Names for the question to the person: files relative to their folder, assets by their title. */
async function namesOf({ store, windows }: ApiContext, sent: readonly Snippet[]): Promise<string[]> {
  const files = sent.flatMap(({ source }) => (source.kind === 'file' ? [source.path] : []));
  const labels = labelsOf(files, await realRoots(windows.folders()));
  return sent.map(({ source, lines }) => {
    const place = `:${lines.start}-${lines.end}`;
    switch (source.kind) {
      case 'file':
        return (labels.get(source.path) ?? source.path) + place;
      case 'document':
        return (store.get('assets', source.id)?.name ?? 'message') + place;
      case 'seed':
        return `selection${place}`;
    }
  });
}

/** Where nothing is known of the meaning, the engine's opinion counts for both halves. */
function inOrderOf(best: readonly Snippet[], nearness: readonly (number | undefined)[]): Snippet[] {
  const byWords = withinSpan(best.map(({ score }) => score));
  const byMeaning = withinSpan(nearness);
  const rows = best.map((snippet, place) => {
    const words = byWords[place] ?? 0;
    return { snippet, fused: (words + (byMeaning[place] ?? words)) / 2 };
  });
  // Sorting keeps the engine's order of equals.
  const order = rows.sort((a, b) => b.fused - a.fused).map(({ snippet }) => snippet);
  return order.map((snippet, place) => ({ ...snippet, score: best[place]?.score ?? snippet.score }));
}

/** The least becomes 0 and the greatest 1; all alike become 1. */
function withinSpan(values: readonly (number | undefined)[]): (number | undefined)[] {
  const known = values.filter((value) => value !== undefined);
  const least = Math.min(...known);
  const span = Math.max(...known) - least;
  return values.map((value) => (value === undefined ? undefined : span > 0 ? (value - least) / span : 1));
}
