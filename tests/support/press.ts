import { errors, expect, type Locator, type Page } from '@playwright/test'
import { expectTimeout } from './browser-slowdown.ts'
import { type FreeSight, type Point, sightOf, type Turn, turnsOf } from './sight.ts'

const scrollByWheel = async (page: Page, { from, by }: Turn) => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.wheel(by.x, by.y)
}

/** One long swipe, as many short ones lead to the same place, which holds still at its end. */
const scrollByFinger = async (page: Page, { from, by }: Turn) => {
  const session = await page.context().newCDPSession(page)
  const start = Date.now() / 1000
  const finger = (type: 'touchStart' | 'touchMove', { x, y }: Point, seconds: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x, y, id: 0 }],
      timestamp: start + seconds,
    })
  // Less than so many px are a tap that trembles.
  const slop = 16
  const begun = { x: from.x - Math.sign(by.x) * slop, y: from.y - Math.sign(by.y) * slop }
  const end = { x: begun.x - by.x, y: begun.y - by.y }
  await finger('touchStart', from, 0)
  await finger('touchMove', begun, 0.02)
  await finger('touchMove', end, 0.3)
  await finger('touchMove', end, 0.6)
  await session.send('Input.dispatchTouchEvent', {
    type: 'touchEnd',
    touchPoints: [],
    timestamp: start + 0.9,
  })
  await session.detach()
}

/** The label of a box, which a thumb presses. */
const labelOf = async (box: Locator): Promise<Locator> => {
  const id = await box.evaluate((node) => (node.closest('label') === null ? node.id : undefined))
  return id === undefined ? box.locator('xpath=ancestor::label[1]') : box.page().locator(`label[for="${id}"]`)
}

/** Scrolls by wheel, or by finger where the browser has touch, until the middle of the target lies free on the screen; throws what is in the way. */
const untilFree = async (target: Locator): Promise<FreeSight> => {
  const page = target.page()
  // A page that was being left has no answer.
  const first = await target.evaluate(sightOf).catch(() => undefined)
  if (first?.free === true) return first
  await target.waitFor()
  const turnAfter = turnsOf()
  const looks: FreeSight[] = []
  await expect(async () => {
    const seen = await target.evaluate(sightOf)
    const turn = turnAfter(seen)
    if (seen.free) {
      looks.push(seen)
      return
    }
    if (turn !== undefined) await (seen.byTouch ? scrollByFinger : scrollByWheel)(page, turn)
    throw new Error(seen.problem)
  }).toPass({ timeout: expectTimeout, intervals: [16] })
  const [free] = looks
  if (free === undefined) throw new Error('it ended without a place to press')
  return free
}

/** Scrolls as a person does until the middle of the target lies free on the screen, and presses nothing. */
export const reach = async (target: Locator): Promise<void> => {
  await untilFree(target)
}

/** How long one look is good for: after it the page may have moved. */
const lookMs = expectTimeout / 2

/** Whether the time for a press was over before the finger came down. */
const wasNotPressed = (error: unknown) => {
  if (!(error instanceof errors.TimeoutError)) return false
  const { message } = error
  // What was on its way when the time was over may arrive, unless something else was found in its way.
  return message.lastIndexOf('performing') <= message.lastIndexOf('intercepts pointer events')
}

const pressOnce = async (target: Locator, times: 1 | 2): Promise<void> => {
  const seen = await untilFree(target)
  const place = seen.on === 'itself' ? target : await labelOf(target)
  const at = { position: seen.at, scroll: 'none', timeout: lookMs } as const
  if (!seen.byTouch) return times === 1 ? place.click(at) : place.dblclick(at)
  await place.tap(at)
  // The first may have made something else of it.
  if (times === 2) await target.page().touchscreen.tap(seen.place.x, seen.place.y)
}

/**
 * Presses as a person does: scrolls by wheel, or by finger where the browser has touch, until its middle lies free on the screen; waits until it
 * stands still and is enabled; and presses there, `times` times. What a bar or anything else covers, what lies where only code can scroll,
 * fails with a sentence that says so; what moved away in between, also out of the screen, is looked for again. Of a checkbox or radio the label
 * is pressed.
 */
export const press = async (target: Locator, { times = 1 }: { times?: 1 | 2 } = {}): Promise<void> => {
  const until = Date.now() + 3 * expectTimeout
  for (;;)
    try {
      return await pressOnce(target, times)
    } catch (error) {
      if (Date.now() > until || !wasNotPressed(error)) throw error
    }
}

/** `press`, and how often it was used: for what must be done in so many presses. */
export const countedPresses = () => {
  let made = 0
  return {
    press: async (target: Locator): Promise<void> => {
      made += 1
      await press(target)
    },
    made: () => made,
  }
}
