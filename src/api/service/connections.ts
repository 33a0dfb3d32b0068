/** Programs that connect, the local user and this installation (contract/WIRE.md 1.3). There are no accounts. */
import type { Handlers } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { Application, SeededConnectorConnection, UserProfile } from '../../contract/schemas';
import { applicationNames, platformNames } from '../../contract/schemas/applications';
import type { ApplicationRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { edit, keyOf } from '../records';
import { stableId, oneOf, toTimestamp, toWireApplication } from '../wireValues';

type ConnectionOperation =
  | 'connect'
  | 'onboarded'
  | 'userSnapshot'
  | 'signIntoOS'
  | 'applicationsSnapshot'
  | 'workstreamPatternEngineProcessorsVisionStatus';

export function connectionHandlers(context: ApiContext) {
  const { store } = context;
  return {
    connect: async ({ body }) => {
      const application = await register(context, body.application);
      const os = installationOf(context);
      return {
        os,
        application: toWireApplication(application),
        health: { os: { id: os, version: interfaceVersion } },
        user: localUser(context),
      };
    },
    onboarded: ({ params }) => {
      const isKnown = applicationsOf(context).some(({ id }) => id === params.application);
      if (isKnown) return params.application;
      throw new ApiError('notFound', `No application has the id ${params.application}: POST /connect gives one.`);
    },
    userSnapshot: () => ({ user: localUser(context) }),
    signIntoOS: () => localUser(context),
    applicationsSnapshot: () => {
      const known = new Map([...applicationsOf(context), ...store.list('applications')].map((one) => [one.id, one]));
      return { iterable: [...known.values()].map(toWireApplication) satisfies Application[] };
    },
    workstreamPatternEngineProcessorsVisionStatus: () => ({ vision: { deactivation: { continuous: true } } }),
  } satisfies Pick<Handlers, ConnectionOperation>;
}

/** Some programs show the name; the theme and the size are what the contract demands, and nobody reads them here. */
export function localUser({ user, service }: ApiContext): UserProfile {
  return {
    id: user,
    name: 'Local user',
    created: toTimestamp(Date.parse(service.startedAt)),
    aesthetics: { theme: { dark: false }, font: { size: 14 } },
  };
}

/** Follows from the library's user, so it is the same after a restart and a takeover. */
const installationOf = ({ user }: ApiContext): string => stableId('installation', user);

/**
 * The same program on the same platform gets the same id whenever it connects, whatever its version. Names and
 * platforms are closed lists, so the collection cannot grow without end.
 */
async function register(
  context: ApiContext,
  { name, version, platform }: SeededConnectorConnection['application'],
): Promise<ApplicationRecord> {
  const known = { name: oneOf(applicationNames, name, 'UNKNOWN'), platform: oneOf(platformNames, platform, 'UNKNOWN') };
  const application = { id: stableId('application', known.name, known.platform), ...known, version };
  const before = context.store.get('applications', application.id);
  // A library that takes no changes can still be connected to: the id is the same without a record.
  if (before?.version === version || context.store.readOnly) return application;
  await edit(
    context,
    () => [keyOf('applications', application.id)],
    (draft) => draft.put('applications', application),
  );
  return application;
}

/** This service, which programs look for by its name, and what stands in for programs that never connect. */
function applicationsOf(context: ApiContext): ApplicationRecord[] {
  const { application, store } = context;
  const service = {
    id: stableId('application', 'OS_SERVER', installationOf(context)),
    name: 'OS_SERVER',
    version: interfaceVersion,
    platform: application.platform,
  };
  return [service, application, ...store.list('applications')];
}

/**
 * The version of the interface, not of the extension: public clients refuse to talk to anything outside
 * 12.0.0 <= v < 13.0.0, and one raises on a text it cannot parse (contract/WIRE.md 1.2).
 */
export const interfaceVersion = '12.3.0';
