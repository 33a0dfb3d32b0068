/** What windows say of their models (internal operations). */
import type { Handlers } from '../../contract/api';
import type { ApiContext } from '../context';
import { modelsOf } from './registry';

export function modelHandlers(context: ApiContext): Pick<Handlers, 'modelsOffer' | 'modelWork' | 'modelPieces'> {
  const { windows } = modelsOf(context);
  return {
    modelsOffer: ({ body }) => windows.offer(body),
    modelWork: ({ body }, { signal }) => windows.work(body, signal),
    modelPieces: ({ body }) => ({ isWanted: windows.take(body) }),
  };
}
