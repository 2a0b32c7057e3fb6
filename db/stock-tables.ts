import type { Generated } from 'kysely'

/** A counted product; one without a row is sold without limit. */
export interface StockTable {
  number: string
  /** `count` for kits: one pool, since kits need no joining. */
  mode: 'pieces' | 'count'
  /** Whose number holds: the desk's, or the feed's cell. */
  countedBy: 'desk' | 'feed'
  feedCell: string | null
  /** A cell that would raise the count, until the owner takes it. */
  waitingCell: string | null
  /** At this many units in the longest piece or fewer the stock is low; null for the default. */
  lowAt: number | null
  version: Generated<number>
  /** Units in the longest piece, updated with every change. */
  mostUnits: Generated<number>
  heldUnits: Generated<number>
  /** JSON of what 売り切れにする removed, while it can be undone. */
  emptied: string | null
  /** The setting at the count; `none`: not said, null: older than this column. */
  joined: 'lengthwise' | 'none' | null
  /** 1: that setting has changed, so the shelf must be counted again. */
  recount: Generated<number>
  /** Units that the owner ordered from its supplier, and when she wrote it down; null for none. */
  reorderedUnits: Generated<number | null>
  reorderedAt: Generated<number | null>
}

export interface StockPieceTable {
  id: string
  number: string
  units: number
  leftUnits: number
  lengthCm: number | null
  widthCm: number | null
  /** For example B3, as written on the bolt. */
  label: string
  /** As the owner calls the bolt; '' for none. */
  name: Generated<string>
  source: 'received' | 'counted' | 'returned' | 'feed' | 'demo'
  receivedAt: number
  closedAt: number | null
}

/** An order line's part of a piece. */
export interface StockClaimTable {
  id: string
  number: string
  /** Null when no piece holds it: the shop has promised more than it has. */
  pieceId: string | null
  orderId: string
  position: number
  units: number
  state: 'held' | 'promised' | 'cut' | 'released'
  /** When a hold ends; null while its money is on the way, and for other states. */
  until: number | null
  /** Hashes for the limit of holds; null once it is no hold. */
  client: string | null
  network: string | null
  claimedAt: number
}

/** A promised line whose cloth was there although the count had none for it, until its product is counted again (K33). */
export interface FoundFabricTable {
  orderId: string
  position: number
  number: string
  foundAt: number
}

/** A change of the units left of a piece; their sum is what is left. */
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

/** What came at one time. */
export interface ReceivingTable {
  id: string
  receivedAt: number
  /** Who received it, in words. */
  receivedBy: string
  undoneAt: number | null
}

/** A piece that came, or units that a kit's pool grew by. */
export interface ReceivedPieceTable {
  receivingId: string
  pieceId: string
  number: string
  units: number
  /** 1: its product was not counted before. */
  begins: number
  /** `counted`: its shelf was counted since, so it is no longer this receiving's. */
  state: 'there' | 'counted' | 'undone'
}
