// @every: the built shop with neighbours that fail

import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { startHeldShop } from './held-shop.ts'
import { shopIsBuilt } from './holds-run.ts'
import { allWell, doAll, statusesOf } from './visits.ts'

beforeAll(shopIsBuilt)

test('D3: a shop whose database is silent ends by itself, as a supervisor wants it', async () => {
  const shop = await startHeldShop(onTestFinished, { postgres: inject('postgresUrl') })
  expect(statusesOf(await doAll(shop))).toEqual(allWell)
  shop.faults.database.behave({ kind: 'black hole' })
  expect(await shop.process.stop()).toBe(0)
})
