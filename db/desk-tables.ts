import type { Generated } from 'kysely'

/** Acts at the desk and by the owner's commands, each form once (N1, N2). */
export interface AuditTable {
  id: string
  requestId: string
  /** SHA-256 of what the form asked for. */
  contentHash: string
  happenedAt: number
  /** The member; null for a command. */
  actorId: string | null
  actorName: string
  actorRole: 'owner' | 'packer' | 'machine'
  act: string
  subject: string
  /** The id of the press, of a row that is one of several; null for others. */
  press: Generated<string | null>
  /** JSON of what the act changed; null when there is nothing to show. */
  before: string | null
  after: string | null
  /** JSON of the answer, for the same form sent again. */
  answer: string
}

export interface DeskPersonTable {
  memberId: string
  role: 'owner' | 'packer'
  createdAt: number
  /** Name of the inviting owner; null for the command. */
  createdBy: string | null
  /** Deadline for her set-up; after it she needs a new invitation. */
  setUpUntil: number
  /** When she confirmed her backup codes; until then she can enter no page. */
  codesNotedAt: number | null
  /** 1: a packer who may count stock. */
  mayCount: Generated<number>
  endedAt: number | null
}

export interface DeskInvitationTable {
  /** SHA-256 of the link's token, base64url. */
  tokenHash: string
  memberId: string
  role: 'owner' | 'packer'
  /** Where it was sent: void after a change of address. */
  email: string
  createdBy: string | null
  expiresAt: number
}

export interface SecondFactorTable {
  memberId: string
  /** Encrypted with a key derived from AUTH_SECRET. */
  secret: string
  /** When its first code came; null during the set-up. */
  confirmedAt: number | null
  /** Step of the newest code taken, so that none counts twice. */
  lastStep: Generated<number>
  /** JSON list of the times of wrong codes. */
  failures: Generated<string>
  lockedUntil: Generated<number>
}

export interface BackupCodeTable {
  memberId: string
  hash: string
  usedAt: number | null
}

export interface PasskeyTable {
  id: string
  memberId: string
  /** base64url, like `publicKey`. */
  credentialId: string
  publicKey: string
  counter: number
  label: string
  createdAt: number
  lastUsedAt: number | null
}

/** Answered challenges, so that none counts twice. */
export interface DeskChallengeTable {
  challenge: string
  expiresAt: number
}

/** A name that a person gave to an address of a list. */
export interface DeskViewTable {
  id: string
  memberId: string
  /** The path of the list. */
  list: string
  /** From 1 to 8 in its list. */
  place: number
  name: string
  /** Its filters and order as in the address, without `?`. */
  search: string
}

export interface DeskSessionTable {
  id: string
  tokenHash: string
  memberId: string
  memberSessionId: string
  /** Her role then: another role makes the session void. */
  role: 'owner' | 'packer'
  userAgent: string
  beganAt: number
  seenAt: number
  /** The last password, code or passkey (N3). */
  confirmedAt: number
}
