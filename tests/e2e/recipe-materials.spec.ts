import type { Page } from '@playwright/test'
import { demoRecipes } from '../../demo/recipes.ts'
import { countShifts, expectNoAxeViolations, expectValidHtml, shiftedWhole } from '../support/page-checks.ts'
import { addShopRecipes } from '../support/recipes-of-a-shop.ts'
import { changeData } from '../support/shop-database.ts'
import { startShop } from '../support/shop-process.ts'
import { cartButton, openCart, sumsOf } from '../support/shopping.ts'
import { test as base, expect, phone, press, walks } from './fixtures.ts'

const author = 'asagi@demo.example'
const tied = '/gallery/detail/tied'
/** Two photographs more and eight steps, so that its materials lie far from what leads to them. */
const long = demoRecipes.find(({ id }) => id === 'demo-lesson-bag')

/** F-1002 is suspended, F-1003 is no longer sold, and F-1006 has another name than when it was chosen. */
const shopOfTies = async () => {
  const shop = await startShop()
  changeData(shop.dataDir, 'delete from recipe')
  changeData(shop.dataDir, "insert into closed_product (number, closed_at) values ('F-1002', 1)")
  changeData(shop.dataDir, "update product set status = '非公開' where number = 'F-1003'")
  await addShopRecipes(shop, author, [
    {
      id: 'tied',
      title: '三枚の布の袋',
      ingredients: ['表布 F-1001 2枚', '裏布', 'f-1004 持ち手', 'キット K-2015', '前の布 F-1002', '糸 60番'],
      ties: [{ line: 1, product: { number: 'F-1005', units: 3, name: '' } }],
      description: long?.description,
      mainImageUrl: long?.mainImageUrl,
      moreImages: long?.moreImages,
      steps: long?.steps,
      createdAt: 2,
    },
    { id: 'left', title: '前の布の袋', ingredients: ['F-1003', 'F-1001'], createdAt: 1 },
    { id: 'hidden', title: '秘密の袋', ingredients: ['F-1001'], hidden: 1, createdAt: 3 },
  ])
  return shop
}

// One worker, so that its shop is made once.
base.describe.configure({ mode: 'default' })

const test = base.extend({
  shop: async ({ shopMadeBy }, use) => use(await shopMadeBy(shopOfTies)),
})

const materials = (page: Page) => page.getByRole('region', { name: '材料', exact: true })
const all = (page: Page) => materials(page).getByRole('button', { name: /^材料をまとめてカートに入れる/ })
const undo = (page: Page) => page.getByRole('button', { name: '元に戻す' })

test.use(phone(375, 667))

test('W3, C25: two taps on a phone put the fabrics of a recipe and its kit into the cart, and one takes them out @walk', async ({
  page,
}) => {
  walks('/gallery/detail/:recipeId')
  await countShifts(page)
  await page.goto(tied)
  await press(page.getByRole('region', { name: 'この作品に' }).getByRole('link', { name: '材料を買う' }))
  await expect(all(page)).toBeInViewport({ ratio: 1 })
  await expect(all(page)).toContainText(/7点 \d,\d{3}円/)
  expect(await shiftedWhole(page)).toBe(0)
  const [sum] = /[\d,]+円/.exec((await all(page).textContent()) ?? '') ?? []
  await press(all(page), { times: 2 })
  await expect(page.getByText('材料4種類（7点）をカートに入れました。')).toBeVisible()
  await expect(cartButton(page)).toContainText('7点')
  await expect(all(page)).toContainText('カートに7点')

  await test.step('C27: a further press would add no second kit, and says so', async () => {
    await expect(all(page)).toContainText(/ 6点 \d,\d{3}円 カートに7点/)
  })

  await test.step('the sum was that of the cart, with the kit for nothing', async () => {
    const cart = await openCart(page)
    expect((await sumsOf(cart)).小計).toBe(sum)
    await expect(cart).toContainText('無料')
    await page.keyboard.press('Escape')
  })

  await test.step('元に戻す takes out what came in, in one step', async () => {
    await press(undo(page))
    await expect(page.getByText('まとめて入れた材料を、カートから取り出しました。')).toBeVisible()
    await expect(cartButton(page)).not.toContainText('7')
    await expect(all(page)).not.toContainText('カートに7点')
  })

  await test.step('what was taken out can be put in again at once', async () => {
    await press(all(page))
    await press(undo(page))
    await press(all(page))
    await expect(cartButton(page)).toContainText('7点')
    await press(undo(page))
    await expect(cartButton(page)).not.toContainText('点')
  })

  await test.step('steppers change units and sum; what is stopped stays out and has others beside it', async () => {
    await press(
      materials(page)
        .getByRole('group', { name: /（F-1001）の数量/ })
        .getByRole('button', { name: /1枚増やす/ }),
    )
    await expect(all(page)).toContainText('8点')
    await expect(materials(page).getByText('いま買えない1種類は入りません。')).toBeVisible()
    const stopped = materials(page).getByRole('listitem').filter({ hasText: '前の布' }).first()
    await expect(stopped).toContainText('販売休止中')
    await expect(stopped.getByText('似た生地').first()).toBeVisible()
    await expect(materials(page).getByRole('checkbox')).toHaveCount(6)
    await expect(page.getByRole('region', { name: 'お店のおすすめ' })).not.toContainText('F-1001')
    // Half behind the header, the button would be too small a target.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectNoAxeViolations(page)
  })

  await test.step('at 320 px and with text of twice the size nothing is wider than the screen', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 375, height: 667 })
    const outOfCard = () => materials(page).evaluate((card) => card.scrollWidth - card.clientWidth)
    expect(await outOfCard()).toBeLessThanOrEqual(0)
  })
})

test('W2, W4: a fabric leads to its recipes and back, without script too', async ({
  request,
  page,
  browser,
  shop,
}) => {
  const text = async (path: string) => (await (await request.get(path)).text()).replace(/<!-- -->/g, '')
  const fabric = await text('/all-products/F-1001')
  expect(fabric).toContain('この生地でつくられた作品')
  // They are all shown already.
  expect(fabric).not.toContain('作品2件をすべて見る')
  expect(fabric).not.toContain('秘密の袋')
  expect(await text('/kits/K-2015')).toContain('このキットでつくられた作品')
  expect(await text('/all-products')).toContain('作品2件')

  await test.step('the search of the gallery by product', async () => {
    await page.goto('/all-products')
    await press(page.getByRole('link', { name: /作品2件/ }).first())
    await expect(page).toHaveURL(/\/gallery\/search\?product=F-1001$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^「麻の葉.*」でつくられた作品$/)
    const titles = page.getByRole('region', { name: '作品の一覧' }).getByRole('heading', { level: 3 })
    await expect(titles).toHaveText(['三枚の布の袋', '前の布の袋'])
    await expectNoAxeViolations(page)
    await page.goto('/gallery/search?product=F-9999')
    await expect(titles).toHaveCount(2)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('作品をさがす')
    await page.goto('/gallery/search?product=f-1001&q=ねこ')
    await expect(page.getByText(/でつくられた作品は、「ねこ」では見つかりませんでした。/)).toBeVisible()
  })

  await test.step('without script the products, their prices and links stand there, and why none can be bought', async () => {
    const context = await browser.newContext({ baseURL: shop.origin, javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto('/gallery/detail/left')
    await expect(materials(plain).getByText('販売を終えました')).toBeVisible()
    await expect(materials(plain).getByText('似た生地').first()).toBeVisible()
    await expect(materials(plain)).toContainText(/円（税込）.*販売中/)
    await expect(
      plain.locator('main p', { hasText: 'ブラウザーのJavaScriptが必要です' }).first(),
    ).toBeVisible()
    await press(materials(plain).getByRole('link', { name: /^麻の葉 シーチング 50cm【藍】/ }))
    await expect(plain).toHaveURL(/\/all-products\/F-1001$/)
    await context.close()
  })

  await expectValidHtml(await text(tied))
  await expectValidHtml(fabric)
})
