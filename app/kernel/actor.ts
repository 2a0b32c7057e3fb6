declare const memberIdBrand: unique symbol
/** The id of a member's account. */
export type MemberId = string & { readonly [memberIdBrand]: true }

/** Anybody without a session. `address` is the client's, for limits. */
export interface Visitor {
  readonly kind: 'visitor'
  readonly address: string
}

/** A member with a session, as the database knew her when the request came (A2, A8). */
export interface Member {
  readonly kind: 'member'
  readonly id: MemberId
  readonly address: string
  readonly role: 'member' | 'admin'
  /** May she post works? */
  readonly canUpload: boolean
}

/** Who may stand behind a request. */
export type Requester = Visitor | Member

/** The owner, by the commands of this machine. */
export interface Owner {
  readonly kind: 'owner'
}

/** A job or the signed word of an outside service, by its name in the log and in the order's history. */
export interface System {
  readonly kind: 'system'
  readonly name: string
}

/** Who asks for a write: what a command refuses, limits and records depends on it. */
export type Actor = Requester | Owner | System
