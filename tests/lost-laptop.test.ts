import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { picturesOfBackup, rebuildSearch } from '../app/brought-by-features.server.ts'
import { openShopData } from '../app/server/data-folder/open-shop-data.ts'
import { silentLog } from '../app/server/log.ts'
import { onBothEngines } from './support/database-for-tests.ts'
import { fillShop } from './support/filled-shop.ts'
import { loseAndRestore } from './support/lost-laptop.ts'
import { memoryFolder } from './support/memory-folder.ts'

onBothEngines('a laptop is lost', (_open, places) => {
  test('D20, D25, D26, D28: nothing of orders is lost with it', async () => {
    const folder = await mkdtemp(join(memoryFolder(), 'shop-lost-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const newPlace = async (name: string) => ({
      dataDir: join(folder, name),
      databaseUrl: places.engine === 'postgres' ? (await places.empty()).databaseUrl : undefined,
    })
    const from = await newPlace('laptop')
    const shop = await openShopData({ ...from, log: silentLog })
    await fillShop(shop.db)
    await shop.close()
    const said: string[] = []
    await loseAndRestore({
      from,
      to: await newPlace('elsewhere'),
      place: join(folder, 'place'),
      rebuildSearch,
      pictures: picturesOfBackup,
      check: (isSo, what) => expect(isSo, what).toBe(true),
      tell: (line) => void said.push(line),
    })
    expect(said).toHaveLength(2)
  })
})
