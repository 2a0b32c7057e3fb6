import { addresses } from '../../app/addresses.ts'
import { enterDesk } from '../support/desk-session.ts'
import { addOrdersToShip } from '../support/orders-to-ship.ts'
import { readData } from '../support/shop-database.ts'
import { expect, long, test } from './fixtures.ts'

test.use({ ownShop: true, expectedInConsole: /status of 404/ })

/** Fields that lie below the button of their form, or under it, where the page begins; but those that the button tells of. */
const fieldsBelowTheirButton = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('form *')].flatMap((foot) => {
    const form = foot.closest('form')
    if (form === null || getComputedStyle(foot).position !== 'sticky') return []
    const edge = foot.getBoundingClientRect().top
    const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
      'input:not([type=hidden]), select, textarea',
    )
    return [...fields].flatMap((field) => {
      const box = field.getBoundingClientRect()
      if (foot.contains(field) || box.height === 0 || box.bottom <= edge) return []
      const { sticks } = foot.dataset
      // A row of its own, which the button counts; what is stored stays as it is.
      if (sticks === 'rows' && /:|^order$/.test(field.name)) return []
      const isProof = field.type === 'password' || field.autocomplete === 'one-time-code'
      if (sticks === 'stored' && !isProof && !(field.required && field.value === '')) return []
      return `${location.pathname}: ${field.name}`
    })
  })

for (const width of [375, 768, 1280])
  test(`N95: no field lies below the button of its sheet, ${width} px wide`, long, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 740 })
    const [number = ''] = addOrdersToShip(shop, 12)
    await enterDesk(page, 'owner', shop)
    const [shipped] = readData(
      shop.dataDir,
      'select order_number as number from orders where shipped_at is not null',
    )
    const [product] = readData(shop.dataDir, "select number from product where status = '公開中'")
    const there = (path: string, order: string) =>
      path
        .replace('/orders/:number', `/orders/${order}`)
        .replace('/products/:number', `/products/${String(product?.number)}`)
        .replace(':list/:id', 'news/new')
        .replace(':list', 'news')
        .replace(':part', 'fees')
        .replace(':act', 'invite')
    // The carrier of 発送作業 has a test of its own beside it.
    const sheets = Object.keys(addresses).filter(
      (path) =>
        path.startsWith('/admin') &&
        path !== '/admin/packing' &&
        !/file|picture|passkey|enter|events|\*/.test(path),
    )
    const orders = [number, ...(shipped === undefined ? [] : [String(shipped.number)])]
    const paths = new Set(sheets.flatMap((path) => orders.map((order) => there(path, order))))
    const found: string[] = []
    let sticky = 0
    for (const path of [...paths, '/admin/packing/labels?format=b2', '/admin/packing/labels?which=none']) {
      await page.goto(path)
      sticky += await page.locator('form [data-sticks]').count()
      found.push(...(await page.evaluate(fieldsBelowTheirButton)))
    }
    expect(sticky).toBeGreaterThan(4)
    expect(found).toEqual([])
  })

test('N95: the password stands at the button of a refund', async ({ page, shop }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  const [number = ''] = addOrdersToShip(shop, 1)
  await enterDesk(page, 'owner', shop)
  await page.goto(`/admin/orders/${number}/cancel`)
  const button = page.getByRole('button', { name: '取り消す' })
  const last = page.locator('form input:not([type=hidden])').last()
  const [above, below] = await Promise.all([last.boundingBox(), button.boundingBox()])
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
})
