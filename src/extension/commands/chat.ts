/** The commands of the chat that is shown. */
import * as vscode from 'vscode';
import type { Command } from './command';

/** The address that another extension or a test gives; a menu of a view gives something else. */
const uriIn = (given: unknown): vscode.Uri | undefined => (given instanceof vscode.Uri ? given : undefined);

export const newChat: Command = ({ chat }) => chat.newChat();
export const showHistory: Command = ({ chat }) => chat.showHistory();
export const openChatInEditor: Command = ({ chat }) => chat.openInEditor();

/** As a Markdown document. */
export const exportChat: Command = ({ chat }) => chat.exportChat();
/** Into a file that `importChat` reads. @param to asked when absent */
export const exportChatFile: Command = ({ chat }, to) => chat.exportChatFile(uriIn(to));
/** @param from asked when absent */
export const importChat: Command = ({ chat }, from) => chat.importChat(uriIn(from));

/** A change that an answer proposes and the diff editor shows. @param given the address of the diff's right side */
export const applyProposal: Command = ({ chat }, given) => chat.applyProposal(given);
export const discardProposal: Command = ({ chat }, given) => chat.discardProposal(given);

export const nextCitation: Command = ({ chat }) => chat.stepCitation(1);
export const previousCitation: Command = ({ chat }) => chat.stepCitation(-1);
export const nextCodeBlock: Command = ({ chat }) => chat.stepCode(1);
export const previousCodeBlock: Command = ({ chat }) => chat.stepCode(-1);
