import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/programs-for-tests.js'

/** A picture is whole up to this height, in CSS pixels. */
const tallest = 8000
const screens: Readonly<Record<number, number>> = { 375: 667, 768: 1024, 1280: 800, 1920: 1080 }
const mostShots = 8

/** A browser that draws the same page twice alike: one thread, each part whole, no picture later than what is around it. */
export const launchStill = (...args: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-lcd-text',
      '--disable-partial-raster',
      '--disable-checker-imaging',
      '--num-raster-threads=1',
      '--run-all-compositor-stages-before-draw',
      '--force-color-profile=srgb',
      ...args,
    ],
  })

/** A window of this width, without streams of news. `now` (epoch ms) stops the clock of its pages. */
export const stillContext = async (
  browser: Browser,
  width: number,
  { baseURL, now }: { readonly baseURL?: string; readonly now?: number },
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    viewport: { width, height: screens[width] ?? 800 },
    hasTouch: width < 1024,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    reducedMotion: 'reduce',
    // For a style sheet that stands in for the page's own.
    bypassCSP: true,
  })
  await context.route('**/*', (route) =>
    route.request().resourceType() === 'eventsource' ? route.abort() : route.fallback(),
  )
  if (now !== undefined) await context.clock.setFixedTime(now)
  return context
}

/** Makes the screen as tall as the page and waits for its pictures and fonts; gives the page's height. */
export const stretch = async (page: Page, width: number): Promise<number> => {
  const screen = screens[width] ?? 800
  await page.setViewportSize({ width, height: screen })
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(Math.max(whole, screen), tallest) })
  // Away from what a pointer changes.
  await page.mouse.move(1, 300)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getClientRects().length === 0),
  )
  return whole
}

/** What is on the screen, as PNG, once two pictures in a row are the same. */
export const stillPicture = async (page: Page): Promise<Buffer> => {
  const take = () => page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' })
  let last = await take()
  for (let shot = 1; shot < mostShots; shot += 1) {
    const next = await take()
    if (next.equals(last)) return next
    last = next
  }
  throw new Error(`${page.url()} does not stand still`)
}
