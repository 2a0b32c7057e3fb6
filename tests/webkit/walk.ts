// npm run test:webkit: walks the built shop in the engine of Safari, where most customers are, in a window of a small phone's width: as it is,
// without popovers as in a Safari before 17, and with an input method. Part of npm test where CI is set; on Debian as root it gets WebKitGTK
// and a screen itself. Its last line is `N passed, N failed`.
import assert from 'node:assert/strict'
import { becomeOlderPhone } from '../support/older-phone.ts'
import {
  type BrowserWindow,
  goToPayment,
  hydrated,
  shows,
  signIn,
  walkShop,
} from '../support/walk-in-browser.ts'
import type { Step } from '../support/walk-steps.ts'
import { openWebKit, type WebKitSettings, webkit } from './driver.ts'

const staysUpright = async (page: BrowserWindow, selector: string) => {
  const canMove = `(() => {
    const found = document.querySelector(${JSON.stringify(selector)})
    return found.scrollWidth > found.clientWidth && getComputedStyle(found).overflowX !== 'hidden'
  })()`
  assert.equal(await page.read(canMove), false, `${selector} moves sideways`)
}

/** What lies on the screen, not above or below it. */
const onScreen = (element: string) => `((found) => {
  const box = found?.getBoundingClientRect()
  return box !== undefined && box.height > 0 && box.top >= 0 && box.top < innerHeight
})(${element})`

const heading = (text: string) =>
  `[...document.querySelectorAll('h2')].find((each) => each.textContent.includes('${text}'))`
const firstFabric = `document.querySelector('main a[href*="/all-products/F-"]')`
const shownText = `document.body.innerText`

/** What a keyboard sends for it, in WebDriver's words. */
const enter = '\uE007'

const openQuestion = `[...document.querySelectorAll('[role=dialog], dialog')].find((each) => each.getClientRects().length > 0)`

/** On a recipe's page with a comment of hers. */
const deleteComment = async (page: BrowserWindow, text: string) => {
  await page.press('削除', 'li:has(button[aria-label="自分のコメントを削除"])')
  await page.until('the question is open', `${openQuestion} !== undefined`)
  const height = await page.read(`${openQuestion}.getBoundingClientRect().height`)
  assert.ok(Number(height) < 400, `the question is ${height} px high`)
  await page.press('削除する', '[role=dialog]')
  await page.until('the comment is gone', `!${shownText}.includes(${JSON.stringify(text)})`)
}

const comment = async (page: BrowserWindow, text: string) => {
  await page.go('/gallery/detail/demo-tote')
  await page.type('textarea', text)
  await page.press('コメントする')
  await page.until('the comment is there', `document.querySelector('textarea').value === ''`)
  await shows(page, text)
}

const buyFabric = async (page: BrowserWindow) => {
  await page.go('/all-products/F-1001')
  await goToPayment(page)
  await page.press('支払う')
  await page.until('the order is there', `location.pathname === '/success'`)
  await shows(page, '注文番号')
}

const walkPhone = async (page: BrowserWindow, step: Step) => {
  await step('the window is as wide as a small phone', async () => {
    await page.go('/')
    assert.deepEqual(await page.read('[innerWidth, innerHeight]'), [375, 667])
  })

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

  await step('a fabric is bought: cart, payment page, order', () => buyFabric(page))

  await step('a member comments; the question before deleting is as tall as what it says', async () => {
    await signIn(page)
    await comment(page, 'すてきな色です')
    await deleteComment(page, 'すてきな色です')
  })
}

/** What Safari has from 17 on, and from 16.4 on. */
const newerThanSafari16 = [
  'PopoverAttribute',
  'CSSAnchorPositioning',
  'CSSTextWrapPretty',
  'CookieStoreAPI',
  'CrossDocumentViewTransitions',
  'DetailsAutoExpand',
  'HiddenUntilFound',
  'ScrollDrivenAnimations',
  'URLPatternAPI',
  'UserActivationAPI',
  'ViewTransitions',
]

/** W65. */
const walkOlderPhone = async (page: BrowserWindow, step: Step) => {
  await step('W65: it has no popovers, as a Safari before 17', async () => {
    await page.go('/')
    assert.equal(await page.read(`'popover' in HTMLElement.prototype`), false)
    assert.equal(
      await page.read(`'toSorted' in Array.prototype`),
      true,
      'app/ui/older-browsers.ts did not run',
    )
  })

  await step('W65: a recipe opens at its top, without open questions', async () => {
    await page.go('/gallery/detail/demo-tote')
    await hydrated(page)
    assert.equal(await page.read('scrollY'), 0)
    assert.equal(await page.read(`${openQuestion} === undefined`), true)
    assert.equal(await page.read(onScreen(`document.querySelector('h1')`)), true)
    await page.press('いいね')
    await page.until('the way to the login is shown', onScreen(openQuestion))
    await page.press('閉じる', '[role=dialog]')
    await page.until('it is closed', `${openQuestion} === undefined`)
  })

  await step('W65: fabrics stand before the filters, which open, and lead back to the fabrics', async () => {
    await page.go('/all-products')
    await hydrated(page)
    assert.equal(await page.read(onScreen(firstFabric)), true, 'no fabric is on the first screen')
    await page.press('しぼりこむ')
    await page.until('the colours are on the screen', onScreen(heading('色')))
    await page.press('点を見る')
    await page.until('a fabric is on the screen', onScreen(firstFabric))
  })

  await step('W65: a fabric is bought', () => buyFabric(page))

  await step('W65: a member signs in, comments, and deletes it', async () => {
    await signIn(page)
    await comment(page, '色がきれいです')
    await deleteComment(page, '色がきれいです')
  })
}

/** W64: WebKitGTK has no passkeys. */
const walkDesk = async (page: BrowserWindow, step: Step) => {
  await step('W64: the desk is entered by code, and says that this browser has no passkeys', async () => {
    await signIn(page, 'owner@demo.example')
    await page.go('/admin/helpers/passkey')
    await shows(page, 'いまのコードは')
    const code = await page.read(`${shownText}.match(/いまのコードは\\s*(\\d{6})/)[1]`)
    await page.type('input[name=code]', String(code))
    await page.press('入る', 'main form')
    await shows(page, 'この端末やブラウザーでは、顔・指紋を使えません。')
  })
}

const walkWithInputMethod = async (page: BrowserWindow, step: Step) => {
  await step('R15: Enter ends a conversion, and the next one searches', async () => {
    await page.go('/all-products')
    await hydrated(page)
    const field = 'main input[type=search]'
    await page.type(field, `nuno${enter}`)
    await page.until('the word is there', `document.querySelector('${field}').value === '布'`)
    assert.equal(await page.read('location.search'), '')
    await page.type(field, enter)
    await page.until('it was searched', `new URLSearchParams(location.search).get('q') === '布'`)
  })
}

await walkShop(webkit, openWebKit, async (page, step, shop) => {
  await walkPhone(page, step)
  const inWindow = async (settings: WebKitSettings, walk: (window: BrowserWindow) => Promise<void>) => {
    const other = await openWebKit(shop.origin, settings)
    await walk(other).finally(() => other.close())
  }
  const before = `(${becomeOlderPhone})()`
  await inWindow({}, (window) => walkDesk(window, step))
  await inWindow({ without: newerThanSafari16, before }, (window) => walkOlderPhone(window, step))
  await inWindow({ hasInputMethod: true }, (window) => walkWithInputMethod(window, step))
})
