import type { Browser, Page } from '@playwright/test'
import { demoMembers } from '../../demo/members.ts'
import { beginSession } from '../support/member-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { addShopRecipes } from '../support/recipes-of-a-shop.ts'
import { changeData, readData } from '../support/shop-database.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import { expect, long, phone, press, test, walks } from './fixtures.ts'

const [haruka = '', minori = ''] = demoMembers.map(({ email }) => email)
const detail = (id: string) => `/gallery/detail/${id}`
const settings = '/gallery/mypage?tab=settings'

test.use({ ownShop: true, expectedInConsole: /status of 403/ })

const comments = (page: Page) => page.getByRole('region', { name: /^コメント/ })
const items = (page: Page) => comments(page).getByRole('listitem')
const pressNamed = (page: Page, name: string) => press(page.getByRole('button', { name, exact: true }))
const field = (page: Page) => comments(page).getByLabel('コメントを書く')
const say = async (page: Page, text: string) => {
  await field(page).fill(text)
  await press(comments(page).getByRole('button', { name: 'コメントする' }))
}

const opened = async (browser: Browser, shop: ShopProcess, path: string, email: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL: shop.origin, viewport: { width: 375, height: 800 } })
  await beginSession(context, shop, email)
  const page = await context.newPage()
  await page.goto(path)
  return page
}

const nameOf = (shop: ShopProcess, email: string) => {
  const [row] = readData(shop.dataDir, `select id, name from member where email = '${email}'`)
  return { id: String(row?.id), name: String(row?.name) }
}

for (const [name, viewport] of [
  ['a phone', phone(375, 667)],
  ['a computer', { viewport: { width: 1280, height: 800 } }],
] as const)
  test.describe(`on ${name}`, name === 'a phone' ? {} : long, () => {
    test.use(viewport)

    test('R58, R59, R61: from a comment she blocks its author, reads nothing of her any more, and undoes it; the other reads the words of who may not comment @walk', async ({
      page,
      context,
      browser,
      shop,
    }) => {
      walks('/gallery/detail/:recipeId', '/gallery/user/:userId', '/gallery/mypage')
      await addShopRecipes(shop, haruka, [{ id: 'hers', title: 'わたしの作品' }])
      await beginSession(context, shop, haruka)
      const other = nameOf(shop, minori)
      const her = await opened(browser, shop, detail('hers'), minori)
      await page.goto(detail('hers'))
      await say(her, 'いやなことば')
      await expect(items(page)).toHaveText([/いやなことば/])
      await expectNoAxeViolations(page)

      await pressNamed(page, `${other.name}さんをブロックする`)
      await expect(page.getByRole('dialog')).toContainText('知らされません')
      await expectNoAxeViolations(page)
      await pressNamed(page, 'ブロックする')
      await expect(page.getByText(`${other.name}さんをブロックしました。`)).toBeVisible()
      await expect(items(page)).toHaveCount(0)
      await expect(comments(page).getByRole('heading')).toHaveText('コメント0')
      await expectNoAxeViolations(page)

      await test.step('she who is blocked', async () => {
        await expect(items(her)).toHaveText([/いやなことば/])
        await say(her, 'もうひとつ')
        await expect(comments(her)).toContainText(
          'お店があなたのコメントを止めているため、いまはコメントを投稿できません。',
        )
        await expect(field(her)).toHaveValue('もうひとつ')
        await press(
          her
            .getByRole('main')
            .getByRole('button', { name: /^いいね/ })
            .first(),
        )
        await expect(her.getByText('いまはいいねを付けられません', { exact: false }).last()).toBeVisible()
        await her.reload()
        await expect(comments(her)).toContainText('お店があなたのコメントを止めているため')
      })
      await test.step('undone', async () => {
        await pressNamed(page, '元に戻す')
        await expect(items(page)).toHaveText([/いやなことば/])
        await expect(page.getByText(`${other.name}さんのブロックを解除しました。`)).toBeVisible()
      })
      await test.step('her live page, in another tab opened before', async () => {
        await addShopRecipes(shop, minori, [{ id: 'third', title: 'みんなの作品' }])
        const tab = await context.newPage()
        await tab.goto(detail('third'))
        await page.goto(`/gallery/user/${other.id}`)
        await expectNoAxeViolations(page)
        await pressNamed(page, 'この会員をブロック')
        await pressNamed(page, 'ブロックする')
        await expect(page.getByText('この会員をブロックしています。')).toBeVisible()
        await expectNoAxeViolations(page)
        await her.goto(detail('third'))
        await say(her, '見えないことば')
        await expect(items(her)).toHaveText([/見えないことば/])
        await say(tab, 'わたしのことば')
        await expect(items(tab)).toHaveText([/わたしのことば/])
        await expect(comments(tab).getByRole('heading')).toHaveText('コメント1')
        await tab.close()
      })
      await test.step('whom she blocks, on her settings', async () => {
        await page.goto(settings)
        await expect(page.getByText('1人をブロックしています')).toBeVisible()
        await expectNoAxeViolations(page)
        await press(page.getByRole('button', { name: /^解除/ }))
        await expect(page.getByText('ブロックしている会員はいません。')).toBeVisible()
        await pressNamed(page, '元に戻す')
        await expect(page.getByText('1人をブロックしています')).toBeVisible()
      })
      await her.context().close()
    })
  })

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 740 } })

  test('R60: she blocks and unblocks by forms, on the page of the member and on her settings', async ({
    page,
    context,
    shop,
  }) => {
    await beginSession(context, shop, haruka)
    const other = nameOf(shop, minori)
    await expectValidHtml(await (await context.request.get(`/gallery/user/${other.id}`)).text())
    await page.goto(`/gallery/user/${other.id}`)
    await pressNamed(page, 'この会員をブロック')
    await pressNamed(page, 'ブロックする')
    await expect(page).toHaveURL(`/gallery/user/${other.id}?notice=block-on`)
    await expect(page.getByText('ブロックしました。解除は')).toBeVisible()
    await pressNamed(page, 'ブロックを解除')
    await expect(page.getByText('ブロックを解除しました。')).toBeVisible()
    changeData(
      shop.dataDir,
      `insert into member_block (member_id, blocked_id, created_at) values ('${nameOf(shop, haruka).id}', '${other.id}', 0)`,
    )
    await expectValidHtml(await (await context.request.get(settings)).text())
    await page.goto(settings)
    await press(page.getByRole('button', { name: /^解除/ }))
    await expect(page).toHaveURL(`${settings}&notice=block-off`)
    await expect(page.getByText('ブロックしている会員はいません。')).toBeVisible()
  })
})
