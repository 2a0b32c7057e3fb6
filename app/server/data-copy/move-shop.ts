import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { formatNumber } from '../../kernel/money.ts'
import { folderProblem } from '../data-folder/folder-problem.ts'
import { lookAtData } from '../data-folder/open-shop-data.ts'
import { schemaVersionOf } from '../database/migrate.ts'
import { databaseNow } from '../database/move-note.ts'
import { type AppDatabase, openDatabase } from '../database/open-database.ts'
import { isSchemaOf, versionSql } from '../database/write-guard.ts'
import { silentLog } from '../log.ts'
import { StartRefused } from '../start.ts'
import { copyAll, defaultUntilSeenMs, type MovedShop, placeHere, type ShopMove, sizeOf } from './move-copy.ts'
import { finishFormerMove, handOver } from './move-hand-over.ts'
import { takeLease } from './move-lease.ts'
import { type MoveTarget, openPostgresTarget, openSqliteTarget } from './move-places.ts'

/** Half of what was measured on two cores, all steps included (docs/decisions/0095). */
const rowsPerSecond = 2_000

/** Moves the shop to the other engine (D30, D31, D32); null when only looking. Throws StartRefused, changing nothing. */
export const moveShop = async (move: ShopMove): Promise<MovedShop | null> => {
  const { from, to } = move
  if ((from.databaseUrl === undefined) === (to === undefined))
    throw new StartRefused([
      to === undefined
        ? 'お店のデータは、もうSQLiteにあります。'
        : 'お店のデータは、もうPostgreSQLにあります（DATABASE_URL）。別のPostgreSQLへは、一度 --to sqlite で戻してから移します。',
    ])
  const found = await lookAtData({ ...from, log: silentLog })
  if (found.shop?.move?.state === 'left') return finishFormerMove(move, found.shop.move.token)
  const problem = folderProblem(found)
  if (problem !== null) throw new StartRefused([problem])
  const shopId = found.shop?.id
  if (shopId === undefined)
    throw new StartRefused([
      'ここには、まだお店がありません。npm start で一度開いてから、もう一度実行してください。',
    ])
  const source = await openDatabase({ ...from, log: silentLog })
  try {
    await checkSource(source)
    return await moveFrom(move, source, shopId)
  } finally {
    await source.close()
  }
}

const checkSource = async ({ db }: AppDatabase): Promise<void> => {
  const { rows } = await sql.raw<Record<string, unknown>>(versionSql).execute(db)
  if (!isSchemaOf(schemaVersionOf(allMigrations), rows[0]))
    throw new StartRefused([
      'お店のデータは、このプログラムとは別の版で開かれました。このプログラムの npm start で一度開いてから、もう一度実行してください。',
    ])
}

const moveFrom = async (move: ShopMove, source: AppDatabase, shopId: string): Promise<MovedShop | null> => {
  const token = randomUUID()
  const size = await sizeOf(source)
  const target = await openTarget(move, { shopId, token, bytes: size.bytes })
  try {
    const seconds = Math.ceil(size.rows / rowsPerSecond) + defaultUntilSeenMs / 1_000
    move.tell(
      `${placeHere(move)} から ${target.place} へ引っ越します：${formatNumber(size.rows)}行。お店はごらんいただけるまま、書き込み（注文・投稿・ログインなど）を${duration(seconds)}ほど止めます。`,
    )
    if (move.onlyLook === true) return null
    const facts = { token, place: target.place, endsAt: (await databaseNow(source.db)) + seconds * 1_000 }
    const startedAt = performance.now()
    const lease = await takeLease(source.db, facts)
    try {
      const copied = await copyAll(move, { source, target, lease, rows: size.rows })
      const aside = await handOver(move, { target, lease, shopId })
      const refusedMs = Math.round(performance.now() - startedAt)
      return { engine: target.engine, place: target.place, copied, aside, refusedMs }
    } catch (error) {
      // If this fails too, the lease ends by itself.
      await lease.end().catch(() => undefined)
      throw lease.lost.aborted ? lease.lost.reason : error
    }
  } finally {
    await target.close()
  }
}

const openTarget = (
  { from, to }: ShopMove,
  facts: { readonly shopId: string; readonly token: string; readonly bytes: number },
): Promise<MoveTarget> =>
  to === undefined ? openSqliteTarget(from.dataDir, facts) : openPostgresTarget(to, facts.shopId)

const duration = (seconds: number): string => (seconds < 60 ? '約1分' : `約${Math.ceil(seconds / 60)}分`)
