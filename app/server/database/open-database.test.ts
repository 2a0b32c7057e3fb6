import { expect, test } from 'vitest'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { freePort } from '../../../tests/support/free-port.ts'
import { silentLog } from '../log.ts'
import { openDatabase } from './open-database.ts'

onBothEngines('an open database', (open, places) => {
  test('answers a ping until it is closed, and can be closed twice', async () => {
    const database = await open()
    await expect(database.ping()).resolves.toBeUndefined()
    await Promise.all([database.close(), database.close()])
    await expect(database.ping()).rejects.toThrow()
  })

  test('can be closed before anything was asked of it', async () => {
    const database = await openDatabase(await places.empty())
    await expect(database.close()).resolves.toBeUndefined()
  })

  test('lets the running transaction end before it closes', async () => {
    const settings = await places.migrated()
    const database = await openDatabase(settings)
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const writing = database.db.transaction().execute(async (trx) => {
      begun.resolve()
      await mayEnd.promise
      await trx.insertInto('shop_state').values({ key: 'last', value: '' }).execute()
    })
    await begun.promise
    const closing = database.close()
    mayEnd.resolve()
    await Promise.all([writing, closing])

    const again = await openDatabase(settings)
    expect(await again.db.selectFrom('shop_state').select('key').execute()).toEqual([{ key: 'last' }])
    await again.close()
  })
})

test('PostgreSQL that is not there fails the ping and nothing else', async () => {
  const databaseUrl = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`
  const database = await openDatabase({ databaseUrl, dataDir: '/nowhere', log: silentLog })
  await expect(database.ping()).rejects.toThrow()
  await database.close()
})
