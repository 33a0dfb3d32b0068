/** Client programs and users. */
import * as Type from 'typebox';
import { GroupedTimestamp } from './values';

// prettier-ignore
export const applicationNames = [
  'SUBLIME', 'VS_CODE', 'JETBRAINS', 'FIREFOX_ADDON_MV2', 'FIREFOX_ADDON_MV3', 'SAFARI_EXTENSION_MV2',
  'SAFARI_EXTENSION_MV3', 'PIECES_FOR_DEVELOPERS', 'PIECES_FOR_DEVELOPERS_CLI', 'OS_SERVER',
  'GOOGLE_CHROME_EXTENSION_MV2', 'GOOGLE_CHROME_EXTENSION_MV3', 'ULTRA_EDIT', 'ATOM_PACKAGE',
  'ADOBE_ILLUSTRATOR_PIECES_COLOR_SHARE', 'MICROSOFT_TEAMS', 'CHAT_GPT', 'OBSIDIAN', 'JUPYTER_HUB', 'VISUAL_STUDIO',
  'MICROSOFT_EDGE', 'BRAVE', 'GOOGLE_CHAT', 'SLACK', 'UNKNOWN', 'AZURE_DATA_STUDIO', 'OPEN_SOURCE', 'R_STUDIO', 'VIM',
  'NOTION', 'GITHUB_DESKTOP', 'RAYCAST', 'REPLIT', 'ALFRED', 'FIGMA', 'SKETCH', 'ADOBE_ILLUSTRATOR',
  'NOTEPAD_PLUS_PLUS', 'EMBEETLE', 'ECLIPSE', 'X_CODE', 'NETBEANS',
] as const;

export const platformNames = ['UNKNOWN', 'WEB', 'MACOS', 'LINUX', 'WINDOWS', 'FUCHSIA', 'IOS', 'ANDROID'] as const;

export const Application = Type.Object({
  id: Type.String(),
  name: Type.Enum([...applicationNames]),
  version: Type.String(),
  platform: Type.Enum([...platformNames]),
  onboarded: Type.Boolean(),
  privacy: Type.Enum(['OPEN', 'CLOSED', 'ANONYMOUS']),
});
export type Application = Type.Static<typeof Application>;

/**
 * A caller's description of itself. The contract asks for the full Application object of /connect; here all fields are
 * optional, and an unknown name is kept as UNKNOWN. The last two are never read; seeds in relevance results carry the
 * whole object for strict clients.
 */
export const ApplicationInput = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  version: Type.Optional(Type.String()),
  platform: Type.Optional(Type.String()),
  onboarded: Type.Optional(Type.Boolean()),
  privacy: Type.Optional(Type.String()),
  client: Type.Optional(
    Type.String({ maxLength: 200, description: 'Our extra: what a coding agent calls itself; shown in the timeline.' }),
  ),
});
export type ApplicationInput = Type.Static<typeof ApplicationInput>;

export const UserReference = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
});
export type UserReference = Type.Static<typeof UserReference>;

export const Applications = Type.Object({ iterable: Type.Array(Application) });
export type Applications = Type.Static<typeof Applications>;

/** The local pseudo user: there are no accounts, but several programs do not start without a user. */
export const UserProfile = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
  created: Type.Optional(GroupedTimestamp),
  aesthetics: Type.Object({
    theme: Type.Object({ dark: Type.Boolean() }),
    font: Type.Object({ size: Type.Integer() }),
  }),
});
export type UserProfile = Type.Static<typeof UserProfile>;
export const ReturnedUserProfile = Type.Object({ user: Type.Optional(UserProfile) });
export type ReturnedUserProfile = Type.Static<typeof ReturnedUserProfile>;

/** A program's description of itself; an unknown name or platform is kept as UNKNOWN. */
export const SeededConnectorConnection = Type.Object({
  application: Type.Object({ name: Type.String(), version: Type.String(), platform: Type.String() }),
});
export type SeededConnectorConnection = Type.Static<typeof SeededConnectorConnection>;

export const Context = Type.Object({
  os: Type.String({ description: 'Id of this installation.' }),
  application: Application,
  health: Type.Object({ os: Type.Object({ id: Type.String(), version: Type.String() }) }),
  user: Type.Optional(UserProfile),
});
export type Context = Type.Static<typeof Context>;

/** Whether the screen is recorded: here always `deactivation`, never `activation`. */
export const WorkstreamPatternEngineStatus = Type.Object({
  vision: Type.Object({ deactivation: Type.Object({ continuous: Type.Boolean() }) }),
});
export type WorkstreamPatternEngineStatus = Type.Static<typeof WorkstreamPatternEngineStatus>;
