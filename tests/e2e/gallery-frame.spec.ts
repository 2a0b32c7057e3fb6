import type { Page } from '@playwright/test'
import { keptLine, visitWithCart } from '../support/kept-carts.ts'
import { beginSession } from '../support/member-session.ts'
import { ownerCommand } from '../support/owner-command.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { asNewVisitor, cartButton, goToPayment, openCart } from '../support/shopping.ts'
import { expect, long, press, test } from './fixtures.ts'

const visitGallery = async (page: Page) => {
  await visitWithCart(page, [keptLine('F-1001', { quantity: 2 })], '/gallery')
  await expect(cartButton(page)).toContainText('2点')
}

/** All scripts requested from now on wait for `release`. */
const holdScripts = async (page: Page): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('the gallery shows the cart, and its panel comes when it is opened, not before', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (/\.js$/.test(new URL(response.url()).pathname)) scripts.push(await response.text().catch(() => ''))
  })
  const hasPanel = () => scripts.some((script) => script.includes('ご注文前にご確認ください'))
  await visitGallery(page)
  await page.waitForLoadState('networkidle')
  expect(hasPanel()).toBe(false)
  const panel = await openCart(page)
  await expect(panel).toContainText('購入へ進む')
  expect(hasPanel()).toBe(true)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(cartButton(page)).toBeFocused()
})

test('a tap on the cart before its panel has come is not lost', async ({ page }) => {
  await visitGallery(page)
  const release = await holdScripts(page)
  await press(cartButton(page))
  await expect(cartButton(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByRole('dialog', { name: 'カート' })).toBeVisible()
})

test.describe('on a line that breaks', () => {
  test.use({ expectedInConsole: /ERR_FAILED/ })
  test('a panel that does not come is told, and comes with the next tap', async ({ page }) => {
    await visitGallery(page)
    await page.route('**/assets/*.js', (route) => route.abort())
    await press(cartButton(page))
    await expect(page.getByRole('alert')).toContainText('カートを開けませんでした')
    await expect(cartButton(page)).toHaveAttribute('aria-expanded', 'false')
    await page.unroute('**/assets/*.js')
    await openCart(page)
    await expect(page.getByText('カートを開けませんでした')).toHaveCount(0)
  })
})

test('S6: paid from the gallery and given up, the way back leads there, where it is told', async ({
  page,
}) => {
  await visitGallery(page)
  // The shop's own name has replaced the kept one: paying before that shows what changed, and no payment page.
  await expect(await openCart(page)).toContainText('麻の葉 シーチング')
  await goToPayment(page)
  await press(page.getByRole('link', { name: '戻る' }))
  await expect(page).toHaveURL('/gallery')
  await expect(
    page.getByRole('status').filter({ hasText: 'お支払いはキャンセルされました' }),
  ).toBeInViewport()
  await expect(cartButton(page)).toContainText('2点')
})

test.describe('while the shop is closed', () => {
  test.use({ ownShop: true })
  test('the cart in the gallery says so too', long, async ({ shop, page }) => {
    await ownerCommand(shop, 'shop', 'close')
    await visitGallery(page)
    const panel = await openCart(page)
    await expect(panel.getByRole('button', { name: 'ただいま休業中です' })).toBeDisabled()
  })
})

test.describe('the row on top', () => {
  test('R15: searches, and stands where a desktop and a phone have room for it', async ({ page }) => {
    await test.step('R15: a search goes to the search page, but not while kana is being converted', async () => {
      await page.goto('/gallery')
      const words = page.getByLabel('作品をさがす').and(page.locator('input'))
      await words.fill('きんちゃく')
      await page.waitForLoadState('networkidle')
      const enterWith = (init: object) =>
        words.evaluate((field, given) => {
          const event = new KeyboardEvent('keydown', {
            key: 'Enter',
            bubbles: true,
            cancelable: true,
            ...given,
          })
          return field.dispatchEvent(event)
        }, init)
      expect(await enterWith({ isComposing: true })).toBe(false)
      expect(await enterWith({ keyCode: 229 })).toBe(false)
      expect(await enterWith({ keyCode: 13 })).toBe(true)
      await words.fill('巾着 & リボン')
      await words.press('Enter')
      await expect(page).toHaveURL(`/gallery/search?${new URLSearchParams({ q: '巾着 & リボン' })}`)
      await expect(words).toHaveValue('巾着 & リボン')
    })

    await test.step('is 56 px high on a desktop; on a phone the search stands below it, with a bar at the lower edge', async () => {
      await asNewVisitor(page)
      const boxOf = async (name: string) => {
        const box = await page.getByRole('searchbox', { name }).boundingBox()
        if (box === null) throw new Error('not shown')
        return box
      }
      const header = page.getByRole('banner')
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto('/gallery')
      expect((await header.boundingBox())?.height).toBeLessThanOrEqual(57)
      await expect(page.getByRole('navigation', { name: 'ギャラリー' })).toBeHidden()
      for (const width of [375, 320]) {
        await page.setViewportSize({ width, height: 700 })
        expect((await boxOf('作品をさがす')).y).toBeGreaterThan(50)
        expect((await header.boundingBox())?.height).toBeLessThan(120)
        const bar = page.getByRole('navigation', { name: 'ギャラリー' })
        await expect(bar.getByRole('link')).toHaveText(['ホーム', 'さがす', '投稿', 'マイページ'])
        await expect(bar).toBeInViewport({ ratio: 1 })
      }
      // The page's end is above the bar, not behind it.
      await press(page.getByRole('link', { name: 'お問い合わせ' }))
      await expect(page).toHaveURL('/contact')
    })

    await test.step('a notice at the lower edge and the open cart stand above the bar', async () => {
      await asNewVisitor(page)
      await page.setViewportSize({ width: 375, height: 700 })
      await visitGallery(page)
      const panel = await openCart(page)
      await press(panel.getByRole('button', { name: /を取り出す/ }).first())
      await page.keyboard.press('Escape')
      const undo = page.getByRole('button', { name: '元に戻す' })
      const [notice, bar] = [
        await undo.boundingBox(),
        await page.getByRole('navigation', { name: 'ギャラリー' }).boundingBox(),
      ]
      expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
      await press(undo)
      await expect(cartButton(page)).toContainText('2点')
    })
  })
})

test.describe('signing in from the frame', () => {
  test('ログイン leads back to the page where it was pressed', async ({ page }) => {
    await page.goto('/gallery/main-site')
    await press(page.getByRole('banner').getByRole('link', { name: 'ログイン' }))
    await expect(page).toHaveURL('/gallery/login?next=%2Fgallery%2Fmain-site')
  })

  test('a member has her menu, closes it by Escape or a press elsewhere, and signs out by it', async ({
    page,
    context,
    shop,
  }) => {
    await beginSession(context, shop)
    await page.goto('/gallery')
    const menu = page.getByLabel('会員メニュー')
    const out = page.getByRole('banner').getByRole('button', { name: 'ログアウト' })
    await expect(page.getByRole('banner').getByRole('link', { name: 'ログイン' })).toHaveCount(0)
    const name = page.getByRole('banner').getByRole('link', { name: '作品ギャラリー' })
    const withText = (size: string) =>
      page.evaluate((text) => {
        document.documentElement.style.fontSize = text
      }, size)
    await withText('200%')
    for (const width of [320, 375]) {
      await page.setViewportSize({ width, height: 700 })
      expect((await name.boundingBox())?.height, `${width} px, large text`).toBeLessThan(100)
    }
    await withText('100%')
    await press(menu)
    await expect(page.getByText('糸井はるか さん')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(out).toBeHidden()
    await expect(menu).toBeFocused()
    await press(menu)
    await press(page.getByRole('heading', { level: 1 }))
    await expect(out).toBeHidden()
    await press(menu)
    await press(page.getByRole('link', { name: 'マイページ' }).first())
    await expect(page).toHaveURL('/gallery/mypage')
    await expect(out).toBeHidden()
    await press(menu)
    await press(out)
    await expect(page.getByRole('banner').getByRole('link', { name: 'ログイン' })).toBeVisible()
  })

  test('A5: the frame tells a browser the member’s name and nothing of her address or role', async ({
    page,
    context,
    shop,
  }) => {
    await beginSession(context, shop, 'admin@demo.example')
    for (const path of ['/gallery', '/gallery.data', '/gallery/main-site']) {
      const answer = await page.request.get(path)
      const body = await answer.text()
      expect(answer.headers()['cache-control']).toBe('no-store')
      expect(body).toContain('店長の木綿子')
      expect(body).not.toMatch(/demo\.example|"role"|canUpload|emailVerified/)
    }
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test('a member opens her menu and signs out', long, async ({ page, context, shop }) => {
      await beginSession(context, shop)
      await page.goto('/gallery')
      await press(page.getByLabel('会員メニュー'))
      await press(page.getByRole('button', { name: 'ログアウト' }))
      await page.goto('/gallery')
      await expect(page.getByRole('banner').getByRole('link', { name: 'ログイン' })).toBeVisible()
    })
  })
})

test.describe('posting', () => {
  test('a visitor is led to the login and back; a member without the right to the contact page', async ({
    page,
    context,
    shop,
  }) => {
    await page.goto('/gallery/main-site')
    await page.goto('/gallery')
    await press(page.getByRole('link', { name: '作品を投稿する' }))
    await expect(page.getByRole('heading', { name: 'ログインが必要です' })).toBeVisible()
    await press(page.getByRole('link', { name: '戻る' }))
    await expect(page).toHaveURL('/gallery')
    await beginSession(context, shop, 'no-posting@demo.example')
    await page.goto('/gallery/upload')
    await expect(page.getByRole('heading', { name: '投稿の権限がありません' })).toBeVisible()
    await expectNoAxeViolations(page)
    await expect(page.getByRole('link', { name: 'お問い合わせ先を見る' })).toHaveAttribute('href', '/contact')
    await press(page.getByRole('link', { name: '戻る' }))
    await expect(page).toHaveURL('/gallery')
  })
})

test('the gallery’s home leads to each search by its named address', async ({ page }) => {
  await page.goto('/gallery')
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => decodeURIComponent(link.getAttribute('href') ?? '')))
  const ofRecipes = /^\/gallery\/(?:detail|user)\//
  expect(links.filter((link) => !ofRecipes.test(link))).toEqual([
    '/gallery/upload',
    '/gallery/search?sort=popular',
    '/gallery/search?sort=new',
    ...['バッグ', 'クッション', 'キッズ', 'コットン'].map((word) => `/gallery/search?q=${word}`),
    '/gallery/search?level=beginner&category=初級',
    '/gallery/search?level=intermediate&category=中級',
    '/gallery/search?level=advanced&category=上級',
    '/gallery/search?situation=elementary-school&category=小学校',
    '/gallery/search?situation=kindergarten&category=幼稚園',
    '/gallery/search?situation=grandparents&category=おじいちゃん・おばあちゃん',
    '/gallery/search?situation=gift&category=ギフト',
    '/gallery/login?view=register',
  ])
})

test('after a deleted account the gallery says so, and other names of a notice say nothing', async ({
  page,
}) => {
  await page.goto('/gallery?notice=account-deleted')
  await expect(page.getByRole('status').filter({ hasText: 'アカウントを削除しました' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto('/gallery?notice=%3Cb%3E')
  await expect(page.getByText('<b>')).toHaveCount(0)
})
