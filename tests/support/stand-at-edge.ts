import type { Locator } from '@playwright/test'

/** Puts it at the upper or lower edge of the screen, to the pixel, as a wheel could by chance only: for what is said or covered there. */
export const standAtEdge = (target: Locator, block: 'start' | 'end'): Promise<void> =>
  target.evaluate((node, edge) => node.scrollIntoView({ block: edge }), block)
