declare const memberIdBrand: unique symbol
export type MemberId = string & { readonly [memberIdBrand]: true }

/** For ids that come from the database. */
export const memberId = (id: string): MemberId => id as MemberId

/** Anybody without a session; `address` is the client's, for limits. */
export interface Visitor {
  readonly kind: 'visitor'
  readonly address: string
}

/** A member with a session, as the database knew her when the request came (A2, A8). */
export interface Member {
  readonly kind: 'member'
  readonly id: MemberId
  readonly address: string
  /** Of this session, to end it or to spare it; no secret. */
  readonly sessionId: string
  readonly emailVerified: boolean
  readonly role: 'member' | 'admin'
  /** May post recipes (A8). */
  readonly canUpload: boolean
  /** May write comments (A27). */
  readonly canComment: boolean
  /** That she may not is only for want of a verified address (A8). */
  readonly awaitsVerification?: boolean
}

/** Who has passed the admin gate and is no admin herself: she curates, and does nothing else (A3). */
export interface Curator {
  readonly kind: 'curator'
  readonly address: string
  /** For the frame of the page alone: it gives her none of the member's rights. */
  readonly signedInAs?: MemberId
}

/** Who a request comes from. */
export type Requester = Visitor | Member | Curator

/** The owner, by the commands on this machine. */
export interface Owner {
  readonly kind: 'owner'
}

/** A job or a signed call of an outside service, by its name in the log and in the order's events. */
export interface System {
  readonly kind: 'system'
  readonly name: string
}

export type Actor = Requester | Owner | System

/** Who may change the curated lists of the gallery's home (A3). */
export const mayCurate = (actor: Actor): boolean => {
  if (actor.kind === 'member') return actor.role === 'admin'
  return actor.kind !== 'visitor'
}
