import type { BrowserContext, Page, Route } from '@playwright/test'
import { beginSession } from '../support/member-session.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { setVisibility } from '../support/page-visibility.ts'
import { rawRequest } from '../support/raw-request.ts'
import { addShopRecipes } from '../support/recipes-of-a-shop.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { type ShopProcess, startShop } from '../support/shop-process.ts'
import { test as base, expect, long, press, walks } from './fixtures.ts'

const shopWithoutRecipes = async () => {
  const shop = await startShop()
  changeData(shop.dataDir, 'delete from recipe')
  changeData(shop.dataDir, 'delete from favourite')
  return shop
}

// One worker, so that its shop is made once.
base.describe.configure({ mode: 'default' })

const test = base.extend({
  shop: async ({ shopMadeBy }, use) => use(await shopMadeBy(shopWithoutRecipes)),
})

const author = 'asagi@demo.example'
const detail = (id: string) => `/gallery/detail/${id}`
const main = (page: Page) => page.getByRole('main')
/** Of a recipe's two buttons, the one below its title. */
const heart = (page: Page) =>
  main(page)
    .getByRole('button', { name: /^いいね/ })
    .first()
const keep = (page: Page) => main(page).getByRole('button', { name: '保存', exact: true }).first()
const bar = (page: Page) => page.getByRole('region', { name: 'この作品に' })
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).last()
const likesOf = ({ dataDir }: ShopProcess, id: string) => {
  const [row] = readData(
    dataDir,
    `select likes, (select count(*) from recipe_like where recipe_id = recipe.id) as likers from recipe where id = '${id}'`,
  )
  expect(row?.likes).toBe(row?.likers)
  return row?.likes
}

/** Holds every tap's request back until `free` is called; then `answer` handles it. */
const holdTaps = async (context: BrowserContext, answer = (route: Route) => route.continue()) => {
  const held: Array<() => void> = []
  let isOpen = false
  const sent: string[] = []
  await context.route('**/reactions', async (route) => {
    sent.push(route.request().postData() ?? '')
    if (!isOpen) await new Promise<void>((resolve) => held.push(resolve))
    await answer(route)
  })
  return {
    sent,
    free: () => {
      isOpen = true
      for (const go of held.splice(0)) go()
    },
  }
}

test('R11: taps show at once, the last one of a row is true, and what was on the way turns nothing back @walk', async ({
  page,
  context,
  shop,
}) => {
  walks('/gallery/detail/:recipeId')
  await addShopRecipes(shop, author, [{ id: 'taps' }])
  await beginSession(context, shop)
  await page.goto(detail('taps'))
  const taps = await holdTaps(context)
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  await press(heart(page))
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(heart(page)).toHaveText('いいね 1')
  await press(heart(page))
  await press(heart(page))
  await press(heart(page))
  await expect(heart(page)).toHaveText('いいね 0')
  expect(likesOf(shop, 'taps')).toBe(0)
  expect(taps.sent).toEqual(['kind=like&on=true'])
  taps.free()
  await expect(said(page, 'いいねを取り消しました。')).toBeVisible()
  expect(taps.sent).toEqual(['kind=like&on=true', 'kind=like&on=false'])
  await expect(heart(page)).toHaveText('いいね 0')
  expect(likesOf(shop, 'taps')).toBe(0)

  await press(heart(page), { times: 2 })
  await press(heart(page))
  await expect(said(page, 'いいねしました。')).toBeVisible()
  await press(keep(page))
  await expect(said(page, '保存しました。マイページの「保存した作品」で、いつでも見られます。')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.reload()
  await expect(heart(page)).toHaveText('いいね 1')
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(keep(page)).toHaveAttribute('aria-pressed', 'true')
  expect(likesOf(shop, 'taps')).toBe(1)
})

test('R11: in two tabs and on two devices a like is one like, and each shows the truth when it is looked at', async ({
  page,
  context,
  browser,
  shop,
}) => {
  await addShopRecipes(shop, author, [{ id: 'tabs' }])
  await beginSession(context, shop)
  const phone = await browser.newContext({ baseURL: shop.origin })
  await beginSession(phone, shop)
  const [other, onPhone] = [await context.newPage(), await phone.newPage()]
  for (const each of [page, other, onPhone]) await each.goto(detail('tabs'))
  for (const each of [page, other, onPhone]) {
    await press(heart(each))
    await expect(said(each, 'いいねしました。')).toBeVisible()
    await expect(heart(each)).toHaveText('いいね 1')
  }
  expect(likesOf(shop, 'tabs')).toBe(1)
  await press(heart(onPhone))
  await expect(said(onPhone, 'いいねを取り消しました。')).toBeVisible()
  await expect(heart(page)).toHaveText('いいね 1')
  for (const state of ['hidden', 'visible'] as const) await setVisibility(page, state)
  await expect(heart(page)).toHaveText('いいね 0')
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  await phone.close()
})

test.describe('what cannot be kept', () => {
  test.use({ expectedInConsole: /status of (?:401|404|429|500)|ERR_FAILED/ })

  test('a tap that fails is put back and says so; one without a session leads to the login', async ({
    page,
    context,
    shop,
  }) => {
    await addShopRecipes(shop, author, [{ id: 'failing' }])
    await beginSession(context, shop, 'admin@demo.example')
    await page.goto(detail('failing'))
    const alert = main(page).getByRole('alert')
    await context.route('**/reactions', (route) => route.abort())
    for (const [button, text] of [
      [heart(page), 'いいねの更新に失敗しました。'],
      [keep(page), '保存の更新に失敗しました。'],
    ] as const) {
      await press(button)
      await expect(alert).toContainText(text)
      await expect(button).toHaveAttribute('aria-pressed', 'false')
    }
    await expect(heart(page)).toHaveText('いいね 0')
    await press(main(page).getByRole('button', { name: '閉じる', exact: true }))
    await expect(alert).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await context.unroute('**/reactions')
    await press(heart(page))
    await expect(said(page, 'いいねしました。')).toBeVisible()
    await expect(alert).toHaveCount(0)

    changeData(shop.dataDir, 'delete from member_session')
    await press(keep(page))
    const prompt = page.getByRole('dialog', { name: 'ログインのご案内' })
    await expect(prompt).toContainText('作品を保存するにはログインが必要です')
    await expect(keep(page)).toHaveAttribute('aria-pressed', 'false')
    await press(prompt.getByRole('button', { name: '閉じる' }))

    await beginSession(context, shop, 'admin@demo.example')
    changeData(shop.dataDir, "delete from recipe where id = 'failing'")
    await press(heart(page))
    await expect(alert).toContainText('この作品は削除されました')
    await expect(heart(page)).toHaveText('いいね 1')
  })
})

for (const javaScriptEnabled of [true, false])
  test(
    `a visitor is asked to log in and comes back to the recipe, with${javaScriptEnabled ? '' : 'out'} script`,
    javaScriptEnabled ? {} : long,
    async ({ browser, shop }) => {
      const id = `visited-${javaScriptEnabled}`
      await addShopRecipes(shop, author, [{ id }])
      const context = await browser.newContext({
        baseURL: shop.origin,
        javaScriptEnabled,
        viewport: { width: 375, height: 800 },
      })
      const page = await context.newPage()
      await page.goto(detail(id))
      await expect(page.getByRole('navigation', { name: 'ギャラリー' })).toBeHidden()
      await expect(bar(page).getByRole('link', { name: 'お店の布を見る' })).toBeInViewport()
      const prompt = page.getByRole('dialog', { name: 'ログインのご案内' })
      await press(bar(page).getByRole('button', { name: '保存' }))
      await expect(prompt).toContainText('作品を保存するにはログインが必要です')
      await press(prompt.getByRole('button', { name: '閉じる' }))
      await press(bar(page).getByRole('button', { name: /いいね/ }))
      await expect(prompt).toContainText('いいねするにはログインが必要です（Login is required to like）')
      if (javaScriptEnabled) await expectNoAxeViolations(page)
      await press(prompt.getByRole('link', { name: 'ログイン' }))
      const form = main(page)
      await expect(form).toContainText(
        'ログインが済むと、お選びの作品にいいねを付けて、そのページに戻ります。',
      )
      if (javaScriptEnabled) await expectNoAxeViolations(page)
      await form.getByRole('textbox', { name: 'メールアドレス' }).fill('no-posting@demo.example')
      await form.getByLabel('パスワード', { exact: true }).fill('hari-to-ito-25')
      await press(form.getByRole('button', { name: 'ログイン', exact: true }))
      await expect(page).toHaveURL(`${detail(id)}?notice=like-on`)

      // R47: what she pressed before has been done.
      await expect(said(page, 'いいねしました。')).toBeVisible()
      await press(bar(page).getByRole('button', { name: '保存' }))
      await expect(
        said(page, '保存しました。マイページの「保存した作品」で、いつでも見られます。'),
      ).toBeVisible()
      for (const button of await bar(page).getByRole('button').all())
        await expect(button).toHaveAttribute('aria-pressed', 'true')
      expect(likesOf(shop, id)).toBe(1)
      await press(bar(page).getByRole('button', { name: /いいね/ }))
      await expect(said(page, 'いいねを取り消しました。')).toBeVisible()
      await expect(heart(page)).toHaveText('いいね 0')
      expect(likesOf(shop, id)).toBe(0)
      await context.close()
    },
  )

test('R12: my page counts what is kept, shows it by six, names what is gone, and lets go of each after asking', async ({
  page,
  context,
  shop,
}) => {
  const ids = Array.from({ length: 9 }, (_, at) => `kept-${at}`)
  await addShopRecipes(
    shop,
    author,
    // The last one is gone, and the one before it hidden.
    ids.slice(0, 8).map((id, at) => ({ id, title: `巾着 ${at}`, likes: 0, hidden: at === 7 ? 1 : 0 })),
  )
  const member = await beginSession(context, shop, 'mugi@demo.example')
  for (const [at, id] of ids.entries())
    changeData(
      shop.dataDir,
      `insert into favourite values ('${member}', '${id}', 'むかしの題名', '', '', ${at})`,
    )
  await page.goto('/gallery/mypage')
  const tab = page.getByRole('link', { name: /^保存した作品/ })
  await expect(tab).toHaveText('保存した作品 9')
  await press(tab)
  const list = main(page).getByRole('region', { name: '保存した作品' }).getByRole('listitem')
  await expect(list).toHaveCount(6)
  await expect(list.filter({ hasText: 'この作品は削除されました' })).toHaveCount(2)
  await expect(main(page)).not.toContainText('むかしの題名')
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoAxeViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  }
  await press(page.getByRole('link', { name: 'もっと見る' }))
  await expect(list).toHaveCount(9)
  await expect(list.nth(6)).toBeFocused()
  await expect(list.locator('h3')).toHaveText([6, 5, 4, 3, 2, 1, 0].map((at) => `巾着 ${at}`))

  const question = page.getByRole('dialog')
  await press(page.getByRole('button', { name: '削除された作品を保存した作品から外す' }).first())
  await expectNoAxeViolations(page)
  await press(question.getByRole('button', { name: 'やめる' }))
  await expect(list).toHaveCount(9)
  for (const [name, left] of [
    ['削除された作品を保存した作品から外す', 8],
    ['削除された作品を保存した作品から外す', 7],
    ['巾着 0を保存した作品から外す', 6],
  ] as const) {
    await press(page.getByRole('button', { name }).first())
    await press(question.getByRole('button', { name: '外す' }))
    // The page stays where she pressed: what it says, and the focus, are not lost above it.
    await expect(main(page).getByText('保存を取り消しました')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(list).toHaveCount(left)
    await expect(tab).toHaveText(`保存した作品 ${left}`)
  }
  await press(main(page).getByRole('button', { name: '閉じる' }))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await press(page.getByRole('link', { name: '巾着 3を見る' }))
  await expect(page).toHaveURL(detail('kept-3'))
  await expect(keep(page)).toHaveAttribute('aria-pressed', 'true')

  changeData(shop.dataDir, `delete from favourite where member_id = '${member}'`)
  await page.goto('/gallery/mypage?tab=favorites')
  await expect(main(page)).toContainText('保存した作品はまだありません')
  await expect(main(page).getByRole('link', { name: '気になるリスト' })).toHaveAttribute('href', '/wishlist')
  await press(main(page).getByRole('link', { name: 'ギャラリーを見る' }))
  await expect(page).toHaveURL('/gallery')
})

test('bad calls are refused, and visitors’ pages hold nobody’s taps', async ({ context, shop }) => {
  await addShopRecipes(shop, author, [{ id: 'called' }])
  await beginSession(context, shop)
  const post = (body: string, path = `${detail('called')}/reactions`) =>
    context.request.post(shop.origin + path, {
      data: body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        origin: shop.origin,
      },
    })
  for (const body of ['', 'kind=like', 'kind=love&on=true', 'kind=like&on=1'])
    expect((await post(body)).status(), body).toBe(422)
  expect((await post('kind=like&on=true', `${detail('nothing')}/reactions`)).status()).toBe(404)
  expect(await (await post('kind=like&on=true')).json()).toMatchObject({
    like: true,
    favourite: false,
    likes: 1,
  })
  const path = `${detail('called')}/reactions`
  const visitor = await rawRequest(shop.origin, { path, headers: { accept: 'application/json' } })
  expect(visitor.status).toBe(401)
  expect((await rawRequest(shop.origin, { path })).headers.location).toBe(detail('called'))
  const { body } = await rawRequest(shop.origin, { path: detail('called') })
  expect(body).toContain('Login is required to like')
  expect(body.match(/<button[^>]*aria-pressed|<form[^>]*reactions/)).toBeNull()
})

const register = async (page: Page, email: string) => {
  const form = main(page)
  await form.getByRole('textbox', { name: /^表示名/ }).fill('はじめての人')
  await form.getByRole('textbox', { name: /^メールアドレス/ }).fill(email)
  await form.getByLabel('パスワード', { exact: true }).fill('kiku-7-ume-2')
  await form.getByRole('textbox', { name: 'パスワード（確認）' }).fill('kiku-7-ume-2')
  await press(form.getByRole('button', { name: '登録する' }))
}
const signIn = async (page: Page, email: string, password: string) => {
  await main(page).getByRole('textbox', { name: 'メールアドレス' }).fill(email)
  await main(page).getByLabel('パスワード', { exact: true }).fill(password)
  await press(main(page).getByRole('button', { name: 'ログイン', exact: true }))
}
const keptBy = (shop: ShopProcess, email: string) =>
  readData(
    shop.dataDir,
    `select recipe_id from favourite join member on member.id = member_id where email = '${email}'`,
  ).map(({ recipe_id }) => recipe_id)
/** From a recipe's 保存 to the page of 会員登録 or ログイン. */
const wantKept = async (page: Page, id: string, way: '会員登録' | 'ログイン') => {
  await page.goto(detail(id))
  await press(keep(page))
  await press(page.getByRole('dialog', { name: 'ログインのご案内' }).getByRole('link', { name: way }))
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(way)
}

for (const javaScriptEnabled of [true, false])
  test(
    `R47: who registers from 保存 finds the recipe kept, once, and what was not asked for is not, with${javaScriptEnabled ? '' : 'out'} script`,
    javaScriptEnabled ? {} : long,
    async ({ browser, shop }) => {
      const [id, email] = [`wanted-${javaScriptEnabled}`, `wanted-${javaScriptEnabled}@example.com`]
      await addShopRecipes(shop, author, [{ id }, { id: `not-${id}` }])
      const context = await browser.newContext({
        baseURL: shop.origin,
        javaScriptEnabled,
        viewport: { width: 375, height: 800 },
      })
      const page = await context.newPage()
      await wantKept(page, id, '会員登録')
      const told = '登録が済むと、お選びの作品を保存して、そのページに戻ります。'
      await expect(main(page)).toContainText(told)
      // The other tab keeps it, and so does a form that was refused.
      await press(main(page).getByRole('link', { name: 'ログイン', exact: true }))
      await expect(main(page)).toContainText('ログインが済むと、お選びの作品を保存して')
      await press(main(page).getByRole('link', { name: 'パスワードをお忘れの方' }))
      await expect(main(page)).not.toContainText('お選びの作品')
      await press(main(page).getByRole('link', { name: 'ログインに戻る' }))
      await press(main(page).getByRole('link', { name: '会員登録', exact: true }))
      await expect(main(page)).toContainText(told)
      await register(page, email)
      await expect(page).toHaveURL(`${detail(id)}?notice=registered-favourite-on`)
      await expect(
        page.getByText(
          '保存しました。マイページの「保存した作品」で、いつでも見られます。会員登録が済みました。',
        ),
      ).toBeVisible()
      const buttonOf = (name: RegExp | string) => bar(page).getByRole('button', { name })
      await expect(buttonOf('保存')).toHaveAttribute('aria-pressed', 'true')
      await expect(buttonOf(/いいね/)).toHaveAttribute('aria-pressed', 'false')
      expect(keptBy(shop, email)).toEqual([id])
      await press(buttonOf('保存'))
      await expect(said(page, '保存を取り消しました。')).toBeVisible()
      await page.reload()
      await expect(buttonOf('保存')).toHaveAttribute('aria-pressed', 'false')
      await page.goto(detail(`not-${id}`))
      await expect(buttonOf('保存')).toHaveAttribute('aria-pressed', 'false')
      expect(keptBy(shop, email)).toEqual([])
      await context.close()
    },
  )

test('R47: what was pressed is of its sign-in page: not of who signs in elsewhere, and it can be left out', async ({
  page,
  shop,
}) => {
  await addShopRecipes(shop, author, [{ id: 'of-another' }])
  const other = 'no-posting@demo.example'
  const before = keptBy(shop, other)
  await wantKept(page, 'of-another', 'ログイン')
  // She goes away; another person signs in at the same tab and opens the same recipe.
  await page.goto('/gallery/login')
  await expect(main(page)).not.toContainText('お選びの作品')
  await signIn(page, other, 'hari-to-ito-25')
  await expect(page).toHaveURL('/gallery')
  await page.goto(detail('of-another'))
  await expect(keep(page)).toHaveAttribute('aria-pressed', 'false')
  expect(keptBy(shop, other)).toEqual(before)
  await page.context().clearCookies()
  await wantKept(page, 'of-another', 'ログイン')
  await press(main(page).getByRole('link', { name: '保存せずに進む' }))
  await expect(main(page)).not.toContainText('お選びの作品')
  await signIn(page, other, 'hari-to-ito-25')
  await expect(page).toHaveURL(detail('of-another'))
  await expect(keep(page)).toHaveAttribute('aria-pressed', 'false')
  expect(keptBy(shop, other)).toEqual(before)
})

test.describe('without an answer', () => {
  test.use({ expectedInConsole: /ERR_FAILED/ })
  test('R47: who leaves before 登録する was answered finds the recipe kept', async ({ page, shop }) => {
    await addShopRecipes(shop, author, [{ id: 'unanswered' }])
    await wantKept(page, 'unanswered', '会員登録')
    const answered = Promise.withResolvers<void>()
    await page.route('**/gallery/login.data*', async (route) => {
      await route.fetch({ maxRedirects: 0 })
      await route.abort()
      answered.resolve()
    })
    await register(page, 'unanswered@example.com')
    await answered.promise
    await page.unroute('**/gallery/login.data*')
    await page.context().clearCookies()
    await page.goto('/gallery/login')
    await signIn(page, 'unanswered@example.com', 'kiku-7-ume-2')
    await expect(page).toHaveURL('/gallery')
    await page.goto(detail('unanswered'))
    await expect(keep(page)).toHaveAttribute('aria-pressed', 'true')
    expect(keptBy(shop, 'unanswered@example.com')).toEqual(['unanswered'])
  })
})

test.describe('of a recipe that is gone', () => {
  test.use({ expectedInConsole: /status of 404/ })
  test(
    'R47: she is signed in all the same; a press without a session is done after the sign-in',
    long,
    async ({ browser, shop }) => {
      await addShopRecipes(shop, author, [{ id: 'soon-gone' }, { id: 'ended' }])
      const context = await browser.newContext({ baseURL: shop.origin, javaScriptEnabled: false })
      const page = await context.newPage()
      await wantKept(page, 'soon-gone', 'ログイン')
      changeData(shop.dataDir, "delete from recipe where id = 'soon-gone'")
      await signIn(page, 'no-posting@demo.example', 'hari-to-ito-25')
      await expect(page).toHaveURL(`${detail('soon-gone')}?notice=favourite-failed`)
      await page.goto(detail('ended'))
      changeData(shop.dataDir, 'delete from member_session')
      await press(keep(page))
      await expect(main(page)).toContainText('もう一度ログインしてください')
      await expect(main(page)).toContainText('ログインが済むと、お選びの作品を保存して')
      await signIn(page, 'no-posting@demo.example', 'hari-to-ito-25')
      await expect(page).toHaveURL(`${detail('ended')}?notice=favourite-on`)
      await expect(keep(page)).toHaveAttribute('aria-pressed', 'true')
      // What she wanted undone is not done anew.
      changeData(shop.dataDir, 'delete from member_session')
      await press(keep(page))
      await expect(main(page)).toContainText('もう一度ログインしてください')
      await expect(main(page)).not.toContainText('お選びの作品')
      await context.close()
    },
  )
})
