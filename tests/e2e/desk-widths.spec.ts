import { deskAddresses } from '../support/desk-addresses.ts'
import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { changeData } from '../support/shop-database.ts'
import { startShop } from '../support/shop-process.ts'
import { test as base, expect } from './fixtures.ts'

/** Lists that are empty in the demo have a row each. */
const filled = `insert into held_price (number, price_text, price, former_price)
   select number, '66', 66, 660 from product where type = 'fabric' and status = '公開中' limit 3;
 insert into mail (id, kind, subject_key, recipient, subject, text, html, message_id, state, attempts, next_attempt_at, claimed_until, last_error, created_at)
   values ('dead', 'order_shipped', 'no-order', 'hana@example.com', 'ご注文の品を発送しました', '', '', 'dead', 'dead', 5, ${Date.now()}, 0, '550 5.1.1 user unknown', ${Date.now()})`

const filledShop = async () => {
  const shop = await startShop({ DEMO_ORDERS: '1' })
  changeData(shop.dataDir, filled)
  return shop
}

const test = base.extend({ shop: async ({ shopMadeBy }, use) => use(await shopMadeBy(filledShop)) })

test.use({ expectedInConsole: /status of 404/ })

const widths = [375, 768, 1280, 1920]
/** A phone and a desk: what axe says of a page between them, or of a wider one, is the same. */
const widthsOfAxe = [375, 1280]

const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** So many tests share the pages, as one alone would be the last to end. */
const parts = 4

// A page is opened at one of the widths, the next one at the next, and its window then takes the others.
for (const part of Array.from({ length: parts }, (_, at) => at))
  test(`each page of the desk has nothing that axe finds at ${widthsOfAxe.join(' and ')} px, nor anything beside the screen at ${widths.join(', ')} px: part ${part + 1} of ${parts}`, async ({
    page,
    shop,
  }) => {
    await enterDesk(page, 'owner', shop)
    let seen = 0
    const paths = deskAddresses(shop).filter((_, at) => at % parts === part)
    for (const [at, path] of paths.entries()) {
      const [first = 0, ...others] = [
        ...widths.slice(at % widths.length),
        ...widths.slice(0, at % widths.length),
      ]
      await page.setViewportSize({ width: first, height: 900 })
      const response = await page.goto(path)
      // A sheet that this order does not have.
      if (response?.status() !== 200) continue
      for (const width of [first, ...others])
        await test.step(`${path} at ${width} px`, async () => {
          await page.setViewportSize({ width, height: 900 })
          // Scripts hear of the width with a frame, and change the page with the next.
          await page.evaluate(frames)
          if (widthsOfAxe.includes(width)) await expectNoAxeViolations(page)
          expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
        })
      seen += 1
    }
    expect(seen).toBeGreaterThan(10)
  })
