import type { BrowserContext, Page } from '@playwright/test'

/** `BROWSER_SLOWDOWN=8 npm test -- tests/e2e` shows the tests that pass only where scripts start fast. */
export const browserSlowdown = Math.max(1, Number(process.env.BROWSER_SLOWDOWN ?? 1) || 1)

/** How long a browser test waits for what it expects. */
export const expectTimeout = 10_000 * Math.min(browserSlowdown, 3)

export const slowDown = (context: BrowserContext): void => {
  if (browserSlowdown === 1) return
  const slow = async (page: Page) => {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: browserSlowdown })
  }
  // The page may have closed meanwhile.
  context.on('page', (page) => slow(page).catch(() => undefined))
}
