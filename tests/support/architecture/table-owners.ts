import { features } from '../../../app/features.server.ts'

/** The folder that alone writes a table: the server's own tables stand here, others in the entry of their feature. */
export const tableOwners: ReadonlyMap<string, string> = new Map([
  ['shopState', 'app/server'],
  ['rateLimit', 'app/server'],
  ['audit', 'app/server'],
  ['mail', 'app/server/mail'],
  ['searchDocument', 'app/server/search'],
  ['searchText', 'app/server/search'],
  ['member', 'app/server/auth'],
  ['memberSession', 'app/server/auth'],
  ['memberAccount', 'app/server/auth'],
  ['memberLink', 'app/server/auth'],
  ['deskPerson', 'app/server/auth'],
  ['deskInvitation', 'app/server/auth'],
  ['secondFactor', 'app/server/auth'],
  ['backupCode', 'app/server/auth'],
  ['passkey', 'app/server/auth'],
  ['memberPasskey', 'app/server/auth'],
  ['deskChallenge', 'app/server/auth'],
  ['deskSession', 'app/server/auth'],
  ...features.flatMap(({ name, tables = {} }) =>
    Object.entries(tables).flatMap(([folder, own]) =>
      own.map((table) => [table, `app/features/${folder === '.' ? name : `${name}/${folder}`}`] as const),
    ),
  ),
])
