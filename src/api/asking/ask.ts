/** The two question-answering steps as the wire knows them; HTTP and the socket both come through here. */
import type { CallContext } from '../../contract/api';
import type {
  QGPTQuestionInput,
  QGPTQuestionOutput,
  QGPTRelevanceInput,
  QGPTRelevanceOutput,
} from '../../contract/schemas/qgpt';
import type { Turn } from '../../engine/types';
import { answerFrom } from './answers';
import type { ApiContext } from '../context';
import { libraryOf } from '../library';
import { readSpace } from './querySpace';
import { rememberResults, resolveItems, toWire } from './relevant';

/** The contract's default of `options.limit`. */
const defaultLimit = 20;

/** @param where what holds the input, for messages: `body`, or `frame.relevance` */
export async function relevance(
  context: ApiContext,
  call: CallContext,
  input: QGPTRelevanceInput,
  where: string,
): Promise<QGPTRelevanceOutput> {
  const { signal } = call;
  const { space, isEmpty, skipped, given, roots } = await readSpace(context, call, input, where);
  if (space.documents) await libraryOf(context).settled();
  signal.throwIfAborted();
  const { limit = defaultLimit, explain = false, question = false } = input.options ?? {};
  const found = isEmpty
    ? { snippets: [], skipped: [] }
    : await context.engine.retrieve({ query: input.query, space, limit, explain }, signal);
  const passages = await rememberResults(context, found.snippets, space.seeds);
  const left = [...skipped, ...found.skipped.map((entry) => ({ ...entry, path: given.get(entry.path) ?? entry.path }))];
  return {
    relevant: {
      iterable: found.snippets.flatMap((snippet, place) => {
        const passage = passages[place];
        return passage ? [toWire(context, passage, snippet)] : [];
      }),
    },
    ...(question && { answer: await answerFrom(context, { query: input.query, passages, roots }, signal) }),
    ...(left.length > 0 && { skipped: left }),
    ...('searched' in found && { searched: found.searched }),
  };
}

/** @throws ApiError `invalid` naming the item that stands for nothing */
export async function question(
  context: ApiContext,
  { signal }: CallContext,
  input: QGPTQuestionInput,
  where: string,
): Promise<QGPTQuestionOutput> {
  const passages = await resolveItems(context, input.relevant.iterable, `${where}.relevant`);
  return answerFrom(context, { query: input.query, passages, roots: [] }, signal);
}

/** Turns of a conversation as the engine takes them; what the system said is no turn. */
export function turnsOf(messages: readonly { role: 'USER' | 'ASSISTANT' | 'SYSTEM'; text: string }[]): Turn[] {
  return messages.flatMap(({ role, text }) => {
    if (role === 'SYSTEM' || text === '') return [];
    return [{ role: role === 'USER' ? ('user' as const) : ('assistant' as const), text }];
  });
}
