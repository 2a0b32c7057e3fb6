import type { Locator, Page } from '@playwright/test'
import { expect, phone, press, test, walks } from './fixtures.ts'

/** A recipe of the demo with eight steps, tied materials, two more photographs and comments. */
const recipe = '/gallery/detail/demo-lesson-bag'

const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** Presses, which may scroll first, and says where the page stood when it was pressed. */
const placeOfPress = async (target: Locator): Promise<number> => {
  const page = target.page()
  await page.evaluate(() =>
    addEventListener(
      'click',
      () => sessionStorage.setItem('pressed at', String(Math.round(window.scrollY))),
      { capture: true, once: true },
    ),
  )
  await press(target)
  return page.evaluate(() => Number(sessionStorage.getItem('pressed at') ?? Number.NaN))
}

/** In sight below the header, with the focus on it or in it. */
const expectReached = async (target: Locator) => {
  await expect(target).toBeFocused()
  await expect(target).toBeInViewport()
  const place = await target.evaluate((element) => {
    const { top } = element.getBoundingClientRect()
    return { top, bottom: innerHeight }
  })
  expect(place.top).toBeGreaterThanOrEqual(0)
  expect(place.top).toBeLessThan(place.bottom / 2)
}

test.describe('on a phone', () => {
  test.use(phone(375, 667))

  test('W49: a thumb on 材料を買う of a long recipe moves the page to the materials and takes the focus, each time, and Back returns @walk', async ({
    page,
  }) => {
    walks('/gallery/detail/:recipeId')
    await page.goto(`${recipe}?comments=20`)
    const buy = page.getByRole('region', { name: 'この作品に' }).getByRole('link', { name: '材料を買う' })
    const tied = page.locator('#tied')
    const before = await placeOfPress(buy)
    await expectReached(tied)
    const there = await scrollY(page)
    expect(there).toBeGreaterThan(before + 300)

    await test.step('pressed again from further down it leads there again, and the address keeps its query', async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
      await press(buy)
      await expectReached(tied)
      expect(await scrollY(page)).toBe(there)
      expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('?comments=20#tied')
    })

    await test.step('Back leads to where it was pressed first, Forward to the materials', async () => {
      await page.goBack()
      await expect.poll(() => scrollY(page)).toBe(before)
      await page.goForward()
      await expect.poll(() => scrollY(page)).toBe(there)
    })

    await test.step('共有する leads to the ways to share it', async () => {
      await page.goBack()
      await press(page.getByRole('link', { name: '共有する' }))
      await expectReached(page.locator('#share'))
    })
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('W49: 材料を買う leads to the materials', async ({ page }) => {
      await page.goto(recipe)
      const button = page.locator('#tied')
      await expect(button).not.toBeInViewport()
      await press(page.getByRole('link', { name: '材料を買う' }))
      await expect(button).toBeInViewport()
    })
  })
})

for (const [path, name] of [
  [recipe, 'a recipe'],
  ['/all-products?color=藍', 'the list of fabrics'],
  ['/gallery/search?level=beginner', 'the list of recipes'],
] as const)
  test(`W49: on the keyboard 本文へ移動 of ${name} takes the focus into the page, whose address keeps its query`, async ({
    page,
  }) => {
    await page.goto(path)
    const query = new URL(page.url()).search
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '本文へ移動' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    const url = new URL(page.url())
    expect(url.search + url.hash).toBe(`${query}#main`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })

test('W49: on a desk the time of a comment and the supplement of a page lead there after another page, and Back returns', async ({
  page,
}) => {
  await page.goto('/gallery')
  await press(
    page
      .getByRole('main')
      .getByRole('link', { name: /レッスンバッグ/ })
      .first(),
  )
  await page.waitForURL(`**${recipe}`)
  const moment = page.locator('[id^="comment-"] a[href^="#comment-"]').first()
  const before = await placeOfPress(moment)
  const comment = page.locator('[id^="comment-"]').first()
  await expectReached(comment)
  await page.goBack()
  await expect.poll(() => scrollY(page)).toBe(before)
  await moment.focus()
  await page.keyboard.press('Enter')
  await expectReached(comment)
})
