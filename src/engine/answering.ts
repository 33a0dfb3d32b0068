/** The engine's methods that say something: answers, follow-up questions, questions made whole, people. */
import { answer, placesBeside, usableOf } from './answer';
import { searchedOf } from './answers/occurrence';
import type { During } from './calls';
import type { Grammars } from './chunk/grammars';
import { claimOf, mayBeClaimed } from './claims/claims';
import { foundSources, idOf } from './claims/facts';
import { overview } from './claims/overview';
import type { meaningOf } from './dense/meaning';
import { hints } from './hints';
import { onlyThose } from './only';
import { labelsBelow, sourceOf, type CodeReader } from './outline/sources';
import { people } from './people';
import { reprompt } from './reprompt';
import { retrieve } from './retrieve';
import { partOfSnippets } from './snippetPart';
import type { Space } from './space';
import type { Engine, SnippetSource } from './types';

/** Kinds of claims beside which another place may be meant: a list of callers, or of commands, is whole. */
const mayBeElsewhere: ReadonlySet<string> = new Set(['value', 'difference']);

/** Passages in which the answer to a follow-up is looked for before it is offered. */
const hintSupport = 10;

function labelOf(source: SnippetSource): string {
  return source.kind === 'file' ? source.path : source.kind === 'document' ? source.id : `seed ${source.index}`;
}

interface Workings {
  space: Space;
  reader: CodeReader;
  grammars: Grammars;
  meaning: ReturnType<typeof meaningOf>;
  cacheFolder: string | undefined;
  during: During;
}

type Answering = Pick<Engine, 'answer' | 'hints' | 'reprompt' | 'people'>;

export function answeringOf({ space, reader, grammars, meaning, cacheFolder, during }: Workings): Answering {
  return {
    answer: (request, signal) =>
      during(signal, async (ending) => {
        const { query, space: within, only, roots = [] } = request;
        const searched = within && (async () => {
          const { parts, skipped } = await space.open(within, { question: query, signal: ending });
          return searchedOf(onlyThose(parts, only), skipped.length === 0 && only === undefined);
        }); // prettier-ignore
        if (!mayBeClaimed(query)) return answer(request, grammars, meaning, searched);
        const snippets = usableOf(request.snippets);
        const told = { query, snippets, reader, meaning, signal: ending };
        const opened = within && (await space.open(within, { question: query, signal: ending }));
        const claim = opened
          ? await claimOf({ ...told, parts: onlyThose(opened.parts, only), isWhole: opened.skipped.length === 0, labelOf: labelsBelow(roots) }) // prettier-ignore
          : // Passages alone tell what they are a part of, and nothing of what stands elsewhere.
            await claimOf({ ...told, parts: [await partOfSnippets(snippets, grammars)], isWhole: false, labelOf: ({ place }) => place }, [overview]); // prettier-ignore
        if (!claim) return answer(request, grammars, meaning, searched);
        return mayBeElsewhere.has(claim.kind ?? '')
          ? [claim, ...placesBeside(claim, query, request.snippets, meaning)]
          : [claim];
      }),
    hints: (request, signal) =>
      during(signal, async (ending) => {
        const snippets = usableOf(request.snippets);
        const around = space.partsAround(snippets.map(({ source }) => source));
        const known = new Set(
          foundSources({ parts: around, snippets }, snippets.length).map((from) => idOf(sourceOf(from))),
        );
        const alone = snippets.filter(({ source }) => !known.has(idOf(source)));
        const parts = alone.length > 0 ? [...around, await partOfSnippets(alone, grammars)] : around;
        const find = async (query: string) => {
          const found = await retrieve({ query, parts, limit: hintSupport, explain: false, signal: ending });
          return found.snippets.map((one, place) => ({ ...one, id: String(place), label: labelOf(one.source) }));
        };
        return hints({ ...request, snippets }, { parts, reader, meaning, find, signal: ending });
      }),
    reprompt: (request, signal) => during(signal, async () => reprompt(request)),
    people: (request, signal) => during(signal, (ending) => people(request, { signal: ending, cacheFolder })),
  };
}
