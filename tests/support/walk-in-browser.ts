import { demoMembers } from '../../demo/members.ts'
import { built } from '../../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../../scripts/get-ready.js'
import { ensurePrograms, type Program } from '../../scripts/programs-for-tests.js'
import { type ShopProcess, startShop } from './shop-process.ts'
import { type Point, type Sight, sightOf, type Turn, turnsOf } from './sight.ts'
import { waitFor } from './wait-for.ts'
import { type Step, walkSteps } from './walk-steps.ts'

/** What every driver of a browser can do in its window. */
export interface BrowserWindow {
  go(path: string): Promise<void>
  /** The value of an expression in the page. */
  read(expression: string): Promise<unknown>
  /** Waits until an expression in the page is true; throws with `what` after ten seconds. */
  until(what: string, expression: string): Promise<void>
  /** Presses the visible button, link, summary or label with this text, within what a selector finds. */
  press(text: string, within?: string): Promise<void>
  type(selector: string, text: string): Promise<void>
  close(): Promise<void>
}

/** An expression for the page: the first visible button, link, summary or label within `within` whose text includes `text`. */
export const pressable = (text: string, within: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(`${within} :is(button, a, summary, label)`)})].find((each) =>
    each.textContent.replaceAll(/\\s/g, '').includes(${JSON.stringify(text.replaceAll(/\s/g, ''))}) &&
    each.getClientRects().length > 0 && !each.disabled)`

/** The eye and the hand of a driver. */
export interface Hand {
  read(expression: string): Promise<unknown>
  turnWheel(turn: Turn): Promise<void>
  click(at: Point): Promise<void>
}

const longestPressMs = 10_000

/**
 * Presses what an expression finds as `press` of `press.ts` does: scrolls by wheel until its middle lies free and stands still, and clicks there.
 * Throws what covers it or that nothing scrolls to it.
 */
export const pressBy = async ({ read, turnWheel, click }: Hand, element: string): Promise<void> => {
  const turnAfter = turnsOf()
  let before: string | undefined
  await waitFor('a place to press', longestPressMs, async () => {
    const seen = (await read(`(${sightOf})(${element})`)) as Sight
    const turn = turnAfter(seen)
    if (!seen.free) {
      if (turn !== undefined) await turnWheel(turn)
      throw new TypeError(seen.problem)
    }
    const place = JSON.stringify(seen.place)
    const standsStill = place === before
    before = place
    if (standsStill) await click(seen.place)
    return standsStill
  })
}

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

/** As somebody of the demo, by default a member; all have one password. */
export const signIn = async (page: BrowserWindow, as = 'member@demo.example') => {
  await page.go('/gallery/login')
  await page.type('input[type=email]', as)
  await page.type('input[type=password]', demoMembers[0]?.password ?? '')
  await page.press('ログイン', 'main form')
  await page.until('she is in', `!location.pathname.endsWith('/login')`)
}

/**
 * Walks the built shop, with a data folder and practice payments of its own, in a window that `open` gives for its address; as root on Debian
 * `browser` is installed first, and where it cannot be had the program ends with 1. A step that throws does not end the walk. The last line is `N passed, N failed`, and sets the exit code.
 */
export const walkShop = async <Window extends BrowserWindow>(
  browser: Program,
  open: (origin: string) => Promise<Window>,
  walk: (page: Window, step: Step, shop: ShopProcess) => Promise<void>,
): Promise<void> => {
  const missing = await ensurePrograms([browser])
  if (missing !== undefined) {
    process.stderr.write(`${missing}\n`)
    process.exit(1)
  }
  await getReadyOrEnd(built)
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
