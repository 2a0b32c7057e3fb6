// npm run bench:desk [-- PART]: each page of the desk in a demo with 356 products, 450 orders and 154 members, as its owner sees it: processor ms of
// the server a page, compressed bytes, those of them beside its rows (tables, lists and what the browser reads them from again), first paint (ms, the
// middle one of three) and height at 1280 px; at the end the pages that miss 100 ms, 14 kB beside their rows or a first paint of 300 ms, each with
// how often it takes the limit. With PART only the addresses that hold it.
// npm run bench:desk -- serve: leaves that demo open for looking until Ctrl+C, and says how to enter.
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { chromium } from '@playwright/test'
import { demoDeskPeople, demoMembers } from '../demo/members.ts'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { findChromium } from '../scripts/programs-for-tests.js'
import { deskAddresses } from '../tests/support/desk-addresses.ts'
import { enterDesk } from '../tests/support/desk-session.ts'
import type { ShopProcess } from '../tests/support/shop-process.ts'
import { filledDesk, startFilledDesk } from './filled-desk.ts'
import { get } from './http-get.js'
import { machine } from './machine.js'
import { printTable } from './print-table.js'
import { processorMs } from './processor-ms.js'
import { yardstickMs } from './yardstick.ts'

const asked = 20
const paints = 3
const screen = { width: 1280, height: 800 }

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Of what every page of the desk should stay below. */
const limits = { serverMs: 100, bytesBesideRows: 14_000, firstPaintMs: 300 } as const

/** Compressed as the server does, without what stands once for each row. */
const bytesBesideRows = (body: Buffer): number => {
  const html = brotliDecompressSync(body).toString()
  const frame = html
    .replace(/<tbody.*?<\/tbody>/gs, '')
    .replace(/<(li|option)\b.*?<\/\1>/gs, '')
    .replace(/<script[^>]*>window\.__reactRouterContext.*?<\/script>/gs, '')
  return brotliCompressSync(frame, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}

const measureAll = async (shop: ShopProcess, part: string): Promise<void> => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({ viewport: screen, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
    const page = await context.newPage()
    await enterDesk(page, 'owner', shop)
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const rows: string[][] = []
    const missed: string[] = []
    for (const path of deskAddresses(shop).filter((each) => each.includes(part))) {
      const answer = () => get(shop.listens, path, { cookie, 'accept-encoding': 'br' })
      const { status, body } = await answer()
      if (status !== 200) continue
      // Compiled, as in a shop that has been open for a while.
      for (let round = 0; round < asked; round += 1) await answer()
      const before = processorMs(shop.pid())
      for (let round = 0; round < asked; round += 1) await answer()
      const ms = (processorMs(shop.pid()) - before) / asked
      const seen: number[] = []
      for (let round = 0; round < paints; round += 1) {
        await page.goto(shop.origin + path, { waitUntil: 'load' })
        seen.push(
          await page.evaluate(
            () =>
              new Promise<number>((resolve) =>
                new PerformanceObserver((list) => {
                  for (const { name, startTime } of list.getEntries())
                    if (name === 'first-contentful-paint') resolve(startTime)
                }).observe({ type: 'paint', buffered: true }),
              ),
          ),
        )
      }
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      const measured = {
        serverMs: ms,
        bytesBesideRows: bytesBesideRows(body),
        firstPaintMs: median(seen),
      }
      for (const name of ['serverMs', 'bytesBesideRows', 'firstPaintMs'] as const)
        if (measured[name] > limits[name])
          missed.push(`${path}: ${name} ${(measured[name] / limits[name]).toFixed(1)} times its limit`)
      rows.push([
        ...[path, ms.toFixed(1), String(body.length), String(measured.bytesBesideRows)],
        ...[measured.firstPaintMs.toFixed(0), String(height)],
      ])
    }
    const fixed = median([yardstickMs(), yardstickMs(), yardstickMs()])
    console.log(`${machine()}; a fixed piece of work took ${fixed.toFixed(1)} ms`)
    printTable([['', 'server ms', 'bytes', 'beside rows', 'first paint', 'height'], ...rows])
    for (const miss of missed) console.log(miss)
  } finally {
    await browser.close()
  }
}

const serve = async (shop: ShopProcess): Promise<void> => {
  const { products, orders, open, members } = filledDesk
  console.log(`${shop.origin}/admin   DATA_DIR ${shop.dataDir}   until Ctrl+C`)
  console.log(`${products} products, ${orders} orders (${open} to ship), ${members} members`)
  for (const { email, role } of demoDeskPeople)
    console.log(`${role}: ${email}   the password below; the door shows the code`)
  for (const { email, password, shows } of demoMembers) console.log(`${shows}: ${email}   ${password}`)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

await getReadyOrEnd(built)
const [part = ''] = process.argv.slice(2)
const shop = await startFilledDesk()
try {
  await (part === 'serve' ? serve(shop) : measureAll(shop, part))
} finally {
  await shop.remove()
}
