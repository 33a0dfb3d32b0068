/**
 * The code that is not needed while the editor starts, in a bundle of its own: command implementations and the chat.
 */
import * as archive from '../commands/archive';
import * as chat from '../commands/chat';
import type { Command } from '../commands/command';
import * as connectAgents from '../commands/connectAgents';
import * as editDetails from '../commands/editDetails';
import * as library from '../commands/library';
import * as manageLibrary from '../commands/manageLibrary';
import * as models from '../commands/models';
import * as origin from '../commands/origin';
import * as runDoctor from '../commands/runDoctor';
import * as save from '../commands/save';
import * as search from '../commands/search';
import * as service from '../commands/service';
import type { CommandName } from '../commands/table';
import * as team from '../commands/team';
import * as teamShare from '../commands/teamShare';
import * as teamSpaces from '../commands/teamSpaces';

export { Chat } from '../chat/chat';
export { createTimelineView } from '../library/timeline';

/**
 * The commands of all files; the name of each exported function is its row in the table. The type requires one function
 * per row.
 */
export const commands: Record<CommandName, Command> = {
  ...{ ...archive, ...chat, ...connectAgents, ...editDetails, ...library, ...manageLibrary, ...models, ...origin },
  ...{ ...runDoctor, ...save, ...search, ...service, ...team, ...teamShare, ...teamSpaces },
};
