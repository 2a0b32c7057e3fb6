import type { Page } from '@playwright/test'
import { demoRecipes } from '../../demo/recipes.ts'
import { holdScript } from '../support/hold-script.ts'
import { buyButtons, cartButton, stored } from '../support/shopping.ts'
import { expect, long, press, test } from './fixtures.ts'

test('a tap before the page’s script has come is not lost, and an impatient second one counts no more', async ({
  page,
}) => {
  const release = await holdScript(page)
  await page.goto('/all-products', { waitUntil: 'commit' })
  const buy = buyButtons(page).first()
  await press(buy)
  await expect(buy).toHaveAttribute('aria-busy', 'true')
  await press(buy)
  release()
  await expect(cartButton(page)).toContainText('1点')
  await expect(buy).not.toHaveAttribute('aria-busy')
  await press(buy)
  await expect(cartButton(page)).toContainText('2点')
})

test('N160: Forward before the page’s script has come, within what the browser holds for one document, shows the page of its address', async ({
  page,
}) => {
  await page.goto('/all-products')
  await press(page.getByRole('link', { name: 'キット', exact: true }).first())
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('キット')
  await page.goBack()
  await expect(heading).toHaveText('生地')
  const release = await holdScript(page)
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.readyState !== 'loading')
  await page.goForward()
  await expect(page).toHaveURL('/kits')
  release()
  await expect(heading).toHaveText('キット')
})

/**
 * Taps every fabric's button once, without a pause: the first five before any script is there, the last five when one has
 * answered, and all others in between. Gives the numbers tapped.
 */
const tapWithoutPause = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main button[aria-label$="の生地を購入"]')]
    // Once it is in the cart, its button has another text.
    const numbers = buttons.map(
      (button) => /（([^（）]+)）の生地を購入$/.exec(button.ariaLabel ?? '')?.[1] ?? '',
    )
    const isAnswered = () => localStorage.getItem('mcSquareCart') !== null
    for (const [at, button] of buttons.entries()) {
      if (at >= 5) await new Promise((resolve) => setTimeout(resolve))
      while (at >= buttons.length - 5 && !isAnswered()) await new Promise((resolve) => setTimeout(resolve))
      button.click()
    }
    return numbers
  })

test(
  'every tap counts exactly once while a slow phone’s browser takes the page over',
  long,
  async ({ context, page }) => {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 8 })
    const release = await holdScript(page)
    await page.goto('/all-products?count=60', { waitUntil: 'commit' })
    await page.waitForFunction(() => document.readyState !== 'loading')
    const tapping = tapWithoutPause(page)
    release()
    const tapped = await tapping
    expect(tapped.length).toBeGreaterThan(30)
    await expect
      .poll(() => stored(page, 'mcSquareCart'))
      .toEqual(tapped.map((managementNumber) => expect.objectContaining({ managementNumber, quantity: 1 })))
  },
)

test('a question that was opened before the page’s script has come stays open, and has the focus', async ({
  page,
}) => {
  const release = await holdScript(page)
  await page.goto(`/gallery/detail/${demoRecipes[0]?.id}`, { waitUntil: 'commit' })
  await press(page.getByRole('button', { name: '保存' }).first())
  const prompt = page.getByRole('dialog', { name: 'ログインのご案内' })
  await expect(prompt).toBeVisible()
  release()
  await expect(page.getByRole('main').getByRole('button', { name: '印刷する' })).toBeVisible()
  await expect(prompt.getByText('作品を保存するにはログインが必要です')).toBeFocused()
})
