/** What is not needed while the editor starts, in a bundle of its own: the work of the commands, and the chat. */
export { commands } from '../commands/table';
export { Chat } from '../chat/chat';
