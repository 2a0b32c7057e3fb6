// npm run bench:desk [-- PART]: each page of the desk in a demo with 356 products, 450 orders and 154 members, as its owner sees it: processor ms of
// the server a page, compressed bytes, first paint (ms, the middle one of three) and height at 1280 px. With PART only the addresses that hold it.
// npm run bench:desk -- serve: leaves that demo open for looking until Ctrl+C, and says how to enter.
import { chromium } from '@playwright/test'
import { demoMembers } from '../demo/members.ts'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { findChromium } from '../scripts/programs-for-tests.js'
import { enterDesk } from '../tests/support/desk-session.ts'
import { readData } from '../tests/support/shop-database.ts'
import type { ShopProcess } from '../tests/support/shop-process.ts'
import { pagesToWalk } from '../tests/support/visited-pages.ts'
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

/** The desk's pages with what stands for their segments; those that need what this demo has not are left out. */
const addressesOf = ({ dataDir }: ShopProcess): string[] => {
  const one = (sql: string) => String(readData(dataDir, sql)[0]?.number)
  const order = one("select order_number as number from orders where state = 'paid' and shipped_at is null")
  const product = one("select number from product where status = '公開中' order by position")
  const filled = pagesToWalk
    .filter((path) => path.startsWith('/admin'))
    .map((path) =>
      path
        .replace('/orders/beside/:number', `/orders/beside/${order}`)
        .replace('/orders/:number', `/orders/${order}`)
        .replace('/products/:number', `/products/${product}`)
        .replace(/:list$/, 'news')
        .replace(':list/:id', 'news/new')
        .replace(':part', 'fees'),
    )
  return [...new Set(filled)].filter((path) => !/[:*]/.test(path))
}

const measureAll = async (shop: ShopProcess, part: string): Promise<void> => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({ viewport: screen, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
    const page = await context.newPage()
    await enterDesk(page, 'owner', shop)
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const rows: string[][] = []
    for (const path of addressesOf(shop).filter((each) => each.includes(part))) {
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
      rows.push([path, ms.toFixed(1), String(body.length), median(seen).toFixed(0), String(height)])
    }
    const fixed = median([yardstickMs(), yardstickMs(), yardstickMs()])
    console.log(`${machine()}; a fixed piece of work took ${fixed.toFixed(1)} ms`)
    printTable([['', 'server ms', 'bytes', 'first paint', 'height'], ...rows])
  } finally {
    await browser.close()
  }
}

const serve = async (shop: ShopProcess): Promise<void> => {
  const { products, orders, open, members } = filledDesk
  console.log(`${shop.origin}/admin   DATA_DIR ${shop.dataDir}   until Ctrl+C`)
  console.log(`${products} products, ${orders} orders (${open} to ship), ${members} members`)
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
