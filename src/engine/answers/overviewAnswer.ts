/**
 * Answers to questions about a whole, from the places that tell it: what the README and the manifest say the project is,
 * where programs begin, what a file says of itself and defines. Empty when none of the passages tells it: then the
 * question is answered like any other.
 */
import { asksOfGiven } from '../given';
import { isManifest, isReadme, nameInQuestion, overviewOf } from '../overview';
import { isCalled } from '../projectName';
import type { Answer, AnswerSnippet } from '../types';
import { aboutFile } from './fileAnswer';
import { aboutProject } from './projectAnswer';
import { aboutStart } from './startAnswer';

const placeOf = ({ source, label }: AnswerSnippet) => (source.kind === 'file' ? source.path : label);

/** "What is zod?", and a README or manifest among the passages is that of zod; "explain this", and there are several files. */
function isOfProject(query: string, snippets: readonly AnswerSnippet[]): boolean {
  const name = nameInQuestion(query);
  if (name !== undefined && snippets.some((one) => isCalled(name, { place: placeOf(one), text: one.text })))
    return true;
  return asksOfGiven(query) && snippets.some(({ label }) => label !== snippets[0]?.label);
}

/** Empty when nobody asked about a whole, or the passages do not tell it. */
export function overviewAnswers(query: string, snippets: readonly AnswerSnippet[]): Answer[] {
  const [first] = snippets;
  const isOneFile = snippets.every(({ label }) => label === first?.label);
  if (first && isOneFile && asksOfGiven(query) && !isReadme(first.label) && !isManifest(first.label)) {
    // Of one file in several passages, all of them are told; one passage alone is told as it stands.
    return snippets.length > 1 ? aboutFile(snippets, first.label) : [];
  }
  const overview = overviewOf(query) ?? (isOfProject(query, snippets) ? { about: 'project' as const } : undefined);
  if (!overview) return [];
  if (overview.about === 'project') return aboutProject(snippets);
  return overview.about === 'start' ? [aboutStart(snippets)] : aboutFile(snippets, overview.name);
}
