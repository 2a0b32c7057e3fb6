import type { Page } from '@playwright/test'
import { waitFor } from './wait-for.ts'

/** The address of the link in the newest mail of the demo's mailbox whose words match all of `words`. */
export const linkInMail = async (page: Page, ...words: readonly (string | RegExp)[]): Promise<string> => {
  const mail = words.reduce(
    (mails, hasText) => mails.filter({ hasText }),
    page.locator('details').filter({ has: page.locator('summary') }),
  )
  await waitFor('the mail', 15_000, async () => {
    await page.goto('/mailbox')
    return (await mail.count()) > 0
  })
  const href = await mail
    .first()
    .getByRole('link', { name: /\/gallery\/(?:confirm|reset)\//, includeHidden: true })
    .getAttribute('href')
  if (href === null) throw new Error('the mail has no link')
  return href
}
