/** What programs call before anything else, and what models there are. */
import * as S from '../schemas';
import { ApplicationPath, ModelPath, Text, type Operation } from './operation';

// prettier-ignore
export const startOperations = {
  connect: {
    method: 'POST', path: '/connect', summary: 'A program tells what it is and gets its id.',
    body: S.SeededConnectorConnection, returns: S.Context, errors: [400],
  },
  // The body is whatever a program has to say of its onboarding; there is none here, so it is not read.
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
  // Programs of the Python family ask it, and read an error as a broken service.
  workstreamPatternEngineProcessorsVisionStatus: {
    method: 'GET', path: '/workstream_pattern_engine/processors/vision/status', summary: 'Off for good: no screen is recorded.',
    returns: S.WorkstreamPatternEngineStatus, errors: [],
  },
} as const satisfies Record<string, Operation>;
