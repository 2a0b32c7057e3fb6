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
