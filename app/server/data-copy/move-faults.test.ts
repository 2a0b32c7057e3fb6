// @every: moves of whole shops that are killed

import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { rebuildSearch } from '~/brought-by-features.server.ts'
import { postgresPlaces } from '../../../tests/support/database-places.ts'
import { memoryFolder } from '../../../tests/support/memory-folder.ts'
import { addPaidOrders } from '../../../tests/support/paid-orders-for-tests.ts'
import { startSource } from '../../../tests/support/source-process.ts'
import { openShopData } from '../data-folder/open-shop-data.ts'
import { moveNoteIn } from '../database/move-note.ts'
import { openDatabase } from '../database/open-database.ts'
import { WritesRefused } from '../database/write-guard.ts'
import { silentLog } from '../log.ts'
import { faultSentence } from './fault-sentence.ts'
import type { ShopMove } from './move-copy.ts'
import { moveShop } from './move-shop.ts'

const places = postgresPlaces()
afterAll(() => places.clear())

const newPostgres = async (): Promise<string> => (await places.empty()).databaseUrl ?? ''

const start = async (engine: 'sqlite' | 'postgres') => {
  const dataDir = await mkdtemp(join(memoryFolder(), 'shop-fault-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const isAway = engine === 'postgres'
  const from = { dataDir, databaseUrl: isAway ? await newPostgres() : undefined }
  const shop = await openShopData({ ...from, log: silentLog })
  onTestFinished(() => shop.close())
  await addPaidOrders(shop.db, 2)
  return { from, shop, to: isAway ? undefined : await newPostgres() }
}

describe.each(['sqlite', 'postgres'] as const)('a move from %s that meets a fault', (engine) => {
  /** Fails in `atEnd`, and must leave a shop that still sells. */
  const failing = async (atEnd: (databaseUrl: string) => Promise<void>) => {
    const { from, shop, to } = await start(engine)
    const move: ShopMove = {
      from,
      to,
      tell: () => {},
      signal: new AbortController().signal,
      untilSeenMs: 0,
      rebuildSearch: async (trx) => {
        await rebuildSearch(trx)
        await atEnd(from.databaseUrl ?? to ?? '')
      },
    }
    const fault: unknown = await moveShop(move).catch((error: unknown) => error)
    await addPaidOrders(shop.db, 1, 'after')
    expect(await shop.db.selectFrom('orders').select('id').execute()).toHaveLength(3)
    expect((await readdir(from.dataDir)).filter((name) => name.startsWith('.moving'))).toEqual([])
    return faultSentence(fault)
  }

  test('D33: a full disk is a sentence, and the shop sells on', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    expect(await failing(() => Promise.reject(full))).toMatch(/ディスクがいっぱいです/)
  })

  test('D33: a connection that is cut on the way is a sentence, and the shop sells on', async () => {
    const cut = async (databaseUrl: string) => {
      const killer = await openDatabase({ databaseUrl, dataDir: '', log: silentLog })
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`.execute(
        killer.db,
      )
      await killer.close()
    }
    expect(await failing(cut)).toMatch(/つながりが切れました/)
  })

  test('D30, D32: a mover whose process is killed leaves the shop in charge, which sells on and can move', async () => {
    const { from, shop, to } = await start(engine)
    const child = startSource('mover-child', [], { ...from, to })
    const dead = once(child, 'exit')
    onTestFinished(() => void child.kill('SIGKILL'))
    for await (const line of createInterface({ input: child.stdout })) if (line === 'copied') break
    const late = shop.db.transaction().execute((trx) => addPaidOrders(trx, 1, 'meanwhile'))
    await expect(late).rejects.toThrow(WritesRefused)
    child.kill('SIGKILL')
    await dead
    await expireMove(from)
    await addPaidOrders(shop.db, 1, 'after')
    expect(await shop.db.selectFrom('orders').select('id').execute()).toHaveLength(3)
    const parts = { tell: () => {}, signal: new AbortController().signal, untilSeenMs: 0, rebuildSearch }
    expect((await moveShop({ from, to, ...parts }))?.copied?.orders?.rows).toBe(3)
  })
})

/** As half a minute after the mover was killed. */
const expireMove = async (settings: ShopMove['from']) => {
  const { db, close } = await openDatabase({ ...settings, log: silentLog })
  const value = JSON.stringify({ ...(await moveNoteIn(db)), until: 1 })
  await db.updateTable('shopState').set({ value }).where('key', '=', 'move').execute()
  await close()
}
