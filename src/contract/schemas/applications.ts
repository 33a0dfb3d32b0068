/** Client programs, users and models as far as other resources hold them (contract: types.md B, I, J). */
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
 * The contract asks for the full Application object of /connect in a seed. Nothing but these fields is read, and a
 * caller with curl has none, so all of it is optional; an unknown name is kept as UNKNOWN. The last two are never read;
 * they are here because seeds in relevance results carry the whole object for strict clients.
 */
export const ApplicationInput = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  version: Type.Optional(Type.String()),
  platform: Type.Optional(Type.String()),
  onboarded: Type.Optional(Type.Boolean()),
  privacy: Type.Optional(Type.String()),
});
export type ApplicationInput = Type.Static<typeof ApplicationInput>;

export const UserReference = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
});
export type UserReference = Type.Static<typeof UserReference>;

export const Model = Type.Object({
  id: Type.String(),
  version: Type.String(),
  created: GroupedTimestamp,
  name: Type.String(),
  description: Type.Optional(Type.String()),
  cloud: Type.Boolean(),
  type: Type.Enum(['BALANCED', 'SPEED', 'ACCURACY']),
  usage: Type.Enum(['CODE_CONVERSATION', 'CODE_SEARCH', 'TEXT_EMBEDDING']),
  downloaded: Type.Optional(Type.Boolean()),
  loaded: Type.Optional(Type.Boolean()),
});
export type Model = Type.Static<typeof Model>;
