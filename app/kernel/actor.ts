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

/** Who has passed the door of the owner's desk, on its pages: a member that the owner invited there. */
export interface DeskPerson {
  readonly kind: 'desk'
  readonly id: MemberId
  /** As the log of the desk names her. */
  readonly name: string
  readonly role: 'owner' | 'packer'
  readonly address: string
  /** Of the member session that her desk session belongs to. */
  readonly sessionId: string
  /** Epoch ms of the last password, code or passkey that she gave here (N3). */
  readonly confirmedAt: number
  /** The owner lets her count the stock; an owner may anyway. */
  readonly mayCount: boolean
}

/** Who a request comes from. */
export type Requester = Visitor | Member | Curator | DeskPerson

/** The owner, by the commands on this machine. */
export interface Owner {
  readonly kind: 'owner'
}

/** A job or a signed call of an outside service, by its name in the log and in the order's events. */
export interface System {
  readonly kind: 'system'
  readonly name: string
}

/** Who runs the shop or packs for it, on a screen or by a command. */
export type DeskActor = DeskPerson | Owner

export type Actor = Requester | Owner | System

/** Of the desk's two roles the one that may do everything. */
export const isShopOwner = (actor: Actor): boolean =>
  actor.kind === 'owner' || (actor.kind === 'desk' && actor.role === 'owner')

/** Who may receive and correct stock: an owner, and whom she lets (K21). */
export const mayCountStock = (actor: Actor): boolean =>
  isShopOwner(actor) || (actor.kind === 'desk' && actor.mayCount)

const confirmedForMs = 10 * 60_000

/** Whether she showed lately enough that it is she: what moves money asks for it (N3). */
export const isConfirmed = (actor: DeskActor, now: number): boolean =>
  actor.kind === 'owner' || now - actor.confirmedAt <= confirmedForMs

/** Who may change the curated lists of the gallery's home (A3). */
export const mayCurate = (actor: Actor): boolean => {
  if (actor.kind === 'member') return actor.role === 'admin'
  if (actor.kind === 'desk') return isShopOwner(actor)
  return actor.kind !== 'visitor'
}
