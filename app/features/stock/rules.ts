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

/** Why a line gets no piece: the most that it could have, and whether more is held by open payments. */
export interface ShortLine extends WantedPiece {
  readonly most: number
  readonly waits: boolean
  /** There is more, but for others: the client has further unpaid orders (K8). */
  readonly isShared?: true
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

/** What a client, and its network, may hold for unpaid orders (K8). */
export interface HoldShare {
  /** Orders that hold stock at the same time. */
  readonly orders: number
  /** The oldest of them, which hold what their pages promised. */
  readonly first: number
  /** Numbers that the further ones hold. */
  readonly numbers: number
  /** The further ones hold at most so many times what they leave of a number: 1 is half of it. */
  readonly timesLeft: number
}

const ofClient: HoldShare = { orders: 6, first: 1, numbers: 6, timesLeft: 1 }

/** A network has three times as much: with it as many hold, and three quarters. */
export const holdShares = {
  client: ofClient,
  network: {
    orders: 3 * ofClient.orders,
    first: 3 * ofClient.first,
    numbers: 3 * ofClient.numbers,
    timesLeft: 3 * ofClient.timesLeft,
  },
} as const satisfies Record<string, HoldShare>

/** Units of a number that an unpaid order holds. */
export interface HeldUnits {
  readonly orderId: string
  readonly number: string
  readonly units: number
  /** Epoch ms since when; another cart of the same browser goes on from its former one. */
  readonly since: number
}

const byOrder = (held: readonly HeldUnits[], orderId: string): string[] => {
  const began = new Map<string, number>()
  for (const { orderId: id, since } of held) began.set(id, Math.min(since, began.get(id) ?? since))
  const isOwn = (id: string) => Number(id === orderId)
  return [...began].toSorted(([a, at], [b, bt]) => at - bt || isOwn(a) - isOwn(b)).map(([id]) => id)
}

/**
 * Whether an order that has just claimed its pieces holds too much beside others of its client or network; `held` is all that these
 * hold, its own included, `left` what is left now of its numbers. Gives the numbers of which it holds too much, with the most that it
 * may hold of each.
 */
export const beyondShare = (
  orderId: string,
  held: readonly HeldUnits[],
  left: ReadonlyMap<string, number>,
  share: HoldShare,
): 'too-many' | ReadonlyMap<string, number> => {
  const orders = byOrder(held, orderId)
  if (orders.length > share.orders) return 'too-many'
  const further = new Set(orders.slice(share.first))
  if (!further.has(orderId)) return new Map()
  const ofFurther = held.filter((each) => further.has(each.orderId))
  if (new Set(ofFurther.map(({ number }) => number)).size > share.numbers) return 'too-many'
  const unitsOf = (number: string, only?: string) =>
    ofFurther
      .filter((each) => each.number === number && (only === undefined || each.orderId === only))
      .reduce((sum, { units }) => sum + units, 0)
  const beyond = new Map<string, number>()
  for (const [number, leftNow] of left) {
    const [all, own] = [unitsOf(number), unitsOf(number, orderId)]
    if (all <= share.timesLeft * leftNow) continue
    const most = (share.timesLeft * (leftNow + own) - (all - own)) / (share.timesLeft + 1)
    beyond.set(number, Math.max(0, Math.floor(most)))
  }
  return beyond
}

const minute = 60_000

/** Holds in a row that ended unpaid, after which the next one waits (K30). */
export const mostUnpaid = { client: 3, network: 9 } as const
export const unpaidWaitMs = 60 * minute
/** Who lets a row end by itself holds no longer than who waits an hour after each: 80 of 200 minutes, as 40 of 100. */
export const unpaidRowMs = 120 * minute
/** A hold that carts of one browser hand on counts as one that ended unpaid each time it is so old. */
export const longestHold = 40 * minute

/** What happens to unsent cloth (K13): back to its bolt, a piece of its own, or gone. */
export const backWays = ['bolt', 'piece', 'keep'] as const
export type ReturnedAs = (typeof backWays)[number]

/** Such as B3 きなり, as the desk calls a bolt. */
export const boltName = ({ label, name }: { readonly label: string; readonly name: string }): string =>
  name === '' ? label : `${label} ${name}`

/** Natural order: B2 before B10. */
export const inOrderOfLabels = <P extends { readonly label: string }>(pieces: readonly P[]): P[] =>
  pieces.toSorted((a, b) => Number(a.label.slice(1)) - Number(b.label.slice(1)))

/** An order line to move to another bolt than the one that the form showed (K20); both by label. */
export interface OtherBolt {
  readonly position: number
  readonly from: string
  readonly to: string
}

interface Bolt {
  readonly label: string
  /** As the owner calls it; '' for none. */
  readonly name: string
  readonly left: number
}

/** A line's bolt and the others that could hold it; `left` in units, shortest first. */
export interface BoltsOfLine {
  readonly number: string
  readonly units: number
  readonly isCut: boolean
  readonly bolt: Bolt
  readonly others: readonly Bolt[]
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
  /** As the owner calls its bolt; '' for none. */
  readonly name: string
  readonly left: number
  readonly lengthCm: number | null
  readonly widthCm: number | null
  readonly claims: readonly DeskClaim[]
}

/** A product's stock at the desk; null counts when it is not counted. */
/** How a product's pieces are measured. */
export interface Measured {
  readonly number: string
  readonly isKit: boolean
  /** Width in cm from the description. */
  readonly widthCm: number | null
}

export interface DeskStock extends Measured {
  readonly name: string
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

/** What the form of the threshold shows. */
export const presentLowAt = ({ version, lowAt }: { readonly version: number; readonly lowAt: string }) => ({
  version,
  values: { lowAt },
  labels: { lowAt: '「在庫が少ない」とする枚数' },
})
