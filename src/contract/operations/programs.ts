/** Further operations of programs: start-up, models, code structure, and operations that are always refused. */
import * as S from '../schemas';
import { ApplicationPath, ModelPath, Text, type Operation, engineErrors } from './operation';

// prettier-ignore
export const startOperations = {
  connect: {
    method: 'POST', path: '/connect', summary: 'A program tells what it is and gets its id.',
    body: S.SeededConnectorConnection, returns: S.Context, errors: [400],
  },
  // The body is not read: this service has no onboarding.
  onboarded: {
    method: 'POST', path: '/{application}/onboarded', summary: 'A program has been introduced to its user.',
    params: ApplicationPath, returns: Text, errors: [404],
  },
  userSnapshot: {
    method: 'GET', path: '/user', summary: 'The local user; there are no accounts.',
    returns: S.ReturnedUserProfile, errors: [],
  },
  signIntoOS: {
    method: 'POST', path: '/os/sign_in', summary: 'The local user, who is always signed in.',
    returns: S.UserProfile, errors: [],
  },
  applicationsSnapshot: {
    method: 'GET', path: '/applications', summary: 'This service and the programs that have connected.',
    returns: S.Applications, errors: [],
  },
  modelsSnapshot: {
    method: 'GET', path: '/models', summary: 'The models that a question may name.', returns: S.Models, errors: [500],
  },
  modelSpecificModelDownload: {
    method: 'POST', path: '/model/{model}/download', summary: 'The model, which is ready: none is downloaded here.',
    params: ModelPath, returns: S.Model, errors: [404],
  },
  modelSpecificModelDownloadCancel: {
    method: 'POST', path: '/model/{model}/download/cancel', summary: 'The model, of which no download is under way.',
    params: ModelPath, returns: S.Model, errors: [404],
  },
  // Python programs call it and treat an error as a broken service.
  workstreamPatternEngineProcessorsVisionStatus: {
    method: 'GET', path: '/workstream_pattern_engine/processors/vision/status', summary: 'Off for good: no screen is recorded.',
    returns: S.WorkstreamPatternEngineStatus, errors: [],
  },
} as const satisfies Record<string, Operation>;

/** Error statuses of the code operations. */
const errors = [...engineErrors, 403] as const;

// prettier-ignore
export const codeOperations = {
  outline: {
    method: 'POST', path: '/code/outline', summary: 'The symbols of files: kind, name, signature, lines, documentation.',
    body: S.OutlineInput, returns: S.OutlineOutput, errors, isEngine: true,
  },
  symbol: {
    method: 'POST', path: '/code/symbol', summary: 'One symbol by name or place: its whole text and what is around it.',
    body: S.SymbolInput, returns: S.SymbolOutput, errors, isEngine: true,
  },
  references: {
    method: 'POST', path: '/code/references', summary: 'Where a name is defined, called, imported and used.',
    body: S.CodeReferencesInput, returns: S.ReferencesOutput, errors, isEngine: true,
  },
  callees: {
    method: 'POST', path: '/code/callees', summary: 'What the symbol at a line calls, and where that is defined.',
    body: S.CalleesInput, returns: S.CalleesOutput, errors, isEngine: true,
  },
} as const satisfies Record<string, Operation>;

/**
 * Operations of the wider interface that are not supported: they answer 501 with the reason, which says more than an
 * unknown route. They have nothing to check, so they are no rows of the table.
 */
interface RefusedOperation {
  method: 'GET' | 'POST';
  path: string;
  /** One sentence for people. */
  reason: string;
}

const noMemory = 'Quarry records no screen, so there are no time ranges to make.';
const noHints = 'Hints are not kept here: POST /qgpt/hints makes them.';
const byOwner = 'Set the owner when the annotation is made: POST /annotations/create takes asset.';
const byChat = 'Add the asset to the conversation of the message instead.';
const byScore = 'Only uses of assets are counted: POST /asset/{asset}/scores/increment.';

const bothWays = (path: string, reason: string): RefusedOperation[] =>
  ['associate', 'disassociate'].map((word) => ({ method: 'POST', path: path.replace('*', word), reason }));

// prettier-ignore
export const refusedOperations: readonly RefusedOperation[] = [
  { method: 'POST', path: '/linkify', reason: 'There are no share links: nothing leaves this computer.' },
  { method: 'POST', path: '/ranges/create', reason: noMemory },
  { method: 'POST', path: '/os/sign_out', reason: 'There are no accounts, so nobody can sign out.' },
  { method: 'POST', path: '/os/terminate', reason: 'The service ends with its editor window or its terminal.' },
  { method: 'POST', path: '/os/applet/launch', reason: 'There are no applets: open the Quarry view of the editor.' },
  { method: 'POST', path: '/models/{model}/delete/cache', reason: 'No model is downloaded here, so none can be deleted.' },
  { method: 'POST', path: '/tag/{tag}/scores/increment', reason: byScore },
  { method: 'POST', path: '/website/{website}/scores/increment', reason: byScore },
  { method: 'POST', path: '/workstream_summary/{workstream_summary}/scores/increment', reason: byScore },
  ...bothWays('/asset/{asset}/hints/*/{hint}', noHints),
  ...bothWays('/asset/{asset}/annotations/*/{annotation}', byOwner),
  ...bothWays('/asset/{asset}/messages/*/{message}', byChat),
];
