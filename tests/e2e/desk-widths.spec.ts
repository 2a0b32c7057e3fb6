import { deskAddresses } from '../support/desk-addresses.ts'
import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { changeData } from '../support/shop-database.ts'
import { expect, test } from './fixtures.ts'

test.use({ shopSettings: { DEMO_ORDERS: '1' }, expectedInConsole: /status of 404/ })

/** Lists that are empty in the demo have a row each. */
const filled = `insert into held_price (number, price_text, price, former_price)
   select number, '66', 66, 660 from product where type = 'fabric' and status = '公開中' limit 3;
 insert into mail (id, kind, subject_key, recipient, subject, text, html, message_id, state, attempts, next_attempt_at, claimed_until, last_error, created_at)
   values ('dead', 'order_shipped', 'no-order', 'hana@example.com', 'ご注文の品を発送しました', '', '', 'dead', 'dead', 5, ${Date.now()}, 0, '550 5.1.1 user unknown', ${Date.now()})`

for (const width of [375, 768, 1280, 1920])
  test(`each page of the desk has nothing that axe finds, nor anything beside the screen, at ${width} px`, async ({
    page,
    shop,
  }) => {
    await enterDesk(page, 'owner', shop)
    changeData(shop.dataDir, filled)
    await page.setViewportSize({ width, height: 900 })
    const seen: string[] = []
    for (const path of deskAddresses(shop)) {
      const response = await page.goto(path)
      // A sheet that this order does not have.
      if (response?.status() !== 200) continue
      await test.step(path, async () => {
        await expectNoAxeViolations(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
      })
      seen.push(path)
    }
    expect(seen.length).toBeGreaterThan(40)
  })
