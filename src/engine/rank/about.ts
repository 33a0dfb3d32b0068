/**
 * What kind of file a question wants. Priors speak against tests, examples, documents, type declarations, settings and
 * other people's code; they fall silent when the question mentions such files, and speak against all others when it
 * asks for them ("and in tests?", "where is X tested"). Pure function of the text.
 */
import type { Role } from './paths';
import { mentionsPlatform } from './platforms';

export type Stance = 'absent' | 'mentioned' | 'wanted';

export interface About extends Readonly<Record<Role, Stance>> {
  /** Versions that the question names; `old` when it asks for what was before. */
  readonly versions: readonly number[] | 'old' | undefined;
  /** It names an operating system. */
  readonly platforms: boolean;
}

interface Patterns {
  mentioned: RegExp;
  wanted: RegExp;
}

const patterns: Readonly<Record<Role, Patterns>> = {
  tests: {
    mentioned: /\b(?:un)?tests?\b|\btested\b|\btesting\b|\bspecs?\b|\bmocks?\b|\bfixtures?\b/i,
    wanted:
      /\b(?:in|among|inside|within|by) (?:the |our |its |unit |integration |e2e )*(?:tests?|specs?|test (?:files?|suites?|cases?))\b(?! (?:client|server|mode|runner|helper|utils?))|\b(?:is|are|was|were|gets?) (?:\S+ ){0,6}?(?:un)?tested\b|\b(?:what|which|any|the|unit|integration) tests?\b(?= (?:for|of|cover\w*|check\w*|exercis\w*|asserts?|verif\w*|prove\w*|that|is|are|do|does|exist\w*|files?|cases?)\b|\s*(?:[?.!]\s*)?$)|\btests? (?:for|of|covering|that cover\w*)\b/i,
  },
  examples: {
    mentioned: /\bexamples?\b|\bsamples?\b|\bdemos?\b|\bbenchmarks?\b/i,
    wanted:
      /\b(?:in|among|from) (?:the |our |its |an? )*(?:examples?|samples?|demos?|benchmarks?)\b|\b(?:examples?|samples?|demos?) (?:of|for|that|using|showing|which)\b|\b(?:which|what|any) (?:examples?|samples?|demos?|benchmarks?)\b/i,
  },
  documents: {
    mentioned: /\bdocs?\b|\bdocumentation\b|\bdocumented\b|\breadme\b|\bguides?\b|\bchangelog\b|\brelease notes\b/i,
    wanted:
      /\b(?:in|from) (?:the |our |its )*(?:docs?|documentation|readme|changelog|guides?)\b|\b(?:is|are) (?:\S+ ){0,6}?documented\b|\bwhat (?:does|do) the (?:docs?|documentation|readme|changelog)\b/i,
  },
  declarations: {
    mentioned: /\btypes?\b|\btypings?\b|\binterfaces?\b|\bdeclarations?\b/i,
    wanted: /\.d\.[cm]?ts\b|\btypings?\b|\btype declarations?\b|\bdeclaration files?\b/i,
  },
  settings: {
    mentioned:
      /\b(?:config\w*|settings?|package|dependenc\w+|versions?|manifest|scripts?|workflows?|pipeline|ci|licen[cs]e|json|ya?ml|toml|xml)\b/i,
    wanted:
      /\b(?:package|tsconfig|composer|manifest)\.json\b|\b\w+\.(?:ya?ml|toml)\b|\b(?:ci|build) (?:workflow|pipeline)\b/i,
  },
  vendored: {
    mentioned:
      /\bvendor(?:ed)?\b|\bthird[- ]party\b|\bexternal (?:code|librar\w+)\b|\bbundled\b|\bgenerated\b|\blegacy\b|\bdeprecated\b|\bcompat\w*\b|\bdist\b|\bbuild output\b/i,
    wanted: /\bvendored\b|\b(?:in|inside|from|under) (?:the |our )?(?:vendor|third[- ]party|dist|generated|legacy)\b/i,
  },
};

const olderVersion =
  /\b(?:old(?:er)?|previous|earlier|former|legacy) (?:\w+ )?versions?\b|\bbefore v?\d+\b|\blegacy\b/i;
const namedVersion = /\bv(?:ersion ?)?(\d{1,3})\b/gi;

function stanceOn(role: Role, text: string): Stance {
  const { mentioned, wanted } = patterns[role];
  if (wanted.test(text)) return 'wanted';
  return mentioned.test(text) ? 'mentioned' : 'absent';
}

export function aboutOf(text: string): About {
  const named = [...text.matchAll(namedVersion)].map((found) => Number(found[1]));
  const unnamed = olderVersion.test(text) ? 'old' : undefined;
  return {
    tests: stanceOn('tests', text),
    examples: stanceOn('examples', text),
    documents: stanceOn('documents', text),
    declarations: stanceOn('declarations', text),
    settings: stanceOn('settings', text),
    vendored: stanceOn('vendored', text),
    versions: named.length > 0 ? named : unnamed,
    platforms: mentionsPlatform(text),
  };
}
