import type { Page, Route } from '@playwright/test'
import { demoRecipes } from '../../demo/recipes.ts'
import { enterDesk } from '../support/desk-session.ts'
import { linkInMail } from '../support/mailbox.ts'
import { beginSession } from '../support/member-session.ts'
import { addOrdersToShip } from '../support/orders-to-ship.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { expect, press, test } from './fixtures.ts'

const settings = '/gallery/mypage?tab=settings'
const main = (page: Page) => page.getByRole('main')
const pressNamed = (page: Page, name: string) => press(main(page).getByRole('button', { name, exact: true }))
const password = (page: Page, label: string) => page.getByLabel(label, { exact: true })

const ways: readonly (readonly [string, (route: Route) => Promise<void>])[] = [
  ['never arrives', (route) => route.abort()],
  ['meets a proxy without a shop', (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' })],
  ['fails on the server', (route) => route.fulfill({ status: 500, body: 'Unexpected Server Error' })],
]
const writes = /\.data(\?|$)/

/** In each of `lostIn`: the text beside the button, while `stays` holds and the page is the same. */
const expectKept = async (
  page: Page,
  { submit, says, stays }: { submit: () => Promise<void>; says: string; stays: () => Promise<void> },
  lostIn: typeof ways = ways.slice(0, 1),
) => {
  const address = page.url()
  for (const [way, fail] of lostIn) {
    let met = 0
    await page.route(writes, (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      met += 1
      return fail(route)
    })
    await submit()
    await expect.poll(() => met).toBe(1)
    const alert = main(page)
      .getByRole('alert')
      .filter({ hasText: new RegExp(`^${says}`) })
    await expect(alert, `${says}, ${way}`).toBeVisible()
    await expect(page).toHaveURL(address)
    await stays()
    await page.unroute(writes)
  }
}

test.use({ ownShop: true, expectedInConsole: /ERR_FAILED|status of 50[02]|ERR_INTERNET_DISCONNECTED/ })

test('A28: a form of the account whose request is lost stays, with its named text and what was typed', async ({
  page,
  context,
  shop,
}) => {
  changeData(shop.dataDir, `update member set email_verified = 0 where email = 'member@demo.example'`)
  await beginSession(context, shop)

  await page.goto('/gallery/profile-edit')
  const bio = main(page).getByRole('textbox', { name: '自己紹介' })
  // React resets a text area when it hydrates it.
  await expect(async () => {
    await bio.fill('布と暮らしています')
    await expect(bio).toHaveValue('布と暮らしています', { timeout: 500 })
  }).toPass()
  await expectKept(
    page,
    {
      submit: () => pressNamed(page, '保存する'),
      says: 'プロフィールの更新に失敗しました。もう一度お試しください。',
      stays: () => expect(bio).toHaveValue('布と暮らしています'),
    },
    ways,
  )
  await expectNoAxeViolations(page)
  await pressNamed(page, '保存する')
  await expect(page).toHaveURL(/notice=profile-saved/)

  await page.goto('/gallery/mypage/email')
  await page.getByLabel('新しいメールアドレス').fill('new@mail.example')
  await pressNamed(page, '確認へ進む')
  await password(page, '現在のパスワード').fill('typed-1')
  await expectKept(page, {
    submit: () => pressNamed(page, 'このアドレスに変更する'),
    says: 'メールアドレスの変更に失敗しました: お店からの返事を受け取れませんでした。',
    stays: async () => {
      await expect(main(page)).toContainText('new@mail.example に変更しますか')
      await expect(password(page, '現在のパスワード')).toHaveValue('typed-1')
    },
  })

  await page.goto('/gallery/mypage/password')
  await password(page, '新しいパスワード').fill('typed-2')
  await expectKept(page, {
    submit: () => pressNamed(page, 'パスワードを変更する'),
    says: 'パスワードの変更に失敗しました: お店からの返事を受け取れませんでした。',
    stays: () => expect(password(page, '新しいパスワード')).toHaveValue('typed-2'),
  })

  await page.goto('/gallery/mypage/delete')
  await press(page.getByRole('checkbox'))
  await pressNamed(page, '削除の手続きへ進む')
  await password(page, '現在のパスワード').fill('typed-3')
  await expectKept(page, {
    submit: () => pressNamed(page, 'アカウントを完全に削除する'),
    says: 'アカウントの削除に失敗しました: お店からの返事を受け取れませんでした。',
    stays: () => expect(password(page, '現在のパスワード')).toHaveValue('typed-3'),
  })

  const other = await context.browser()?.newContext({ baseURL: shop.origin })
  if (other === undefined) throw new Error('no browser')
  await beginSession(other, shop)
  await page.goto(settings)
  const sections = [
    ['確認メールをもう一度送る', '確認のメールを送信できませんでした。'],
    ['ほかの端末をすべてログアウト', '端末をログアウトできませんでした。'],
    ['ログアウト', 'ログアウトできませんでした。'],
  ] as const
  for (const [button, says] of sections)
    await expectKept(page, {
      submit: () => pressNamed(page, button),
      says,
      stays: () => expect(page.getByRole('heading', { name: 'ログイン中の端末' })).toBeVisible(),
    })
  await expectNoAxeViolations(page)
  await pressNamed(page, '確認メールをもう一度送る')
  await expect(page).toHaveURL(`${settings}&notice=verification-sent`)
  await page.goto(await linkInMail(page, 'member@demo.example 宛', '確認'))
  await expectKept(page, {
    submit: () => pressNamed(page, '確認する'),
    says: 'メールアドレスの確認に失敗しました: お店からの返事を受け取れませんでした。',
    stays: () => expect(main(page)).toContainText('member@demo.example'),
  })
  await page.goto('/gallery')
  await press(page.getByLabel('会員メニュー'))
  await page.route(writes, (route) => route.abort())
  const menu = page.getByRole('banner')
  await press(menu.getByRole('button', { name: 'ログアウト' }))
  await expect(menu.getByRole('alert')).toContainText('ログアウトできませんでした。')
  await page.unroute(writes)
  await press(menu.getByRole('button', { name: 'ログアウト' }))
  await expect(page).toHaveURL('/gallery?notice=signed-out')
  await expect(menu.getByRole('link', { name: 'ログイン' })).toBeVisible()
})

test('A28, R35: a deletion that is lost, or pressed offline, says so in its question, and is never done later by itself', async ({
  page,
  context,
  shop,
}) => {
  const member = await beginSession(context, shop)
  changeData(shop.dataDir, `update recipe set author_id = '${member}' where id = '${demoRecipes[0]?.id}'`)
  changeData(
    shop.dataDir,
    `insert into favourite (member_id, recipe_id, title, author, main_image_url, created_at)
     values ('${member}', '${demoRecipes[1]?.id}', '', '', '', 1) on conflict do nothing`,
  )
  const left = (table: string, column: string) =>
    readData(shop.dataDir, `select * from ${table} where ${column} = '${member}'`).length
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  for (const [tab, opens, confirms, says, count] of [
    [
      'favorites',
      /保存した作品から外す$/,
      '外す',
      'お気に入りの削除に失敗しました。',
      () => left('favourite', 'member_id'),
    ],
    ['recipes', /を削除$/, '削除する', 'レシピの削除に失敗しました。', () => left('recipe', 'author_id')],
  ] as const) {
    await page.goto(`/gallery/mypage?tab=${tab}`)
    const before = count()
    expect(before).toBeGreaterThan(0)
    const open = main(page).getByRole('button', { name: opens }).first()
    await press(open)
    const question = page.getByRole('dialog')
    await expect(question.getByText('しますか？')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(open).toBeFocused()
    await press(open)
    const confirm = () => press(question.getByRole('button', { name: confirms, exact: true }))
    await expectKept(page, { submit: confirm, says, stays: () => expect(question).toBeVisible() }, ways)
    await expectNoAxeViolations(page)
    posts.length = 0
    await context.setOffline(true)
    await confirm()
    await expect(question.getByRole('alert')).toContainText('通信エラーが発生しました。')
    await context.setOffline(false)
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true)
    await expect(question.getByRole('alert')).toContainText(says)
    expect([posts, count()]).toEqual([[], before])
    await confirm()
    await expect(page).toHaveURL(/notice=/)
    await expect(question).toBeHidden()
    expect(count()).toBe(before - 1)
  }
})

test('a recipe that a click cannot fetch says so in the named words, with its member still signed in', async ({
  page,
  context,
  shop,
}) => {
  const member = await beginSession(context, shop)
  changeData(shop.dataDir, `update recipe set author_id = '${member}' where id = '${demoRecipes[0]?.id}'`)
  for (const [at, [link, says]] of (
    [
      [/を見る$/, '作品を読み込めませんでした（Failed to fetch recipe）'],
      [/を編集$/, 'レシピの取得に失敗しました'],
    ] as const
  ).entries()) {
    await page.goto('/gallery/mypage?tab=recipes')
    await page.route(writes, (route) => ways[at]?.[1](route))
    await press(main(page).getByRole('link', { name: link }).first())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(says)
    await expect(page.getByLabel('会員メニュー')).toBeVisible()
    await page.unroute(writes)
    await press(main(page).getByRole('link', { name: 'もう一度読み込む' }))
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(says)
  }
})

test('A28: a lost request is told at its own form, not at one that was sent before it', async ({
  page,
  context,
  shop,
}) => {
  await enterDesk(page, 'owner', shop)
  const [{ number } = {}] = readData(shop.dataDir, "select number from product where type = 'fabric' limit 1")
  await page.goto('/admin/shop')
  await page.getByLabel('管理番号').fill(String(number))
  await context.setOffline(true)
  await pressNamed(page, 'この商品の販売を休止する')
  await expect(main(page).getByRole('alert')).toContainText('販売を休止できませんでした。')
  await context.setOffline(false)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true)
  await pressNamed(page, 'この商品の販売を休止する')
  await expect(page.getByText(/^販売を休止しました。/)).toBeVisible()
  await page.route(writes, (route) => route.abort())
  await pressNamed(page, 'この予定にする')
  await expect(main(page).getByRole('alert')).toHaveText(/^お休みの予定を決められませんでした。/)
  await page.unroute(writes)
  // Another form that goes through: what was told of the first one is over.
  await context.setOffline(true)
  await pressNamed(page, 'この予定にする')
  await context.setOffline(false)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true)
  await pressNamed(page, '再開する')
  await expect(page.getByText(/^販売を再開しました。/)).toBeVisible()
  await expect(main(page).getByRole('alert')).toHaveCount(0)
})

test('A28: of a form with several acts each button tells below itself what did not happen, and what was typed stays', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 375, height: 740 })
  const [number = ''] = addOrdersToShip(shop, 12)
  await enterDesk(page, 'packer', shop)
  const told = async (button: string, says: string, stays: () => Promise<void>) => {
    await expectKept(page, { submit: () => pressNamed(page, button), says, stays }, ways)
    const alert = main(page).getByRole('alert')
    await expect(alert).toHaveCount(1)
    const bottom = (await main(page).getByRole('button', { name: button, exact: true }).boundingBox()) ?? {
      y: 0,
      height: 0,
    }
    const top = await alert.boundingBox()
    expect((top?.y ?? 0) - bottom.y - bottom.height).toBeGreaterThanOrEqual(0)
    expect((top?.y ?? 0) - bottom.y - bottom.height).toBeLessThan(60)
    await expect(alert).toBeInViewport()
  }

  await page.goto('/admin/packing/numbers')
  const field = main(page).getByLabel(`（${number}）`)
  await field.fill('112233445566')
  const stays = () => expect(field).toHaveValue('112233445566')
  await told('照らし合わせる', '照らし合わせられませんでした。', stays)
  await told(
    '保存して1件（山田 花子0 様）をヤマトで発送済みにする',
    '番号の保存も発送も、できませんでした。',
    stays,
  )
  await told('番号を保存する', '番号を保存できませんでした。', stays)

  await page.goto(`/admin/orders/${number}/ship`)
  const tracking = page.getByLabel('お問い合わせ番号')
  await tracking.fill('112233445566')
  const kept = () => expect(tracking).toHaveValue('112233445566')
  await told('荷物を加える', '荷物を加えられませんでした。', kept)
  await told('発送済みにする', '発送済みにできませんでした。', kept)
})

test('N164: a tick on a dead line stays, is told as not saved, and is saved once the line is back', async ({
  page,
  context,
  shop,
}) => {
  const [number = ''] = addOrdersToShip(shop, 1)
  await enterDesk(page, 'packer', shop)
  await page.goto('/admin/packing')
  const boxes = main(page).locator(`input[name^="tick:${number}:"]`)
  const stored = () => readData(shop.dataDir, 'select step from packing_tick order by step').length
  await context.setOffline(true)
  await press(boxes.last())
  await expect(main(page).getByRole('alert')).toHaveText('まだ保存していません。つながりしだい保存します')
  await expect(boxes.last()).toBeChecked()
  expect(stored()).toBe(0)
  await context.setOffline(false)
  await expect.poll(stored).toBe(1)
  await expect(main(page).getByRole('alert')).toHaveCount(0)
  await expect(boxes.last()).toBeChecked()
})

test('N166: a tick that is lost again and again is sent again after pauses that grow', async ({
  page,
  shop,
}) => {
  const [number = ''] = addOrdersToShip(shop, 1)
  await enterDesk(page, 'packer', shop)
  await page.clock.install()
  let sent = 0
  await page.route('**/admin/packing.data**', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    return route.abort()
  })
  await page.goto('/admin/packing')
  const box = main(page).locator(`input[name^="tick:${number}:"]`).last()
  await press(box)
  const alert = main(page).getByRole('alert')
  await expect(alert).toHaveText('まだ保存していません。つながりしだい保存します')
  for (const [at, least] of [3, 6, 12, 24, 48, 60, 60].entries()) {
    await expect.poll(() => sent).toBe(at + 1)
    await expect(alert).toBeVisible()
    await page.clock.runFor((least - 1) * 1_000)
    expect(sent, `before ${least} s`).toBe(at + 1)
    await page.clock.runFor((least + 2) * 1_000)
  }
  await expect.poll(() => sent).toBe(8)
  await page.unroute('**/admin/packing.data**')
  await page.clock.runFor(120_000)
  await expect(alert).toHaveCount(0)
})

test('A28: on a wide page a lost press is told beside its button, where that stands far from the end of its form or outside of it', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  addOrdersToShip(shop, 30)
  await enterDesk(page, 'owner', shop)
  const [{ number } = {}] = readData(shop.dataDir, "select number from product where number = 'F-1001'")
  for (const [path, button, says] of [
    [`/admin/products/${number}`, '売り切れにする', '「売り切れにする」ができませんでした。'],
    ['/admin/packing/numbers', '番号を保存する', '番号を保存できませんでした。'],
  ] as const) {
    await page.goto(path)
    await expectKept(page, { submit: () => pressNamed(page, button), says, stays: async () => {} })
    const alert = main(page).getByRole('alert')
    await expect(alert).toHaveCount(1)
    await expect(alert).toBeInViewport()
    const pressed = await main(page).getByRole('button', { name: button, exact: true }).boundingBox()
    const told = await alert.boundingBox()
    expect((told?.y ?? 0) - (pressed?.y ?? 0) - (pressed?.height ?? 0), path).toBeLessThan(60)
    expect(told?.y ?? 0, path).toBeGreaterThan(pressed?.y ?? 0)
  }
})
