import { keptKit, keptLine, lineOf, visitWithCart } from '../support/kept-carts.ts'
import { cartButton } from '../support/shopping.ts'
import { expect, press, test } from './fixtures.ts'

const description = `綿100％、生地巾110cm、約125g/㎡。${'すくすく育つ麻の葉に願いをかけた柄です。'.repeat(6)}`
const lines = [
  keptLine('F-1001', { name: '麻の葉 シーチング 50cm【藍】', description, quantity: 2 }),
  keptLine('F-1004', { name: '青海波 シーチング 50cm【藍】', description, quantity: 99, price: '1234' }),
  keptLine('KAS-2201', { name: '矢絣 先染め木綿【藤】', description }),
  keptKit('K-2001', { name: '50cm角で作る巾着キット', description }),
]

/** Tops of an element's lines of text, and whether any of it is cut off sideways. */
const rowsOf = (node: Element) => {
  const range = document.createRange()
  range.selectNodeContents(node)
  const { top, bottom } = node.getBoundingClientRect()
  const isInside = (row: DOMRect) => (row.top + row.bottom) / 2 > top && (row.top + row.bottom) / 2 < bottom
  const rows = [...range.getClientRects()].filter(isInside)
  return new Set(rows.map((row) => Math.round(row.top))).size
}

test('C16: a line shows two lines of its description, its number takes none of them, and it stays low', async ({
  page,
}) => {
  await page.route('**/api/goods*', (route) => route.fulfill({ json: lines }))
  for (const opener of [/^カート\s/, /^カートの中身を見る/]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await visitWithCart(page, lines, '/all-products')
    await expect(cartButton(page)).toContainText('103点')
    await press(page.getByRole('button', { name: opener }).first())
    const cart = page.getByRole('dialog', { name: 'カート' })
    for (const { width, height, text, most } of [
      { width: 1280, height: 800, text: '100%', most: 133 },
      { width: 768, height: 800, text: '100%', most: 133 },
      { width: 375, height: 800, text: '100%', most: 133 },
      // 99枚 = 50cm × 4950cm takes a second row there.
      { width: 320, height: 800, text: '100%', most: 164 },
      { width: 375, height: 667, text: '200%', most: 360 },
    ]) {
      await page.setViewportSize({ width, height })
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text)
      await expect(cart).toBeVisible()
      for (const { managementNumber } of lines) {
        const what = `${managementNumber}, ${opener}, ${width} px, text at ${text}`
        const line = lineOf(cart, managementNumber)
        const rows = text === '100%' ? 2 : 1
        await expect.poll(() => line.getByText(/^綿100％/).evaluate(rowsOf), what).toBe(rows)
        await expect(line.getByText(`管理番号 ${managementNumber}`, { exact: true }), what).toBeVisible()
        expect((await line.boundingBox())?.height, what).toBeLessThanOrEqual(most)
        expect(await line.evaluate((node) => node.scrollWidth - node.clientWidth), what).toBeLessThanOrEqual(
          0,
        )
      }
    }
  }
})
