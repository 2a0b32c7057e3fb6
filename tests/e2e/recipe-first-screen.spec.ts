import type { Page } from '@playwright/test'
import { countShifts, expectNoAxeViolations, shifted, shiftedWhole } from '../support/page-checks.ts'
import { addShopRecipes } from '../support/recipes-of-a-shop.ts'
import { startShop } from '../support/shop-process.ts'
import { test as base, expect, walks } from './fixtures.ts'

const upload = (at: number, size: string) => `/Image/uploads/${String(at).repeat(32)}-${size}.jpg`
const title = '裏地と内ポケットとファスナーのついた、毎日の通園レッスンバッグ'
const steps = [{ id: 1, description: '縫います' }]

const shopOfRecipes = async () => {
  const shop = await startShop()
  await addShopRecipes(shop, 'asagi@demo.example', [
    { id: 'none', title, ingredients: ['表布 F-1001 2枚'], steps },
    { id: 'tall', title, mainImageUrl: upload(1, '800x3200'), steps },
    { id: 'wide', title, mainImageUrl: upload(2, '1600x500'), steps },
    { id: 'unknown', title, mainImageUrl: `/Image/uploads/${'6'.repeat(32)}.jpg`, steps },
    {
      id: 'six',
      title,
      mainImageUrl: upload(3, '800x1000'),
      moreImages: [4, 5].map((at) => upload(at, '800x1000')),
      steps,
    },
  ])
  return shop
}

base.describe.configure({ mode: 'default' })
const test = base.extend({
  shop: async ({ shopMadeBy }, use) => use(await shopMadeBy(shopOfRecipes)),
  page: async ({ page }, use) => {
    await page.route(/\/([1-6])\1{31}/, (route) => {
      const [, width = '8', height = '10'] = /-(\d+)x(\d+)/.exec(route.request().url()) ?? []
      const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`
      return route.fulfill({ contentType: 'image/svg+xml', body })
    })
    await use(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
})

const placesOf = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    const [photograph, heading, maker, facts, bar] = [
      'article img',
      'article h1',
      'article a[href^="/gallery/user/"]',
      'article dl',
      '[data-bottom-bar]',
    ].map(boxOf)
    const scrolls = [...document.querySelectorAll('article *')].filter(
      (part) =>
        part.scrollHeight > part.clientHeight + 1 &&
        ['auto', 'scroll'].includes(getComputedStyle(part).overflowY),
    )
    return {
      photograph,
      heading,
      maker,
      facts,
      end: bar === undefined || bar.height === 0 ? innerHeight : bar.top,
      scrolls: scrolls.map(({ className }) => className),
    }
  })

const recipes = ['demo-lesson-bag', 'demo-tote', 'none', 'tall', 'wide', 'unknown', 'six']

const screens = {
  phone: [
    [375, 667],
    [390, 844],
  ],
  'a wider screen': [
    [768, 1024],
    [1280, 800],
    [1920, 1080],
  ],
} as const

const expectWholeHead = async (page: Page, width: number, height: number) => {
  const { photograph, heading, maker, facts, end, scrolls } = await placesOf(page)
  if (!photograph || !heading || !maker || !facts) throw new Error('a part of the head is missing')
  expect(heading.bottom, 'the name').toBeLessThanOrEqual(end)
  expect(maker.bottom, 'the maker').toBeLessThanOrEqual(end)
  expect(photograph.height).toBeLessThanOrEqual(height * (width < 768 ? 0.55 : 0.83))
  if (width < 768) expect(heading.top).toBeGreaterThanOrEqual(photograph.bottom)
  else {
    expect(heading.left, 'the name beside the photograph').toBeGreaterThanOrEqual(photograph.right)
    expect(Math.abs(heading.top - photograph.top)).toBeLessThan(120)
    expect(facts.bottom, 'the facts').toBeLessThanOrEqual(end)
  }
  expect(scrolls, 'scrolls within the page').toEqual([])
}

// A recipe is opened at one of the sizes, the next one at the next, and its window then takes the others.
for (const [screen, sizes] of Object.entries(screens))
  test(`W51: on ${screen} the name of a recipe stands on its first screen, and nothing moves by more than a thousandth`, async ({
    page,
  }) => {
    await countShifts(page)
    for (const [at, id] of recipes.entries()) {
      const turn = at % sizes.length
      for (const [next, [width, height]] of [...sizes.slice(turn), ...sizes.slice(0, turn)].entries())
        await test.step(`${id} at ${width}x${height}`, async () => {
          await page.setViewportSize({ width, height })
          if (next === 0) {
            await page.goto(`/gallery/detail/${id}`)
            await expect(page.getByRole('button', { name: '印刷する' })).toBeAttached()
          }
          await expect(() => expectWholeHead(page, width, height)).toPass()
          if (next > 0) return
          expect(await shiftedWhole(page)).toBeLessThan(0.001)
          expect(await shifted(page)).toBeLessThan(0.05)
        })
    }
  })

test('W51: a usual name leaves the facts on the first screen of a phone; at 320 px and with text of twice the size nothing is cut @walk', async ({
  page,
}) => {
  walks('/gallery/detail/:recipeId')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const id of ['demo-lesson-bag', 'demo-tote']) {
    await page.goto(`/gallery/detail/${id}`)
    const { facts, end } = await placesOf(page)
    expect(facts?.bottom, id).toBeLessThanOrEqual(end)
  }
  await page.setViewportSize({ width: 320, height: 568 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 768, height: 1024 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await expectNoAxeViolations(page)
})
