/** A piece as far as it is promised: `left` is what nobody has claimed, in units; the lists that hold it are the oldest first. */
export interface Piece {
  readonly id: string
  readonly left: number
  readonly receivedAt: number
}

/** What a line of an order wants of a number: one piece of so many units. */
export interface WantedPiece {
  readonly number: string
  /** Of the order line. */
  readonly position: number
  readonly units: number
}

/** Why a line gets no piece: the longest that is left, and whether others are paying for more now. */
export interface ShortLine extends WantedPiece {
  readonly most: number
  readonly waits: boolean
}

const isOlder = (piece: Piece, than: Piece): boolean =>
  piece.receivedAt < than.receivedAt || (piece.receivedAt === than.receivedAt && piece.id < than.id)

/** The piece that `units` are promised from (K3): the smallest that holds them, of such the oldest; undefined when none does. */
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

/** Few are left when the longest piece has no more units than this, unless the owner says another number (K11). */
export const usualLowAt = 4

/** How many unpaid orders may hold cloth, for one client and for its network (K8). */
export const mostHolds = { client: 6, network: 20 } as const

/** What becomes of cloth that is not sent (K13): back to its bolt, a piece of its own, or nothing. */
export const backWays = ['bolt', 'piece', 'keep'] as const
export type BackAs = (typeof backWays)[number]

/** A line of an order that is to be cut from another bolt than the one that the form showed (K20); both by their labels. */
export interface OtherBolt {
  readonly position: number
  readonly from: string
  readonly to: string
}

/** The bolt of a line, and the others of which it could be cut; `left` in units, the shortest first. */
export interface BoltsOfLine {
  readonly number: string
  readonly units: number
  readonly isCut: boolean
  readonly bolt: { readonly label: string; readonly left: number }
  readonly others: readonly { readonly label: string; readonly left: number }[]
}

/** A claim as the desk reads it: of which order, how many units, and whether it is only held. */
export interface DeskClaim {
  readonly order: string
  readonly units: number
  readonly held: boolean
}

/** A piece on the shelf with what is promised on it. */
export interface DeskPiece {
  readonly label: string
  readonly left: number
  readonly lengthCm: number | null
  readonly widthCm: number | null
  readonly claims: readonly DeskClaim[]
}

/** All that the desk shows of a product's stock; `null` counts where it is not counted. */
export interface DeskStock {
  readonly number: string
  readonly name: string
  readonly isKit: boolean
  /** Of the cloth, in cm, as the description tells it. */
  readonly widthCm: number | null
  /** 0 where it is not counted. */
  readonly version: number
  readonly counted: {
    readonly by: 'desk' | 'feed'
    readonly feedCell: string | null
    readonly waitingCell: string | null
    readonly lowAt: number | null
    readonly canUndo: boolean
    /** Its units hang together otherwise than when it was counted. */
    readonly isDoubtful: boolean
    readonly pieces: readonly DeskPiece[]
    /** Promised, and no piece holds it. */
    readonly short: readonly DeskClaim[]
  } | null
}

/** A product of a list of the stock. */
export interface StockLine {
  readonly number: string
  readonly name: string
  /** As `piecesText` writes them. */
  readonly pieces: string
  /** Numbers of orders that are concerned. */
  readonly orders: readonly string[]
}

/** An order that holds cloth while its payment page is open. */
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
