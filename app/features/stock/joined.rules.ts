import type { Joined } from '~/kernel/shop-settings.ts'
import { type MeasuredPiece, piecesOfBolt } from './measures.rules.ts'

/** A piece on the shelf, claimed and uncut units included; `isWhole` when nothing was cut from it. */
export interface ShelfPiece extends MeasuredPiece {
  readonly receivedAt: number
  readonly isWhole: boolean
}

/** A shelf under another setting of `joined`; `isSure` when every piece could be computed. */
export interface Reshaped {
  readonly pieces: readonly MeasuredPiece[]
  readonly isSure: boolean
}

/** As stored. */
export const joinedKept = (joined: Joined): 'lengthwise' | 'none' => joined ?? 'none'

const side = 50

/** The bolts that strips of one length came from; undefined when strips are missing. */
const boltsOfStrips = (strips: readonly ShelfPiece[]): MeasuredPiece[] | undefined => {
  const [first] = strips
  if (first?.lengthCm == null) return undefined
  const { lengthCm, widthCm } = first
  const across = widthCm === null ? 1 : Math.max(1, Math.floor(widthCm / side))
  const isAllThere = strips.every(({ units, isWhole }) => isWhole && units === Math.floor(lengthCm / side))
  if (!isAllThere || strips.length % across !== 0) return undefined
  return Array.from({ length: strips.length / across }, () => piecesOfBolt(lengthCm, widthCm, null)).flat()
}

/** The strips of a bolt counted as one piece; undefined when it is cut or its measures are unknown. */
const stripsOfBolt = ({ units, lengthCm, widthCm, isWhole }: ShelfPiece): MeasuredPiece[] | undefined => {
  if (!isWhole || lengthCm === null) return undefined
  const along = Math.floor(lengthCm / side)
  const strips = units / along
  return Number.isInteger(strips) ? piecesOfBolt(lengthCm, widthCm, 'lengthwise', strips) : undefined
}

/** Pieces whose shape is unknown: only single units are certain. */
const asItLies = (pieces: readonly ShelfPiece[]): Reshaped => ({
  pieces,
  isSure: pieces.every(({ units }) => units <= 1),
})

/** The shelf after `joined` changed to `now` (K22): whole bolts of known measures are recomputed, all others are marked to be counted. */
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
