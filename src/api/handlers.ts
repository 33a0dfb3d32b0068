/** Puts the handlers together: the compiler demands one for every row of the operations table. */
import type { Handlers } from '../contract/api';
import { anchorHandlers } from './assets/anchors';
import { annotationHandlers } from './assets/annotations';
import { assetHandlers } from './assets/handlers';
import { associationHandlers } from './assets/associations';
import { attachmentEditHandlers } from './assets/attachmentEdits';
import { attachmentHandlers } from './assets/attachments';
import { chatHandlers } from './conversations/chats';
import { codeHandlers } from './ask/code';
import { connectionHandlers } from './service/connections';
import type { ApiContext } from './context';
import { conversationEditHandlers } from './conversations/edits';
import { conversationHandlers } from './conversations/conversations';
import { libraryHandlers } from './library/handlers';
import { formatHandlers } from './assets/formats';
import { modelListHandlers, modelHandlers } from './models/handlers';
import { personHandlers } from './people/persons';
import { qgptHandlers } from './ask/ask';
import { searchHandlers } from './library/search/search';
import { serviceHandlers } from './service/handlers';
import { sharingHandlers } from './team/handlers';
import { upkeepHandlers } from './library/upkeep';

export function createHandlers(context: ApiContext): Handlers {
  return {
    ...connectionHandlers(context),
    ...modelListHandlers(context),
    ...assetHandlers(context),
    ...formatHandlers(context),
    ...associationHandlers(context),
    ...attachmentHandlers(context),
    ...attachmentEditHandlers(context),
    ...personHandlers(context),
    ...annotationHandlers(context),
    ...anchorHandlers(context),
    ...conversationHandlers(context),
    ...conversationEditHandlers(context),
    ...libraryHandlers(context),
    ...modelHandlers(context),
    ...chatHandlers(context),
    ...searchHandlers(context),
    ...qgptHandlers(context),
    ...codeHandlers(context),
    ...serviceHandlers(context),
    ...upkeepHandlers(context),
    ...sharingHandlers(context),
  };
}
