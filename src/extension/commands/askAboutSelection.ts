import { activeEditor, chipOf, selectedRange } from '../chat/selections';
import type { Shell } from './command';

/** A question may come along, from a key binding or another extension. */
export async function askAboutSelection({ chat }: Shell, given?: unknown): Promise<void> {
  const editor = activeEditor();
  const question = typeof given === 'string' && given.trim() !== '' ? given : undefined;
  await chat.ask(question, [chipOf(editor.document, selectedRange(editor))]);
}
