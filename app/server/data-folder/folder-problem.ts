import { configuredDatabase } from '../database/database-fault.ts'
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
  /** What should be mended in the database although a shop lives in it. */
  readonly warning: string | null
}

const orAccept = 'わかったうえで進めるときは npm run data -- accept'

const names: Readonly<Record<Engine, string>> = {
  sqlite: 'データベースのファイル（shop.sqlite）',
  postgres: configuredDatabase,
}

/** Why folder and database do not belong together, as a sentence that says what to do; null when they do (D9). */
export const folderProblem = (found: FoundData): string | null => {
  const { dataDir, marker, engine, shop, ordersBeside } = found
  if (marker === 'damaged')
    return `${dataDir} の shop-marker.json が読めません。控えのものに戻してください。${orAccept}`
  const moved = moveProblem(found)
  if (moved !== null) return moved
  if (marker === undefined)
    return shop === undefined && ordersBeside > 0
      ? `${dataDir} の shop.sqlite には、支払い済みの注文が${ordersBeside}件あるお店がありますが、DATABASE_URL のデータベースは空です。そのお店を続けるときは、DATABASE_URL を外してください。新しいお店を始めるときは npm run data -- accept`
      : null
  if (marker.id === null) return null
  const lived = `${dataDir} は、支払い済みの注文が${marker.paidOrders}件あるお店のフォルダーです`
  if (shop === undefined) {
    if (engine === 'sqlite' && marker.engine === 'postgres')
      return `${lived}。データは PostgreSQL にありますが、DATABASE_URL が設定されていません。設定してください。新しいお店を始めるときは npm run data -- accept`
    if (engine === 'postgres' && marker.engine === 'sqlite' && marker.paidOrders === 0) return null
    return `${lived}。${names[engine]}がないか、空です。データベースを元に戻してください。新しいお店を始めるときは npm run data -- accept`
  }
  if (shop.id !== marker.id)
    return `${lived}。${names[engine]}は、別のお店（支払い済みの注文${shop.paidOrders}件）のものか、ずっと前の写しです。DATA_DIR と DATABASE_URL を確かめてください。${orAccept}`
  if (shop.paidOrders < marker.paidOrders)
    return `${lived}。${names[engine]}には、そのうち${shop.paidOrders}件しかありません。古い写しで、支払い済みの注文が${marker.paidOrders - shop.paidOrders}件足りません。${orAccept}`
  return null
}

/** Where the data of a shop are that has moved or is moving (D32). */
const moveProblem = ({ dataDir, marker, engine, shop }: FoundData): string | null => {
  const move = shop?.move
  if (shop === undefined || move === undefined) return null
  const here = engine === 'sqlite' ? `${dataDir} の shop.sqlite` : configuredDatabase
  const setIt =
    engine === 'sqlite'
      ? `DATABASE_URL に ${move.place} を、パスワードを入れて設定してください`
      : `DATABASE_URL を外し、フォルダー ${move.place} で開いてください`
  if (move.state === 'left')
    return `お店は、${here} から ${move.place} へ引っ越しました。その後のご注文は、そちらにあります。${setIt}。引っ越しの前のデータで続けるときは npm run data -- accept`
  if (move.state === 'leaving')
    return `お店は、ただいま ${here} から ${move.place} へ引っ越し中です。数分たって終わってから、もう一度始めてください。`
  // The marker is written once the former database is left.
  if (isMarker(marker) && marker.engine === engine && marker.id === shop.id) return null
  return `${move.place} から ${here} への引っ越しが終わっていません。データは ${move.place} にあります。前の設定で、もう一度 npm run data -- move を実行してください。こちらのデータを使うときは npm run data -- accept`
}

const isMarker = (marker: FoundData['marker']): marker is Marker =>
  marker !== undefined && marker !== 'damaged'
