import type { Browser, Page } from '@playwright/test'
import { demoMembers } from '../../demo/members.ts'
import { enterDesk } from '../support/desk-session.ts'
import { beginSession } from '../support/member-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { addShopRecipes } from '../support/recipes-of-a-shop.ts'
import { changeData, readData } from '../support/shop-database.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import { expect, phone, press, test, walks } from './fixtures.ts'

const [haruka = '', minori = ''] = demoMembers.map(({ email }) => email)
const recipe = 'work-reported'
const detail = `/gallery/detail/${recipe}`
const comments = (page: Page) => page.getByRole('region', { name: /^コメント/ })

test.use({ ...phone(375, 667), ownShop: true })

const insult = 'ひどいことばのコメント'

const fill = async (shop: ShopProcess) => {
  await addShopRecipes(shop, haruka, [{ id: recipe, title: '帆布のかばん' }])
  const id = String(readData(shop.dataDir, `select id from member where email = '${minori}'`)[0]?.id)
  changeData(
    shop.dataDir,
    `insert into comment (id, recipe_id, author_id, author_name, text, source, created_at)
     values ('comment-reported', '${recipe}', '${id}', '', '${insult}', 'own', 1),
            ('comment-kept', '${recipe}', '${id}', '', 'すてきです', 'own', 2)`,
  )
  return id
}

const opened = async (browser: Browser, shop: ShopProcess, path: string, email?: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL: shop.origin, viewport: { width: 375, height: 667 } })
  if (email !== undefined) await beginSession(context, shop, email)
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test('R50, R63, A7, N144, N145: a visitor reports a comment, the owner hides it in three taps, its author reads why, and it comes back @walk', async ({
  page,
  browser,
  shop,
}) => {
  walks('/gallery/report/:kind/:thingId', '/admin/reports', '/admin/reports/:id')
  await fill(shop)
  const visitor = await opened(browser, shop, detail)
  const watching = await opened(browser, shop, detail)
  await expect(comments(watching)).toContainText(insult)
  const item = comments(visitor).getByRole('listitem').filter({ hasText: insult })
  await press(item.getByRole('link', { name: /通報する/ }))
  await expect(visitor.getByRole('heading', { level: 1, name: '通報する' })).toBeVisible()
  await expectNoAxeViolations(visitor)
  await press(visitor.getByLabel('だれかを傷つける・差別する内容'))
  await visitor.getByLabel('くわしい内容').fill('読むのがつらいです')
  await visitor.getByLabel('結果を知らせるメールアドレス').fill('visitor@mail.example')
  await press(visitor.getByRole('button', { name: '通報する' }))
  await expect(visitor.getByRole('heading', { level: 1, name: '通報を受け付けました' })).toBeFocused()
  await expect(visitor).toHaveTitle(/^通報を受け付けました/)
  await test.step('R63: the way back is to the comment, and its page says what this browser has reported', async () => {
    await press(visitor.getByRole('link', { name: 'コメントにもどる' }))
    await expect(visitor).toHaveURL(/#comment-comment-reported$/)
    await press(item.getByRole('link', { name: /通報する/ }))
    await expect(visitor.getByText('通報済みです')).toBeVisible()
    await expect(visitor.getByRole('button', { name: '通報する' })).toHaveCount(0)
  })

  await enterDesk(page, 'owner', shop)
  await page.goto('/admin')
  await test.step('three taps from きょう', async () => {
    await press(page.getByRole('list', { name: 'ほかの用事' }).getByRole('link', { name: /^通報/ }))
    await expect(page.getByRole('heading', { level: 1, name: '通報' })).toBeVisible()
    await expectNoAxeViolations(page)
    await press(page.getByRole('list', { name: '待っている通報' }).getByRole('link', { name: /コメント/ }))
    await expect(page.getByRole('region', { name: '通報された内容' })).toContainText(insult)
    await expect(page.getByText('読むのがつらいです')).toBeVisible()
    await expectNoAxeViolations(page)
    await press(page.getByRole('button', { name: '隠す', exact: true }))
    await expect(page.getByText('投稿を隠しました').first()).toBeVisible()
  })
  await expect(comments(watching)).not.toContainText(insult)
  await expect(comments(watching)).toContainText('すてきです')
  const author = await opened(browser, shop, detail, minori)
  await expect(comments(author)).toContainText('このコメントはお店が非表示にしました')
  await expect(comments(author)).toContainText('ほかの方を傷つけるおそれのある内容のため')

  await press(page.getByRole('button', { name: '元に戻す' }))
  await expect(page.getByText('通報への対応を元に戻しました')).toBeVisible()
  await expect(comments(watching)).toContainText(insult)
  await expect(page.getByRole('button', { name: '隠す', exact: true })).toBeVisible()
})

test('N144: the owner gives her own reason and stops a member’s recipes; an empty reason stands beside its field', async ({
  page,
  browser,
  shop,
}) => {
  await fill(shop)
  const visitor = await opened(browser, shop, detail)
  await press(visitor.getByRole('link', { name: 'この作品を通報する' }))
  await press(visitor.getByLabel('宣伝・いたずら・同じ内容のくり返し'))
  await press(visitor.getByRole('button', { name: '通報する' }))
  await expect(visitor.getByRole('heading', { level: 1, name: '通報を受け付けました' })).toBeVisible()
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/reports')
  await press(page.getByRole('list', { name: '待っている通報' }).getByRole('link', { name: /作品/ }))
  await press(page.getByText('書いた方が読む理由を変える'))
  await page.getByLabel('自分の言葉で書く').fill('二度目の宣伝です')
  await press(page.getByText('さんのことも決める'))
  await press(page.getByRole('button', { name: '投稿を止める' }))
  await expect(page.getByText('作品の投稿を止めました').first()).toBeVisible()
  const author = await opened(browser, shop, detail, haruka)
  await expect(author.getByText('理由：二度目の宣伝です')).toBeVisible()
})

test.describe('failing', () => {
  test.use({ expectedInConsole: /status of 500|Failed to load resource/ })

  test('N68, A28: a report and a decision that fail or never arrive say so beside their button, and keep what was chosen', async ({
    page,
    browser,
    shop,
  }) => {
    await fill(shop)
    const lose = (of: Page) =>
      of.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    const breaking = (name: string, table: string) =>
      changeData(
        shop.dataDir,
        `create trigger ${name} before insert on ${table} begin select raise(abort, 'no more room'); end`,
      )
    const visitor = await opened(browser, shop, '/gallery/report/comment/comment-reported', haruka)
    const send = () => press(visitor.getByRole('button', { name: '通報する' }))
    await press(visitor.getByLabel('だれかを傷つける・差別する内容'))
    await visitor.getByLabel('くわしい内容').fill('読むのがつらいです')
    await lose(visitor)
    await send()
    await expect(visitor.getByText('通報を送れませんでした。')).toBeVisible()
    await visitor.unrouteAll()
    breaking('no_reports', 'report')
    await send()
    await expect(visitor.getByText('しばらくしてから、もう一度お試しください。')).toBeVisible()
    await expect(visitor.getByLabel('くわしい内容')).toHaveValue('読むのがつらいです')
    changeData(shop.dataDir, 'drop trigger no_reports')
    await send()
    await expect(visitor.getByRole('heading', { level: 1, name: '通報を受け付けました' })).toBeVisible()
    await test.step('R63: a member is told by the shop', async () => {
      await visitor.evaluate(() => localStorage.clear())
      await visitor.goto('/gallery/report/comment/comment-reported')
      await expect(visitor.getByText('通報済みです')).toBeVisible()
    })

    await enterDesk(page, 'owner', shop)
    await page.goto('/admin/reports')
    await press(page.getByRole('list', { name: '待っている通報' }).getByRole('link', { name: /コメント/ }))
    await press(page.getByText('さんのことも決める'))
    await press(page.getByLabel('この投稿も隠す'))
    const stop = page.getByRole('button', { name: '投稿を止める' })
    await lose(page)
    await press(stop)
    await expect(page.getByText('対応できませんでした。')).toBeVisible()
    await page.unrouteAll()
    breaking('no_outcomes', 'report_outcome')
    await press(stop)
    const failed = page.getByRole('group').filter({ has: stop }).getByRole('alert')
    await expect(failed.filter({ hasText: '対応できませんでした。', hasNotText: '通信エラー' })).toBeVisible()
    await expect(page.getByLabel('この投稿も隠す')).not.toBeChecked()
    changeData(shop.dataDir, 'drop trigger no_outcomes')
    await press(stop)
    await expect(page.getByText('作品の投稿を止めました').first()).toBeVisible()
    await lose(page)
    await press(page.getByRole('button', { name: '元に戻す' }))
    await expect(page.getByText('元に戻せませんでした。')).toBeVisible()
    await page.unrouteAll()
    await press(page.getByRole('button', { name: '元に戻す' }))
    await expect(page.getByText('通報への対応を元に戻しました')).toBeVisible()
    expect(readData(shop.dataDir, 'select count(*) as count from comment where hidden = 1')[0]?.count).toBe(0)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedInConsole: /status of 4(?:22|04)/ })

  test('R50: a report works without script, and what was typed stays when it is refused', async ({
    page,
    shop,
  }) => {
    const member = await fill(shop)
    await page.goto(`/gallery/report/profile/${member}`)
    await expectValidHtml(await page.content())
    await page.getByLabel('くわしい内容').fill('写真が不快です')
    await press(page.getByRole('button', { name: '通報する' }))
    await expect(page.getByText('理由をひとつ選んでください。')).toBeVisible()
    await expect(page.getByLabel('くわしい内容')).toHaveValue('写真が不快です')
    await press(page.getByLabel('性的・暴力的で、見たくない内容'))
    await press(page.getByRole('button', { name: '通報する' }))
    await expect(page.getByRole('heading', { level: 1, name: '通報を受け付けました' })).toBeVisible()
    await page.goto('/gallery/report/comment/never-there')
    await expect(page.getByText('いま公開されていません')).toBeVisible()
    expect(readData(shop.dataDir, 'select count(*) as count from report')[0]?.count).toBe(1)
  })
})
