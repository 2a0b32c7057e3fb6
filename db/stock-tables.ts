import type { Generated } from 'kysely'

/** How much there is of a product that is counted; without a row it is sold without limit. */
export interface StockTable {
  /** Of the product. */
  number: string
  /** `count` for kits: one pool, for a kit needs no joining. */
  mode: 'pieces' | 'count'
  /** Whose word counts: the desk's, or the cell of the product feed. */
  countedBy: 'desk' | 'feed'
  /** The cell that was taken last. */
  feedCell: string | null
  /** A cell that would raise the count, until the owner takes it. */
  waitingCell: string | null
  /** Few are left from so many units in the longest piece on; null for the usual. */
  lowAt: number | null
  /** Raised by every act of the desk. */
  version: Generated<number>
  /** Units left in the longest piece, kept with every change. */
  mostUnits: Generated<number>
  /** Units held for payment pages. */
  heldUnits: Generated<number>
  /** What 売り切れにする took away, as JSON, while it can be undone. */
  emptied: string | null
  /** How units hung together when the shelf was counted; `none` where nothing was said of it, null for before it was kept. */
  joined: 'lengthwise' | 'none' | null
  /** 1: that has changed, and the shelf is to be counted again. */
  recount: Generated<number>
}

/** One piece of cloth that is not cut. */
export interface StockPieceTable {
  id: string
  number: string
  units: number
  /** Units that nobody has claimed. */
  leftUnits: number
  lengthCm: number | null
  widthCm: number | null
  /** Such as B3, written on the bolt. */
  label: string
  source: 'received' | 'counted' | 'returned' | 'feed' | 'demo'
  receivedAt: number
  closedAt: number | null
}

/** What an order's line has of a piece. */
export interface StockClaimTable {
  id: string
  number: string
  /** Null where no piece is left that holds it: the shop has promised more than it has. */
  pieceId: string | null
  orderId: string
  /** Of the order line. */
  position: number
  units: number
  state: 'held' | 'promised' | 'cut' | 'released'
  /** When a hold ends; null while it waits for money that is on its way, and for what is no hold. */
  until: number | null
  /** Hashes of whose hold it is, for the limit of holds; null once it is none. */
  client: string | null
  network: string | null
  claimedAt: number
}

/** One change of what is left of a piece: their sum is what is left. */
export interface StockMoveTable {
  id: string
  number: string
  pieceId: string
  units: number
  why: string
  actor: string
  orderId: string | null
  happenedAt: number
}
