import { get, type IncomingMessage } from 'node:http'
import type { Browser, Page, Route } from '@playwright/test'
import { demoMembers } from '../../demo/members.ts'
import { httpSession, signedInSession } from '../support/http-session.ts'
import { beginSession } from '../support/member-session.ts'
import { ownerCommand } from '../support/owner-command.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { setVisibility } from '../support/page-visibility.ts'
import { addShopRecipes } from '../support/recipes-of-a-shop.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { type ShopProcess, startShop } from '../support/shop-process.ts'
import { standAtEdge } from '../support/stand-at-edge.ts'
import { expect, long, phone, press, walks, test as withShop } from './fixtures.ts'

const [haruka = '', minori = ''] = demoMembers.map(({ email }) => email)
const detail = (id: string) => `/gallery/detail/${id}`
const call = (id: string) => `/api/recipes/${id}/comments`
const events = (id: string) => `/api/recipes/${id}/comment-events`

/** One shop for all, as each writes below a recipe of its own. */
const shopWithHiddenRecipe = async () => {
  const shop = await startShop()
  await addShopRecipes(shop, haruka, [{ id: 'hidden', hidden: 1 }])
  return shop
}

// One worker, so that its shop is made once.
withShop.describe.configure({ mode: 'default' })

const test = withShop.extend<{ recipe: string }>({
  shop: async ({ shopMadeBy }, use) => use(await shopMadeBy(shopWithHiddenRecipe)),
  recipe: async ({ shop }, use, { line }) => {
    await addShopRecipes(shop, haruka, [{ id: `work-${line}`, title: '話の種' }])
    await use(`work-${line}`)
  },
})

const comments = (page: Page) => page.getByRole('region', { name: /^コメント/ })
const items = (page: Page) => comments(page).getByRole('listitem')
const field = (page: Page) => comments(page).getByLabel('コメントを書く')
const say = async (page: Page, text: string) => {
  await field(page).fill(text)
  await press(comments(page).getByRole('button', { name: 'コメントする' }))
}

/** A page of another browser; a visitor's without `email`. */
const opened = async (browser: Browser, shop: ShopProcess, path: string, email?: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL: shop.origin, viewport: { width: 375, height: 800 } })
  if (email !== undefined) await beginSession(context, shop, email)
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** As many comments as that by Minori, the oldest first. */
const fillList = (shop: ShopProcess, recipe: string, count: number) => {
  const id = String(readData(shop.dataDir, `select id from member where email = '${minori}'`)[0]?.id)
  for (let n = 1; n <= count; n += 1)
    changeData(
      shop.dataDir,
      `insert into comment (id, recipe_id, author_id, author_name, text, source, created_at)
       values ('${recipe}-${n}', '${recipe}', '${id}', '', 'その${n}
たのしく拝見しました。
また寄らせてください。', 'own', ${n})`,
    )
}

test('ASVS 3.2.2, R16: members and a visitor see what the others say without a reload, offline and hidden ones afterwards @walk', async ({
  page,
  context,
  browser,
  shop,
  recipe,
}) => {
  walks('/gallery/user/:userId')
  await beginSession(context, shop, haruka)
  await page.goto(detail(recipe))
  const other = await opened(browser, shop, detail(recipe), minori)
  const visitor = await opened(browser, shop, detail(recipe))
  await expect(comments(visitor)).toContainText('コメントするにはログインが必要です')
  await say(page, '')
  await expect(field(page)).toBeFocused()
  await expect(comments(page).getByRole('alert')).toHaveText('コメントを入力してください。')
  await field(page).fill('は')
  await expect(comments(page).getByRole('alert')).toHaveCount(0)
  await say(page, 'はじめまして😊\n<b>太字</b> https://example.com/kata')
  for (const each of [page, other, visitor]) {
    await expect(items(each)).toHaveCount(1)
    await expect(items(each)).toContainText('糸井はるか')
    await expect(items(each)).toContainText('<b>太字</b>')
  }
  await expect(items(page)).not.toContainText('送信しています')
  await expect(comments(other).getByRole('status').first()).toHaveText('新しいコメントが1件あります')
  await expect(field(page)).toHaveValue('')

  await visitor.context().setOffline(true)
  await setVisibility(other, 'hidden')
  await say(page, '二つめ')
  await expect(items(page)).toHaveCount(2)
  await expect(items(visitor)).toHaveCount(1)
  await setVisibility(other, 'visible')
  await expect(items(other)).toHaveCount(2)
  await say(other, 'こちらこそ')
  await expect(items(page).first()).toContainText('こちらこそ')
  await visitor.context().setOffline(false)
  await expect(items(visitor)).toHaveCount(3)

  // Only her own, and only after a question.
  await expect(items(page).first().getByRole('button', { name: '自分のコメントを削除' })).toHaveCount(0)
  await press(items(page).last().getByRole('button', { name: '自分のコメントを削除' }))
  const question = page.getByRole('dialog', { name: 'コメントの削除' })
  await expect(question.getByText('このコメントを削除しますか？')).toBeFocused()
  await expectNoAxeViolations(page)
  await press(question.getByRole('button', { name: 'やめる' }))
  await expect(items(page)).toHaveCount(3)
  await press(items(page).last().getByRole('button', { name: '自分のコメントを削除' }))
  await press(question.getByRole('button', { name: '削除する' }))
  for (const each of [page, other, visitor]) {
    await expect(items(each)).toHaveCount(2)
    await expect(comments(each)).not.toContainText('はじめまして')
  }
  await press(items(visitor).first().getByRole('link', { name: '布川みのり' }))
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('布川みのり')
  for (const each of [other, visitor]) await each.context().close()
})

test.describe('what the owner hides', () => {
  test.use({ expectedInConsole: /status of (403|404|429)/ })
  test('A7, A27: goes from open pages, tells its author why, and a stopped member keeps what she typed; a page without a stream asks for the comments itself', async ({
    page,
    context,
    browser,
    shop,
    recipe,
  }) => {
    await beginSession(context, shop, haruka)
    // What takes seconds to arrive goes on beside the rest, each below a recipe of its own.
    const [hiddenRecipe, streamless] = [`${recipe}-hidden`, `${recipe}-streamless`]
    await addShopRecipes(shop, haruka, [{ id: hiddenRecipe }, { id: streamless }])
    const alone = await opened(browser, shop, detail(hiddenRecipe))
    const another = await alone.context().newPage()
    let refused = 0
    await another.route(`**${events(streamless)}`, (route) => {
      refused += 1
      return route.fulfill({ status: 429 })
    })
    await another.goto(detail(streamless))
    await expect.poll(() => refused).toBeGreaterThan(0)
    const other = await signedInSession(shop.origin, minori)
    const posted = await other.post(call(streamless), { id: `${streamless}-one`, text: '流れがなくても' })
    expect(posted.status).toBe(200)

    await page.goto(detail(recipe))
    const visitor = await opened(browser, shop, detail(recipe))
    await say(page, '宣伝です')
    await expect(items(visitor)).toHaveCount(1)
    const moment = items(page).locator('a:has(time)')
    const address = await moment.evaluate((link: HTMLAnchorElement) => link.href)
    await ownerCommand(shop, 'member', 'hide', address, '宣伝のため')
    await ownerCommand(shop, 'member', 'hide', detail(hiddenRecipe))
    const soon = { timeout: 20_000 }
    await page.reload()
    const hidden = comments(page).getByRole('list', { name: '非表示になったあなたのコメント' })
    await expect(hidden).toContainText('宣伝です')
    await expect(hidden).toContainText('このコメントはお店が非表示にしました。')
    await expect(hidden).toContainText('理由：宣伝のため')
    await expectNoAxeViolations(page)

    await ownerCommand(shop, 'member', 'mute', haruka)
    await say(page, '続きです')
    await expect(comments(page).getByRole('alert')).toContainText('お店があなたのコメントを止めている')
    await page.reload()
    await expect(comments(page)).toContainText('お店があなたのコメントを止めている')
    await expect(field(page)).toHaveValue('続きです')
    await expect(items(visitor)).toHaveCount(0, soon)
    await press(hidden.getByRole('button', { name: '自分のコメントを削除' }))
    await press(page.getByRole('dialog').getByRole('button', { name: '削除する' }))
    await expect(hidden).toHaveCount(0)
    await ownerCommand(shop, 'member', 'unmute', haruka)

    await expect(alone.getByRole('main')).toContainText('Recipe not found', soon)
    // The read that all share may be some seconds old.
    await expect(items(another)).toContainText('流れがなくても', { timeout: 30_000 })
    await expect.poll(() => refused).toBeGreaterThan(1)
    for (const each of [visitor, alone]) await each.context().close()
  })
})

test.describe('on a phone', () => {
  test.use({
    ...phone(375, 667),
    expectedInConsole: /ERR_FAILED/,
  })
  test('a failure is in view above a long comment; deleted right after it was posted, it is gone', async ({
    page,
    context,
    shop,
    recipe,
  }) => {
    await beginSession(context, shop, haruka)
    await page.goto(detail(recipe))
    const send = comments(page).getByRole('button', { name: 'コメントする' })
    const alert = comments(page).getByRole('alert')
    await field(page).fill('あ'.repeat(400))
    await page.route(`**${call(recipe)}`, (route) => route.abort())
    await standAtEdge(send, 'start')
    await press(send)
    await expect(alert).toBeInViewport({ ratio: 1 })
    const header = await page.getByRole('banner').boundingBox()
    expect((await alert.boundingBox())?.y).toBeGreaterThanOrEqual(header?.height ?? Number.NaN)
    await page.unroute(`**${call(recipe)}`)
    await press(send)
    await press(items(page).getByRole('button', { name: '自分のコメントを削除' }))
    await press(page.getByRole('dialog').getByRole('button', { name: '削除する' }))
    await expect(comments(page)).toContainText('まだコメントはありません。')
    await expect(items(page)).toHaveCount(0)
  })
})

test('R16: what is being read does not move: new ones wait behind a quiet line', async ({
  page,
  context,
  browser,
  shop,
  recipe,
}) => {
  fillList(shop, recipe, 65)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(detail(recipe))
  const other = await opened(browser, shop, detail(recipe), haruka)
  await expect(items(page)).toHaveCount(30)
  await press(comments(page).getByRole('link', { name: 'コメントをもっと見る' }))
  await expect(items(page)).toHaveCount(60)
  await expect(page).toHaveURL(/\?comments=60/)
  await expect(items(page).nth(30)).toBeFocused()
  await expect(items(page).nth(30)).toHaveText(/その35/)
  // The line will lie on words, not on a name that leads elsewhere.
  await standAtEdge(items(page).nth(8), 'start')
  await page.evaluate(() => scrollBy(0, 64))
  const read = items(page).nth(10)
  await expect(read).toHaveText(/その55/)
  const placeOf = async () => (await read.boundingBox())?.y
  const before = await placeOf()
  await say(other, '読んでいるあいだに')
  const line = comments(page).getByRole('button', { name: '新しいコメントが 1件あります' })
  await expect(line).toBeInViewport()
  await expect(read).toHaveText(/その55/)
  expect(await placeOf()).toBe(before)
  await expectNoAxeViolations(page)
  await press(line)
  await expect(line).toHaveCount(0)
  await expect(items(page).first()).toContainText('読んでいるあいだに')
  await expect(items(page).first()).toBeInViewport()
  // Where the beginning is in sight they simply come in.
  await say(other, 'もうひとつ')
  await expect(items(page).first()).toContainText('もうひとつ')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await other.context().close()
  await context.close()
})

test.describe('where something fails', () => {
  test.use({ expectedInConsole: /status of (401|422|429)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/ })

  test('what was not posted stays in the field, over a reload and a new sign-in, and is there once in the end', async ({
    page,
    context,
    shop,
    recipe,
  }) => {
    await beginSession(context, shop, haruka)
    await page.goto(detail(recipe))
    const alert = comments(page).getByRole('alert')
    const isPost = (route: Route) => route.request().method() === 'POST'

    await field(page).fill('あ'.repeat(501))
    await expect(comments(page)).toContainText('501/500')
    await press(comments(page).getByRole('button', { name: 'コメントする' }))
    await expect(alert).toContainText('500文字以内')
    await field(page).fill(' 　')
    await press(comments(page).getByRole('button', { name: 'コメントする' }))
    await expect(alert).toContainText('コメントを入力してください')

    // R15: Enter begins a line, and one that ends a conversion sends nothing, whatever else is pressed.
    await field(page).fill('一行め')
    await field(page).press('Enter')
    for (const isComposing of [true, false])
      await field(page).evaluate(
        (text, composing) =>
          text.dispatchEvent(
            new KeyboardEvent('keydown', {
              key: 'Enter',
              ctrlKey: true,
              bubbles: true,
              ...(composing ? { isComposing: true } : { keyCode: 229 }),
            }),
          ),
        isComposing,
      )
    await expect(field(page)).toHaveValue('一行め\n')
    await expect(items(page)).toHaveCount(0)

    // The shop never hears of it.
    await page.route(`**${call(recipe)}`, (route) => (isPost(route) ? route.abort() : route.continue()))
    await field(page).pressSequentially('二行め')
    await field(page).press('Control+Enter')
    await expect(alert).toContainText('コメントの投稿に失敗しました')
    await expect(items(page)).toHaveCount(0)
    await expect(field(page)).toHaveValue('一行め\n二行め')
    await page.unroute(`**${call(recipe)}`)
    await page.reload()
    await expect(field(page)).toHaveValue('一行め\n二行め')
    await expect(comments(page)).toContainText('7/500')
    await expectNoAxeViolations(page)

    changeData(shop.dataDir, 'delete from member_session')
    await press(comments(page).getByRole('button', { name: 'コメントする' }))
    await expect(alert).toContainText('ログインの有効期限が切れた')
    await press(alert.getByRole('link', { name: 'ログインする' }))
    const form = page.getByRole('main')
    await form.getByRole('textbox', { name: 'メールアドレス' }).fill(haruka)
    await form.getByLabel('パスワード', { exact: true }).fill(demoMembers[0]?.password ?? '')
    await press(form.getByRole('button', { name: 'ログイン', exact: true }))
    await expect(page).toHaveURL(`${detail(recipe)}#comments`)
    await expect(field(page)).toHaveValue('一行め\n二行め')

    // The shop has it, but its answer is lost.
    await page.route(`**${call(recipe)}`, async (route) => {
      if (!isPost(route)) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await press(comments(page).getByRole('button', { name: 'コメントする' }))
    await expect(alert).toContainText('コメントの投稿に失敗しました')
    await page.unroute(`**${call(recipe)}`)
    await press(comments(page).getByRole('button', { name: 'コメントする' }))
    await expect(field(page)).toHaveValue('')
    await expect(items(page)).toHaveCount(1)
    expect(readData(shop.dataDir, `select text from comment where recipe_id = '${recipe}'`)).toHaveLength(1)

    await page.route(`**${call(recipe)}`, (route) => (isPost(route) ? route.abort() : route.continue()))
    await press(items(page).getByRole('button', { name: '自分のコメントを削除' }))
    await press(page.getByRole('dialog').getByRole('button', { name: '削除する' }))
    await expect(page.getByRole('alert')).toContainText('コメントの削除に失敗しました')
    await expect(items(page)).toHaveCount(1)
    await expect(comments(page).getByRole('heading', { name: /^コメント/ })).toBeFocused()
  })

  test('what is typed while a comment is on its way is the next one', async ({
    page,
    context,
    shop,
    recipe,
  }) => {
    await beginSession(context, shop, haruka)
    await page.goto(detail(recipe))
    const held = Promise.withResolvers<void>()
    await page.route(`**${call(recipe)}`, async (route) => {
      if (route.request().method() === 'POST') await held.promise
      await route.continue()
    })
    await say(page, 'はじめに')
    await expect(comments(page).getByRole('button', { name: '送信しています' })).toBeVisible()
    await field(page).fill('つづき')
    held.resolve()
    await expect(comments(page).getByRole('button', { name: 'コメントする' })).toBeVisible()
    await expect(field(page)).toHaveValue('つづき')
    await press(comments(page).getByRole('button', { name: 'コメントする' }))
    await expect(items(page)).toHaveCount(2)
    await expect(field(page)).toHaveValue('')
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedInConsole: /status of 422/ })

  test(
    'comments are read, posted and deleted by forms; what is not taken comes back',
    long,
    async ({ page, context, shop, recipe }) => {
      fillList(shop, recipe, 35)
      await page.goto(detail(recipe))
      await expect(items(page)).toHaveCount(30)
      await press(comments(page).getByRole('link', { name: 'ログイン・会員登録へ' }))
      await expect(page).toHaveURL(new RegExp(`next=%2Fgallery%2Fdetail%2F${recipe}`))
      await beginSession(context, shop, haruka)
      await page.goto(detail(recipe))
      await press(comments(page).getByRole('link', { name: 'コメントをもっと見る' }))
      await expect(items(page)).toHaveCount(35)
      await say(page, 'あ'.repeat(501))
      await expect(page.getByRole('alert')).toContainText('500文字以内')
      const again = page.getByLabel('コメントを書く')
      await expect(again).toHaveValue('あ'.repeat(501))
      await again.fill('短く\r\nしました')
      await press(page.getByRole('button', { name: 'コメントする' }))
      await expect(page).toHaveURL(`${detail(recipe)}#comments`)
      await expect(items(page).first()).toContainText('短く')
      await expectValidHtml(await page.content())
      await press(items(page).first().getByRole('button', { name: '自分のコメントを削除' }))
      await press(page.getByRole('dialog').getByRole('button', { name: '削除する' }))
      await expect(page).toHaveURL(`${detail(recipe)}#comments`)
      await expect(comments(page)).not.toContainText('短く')
    },
  )
})

/** The stream at `path`, once its headers are there. */
const stream = (origin: string, path: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(new URL(path, origin), { agent: false }, resolve).on('error', reject)
  })

/** Reads until `expected` has come, and gives all that came. */
const heard = async (answer: IncomingMessage, expected: RegExp): Promise<string> => {
  let all = ''
  for await (const part of answer.iterator({ destroyOnReturn: false })) {
    all += part
    if (expected.test(all)) return all
  }
  return all
}

test('R16: streams tell versions, one read is cached for all, and one client has twenty streams', async ({
  shop,
  recipe,
}) => {
  const [member, visitor] = [await signedInSession(shop.origin, minori), httpSession(shop.origin)]
  const first = await stream(shop.origin, events(recipe))
  expect(first.headers['content-type']).toContain('text/event-stream')
  expect(await heard(first, /data: .*\n\n/)).toContain('data: 0\n\n')
  const posted = await member.post(call(recipe), { id: `${recipe}-one`, text: '一番' })
  expect(await posted.json()).toEqual({ done: 'posted', id: `${recipe}-one`, version: 1 })
  expect(await heard(first, /data: 1\n\n/)).toContain('data: 1\n\n')

  const list = `${call(recipe)}?v=1&count=30`
  await (await visitor.get(list)).text()
  const [forMember, forVisitor] = [await member.get(list), await visitor.get(list)]
  expect(forMember.headers.get('etag')).not.toBeNull()
  expect(forMember.headers.get('etag')).toBe(forVisitor.headers.get('etag'))
  const text = await forMember.text()
  expect(text).toBe(await forVisitor.text())
  expect(text).not.toContain('@')
  // A version that is still to come is never kept.
  expect((await visitor.get(`${call(recipe)}?v=2`)).headers.get('cache-control')).toBe('no-store')

  for (const who of [member, visitor]) expect((await who.get(call('hidden'))).status).toBe(404)
  expect((await stream(shop.origin, events('hidden'))).statusCode).toBe(404)
  expect((await stream(shop.origin, events('never'))).statusCode).toBe(404)
  expect((await visitor.post(call(recipe), { id: `${recipe}-two`, text: 'x' })).status).toBe(401)
  expect(await (await visitor.get(`${detail(recipe)}/comments`)).text()).toContain(
    `${detail(recipe)}#comments`,
  )

  const more = await Promise.all(Array.from({ length: 19 }, () => stream(shop.origin, events(recipe))))
  expect(new Set(more.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const refused = await stream(shop.origin, events(recipe))
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  const ended = heard(first, /never/)
  expect(await shop.stop()).toBe(0)
  await ended
  await shop.startAgain()
})
