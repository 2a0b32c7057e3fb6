import type { Generated } from 'kysely'

/** What was done at the desk and by the owner's commands, each form once (N1, N2). */
export interface AuditTable {
  id: string
  /** Made when the form was drawn. */
  requestId: string
  /** SHA-256 of what the form asked for. */
  contentHash: string
  happenedAt: number
  /** The member's; null for a command of the machine. */
  actorId: string | null
  /** As she was called then. */
  actorName: string
  actorRole: 'owner' | 'packer' | 'machine'
  /** Such as 'order.ship'. */
  act: string
  /** Such as 'order:ID'. */
  subject: string
  /** JSON of what it changed; null where there is nothing to tell. */
  before: string | null
  after: string | null
  /** JSON of what the same form is answered again. */
  answer: string
}

/** A member whom the owner invited to the desk. */
export interface DeskPersonTable {
  memberId: string
  role: 'owner' | 'packer'
  createdAt: number
  /** Name of the owner who invited her; null for the machine. */
  createdBy: string | null
  /** Until then she may set up what she enters with; later it takes a new invitation. */
  setUpUntil: number
  /** When she said that she has her backup codes: before it she enters no page. */
  codesNotedAt: number | null
  /** 1: she packs and counts stock, too. */
  mayCount: Generated<number>
  endedAt: number | null
}

/** What a link in a mail opens, once: who accepts it comes to the desk. */
export interface DeskInvitationTable {
  /** SHA-256 of the link's token, base64url. */
  tokenHash: string
  memberId: string
  role: 'owner' | 'packer'
  /** Where it was sent to: void at another one. */
  email: string
  createdBy: string | null
  expiresAt: number
}

export interface SecondFactorTable {
  memberId: string
  /** Encrypted with a key derived from AUTH_SECRET. */
  secret: string
  /** When its first code came; null while it is being set up. */
  confirmedAt: number | null
  /** Of the newest code that was taken: none counts twice. */
  lastStep: Generated<number>
  /** JSON list of the moments of wrong codes. */
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
  /** base64url, as `publicKey`. */
  credentialId: string
  publicKey: string
  counter: number
  label: string
  createdAt: number
  lastUsedAt: number | null
}

/** Challenges of passkeys that were answered: none counts twice. */
export interface DeskChallengeTable {
  challenge: string
  expiresAt: number
}

/** A device on which a desk person has entered, and will be asked for less. */
export interface DeskSessionTable {
  id: string
  tokenHash: string
  memberId: string
  memberSessionId: string
  /** Hers when she entered: with another one it is void. */
  role: 'owner' | 'packer'
  userAgent: string
  beganAt: number
  seenAt: number
  /** The last password, code or passkey (N3). */
  confirmedAt: number
}
