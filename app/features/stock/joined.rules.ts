import type { Joined } from '~/kernel/shop-settings.ts'
import { type MeasuredPiece, piecesOfBolt } from './measures.rules.ts'

/** A piece on the shelf, claimed and uncut cloth included; `isWhole` where nobody has cut from it. */
export interface ShelfPiece extends MeasuredPiece {
  readonly receivedAt: number
  readonly isWhole: boolean
}

/** A shelf as it is counted when units hang together otherwise; `isSure` where every piece of it was reckoned. */
export interface Reshaped {
  readonly pieces: readonly MeasuredPiece[]
  readonly isSure: boolean
}

/** As a row of the stock keeps it. */
export const joinedKept = (joined: Joined): 'lengthwise' | 'none' => joined ?? 'none'

const side = 50

/** The bolts that strips of one length came from, as far as they are all there; undefined where some are gone. */
const boltsOfStrips = (strips: readonly ShelfPiece[]): MeasuredPiece[] | undefined => {
  const [first] = strips
  if (first?.lengthCm == null) return undefined
  const { lengthCm, widthCm } = first
  const across = widthCm === null ? 1 : Math.max(1, Math.floor(widthCm / side))
  const isAllThere = strips.every(({ units, isWhole }) => isWhole && units === Math.floor(lengthCm / side))
  if (!isAllThere || strips.length % across !== 0) return undefined
  return Array.from({ length: strips.length / across }, () => piecesOfBolt(lengthCm, widthCm, null)).flat()
}

/** The strips of a bolt that was one piece; undefined where it is not whole, or its measures are not its own. */
const stripsOfBolt = ({ units, lengthCm, widthCm, isWhole }: ShelfPiece): MeasuredPiece[] | undefined => {
  if (!isWhole || lengthCm === null) return undefined
  const along = Math.floor(lengthCm / side)
  const strips = units / along
  return Number.isInteger(strips) ? piecesOfBolt(lengthCm, widthCm, 'lengthwise', strips) : undefined
}

/** What cloth that may be cut in any shape, or nobody knows how it lies, is worth: whatever is one unit is sure. */
const asItLies = (pieces: readonly ShelfPiece[]): Reshaped => ({
  pieces,
  isSure: pieces.every(({ units }) => units <= 1),
})

/** The shelf when `joined` has changed to `now` (K22): whole bolts of known measures are reckoned anew, all else is told to be counted. */
export const reshaped = (shelf: readonly ShelfPiece[], now: Joined): Reshaped => {
  const groups =
    now === null
      ? [...Map.groupBy(shelf, ({ receivedAt, lengthCm, widthCm }) => `${receivedAt} ${lengthCm} ${widthCm}`)]
      : shelf.map((piece, at) => [at, [piece]] as const)
  const parts = groups.map(([, pieces]): Reshaped => {
    const anew = now === null ? boltsOfStrips(pieces) : pieces.flatMap((piece) => stripsOfBolt(piece) ?? [])
    return anew === undefined || anew.length === 0 ? asItLies(pieces) : { pieces: anew, isSure: true }
  })
  return { pieces: parts.flatMap(({ pieces }) => pieces), isSure: parts.every(({ isSure }) => isSure) }
}
