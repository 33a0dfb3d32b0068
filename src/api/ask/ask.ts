/** The two question-answering steps as the wire knows them; HTTP and the socket both come through here. */
import type { CallContext, Handlers } from '../../contract/api';
import type {
  QGPTQuestionInput,
  QGPTQuestionOutput,
  QGPTRelevanceInput,
  QGPTRelevanceInputOptions,
  QGPTRelevanceOutput,
} from '../../contract/schemas/qgpt';
import type { Only } from '../../engine/types';
import { type AnswerInput, answerFrom, smallTalkAnswer } from './answers';
import type { ApiContext } from '../context';
import { libraryOf } from '../library/engineDocuments';
import { modelsOf } from '../models/registry';
import { modelAnswer, wholeAnswer } from './modelAnswer';
import { withWaysToName, readSpace } from './querySpace';
import { candidatesFor, embedderFor, rankByMeaning } from './meaning';
import { queryAfterMessages, turnsOf } from './messages';
import { peopleAnswer, peopleQuestion } from '../people/peopleAnswer';
import { type Passage, rememberResults, resolveItems, toWire, toAnswerSnippets, withinOne } from './passages';
import { relatedPeople } from '../people/related';

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
