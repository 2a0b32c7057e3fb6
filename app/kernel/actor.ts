declare const memberIdBrand: unique symbol
export type MemberId = string & { readonly [memberIdBrand]: true }

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
  readonly role: 'member' | 'admin'
  /** May post works. */
  readonly canUpload: boolean
}

/** Who a request comes from. */
export type Requester = Visitor | Member

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
