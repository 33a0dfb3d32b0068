/** Marks an asset as a template. Both sides use it: the import of user snippets, and the editor that fills templates in. */
export const templateTag = 'tab-stops';
