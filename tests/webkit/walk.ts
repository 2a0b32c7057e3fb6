// npm run test:webkit: walks the built shop in the engine of Safari, where most customers are. Not part of npm test; on Debian as root it gets
// webkit2gtk-driver and xvfb itself. Its last line is `N passed, N failed`.
import assert from 'node:assert/strict'
import { demoMembers } from '../../demo/members.ts'
import { built } from '../../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../../scripts/get-ready.js'
import { ensurePrograms } from '../../scripts/programs-for-tests.js'
import { startShop } from '../support/shop-process.ts'
import { openWebKit, webkit } from './driver.ts'

const tell = (line: string) => void process.stdout.write(`${line}\n`)

await getReadyOrEnd(built)
const missing = await ensurePrograms([webkit])
if (missing !== undefined) {
  process.stderr.write(`${missing}\n`)
  process.exit(1)
}
const shop = await startShop()
const page = await openWebKit(shop.origin).catch(async (error: unknown) => {
  await shop.remove()
  throw error
})
const counts = { passed: 0, failed: 0 }

const step = async (name: string, walk: () => Promise<void>) => {
  try {
    await walk()
    counts.passed += 1
    tell(`passed  ${name}`)
  } catch (error) {
    counts.failed += 1
    tell(`FAILED  ${name}\n        ${error instanceof Error ? error.message : String(error)}`)
  }
}

const staysUpright = async (selector: string) => {
  const canMove = `(() => {
    const found = document.querySelector(${JSON.stringify(selector)})
    return found.scrollWidth > found.clientWidth && getComputedStyle(found).overflowX !== 'hidden'
  })()`
  assert.equal(await page.read(canMove), false, `${selector} moves sideways`)
}
const shows = (text: string) =>
  page.until(`「${text}」 is shown`, `document.body.innerText.includes(${JSON.stringify(text)})`)

await step('what the server wrote stays: days of news are days', async () => {
  await page.go('/')
  await shows('新しい生地')
  // The browser writes it anew from the page's data.
  await page.until(
    'the page is hydrated',
    `Object.keys(document.querySelector('main')).some((key) => key.startsWith('__reactFiber'))`,
  )
  const stamps = await page.read(`document.body.innerText.match(/\\d{4}-\\d{2}-\\d{2}T/g) ?? []`)
  assert.deepEqual(stamps, [])
})

await step('fabrics are narrowed in a sheet that moves up and down alone', async () => {
  await page.go('/all-products')
  await page.press('しぼりこむ')
  await page.until('the sheet is open', `document.querySelector('nav[popover]:popover-open') !== null`)
  await staysUpright('nav[popover]')
})

await step('a fabric is bought: cart, payment page, order', async () => {
  await page.go('/all-products/F-1001')
  await page.press('生地を購入')
  await shows('カートに入れました')
  await page.press('カートを見る')
  await page.press('購入へ進む')
  await page.until('the payment page is there', `location.pathname.startsWith('/practice/pay/')`)
  await page.press('支払う')
  await page.until('the order is there', `location.pathname === '/success'`)
  await shows('注文番号')
})

await step(
  'a member signs in and comments; the question before deleting is as tall as what it says',
  async () => {
    await page.go('/gallery/login')
    await page.type('input[type=email]', demoMembers[0]?.email ?? '')
    await page.type('input[type=password]', demoMembers[0]?.password ?? '')
    await page.until('the form lives', `document.querySelector('main form button') !== null`)
    await page.read(
      `document.querySelector('main form button[type=submit], main form button:not([type])').click()`,
    )
    await page.until('she is in', `!location.pathname.endsWith('/login')`)
    await page.go('/gallery/detail/demo-tote')
    await page.type('textarea', 'すてきな色です')
    await page.press('コメントする')
    await shows('すてきな色です')
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

await page.close()
await shop.remove()
tell(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 ? 1 : 0
