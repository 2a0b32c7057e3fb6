import { demoMembers } from '../../demo/members.ts'
import { built } from '../../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../../scripts/get-ready.js'
import { ensurePrograms, type Program } from '../../scripts/programs-for-tests.js'
import { type ShopProcess, startShop } from './shop-process.ts'
import { type Step, walkSteps } from './walk-steps.ts'

/** What every driver of a browser can do in its window. */
export interface BrowserWindow {
  go(path: string): Promise<void>
  /** The value of an expression in the page. */
  read(expression: string): Promise<unknown>
  /** Waits until an expression in the page is true; throws with `what` after ten seconds. */
  until(what: string, expression: string): Promise<void>
  /** Presses the visible button, link or summary with this text. */
  press(text: string): Promise<void>
  type(selector: string, text: string): Promise<void>
  close(): Promise<void>
}

/** For the page: the first visible button, link, summary or label whose text includes `text`, which has no blanks. */
export const pressable = `(text) => [...document.querySelectorAll('button, a, summary, label')].find((each) =>
  each.textContent.replaceAll(/\\s/g, '').includes(text) && each.getClientRects().length > 0 && !each.disabled)`

export const shows = (page: BrowserWindow, text: string) =>
  page.until(`「${text}」 is shown`, `document.body.innerText.includes(${JSON.stringify(text)})`)

/** Waits until React has the page that the server wrote. */
export const hydrated = (page: BrowserWindow) =>
  page.until(
    'the page is hydrated',
    `Object.keys(document.querySelector('main')).some((key) => key.startsWith('__reactFiber'))`,
  )

/** From the page of a fabric. */
export const goToPayment = async (page: BrowserWindow) => {
  await page.press('生地を購入')
  await shows(page, 'カートに入れました')
  await page.press('カートを見る')
  await page.press('購入へ進む')
  await page.until('the payment page is there', `location.pathname.startsWith('/practice/pay/')`)
}

/** As a member of the demo. */
export const signIn = async (page: BrowserWindow) => {
  await page.go('/gallery/login')
  await page.type('input[type=email]', demoMembers[0]?.email ?? '')
  await page.type('input[type=password]', demoMembers[0]?.password ?? '')
  await page.until('the form lives', `document.querySelector('main form button') !== null`)
  await page.read(
    `document.querySelector('main form button[type=submit], main form button:not([type])').click()`,
  )
  await page.until('she is in', `!location.pathname.endsWith('/login')`)
}

/**
 * Walks the built shop, with a data folder and practice payments of its own, in a window that `open` gives for its address; as root on Debian
 * `browser` is installed first. A step that throws does not end the walk. The last line is `N passed, N failed`, and sets the exit code.
 */
export const walkShop = async <Window extends BrowserWindow>(
  browser: Program,
  open: (origin: string) => Promise<Window>,
  walk: (page: Window, step: Step, shop: ShopProcess) => Promise<void>,
): Promise<void> => {
  await getReadyOrEnd(built)
  const missing = await ensurePrograms([browser])
  if (missing !== undefined) {
    process.stderr.write(`${missing}\n`)
    process.exit(1)
  }
  const { step, end } = walkSteps()
  const shop = await startShop()
  try {
    const page = await open(shop.origin)
    await walk(page, step, shop).finally(() => page.close())
  } finally {
    await shop.remove()
  }
  end()
}
