import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { contextForTests, onBothEngines } from '../tests/support/database-for-tests.ts'
import { prepareContent } from './features.server.ts'

onBothEngines('the start', (open) => {
  const start = async () => {
    const imagesDir = await mkdtemp(join(tmpdir(), 'images-'))
    onTestFinished(() => rm(imagesDir, { recursive: true }))
    const ctx = contextForTests((await open()).db, { imagesDir })
    const logins = async () => (await ctx.db.selectFrom('member').select('id').execute()).length
    return { ctx, logins, demo: { ...ctx, demo: true } }
  }

  test('A24: a demo has its three logins and four authors, and the real shop that it becomes has nobody', async () => {
    const { ctx, demo, logins } = await start()
    await prepareContent(demo, false)
    expect(await logins()).toBe(7)
    await prepareContent(demo, false)
    expect(await logins()).toBe(7)
    await prepareContent(ctx, true)
    expect(await logins()).toBe(0)
  })

  test('A24: a real shop opens without any login', async () => {
    const { ctx, logins } = await start()
    await prepareContent(ctx, false)
    expect(await logins()).toBe(0)
  })
})
