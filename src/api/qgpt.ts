/** Question answering over HTTP: the five operations (contract/WIRE.md 2, 3). */
import type { Handlers } from '../contract/api';
import { question, relevance } from './asking/ask';
import { turnsOf } from './asking/turns';
import type { ApiContext } from './context';
import { relatedPeople } from './asking/people';
import { resolveItems, toAnswerSnippets, withinOne } from './asking/relevant';

type QgptHandlers = Pick<Handlers, 'relevance' | 'question' | 'reprompt' | 'hints' | 'personsRelated'>;

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
