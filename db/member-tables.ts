import type { Generated } from 'kysely'

/** Written by the sign-in library and by `app/server/auth`; times are ISO text in UTC on both engines (docs/decisions/0041). */
export interface MemberTable {
  id: string
  /** Display name (A18). */
  name: string
  /** In lower case. */
  email: string
  emailVerified: number
  /** Unused: photographs are `photoUrl` of the profile. */
  image: string | null
  createdAt: string
  updatedAt: string
}

export interface MemberSessionTable {
  id: string
  memberId: string
  /** What the cookie carries: never shown (A14). */
  token: string
  expiresAt: string
  ipAddress: string | null
  userAgent: string | null
  createdAt: string
  updatedAt: string
}

/** The password of a member, hashed; the other columns belong to ways of signing in that the shop does not offer. */
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

/** What a member says of herself, and what she may do. A member without a row has the defaults. */
export interface MemberProfileTable {
  memberId: string
  role: Generated<'member' | 'admin'>
  canUpload: Generated<number>
  /** May write comments (A27). */
  canComment: Generated<number>
  canModerate: Generated<number>
  canManageUsers: Generated<number>
  canDeleteContent: Generated<number>
  /** Such as 2026年11月 (R27). */
  joinDate: string
  bio: Generated<string>
  photoUrl: Generated<string>
  instagram: Generated<string>
  twitter: Generated<string>
  youtube: Generated<string>
  tiktok: Generated<string>
  website: Generated<string>
  /** Old data only, as `line`: shown, and no screen writes it. */
  facebook: Generated<string>
  line: Generated<string>
  hometown: Generated<string>
  favoriteFood: Generated<string>
  cookingStyle: Generated<string>
  personalStory: Generated<string>
  /** JSON list of texts, as `achievements`. */
  interests: Generated<string>
  achievements: Generated<string>
  /** `demo` of the demo's logins, which go when it becomes a real shop (A24). */
  source: Generated<'own' | 'demo'>
  /** Epoch ms. */
  updatedAt: number
}

/** What a link in a mail opens, once: the row goes when it is used. Times are epoch ms. */
export interface MemberLinkTable {
  id: string
  memberId: string
  /** `change` confirms a new address, `revert` brings the old one back (A12). */
  purpose: 'verify' | 'reset' | 'change' | 'revert'
  /** SHA-256 of the link's token, base64url (A13). */
  tokenHash: string
  /** The address that it was sent to: of `revert` the old one, of the others the one that it proves. */
  email: string
  createdAt: number
  expiresAt: number
}
