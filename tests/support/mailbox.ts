import type { Page } from '@playwright/test'
import { waitFor } from './wait-for.ts'

const textOf = (html: string): string => html.replaceAll(/<!--.*?-->|<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
const fits = (text: string, word: string | RegExp): boolean =>
  typeof word === 'string' ? text.includes(word) : word.test(text)

/** The address of the link in the newest mail of the demo's mailbox whose words match all of `words`; the page stays where it is. */
export const linkInMail = async (page: Page, ...words: readonly (string | RegExp)[]): Promise<string> => {
  let mail: string | undefined
  await waitFor('the mail', 15_000, async () => {
    const html = await (await page.request.get('/mailbox')).text()
    mail = html
      .split('<details')
      .slice(1)
      .map((rest) => rest.split('</details>')[0] ?? '')
      .find((one) => words.every((word) => fits(textOf(one), word)))
    return mail !== undefined
  })
  const href = /href="([^"]*\/(?:gallery\/(?:confirm|reset)|admin\/join|restock)\/[^"]*)"/.exec(
    mail ?? '',
  )?.[1]
  if (href === undefined) throw new Error('the mail has no link')
  return href
}
