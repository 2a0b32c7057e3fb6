import type { Engine } from '../database/engine.ts'
import type { Marker } from './marker.ts'
import type { FoundShop } from './shop-in-database.ts'

/** What a start finds in the data folder and the database. */
export interface FoundData {
  readonly dataDir: string
  readonly marker: Marker | 'damaged' | undefined
  readonly engine: Engine
  readonly shop: FoundShop | undefined
  /** Paid orders in the folder's SQLite file, when PostgreSQL is configured. */
  readonly ordersBeside: number
}

const orAccept = 'If this is meant, run: npm run data -- accept'

const names: Readonly<Record<Engine, string>> = {
  sqlite: 'its database file (shop.sqlite)',
  postgres: 'the database of DATABASE_URL',
}

/** Why folder and database do not belong together, as a sentence that says what to do; null when they do (D9). */
export const folderProblem = (found: FoundData): string | null => {
  const { dataDir, marker, engine, shop, ordersBeside } = found
  if (marker === 'damaged')
    return `shop-marker.json in ${dataDir} cannot be read: put back the one of your copy. ${orAccept}`
  const moved = moveProblem(found)
  if (moved !== null) return moved
  if (marker === undefined)
    return shop === undefined && ordersBeside > 0
      ? `${dataDir} holds a shop with ${ordersBeside} paid orders in shop.sqlite, and the database of DATABASE_URL is empty: start without DATABASE_URL to go on with that shop. To begin a new one, run: npm run data -- accept`
      : null
  if (marker.id === null) return null
  const lived = `${dataDir} belongs to a shop with ${marker.paidOrders} paid orders`
  if (shop === undefined) {
    if (engine === 'sqlite' && marker.engine === 'postgres')
      return `${lived} whose data are in PostgreSQL, and DATABASE_URL is not set: set it. To begin a new shop, run: npm run data -- accept`
    if (engine === 'postgres' && marker.engine === 'sqlite' && marker.paidOrders === 0) return null
    return `${lived}, and ${names[engine]} is missing or empty: put the database back. To begin a new shop, run: npm run data -- accept`
  }
  if (shop.id !== marker.id)
    return `${lived}, and ${names[engine]} is that of another shop (${shop.paidOrders} paid orders), or a copy from long ago: look at DATA_DIR and DATABASE_URL. ${orAccept}`
  if (shop.paidOrders < marker.paidOrders)
    return `${lived}, and ${names[engine]} knows ${shop.paidOrders} of them: it is an older copy, and ${marker.paidOrders - shop.paidOrders} paid orders are missing. ${orAccept}`
  return null
}

/** Where the data of a shop are that has moved or is moving (D32). */
const moveProblem = ({ dataDir, marker, engine, shop }: FoundData): string | null => {
  const move = shop?.move
  if (shop === undefined || move === undefined) return null
  const here = engine === 'sqlite' ? `shop.sqlite in ${dataDir}` : 'the database of DATABASE_URL'
  const setIt =
    engine === 'sqlite'
      ? `set DATABASE_URL to ${move.place} with its password`
      : `start without DATABASE_URL, in the folder ${move.place}`
  if (move.state === 'left')
    return `The shop has moved from ${here} to ${move.place}, and its orders since are there: ${setIt}. To go on with the data of before the move, run: npm run data -- accept`
  if (move.state === 'leaving')
    return `The shop is moving just now from ${here} to ${move.place}: start again when that has ended, in a few minutes.`
  // The marker is written once the former database is left.
  if (isMarker(marker) && marker.engine === engine && marker.id === shop.id) return null
  return `The move of the shop from ${move.place} to ${here} has not ended, and ${move.place} holds the data: run npm run data -- move again, with the settings of before. To take what is here, run: npm run data -- accept`
}

const isMarker = (marker: FoundData['marker']): marker is Marker =>
  marker !== undefined && marker !== 'damaged'
