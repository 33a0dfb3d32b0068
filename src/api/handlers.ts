/** Puts the handlers together: the compiler demands one for every row of the operations table. */
import type { Handlers } from '../contract/api';
import { anchorHandlers } from './anchors';
import { annotationHandlers } from './annotations';
import { assetHandlers } from './assets';
import { associationHandlers } from './associations';
import { attachmentEditHandlers } from './attachmentEdits';
import { attachmentHandlers } from './attachments';
import { chatHandlers } from './chats';
import { codeHandlers } from './asking/code';
import { connectionHandlers } from './connections';
import type { ApiContext } from './context';
import { conversationEditHandlers } from './conversationEdits';
import { conversationHandlers } from './conversations';
import { keepingHandlers } from './keepingHandlers';
import { formatHandlers } from './formats';
import { modelListHandlers } from './languageModels';
import { modelHandlers } from './models/modelHandlers';
import { personHandlers } from './persons';
import { qgptHandlers } from './qgpt';
import { searchHandlers } from './search/search';
import { serviceHandlers } from './serviceHandlers';
import { upkeepHandlers } from './upkeepHandlers';

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
    ...keepingHandlers(context),
    ...modelHandlers(context),
    ...chatHandlers(context),
    ...searchHandlers(context),
    ...qgptHandlers(context),
    ...codeHandlers(context),
    ...serviceHandlers(context),
    ...upkeepHandlers(context),
  };
}
