import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { inChunks } from '~/server/database/engine.ts'
import { piecesText } from './measures.rules.ts'
import { isOpenClaim } from './queries.server.ts'
import { boltName, inOrderOfLabels } from './rules.ts'

/** What lies on a product's shelf, claimed and uncut units included (K9). */
export interface MarkedShelf {
  /** As its owner writes it; '' for a product that is not counted. */
  readonly cell: string
  /** Each bolt with its units, such as B1 7、B3 4; '' for kits. */
  readonly bolts: string
  /** Another one after a sale, a cut, a receiving and every count that changed it (K38); an unpaid hold leaves it. */
  readonly mark: string
}

export const uncountedShelf: MarkedShelf = { cell: '', bolts: '', mark: 'none' }

const markOf = (pieces: readonly (readonly [string, number])[], promised: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([pieces.toSorted(([a], [b]) => (a < b ? -1 : 1)), promised.toSorted()]))
    .digest('hex')
    .slice(0, 10)

/** The shelves of the counted ones among these numbers, read in portions. */
export const markedShelves = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, MarkedShelf>> => {
  const shelves = new Map<string, MarkedShelf>()
  for (const some of inChunks(numbers)) {
    const stock = await db
      .selectFrom('stock')
      .select(['number', 'mode'])
      .where('number', 'in', some)
      .execute()
    const pieces = await db
      .selectFrom('stockPiece')
      .select(['id', 'number', 'label', 'name', 'leftUnits'])
      .where('number', 'in', some)
      .where('closedAt', 'is', null)
      .execute()
    const claims = await db
      .selectFrom('stockClaim')
      .select(['id', 'number', 'pieceId', 'units', 'state'])
      .where('number', 'in', some)
      .where(isOpenClaim)
      .execute()
    const [piecesOf, claimsOf] = [Map.groupBy(pieces, byNumber), Map.groupBy(claims, byNumber)]
    for (const { number, mode } of stock) {
      const own = claimsOf.get(number) ?? []
      const present = (piecesOf.get(number) ?? []).map(({ id, label, name, leftUnits }) => {
        const claimed = own.reduce((sum, { pieceId, units }) => (pieceId === id ? sum + units : sum), 0)
        return { id, label, name, units: leftUnits + claimed }
      })
      const there = present.filter(({ units }) => units > 0)
      const units = there.map((piece) => piece.units)
      shelves.set(number, {
        cell: mode === 'count' ? String(units.reduce((sum, each) => sum + each, 0)) : piecesText(units),
        bolts: mode === 'count' ? '' : boltsText(there),
        mark: markOf(
          there.map((piece) => [piece.id, piece.units]),
          own.flatMap(({ id, state }) => (state === 'promised' ? id : [])),
        ),
      })
    }
    await nextTurn()
  }
  return shelves
}

const byNumber = ({ number }: { readonly number: string }) => number

const boltsText = (
  pieces: readonly { readonly label: string; readonly name: string; readonly units: number }[],
): string =>
  inOrderOfLabels(pieces)
    .map((piece) => `${boltName(piece)} ${piece.units}`)
    .join('、')
