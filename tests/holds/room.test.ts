// @every: the built shop with neighbours that fail

import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../support/mail-server.ts'
import { memoryFolder } from '../support/memory-folder.ts'
import { realShopSettings } from '../support/real-shop-settings.ts'
import { waitFor } from '../support/wait-for.ts'
import { startHeldShop } from './held-shop.ts'
import { isWhole, note, shopIsBuilt } from './holds-run.ts'
import { lossesOf, nothingAcknowledged } from './losses.ts'
import { allWell, doAll, statusesOf, visit } from './visits.ts'

beforeAll(shopIsBuilt)

/** A disk of this size in MB, where mounting is allowed. */
const smallDisk = async (mb: number): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m`, 'none', folder])
  onTestFinished(async () => {
    execFileSync('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

describe.runIf(isWhole)('D50: room that runs out', () => {
  test.runIf(process.getuid?.() === 0)(
    'a full disk: pages stay, each write is refused whole with 503, and room alone brings all back',
    async () => {
      const dataDir = await smallDisk(48)
      await writeFile(join(dataDir, 'shop.settings.json'), JSON.stringify(realShopSettings))
      const second = await startMailServer(onTestFinished)
      const env = { DATA_DIR: dataDir, ALARM_SMTP_URL: second.url }
      const shop = await startHeldShop(onTestFinished, { env, dataDir })
      expect(statusesOf(await doAll(shop))).toEqual(allWell)
      const filler = join(dataDir, 'filler')
      await writeFile(filler, Buffer.alloc(64 * 1_048_576)).catch(() => undefined)
      const done = await doAll(shop)
      const writes = ['checkout', 'a like', 'a comment', 'a post']
      for (const [name, { status, headers }] of done) {
        if (!writes.includes(name)) continue
        expect(status, name).toBe(503)
        expect(headers.get('retry-after'), name).not.toBe(null)
      }
      for (const name of ['the pages of the shop', 'a page without data', 'the gallery'] as const)
        expect(done.get(name)?.status, name).toBe(200)
      const writesFail = async () => (await visit(shop, '/readyz')).body === 'ok, but writes fail\n'
      await waitFor('the shop to say so', 20_000, writesFail)
      for (const path of ['/readyz', '/healthz']) expect((await visit(shop, path)).status).toBe(200)
      // Of the disk that is low it cannot be told by a row any more.
      await waitFor('the alarm', 90_000, async () => second.received.length > 0)
      await rm(filler)
      const from = performance.now()
      await waitFor('all to be well', 90_000, async () => !(await writesFail()))
      const recoveredMs = performance.now() - from
      expect(statusesOf(await doAll(shop))).toEqual(allWell)
      expect(await lossesOf(shop, nothingAcknowledged)).toEqual({ lost: [], doubled: [] })
      note({ fault: 'disk full', trials: 1, lost: 0, doubled: 0, recoveredMs })
    },
    270_000,
  )

  test('memory high: new work is refused, readiness says so, and all comes back without a restart', async () => {
    const folder = await mkdtemp(join(memoryFolder(), 'shop-hog-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const hogFile = join(folder, 'hog')
    const shop = await startHeldShop(onTestFinished, {
      env: { HOG_FILE: hogFile, NODE_OPTIONS: '--max-old-space-size=256' },
    })
    expect(statusesOf(await doAll(shop))).toEqual(allWell)
    const pid = shop.process.pid() ?? 0
    const hog = async (mb: number) => {
      await writeFile(hogFile, String(mb))
      process.kill(pid, 'SIGUSR2')
    }
    let taken = 120
    await waitFor('memory to be short', 60_000, async () => {
      await hog(taken)
      taken = Math.min(taken + 4, 215)
      return (await visit(shop, '/readyz')).status === 503
    })
    const done = await doAll(shop)
    for (const [name, { status, headers }] of done)
      if (name !== 'a page without data')
        expect([status, headers.get('retry-after')], name).toEqual([503, '2'])
    expect((await visit(shop, '/healthz')).status).toBe(200)
    await hog(0)
    const from = performance.now()
    await waitFor('all to be well', 60_000, async () => (await visit(shop, '/readyz')).status === 200)
    const recoveredMs = performance.now() - from
    expect(statusesOf(await doAll(shop))).toEqual(allWell)
    expect([shop.process.isOver(), shop.process.pid()]).toEqual([false, pid])
    expect(await lossesOf(shop, nothingAcknowledged)).toEqual({ lost: [], doubled: [] })
    expect(await readFile(hogFile, 'utf8')).toBe('0')
    note({ fault: 'memory high', trials: 1, lost: 0, doubled: 0, recoveredMs })
  }, 180_000)
})
