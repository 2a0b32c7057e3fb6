import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { folderProblem } from '../data-folder/folder-problem.ts'
import { writeMarker } from '../data-folder/marker.ts'
import { lookAtData } from '../data-folder/open-shop-data.ts'
import { paidOrdersIn, shopIn } from '../data-folder/shop-in-database.ts'
import type { Engine } from '../database/engine.ts'
import { forgetMove, moveKey } from '../database/move-note.ts'
import { type DatabaseSettings, openDatabase } from '../database/open-database.ts'
import { silentLog } from '../log.ts'
import { StartRefused } from '../start.ts'
import type { MovedShop, ShopMove, Sides } from './move-copy.ts'
import { databasePlace } from './move-places.ts'

/** Puts the target in place, closes the source for ever, writes the marker, then opens the target. */
export const handOver = async (
  move: ShopMove,
  { target, lease, shopId }: Omit<Sides, 'source'> & { readonly shopId: string },
): Promise<string | null> => {
  const copiedState = await stateRows(target.database.db)
  const aside = await target.settle()
  await lease.leave(async (trx) => (await stateRows(trx)) === copiedState)
  const here = await openDatabase(settingsAt(move))
  try {
    await arrive(here.db, move, { engine: target.engine, shopId })
  } finally {
    await here.close()
  }
  return aside
}

/** Detects writes by single statements, which no lock prevents here; the move's own note is left out. */
const stateRows = async (db: Kysely<Schema>): Promise<string> => {
  const rows = await db.selectFrom('shopState').selectAll().where('key', '!=', moveKey).execute()
  return JSON.stringify(rows.map(({ key, value }) => [key, value]).toSorted())
}

const settingsAt = ({ from, to }: ShopMove): DatabaseSettings => ({
  databaseUrl: to,
  dataDir: from.dataDir,
  log: silentLog,
})

const arrive = async (
  db: Kysely<Schema>,
  { from }: ShopMove,
  { engine, shopId }: { readonly engine: Engine; readonly shopId: string },
): Promise<void> => {
  await writeMarker(from.dataDir, { id: shopId, engine, paidOrders: await paidOrdersIn(db) })
  await forgetMove(db)
}

/** After a crash behind `leave`: writes the marker and opens the target. */
export const finishFormerMove = async (move: ShopMove, token: string): Promise<MovedShop> => {
  const there = await openDatabase(settingsAt(move))
  try {
    const shop = await shopIn(there.db)
    if (shop?.id === undefined || shop.move?.state !== 'arriving' || shop.move.token !== token)
      throw new StartRefused([
        folderProblem(await lookAtData({ ...move.from, log: silentLog })) ?? 'お店はもう引っ越しました。',
      ])
    await arrive(there.db, move, { engine: there.engine, shopId: shop.id })
    const place = move.to === undefined ? move.from.dataDir : databasePlace(move.to)
    return { engine: there.engine, place, copied: null, aside: null, refusedMs: 0 }
  } finally {
    await there.close()
  }
}
