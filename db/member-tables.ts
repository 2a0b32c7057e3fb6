import type { Generated } from 'kysely'

/** Written by the sign-in library and `app/server/auth`; times are ISO text in UTC (docs/decisions/0041). */
export interface MemberTable {
  id: string
  /** Display name (A18). */
  name: string
  email: string
  emailVerified: number
  /** Unused: the photograph is the profile's `photoUrl`. */
  image: string | null
  createdAt: string
  updatedAt: string
}

export interface MemberSessionTable {
  id: string
  memberId: string
  /** The cookie's value: never shown (A14). */
  token: string
  expiresAt: string
  ipAddress: string | null
  userAgent: string | null
  createdAt: string
  updatedAt: string
}

/** Holds the hashed password; other columns are for ways of signing in that the shop does not offer. */
export interface MemberAccountTable {
  id: string
  memberId: string
  accountId: string
  providerId: string
  password: string | null
  accessToken: string | null
  refreshToken: string | null
  idToken: string | null
  accessTokenExpiresAt: string | null
  refreshTokenExpiresAt: string | null
  scope: string | null
  createdAt: string
  updatedAt: string
}

/** By which id an export of the former gallery knew a member who has another one here. */
export interface FormerMemberTable {
  id: string
  memberId: string
}

/** A member without a row has the defaults. */
export interface MemberProfileTable {
  memberId: string
  role: Generated<'member' | 'admin'>
  canUpload: Generated<number>
  /** May write comments (A27). */
  canComment: Generated<number>
  canModerate: Generated<number>
  canManageUsers: Generated<number>
  canDeleteContent: Generated<number>
  /** For example 2026年11月 (R27). */
  joinDate: string
  bio: Generated<string>
  photoUrl: Generated<string>
  instagram: Generated<string>
  twitter: Generated<string>
  youtube: Generated<string>
  tiktok: Generated<string>
  website: Generated<string>
  /** `facebook` and `line`: old data, shown but written by no screen. */
  facebook: Generated<string>
  line: Generated<string>
  hometown: Generated<string>
  favoriteFood: Generated<string>
  cookingStyle: Generated<string>
  personalStory: Generated<string>
  /** JSON list of texts, like `achievements`. */
  interests: Generated<string>
  achievements: Generated<string>
  /** `demo`: a login of the demo, removed when it becomes a real shop (A24). */
  source: Generated<'own' | 'demo'>
  updatedAt: number
}

/** A link in a mail, which is deleted when it is used. Times are epoch ms. */
export interface MemberLinkTable {
  id: string
  memberId: string
  /** `change` confirms a new address, `revert` brings the old one back (A12). */
  purpose: 'verify' | 'reset' | 'change' | 'revert'
  /** SHA-256 of the link's token, base64url (A13). */
  tokenHash: string
  /** Where it was sent: for `revert` the old address, otherwise the one that it proves. */
  email: string
  createdAt: number
  expiresAt: number
}

/** What the owner told a member about her rights; a member without a row has version 0 and no reasons. */
export interface MemberStandingTable {
  memberId: string
  /** Why she may not post, '' while she may, or where no reason was given (A27). */
  uploadReason: Generated<string>
  commentReason: Generated<string>
  /** Which stop stands: the outcome of a report that began it; '' for one of her page, or for none (N148). */
  uploadStop: Generated<string>
  commentStop: Generated<string>
  /** Raised by each change of her rights and by suspending and lifting. */
  version: number
}

/** A row while a member is suspended (A27.2). */
export interface SuspendedMemberTable {
  memberId: string
  /** She reads it after a right password. */
  reason: string
  suspendedAt: number
  /** As `uploadStop`. */
  stop: Generated<string>
}

/** `memberId` does not see what `blockedId` says. */
export interface MemberBlockTable {
  memberId: string
  blockedId: string
  /** Epoch ms. */
  createdAt: number
}

/** By which a member signs in; times are epoch ms. */
export interface MemberPasskeyTable {
  id: string
  memberId: string
  /** base64url, like `publicKey`. */
  credentialId: string
  publicKey: string
  counter: number
  /** Her name for it, or the device's. */
  label: string
  createdAt: number
  lastUsedAt: number | null
}
