/**
 * Relevance and question, the two question-answering steps, in wire form. HTTP and the socket both use these functions.
 */
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
import { maskSecrets, meansSelection } from '../../engine/door';
import { ModelFault } from '../../models/ports';
import { leavingRule, realRoots } from '../paths';
import { labelsOf } from '../places';

/** The contract's default of `options.limit`. */
const defaultLimit = 20;

/** The result of relevance, before any answer is made. */
interface Found extends AskedOf {
  output: QGPTRelevanceOutput;
}

/** A question, with the passages and folders it is asked about. */
interface AskedOf extends AnswerInput {
  passages: Passage[];
  /** Real paths of the folders that the input names. */
  roots: string[];
  /** The query that was searched: the question reworded so that it needs no earlier messages. */
  query: string;
  /** True when the input names no query space and no default space applies. */
  isUnnamed: boolean;
}

/** Filter for the files of the space; undefined when the caller wants all of them. */
export function onlyOf({ glob, language, kind }: QGPTRelevanceInputOptions = {}): Only | undefined {
  if (glob === undefined && language === undefined && kind === undefined) return undefined;
  return { ...(glob && { glob }), ...(language && { language }), ...(kind && { kind }) };
}

/** @param where the part of the call that holds the input, for messages: `body` or `frame.relevance` */
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
  // "Who wrote the parser?" is searched as "the parser".
  const wanted = input.options?.alike ? undefined : peopleQuestion(query)?.subject;
  const searched = wanted === undefined ? query : wanted || 'this';
  const { limit = defaultLimit, explain = false, alike = false } = input.options ?? {};
  const only = onlyOf(input.options);
  const embedder = alike ? undefined : embedderFor(context, input.options?.embedder);
  // When the whole library is searched, a query without matches must not return its few assets.
  const fallsBack = space.documents !== 'all';
  const found = isEmpty
    ? { snippets: [], skipped: [] }
    : await context.engine.retrieve(
        {
          query: searched,
          space,
          limit: candidatesFor(embedder, limit),
          explain,
          alike,
          fallsBack,
          ...(only && { only }),
        },
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
 * Searches the query space of the input, and answers from the results when the input asks for it.
 * @param where the part of the call that holds the input, for messages: `body` or `frame.relevance`
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

/** @throws ApiError `invalid` naming the item that resolves to no passage */
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
 * The passages that a question names; without any, the results from the default query space.
 * @throws ApiError `invalid` naming the item that resolves to no passage
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

/** Answers with the model that the input names, or with the default one. */
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

type QgptHandlers = Pick<
  Handlers,
  'relevance' | 'question' | 'reprompt' | 'hints' | 'personsRelated' | 'questionPointing'
>;

/** Question answering over HTTP: the five operations (contract/WIRE.md 2, 3), and one for our own windows. */
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

    questionPointing: ({ body }) => ({ isMeant: meansSelection(body.query) }),

    personsRelated: ({ body }, call) => relatedPeople(context, call, body),
  };
}

// Section: reranking by a chosen embedding model: half the engine's score, half the similarity of the vectors. If the
// model fails, the engine's order stays.

/** Most passages sent to the embedding model: lower-ranked ones are rarely relevant, and each costs time. */
const candidates = 50;
/** Seconds for which a failed model is not asked again, unless its error names a time. */
const restSeconds = 30;

/** The number of passages to request from the engine. */
function candidatesFor(embedder: ChosenEmbedder | undefined, limit: number): number {
  return embedder ? Math.max(limit, candidates) : limit;
}

/** @param wanted the key in the input; a window that sends nothing to other machines names the built-in one */
function embedderFor(context: ApiContext, wanted: string | undefined): ChosenEmbedder | undefined {
  return modelsOf(context).chooseEmbedder(wanted);
}

interface RankedByMeaning {
  /** In their new order, but with the engine's scores by rank, because answers are calibrated on those. */
  snippets: Snippet[];
  /** The reason when the model did not rank the results. */
  skipped: SkippedPath[];
}

interface Rest {
  /** Milliseconds since 1970 before which the model is not asked again. */
  until: number;
  because: string;
}

/** Failed models by key; at most as many as were configured during the life of a service. */
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
    // A refusal concerns this call only, not the model: the next call may be allowed.
    if (error.kind !== 'refused') {
      const until = context.now() + (error.retryAfterSeconds ?? restSeconds) * 1000;
      restsOf(context).set(embedder.key, { until, because });
    }
    context.log('warn', `Ranking by ${embedder.name} failed: ${error.message}`);
    return without(because);
  }
}

/** @returns the cosine similarity of each snippet, undefined for those that may not be sent */
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
  // Frees the engine for other callers while the model works.
  engineDone?.();
  const port = portFor(caller.isOwn ? 'window' : 'program', await namesOf(context, sent));
  // One call for all texts, so that a person who is asked for consent sees everything that would be sent.
  const texts = sent.map(({ text }) => ({ kind: 'code' as const, text: maskSecrets(text) }));
  const [asked, ...vectors] = await port.embed([{ kind: 'query', text: maskSecrets(query) }, ...texts], signal);
  if (!asked) throw new ModelFault('failed', 'It gave no vector for the question.');
  const nearness = vectors.map((vector) => vector.reduce((sum, value, place) => sum + value * (asked[place] ?? 0), 0));
  return isSent.map((sent) => (sent ? nearness.shift() : undefined));
}

/** Labels of the texts in the consent question: files relative to their folder, assets by title. */
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

/**
 * Orders snippets by the mean of engine score and similarity; a snippet without a vector counts its engine score twice.
 */
function inOrderOf(best: readonly Snippet[], nearness: readonly (number | undefined)[]): Snippet[] {
  const byWords = withinSpan(best.map(({ score }) => score));
  const byMeaning = withinSpan(nearness);
  const rows = best.map((snippet, place) => {
    const words = byWords[place] ?? 0;
    return { snippet, fused: (words + (byMeaning[place] ?? words)) / 2 };
  });
  // The sort is stable, so ties keep the engine's order.
  const order = rows.sort((a, b) => b.fused - a.fused).map(({ snippet }) => snippet);
  return order.map((snippet, place) => ({ ...snippet, score: best[place]?.score ?? snippet.score }));
}

/** Scales values to [0, 1] by minimum and maximum; when all are equal, each becomes 1. */
function withinSpan(values: readonly (number | undefined)[]): (number | undefined)[] {
  const known = values.filter((value) => value !== undefined);
  const least = Math.min(...known);
  const span = Math.max(...known) - least;
  return values.map((value) => (value === undefined ? undefined : span > 0 ? (value - least) / span : 1));
}
