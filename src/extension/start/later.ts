/** What is not needed while the editor starts, in a bundle of its own: the work of the commands, and the chat. */
import type { Command } from '../commands/command';
import * as handlers from '../commands/handlers';
import type { CommandName } from '../commands/table';

export { Chat } from '../chat/chat';

/** The compiler demands a function here for each row of the table. */
export const commands: Record<CommandName, Command> = handlers;
