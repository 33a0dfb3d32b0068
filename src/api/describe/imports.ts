/** The libraries that a piece of code uses, by the lines that name them. Relative and standard ones are left out. */
import { libraryFinders, standardLibraries } from '../../languages/libraries';

/** In order of appearance, each once. */
export function importedLibraries(text: string, specific: string): string[] {
  const found = new Set<string>();
  for (const { pattern, name } of libraryFinders[specific] ?? []) {
    for (const [, module = ''] of text.matchAll(pattern)) {
      const library = name(module)?.toLowerCase();
      if (library && library.length > 1 && !standardLibraries.has(library)) found.add(library);
    }
  }
  return [...found];
}
