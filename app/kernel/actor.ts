declare const memberIdBrand: unique symbol
export type MemberId = string & { readonly [memberIdBrand]: true }

export const memberId = (id: string): MemberId => id as MemberId

/** The id in an address or a form; undefined for a text that is none, of which PostgreSQL would refuse some with an error. */
export const memberIdTyped = (typed: string): MemberId | undefined =>
  /^[\w-]{1,100}$/.test(typed) ? memberId(typed) : undefined

/** Somebody without a session; `address` is the client's, for limits. */
export interface Visitor {
  readonly kind: 'visitor'
  readonly address: string
}

/** A member with a session, as the database knew her when the request came (A2, A8). */
export interface Member {
  readonly kind: 'member'
  readonly id: MemberId
  readonly address: string
  /** Identifies the session, and is no secret. */
  readonly sessionId: string
  readonly emailVerified: boolean
  readonly role: 'member' | 'admin'
  /** A8 */
  readonly canUpload: boolean
  /** A27 */
  readonly canComment: boolean
  /** She may not post only because her address is not verified (A8). */
  readonly awaitsVerification?: boolean
}

/** Has passed the admin gate without being an admin: may edit the curated lists only (A3). */
export interface Curator {
  readonly kind: 'curator'
  readonly address: string
  /** Shown in the page's frame, and gives no rights. */
  readonly signedInAs?: MemberId
}

/** A member whom the owner invited, after she passed the desk's door. */
export interface DeskPerson {
  readonly kind: 'desk'
  readonly id: MemberId
  readonly name: string
  readonly role: 'owner' | 'packer'
  readonly address: string
  readonly sessionId: string
  /** Epoch ms of her last password, code or passkey here (N3). */
  readonly confirmedAt: number
  readonly mayCount: boolean
}

export type Requester = Visitor | Member | Curator | DeskPerson

export interface Owner {
  readonly kind: 'owner'
}

export interface System {
  readonly kind: 'system'
  readonly name: string
}

export type DeskActor = DeskPerson | Owner

export type Actor = Requester | Owner | System

/** As rows keep who did something: a name without a person's address. */
export const actorName = (actor: Actor): string => {
  if (actor.kind === 'system' || actor.kind === 'desk') return actor.name
  return actor.kind === 'owner' ? 'owner' : 'shopper'
}

export const isShopOwner = (actor: Actor): boolean =>
  actor.kind === 'owner' || (actor.kind === 'desk' && actor.role === 'owner')

/** Owners, and whom they allow (K21). */
export const mayCountStock = (actor: Actor): boolean =>
  isShopOwner(actor) || (actor.kind === 'desk' && actor.mayCount)

/** So long a proof of who she is counts. */
export const confirmedForMinutes = 10

/** Whether she proved recently who she is, as acts with money need (N3). */
export const isConfirmed = (actor: DeskActor, now: number): boolean =>
  actor.kind === 'owner' || now - actor.confirmedAt <= confirmedForMinutes * 60_000

/** A3 */
export const mayCurate = (actor: Actor): boolean => {
  if (actor.kind === 'member') return actor.role === 'admin'
  if (actor.kind === 'desk') return isShopOwner(actor)
  return actor.kind !== 'visitor'
}
