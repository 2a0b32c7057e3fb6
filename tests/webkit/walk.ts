// npm run test:webkit: walks the built shop in the engine of Safari, where most customers are. Not part of npm test; on Debian as root it gets
// webkit2gtk-driver and xvfb itself. Its last line is `N passed, N failed`.
import assert from 'node:assert/strict'
import {
  type BrowserWindow,
  goToPayment,
  hydrated,
  shows,
  signIn,
  walkShop,
} from '../support/walk-in-browser.ts'
import { openWebKit, webkit } from './driver.ts'

const staysUpright = async (page: BrowserWindow, selector: string) => {
  const canMove = `(() => {
    const found = document.querySelector(${JSON.stringify(selector)})
    return found.scrollWidth > found.clientWidth && getComputedStyle(found).overflowX !== 'hidden'
  })()`
  assert.equal(await page.read(canMove), false, `${selector} moves sideways`)
}

await walkShop(webkit, openWebKit, async (page, step) => {
  await step('what the server wrote stays: days of news are days', async () => {
    await page.go('/')
    await shows(page, '新しい生地')
    // The browser writes it anew from the page's data.
    await hydrated(page)
    const stamps = await page.read(`document.body.innerText.match(/\\d{4}-\\d{2}-\\d{2}T/g) ?? []`)
    assert.deepEqual(stamps, [])
  })

  await step('fabrics are narrowed in a sheet that moves up and down alone', async () => {
    await page.go('/all-products')
    await page.press('しぼりこむ')
    await page.until('the sheet is open', `document.querySelector('nav[popover]:popover-open') !== null`)
    await staysUpright(page, 'nav[popover]')
  })

  await step('a fabric is bought: cart, payment page, order', async () => {
    await page.go('/all-products/F-1001')
    await goToPayment(page)
    await page.press('支払う')
    await page.until('the order is there', `location.pathname === '/success'`)
    await shows(page, '注文番号')
  })

  await step(
    'a member signs in and comments; the question before deleting is as tall as what it says',
    async () => {
      await signIn(page)
      await page.go('/gallery/detail/demo-tote')
      await page.type('textarea', 'すてきな色です')
      await page.press('コメントする')
      await shows(page, 'すてきな色です')
      await page.press('削除')
      await page.until(
        'the question is open',
        `document.querySelector('[popover]:popover-open, dialog[open]') !== null`,
      )
      const height = await page.read(
        `document.querySelector('[popover]:popover-open, dialog[open]').getBoundingClientRect().height`,
      )
      assert.ok(Number(height) < 400, `the question is ${height} px high`)
    },
  )
})
