/** An answer with its citations, as the engine gives it; or the likely places; or that it is not here. */
import type { ToolInput } from '../../../contract/agentTools';
import { builtInKey } from '../../../api/models/registry';
import { behindStroke, placesOf, stateOf } from '../found';
import { readRoots } from '../roots';
import type { ToolCall } from '../session';
import { fit, type Forms } from '../text';

type Input = ToolInput<'ask_code'>;

const standardTokens = 1200;
/** Places named behind an answer. */
const limit = 8;

export async function askCode(input: Input, { session, signal }: ToolCall): Promise<string> {
  const roots = readRoots(session.folders, input.roots);
  const found = await session.api.relevance(
    // No model of the user: what an agent asks stays on this computer, and agents have a model of their own.
    { body: { query: input.question, paths: roots.folders, model: builtInKey, options: { limit, question: true } } },
    signal,
  );
  if (found.relevant.iterable.length === 0) {
    return `Nothing here answers this: its words occur in no file. ${stateOf(found, roots)}`.trim();
  }
  // Where it is not sure, the first one is the list of likely places itself.
  const told = (found.answer?.answers.iterable ?? []).slice(0, 1);
  const cited = new Set(told.flatMap(({ citations = [] }) => citations.map(({ id }) => id)));
  const others = found.relevant.iterable.filter(({ id }) => id === undefined || !cited.has(id));
  const pieces: Forms[] = [
    ...told.map(({ text, score }): Forms => [`${text} (likelihood ${score.toFixed(2)})`]),
    ...placesOf(others, roots).map(({ at, what }): Forms => [behindStroke(`See also ${at}`, what)]),
  ];
  const { texts } = fit(pieces, input.max_tokens ?? standardTokens);
  return [...texts, stateOf(found, roots)].join('\n');
}
