/** The built-in model as the contract writes it. */
import type { Model } from '../../contract/schemas';

/** Required on a summary, too: no language model writes ours, so it is always this one. The id is fixed for ever. */
export const extractiveModel: Model = {
  id: '6a0c52f4-2f0e-4d5c-9d5b-7f2f4f3c9a10',
  version: '1.0.0',
  created: { value: '2026-01-01T00:00:00.000Z' },
  name: 'Quarry extractive',
  description: 'Answers with passages of the code itself; runs on this computer.',
  cloud: false,
  type: 'SPEED',
  usage: 'CODE_CONVERSATION',
  downloaded: true,
  loaded: true,
};
