/** Combines the handlers; the compiler demands one for every row of the operations table. */
import type { Handlers } from '../contract/api';
import { anchorHandlers } from './assets/anchors';
import { annotationHandlers } from './assets/annotations';
import { assetHandlers, formatHandlers } from './assets/handlers';
import { associationHandlers, attachmentEditHandlers, attachmentHandlers } from './assets/attachments';
import { chatHandlers, conversationHandlers } from './conversations/conversations';
import { codeHandlers } from './ask/code';
import { connectionHandlers, serviceHandlers } from './service/handlers';
import type { ApiContext } from './context';
import { conversationEditHandlers } from './conversations/edits';
import { libraryHandlers, upkeepHandlers } from './library/handlers';
import { modelListHandlers, modelHandlers } from './models/registry';
import { personHandlers } from './people/persons';
import { qgptHandlers } from './ask/ask';
import { searchHandlers } from './library/search/search';
import { sharingHandlers } from './team/handlers';

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
