/** A piece for claiming: `left` is its unclaimed units; lists are ordered oldest first. */
export interface Piece {
  readonly id: string
  readonly left: number
  readonly receivedAt: number
}

/** An order line's need: one piece of so many units of a number. */
export interface WantedPiece {
  readonly number: string
  /** Position of the order line. */
  readonly position: number
  readonly units: number
}

/** Why a line gets no piece: the longest piece left, and whether more is held by open payments. */
export interface ShortLine extends WantedPiece {
  readonly most: number
  readonly waits: boolean
}

const isOlder = (piece: Piece, than: Piece): boolean =>
  piece.receivedAt < than.receivedAt || (piece.receivedAt === than.receivedAt && piece.id < than.id)

/** The piece to claim `units` from (K3): the smallest that holds them, oldest first; undefined when none does. */
export const bestPiece = <P extends Piece>(pieces: readonly P[], units: number): P | undefined => {
  let best: P | undefined
  for (const piece of pieces)
    if (piece.left >= units)
      if (best === undefined || piece.left < best.left || (piece.left === best.left && isOlder(piece, best)))
        best = piece
  return best
}

/** The most units that one line can have (K3). */
export const mostOf = (pieces: readonly Pick<Piece, 'left'>[]): number =>
  pieces.reduce((most, { left }) => Math.max(most, left), 0)

/** Low stock: the longest piece has at most so many units, unless the owner set another number (K11). */
export const usualLowAt = 4

/** Most unpaid orders that may hold stock, per client and per network (K8). */
export const mostHolds = { client: 6, network: 20 } as const

/** What happens to unsent cloth (K13): back to its bolt, a piece of its own, or gone. */
export const backWays = ['bolt', 'piece', 'keep'] as const
export type ReturnedAs = (typeof backWays)[number]

/** An order line to move to another bolt than the one that the form showed (K20); both by label. */
export interface OtherBolt {
  readonly position: number
  readonly from: string
  readonly to: string
}

/** A line's bolt and the others that could hold it; `left` in units, shortest first. */
export interface BoltsOfLine {
  readonly number: string
  readonly units: number
  readonly isCut: boolean
  readonly bolt: { readonly label: string; readonly left: number }
  readonly others: readonly { readonly label: string; readonly left: number }[]
}

/** A claim at the desk: its order, units, and whether it is only a hold. */
export interface DeskClaim {
  readonly order: string
  readonly units: number
  readonly held: boolean
  /** And not to be looked at by the owner. */
  readonly isPaid: boolean
}

/** A piece on the shelf with its claims. */
export interface DeskPiece {
  readonly label: string
  readonly left: number
  readonly lengthCm: number | null
  readonly widthCm: number | null
  readonly claims: readonly DeskClaim[]
}

/** A product's stock at the desk; null counts when it is not counted. */
export interface DeskStock {
  readonly number: string
  readonly name: string
  readonly isKit: boolean
  /** Width in cm from the description. */
  readonly widthCm: number | null
  /** 0 when not counted. */
  readonly version: number
  readonly counted: {
    readonly by: 'desk' | 'feed'
    readonly feedCell: string | null
    readonly waitingCell: string | null
    readonly lowAt: number | null
    readonly canUndo: boolean
    /** `joined` has changed since the count. */
    readonly isDoubtful: boolean
    readonly pieces: readonly DeskPiece[]
    /** Claimed units without a piece. */
    readonly short: readonly DeskClaim[]
  } | null
}

/** A product of a list of the stock. */
export interface StockLine {
  readonly number: string
  readonly name: string
  /** As `piecesText` writes them. */
  readonly pieces: string
  /** The affected orders. */
  readonly orders: readonly Pick<DeskClaim, 'order' | 'isPaid'>[]
}

/** An order that holds stock while its payment page is open. */
export interface HoldLine {
  readonly order: string
  readonly until: number | null
  readonly products: readonly { readonly number: string; readonly units: number }[]
}

/** One line for each order of these claims. */
export const holdsOf = (
  rows: ReadonlyArray<{ order: string; until: number | null; number: string; units: number }>,
): HoldLine[] => {
  const holds = new Map<string, HoldLine>()
  for (const { order, until, number, units } of rows) {
    const before = holds.get(order)?.products ?? []
    holds.set(order, { order, until, products: [...before, { number, units }] })
  }
  return [...holds.values()]
}
