import { enterDesk } from '../support/desk-session.ts'
import { changeData } from '../support/shop-database.ts'
import { test } from './fixtures.ts'

test.use({ shopSettings: { DEMO_ORDERS: '1' }, ownShop: true })
const out = '/tmp/STOCK-pictures'
test('pictures', async ({ page, shop }) => {
  test.setTimeout(240_000)
  changeData(
    shop.dataDir,
    `insert into stock (number, mode, counted_by, low_at) select number, case type when 'kit' then 'count' else 'pieces' end, 'desk', null from product where number not in (select number from stock);
     insert into stock_piece (id, number, units, left_units, label, source, received_at) select 'x' || number, number, 3 + position % 9, 3 + position % 9, 'B1', 'counted', 1 from product where number not in (select number from stock_piece);
     update stock set most_units = (select coalesce(max(left_units), 0) from stock_piece where stock_piece.number = stock.number);
     update stock set reordered_units = 40, reordered_at = ${Date.now() - 9e8} where number in (select number from stock order by number limit 3);`,
  )
  for (const role of ['owner', 'packer'] as const) {
    changeData(shop.dataDir, "update desk_person set may_count = 1 where role = 'packer'")
    await enterDesk(page, role, shop)
    for (const [name, path] of [
      ['stock', '/admin/stock'],
      ['low', '/admin/stock?state=low&sort=soldMonth&dir=desc'],
      ['file', '/admin/products/file'],
    ] as const) {
      for (const width of [320, 375, 768, 1280, 1920]) {
        if (role === 'packer' && (name !== 'stock' || width < 375)) continue
        await page.setViewportSize({ width, height: width < 400 ? 812 : 900 })
        await page.goto(path)
        await page.evaluate(() => document.fonts.ready)
        await page.screenshot({ path: `${out}/${role}-${name}-${width}.png`, fullPage: true })
      }
    }
  }
})
