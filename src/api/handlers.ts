/** Puts the handlers together: the compiler demands one for every row of the operations table. */
import type { Handlers } from '../contract/api';
import { assetHandlers } from './assets';
import { associationHandlers } from './associations';
import { attachmentHandlers } from './attachments';
import type { ApiContext } from './context';
import { conversationEditHandlers } from './conversationEdits';
import { conversationHandlers } from './conversations';
import { keepingHandlers } from './keepingHandlers';
import { modelHandlers } from './models/modelHandlers';
import { qgptHandlers } from './qgpt';
import { serviceHandlers } from './serviceHandlers';

export function createHandlers(context: ApiContext): Handlers {
  return {
    ...assetHandlers(context),
    ...associationHandlers(context),
    ...attachmentHandlers(context),
    ...conversationHandlers(context),
    ...conversationEditHandlers(context),
    ...keepingHandlers(context),
    ...modelHandlers(context),
    ...qgptHandlers(context),
    ...serviceHandlers(context),
  };
}
