/**
 * The code that is not needed while the editor starts, in a bundle of its own: command implementations and the chat.
 */
import type { Command } from '../commands/command';
import * as handlers from '../commands/handlers';
import type { CommandName } from '../commands/table';

export { Chat } from '../chat/chat';

/** The type requires one function per row of the table. */
export const commands: Record<CommandName, Command> = handlers;
