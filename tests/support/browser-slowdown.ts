import type { BrowserContext, Page } from '@playwright/test'

/**
 * How many times slower than this machine the browser shall run: 1 unless BROWSER_SLOWDOWN says otherwise.
 * `BROWSER_SLOWDOWN=8 npm test -- tests/e2e` shows the tests that pass only where scripts start faster than the test
 * goes on.
 */
export const browserSlowdown = Math.max(1, Number(process.env.BROWSER_SLOWDOWN ?? 1) || 1)

/** Slows every page of a browser context, those that open later too. */
export const slowDown = (context: BrowserContext): void => {
  if (browserSlowdown === 1) return
  const slow = async (page: Page) => {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: browserSlowdown })
  }
  // A page that has closed meanwhile needs no brake.
  context.on('page', (page) => slow(page).catch(() => undefined))
}
