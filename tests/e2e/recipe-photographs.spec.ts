import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { beginSessionOfNewMember } from '../support/member-session.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { phoneJpeg, smallPdf } from '../support/pictures-for-tests.ts'
import { readData } from '../support/shop-database.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import { expect, long, press, test } from './fixtures.ts'

const uploaded = /^\/Image\/uploads\/[0-9a-f]{32}-\d+x\d+\.jpg$/
const group = (page: Page) => page.getByRole('main').getByRole('group', { name: '作品の写真' })
const button = (page: Page, name: string) => group(page).getByRole('button', { name, exact: true })
const tiles = (page: Page) => group(page).getByRole('list', { name: '写真' }).getByRole('listitem')
const status = (page: Page, text: string) => group(page).getByRole('status').filter({ hasText: text })

/** The addresses in the order in which they are sent, as soon as there are `count`. */
const sent = async (page: Page, count: number): Promise<readonly string[]> => {
  const fields = group(page).locator('input[name="mainImageUrl"], input[name="moreImage[]"]')
  await expect(fields).toHaveCount(count)
  for (const field of await fields.all()) await expect(field).toHaveValue(uploaded)
  return Promise.all((await fields.all()).map((field) => field.inputValue()))
}
/** The addresses in the order of the tiles on the screen, '' for one that is not sent. */
const shown = async (page: Page) =>
  Promise.all((await tiles(page).all()).map((tile) => tile.locator('input[type="hidden"]').inputValue()))

const photograph = async (width: number, name = `IMG_${width}.jpg`) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await phoneJpeg(width, 60),
})
const noPicture = { name: '型紙.jpg', mimeType: 'image/jpeg', buffer: smallPdf }
const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  group(page).locator('input[type="file"]').last().setInputFiles(files)

const photographsOf = (shop: ShopProcess, author: string) => {
  const [row] = readData(
    shop.dataDir,
    `select * from recipe where author_id = '${author}' and source = 'own'`,
  )
  return [row?.main_image_url, ...z.array(z.string()).parse(JSON.parse(String(row?.more_images)))]
}

const begin = async (page: Page, address = '/gallery/upload') => {
  await page.goto(address)
  await expect(button(page, '写真を選ぶ（作品の写真）')).toBeVisible()
}
const fillIn = async (page: Page) => {
  await page.getByRole('main').getByRole('textbox', { name: 'タイトル' }).fill('巾着')
  await page.getByRole('main').getByRole('textbox', { name: '説明', exact: true }).fill('縫う')
  await page.getByRole('main').getByLabel('制作時間').selectOption('2hours')
}

test.use({ writes: true })

test('R46: photographs that were taken are moved past one that failed; names, status, list and what is sent agree', async ({
  page,
  context,
  shop,
}) => {
  const { id: author } = await beginSessionOfNewMember(context, shop)
  await begin(page)
  await choose(page, [await photograph(80), noPicture, await photograph(90)])
  const [first, second] = await sent(page, 2)
  const failed = '加えていない写真（型紙.jpg）'
  await expect(button(page, `${failed}を消す`)).toBeVisible()
  await expect(tiles(page).last()).toContainText(failed)
  await expect(button(page, `${failed}を後ろへ`)).toHaveCount(0)
  await expect(button(page, '写真3を消す')).toHaveCount(0)
  await expect(button(page, '写真2を後ろへ')).toBeDisabled()
  await expectNoAxeViolations(page)

  await press(button(page, '写真1を後ろへ'))
  await expect(status(page, '写真1を2番目に移しました。')).toHaveCount(1)
  await expect(button(page, '写真2を前へ')).toBeFocused()
  expect(await sent(page, 2)).toEqual([second, first])
  expect(await shown(page)).toEqual([second, first, ''])
  await expect(tiles(page).first()).toContainText('一覧に出る写真')
  await press(button(page, '写真2を前へ'))
  await expect(status(page, '写真2を1番目に移しました。')).toHaveCount(1)
  expect(await sent(page, 2)).toEqual([first, second])

  // The one that failed goes without a way back: nothing was kept of it.
  await press(button(page, '写真2を前へ'))
  await press(button(page, `${failed}を消す`))
  await expect(status(page, `${failed}を消しました。`)).toHaveCount(1)
  await expect(group(page).getByRole('button', { name: '元に戻す' })).toHaveCount(0)
  await press(button(page, '写真1を消す'))
  await expect(status(page, '写真1を消しました。')).toHaveCount(1)
  await press(group(page).getByRole('button', { name: '元に戻す' }))
  expect(await sent(page, 2)).toEqual([second, first])
  await fillIn(page)
  await press(page.getByRole('button', { name: '作品を投稿する' }))
  await expect(page).toHaveURL(/\?posted=/)
  expect(photographsOf(shop, author)).toEqual([second, first])
})

test('W66: of photographs chosen at once it is said how many were added, which were not, and why', async ({
  page,
  context,
  shop,
}) => {
  await beginSessionOfNewMember(context, shop)
  await begin(page)
  const good = await Promise.all([40, 50, 60, 70, 80].map((width) => photograph(width)))
  await choose(page, [...good.slice(0, 3), noPicture, ...good.slice(3)])
  await sent(page, 5)
  const why = '写真として読み取れませんでした。'
  await expect(status(page, `写真を5枚加えました。1枚は加えていません。型紙.jpg：${why}`)).toBeVisible()
  await expectNoAxeViolations(page)

  await press(button(page, '加えていない写真（型紙.jpg）を消す'))
  await expect(status(page, '写真を5枚加えました。')).toHaveText('写真を5枚加えました。')
  await press(button(page, '写真5を消す'))
  await press(button(page, '写真4を消す'))
  const copy = await photograph(40, 'copy.jpg')
  await choose(page, [copy, await photograph(90), await photograph(95), await photograph(96, '余り.jpg')])
  await sent(page, 5)
  await expect(status(page, '写真を2枚加えました。')).toHaveText(
    '写真を2枚加えました。1枚は加えていません。copy.jpg：同じ写真がもうあります（写真1）。',
  )
  await expect(group(page).getByText('あとの1枚は加えていません。（余り.jpg）')).toBeVisible()
})

test.describe('on a bad line', () => {
  test.use({ expectedInConsole: /ERR_CONNECTION_RESET|status of 500/ })
  test('R46: one that is sent again takes the place in which it was chosen, or the last one of what was moved since', async ({
    page,
    context,
    shop,
  }) => {
    await beginSessionOfNewMember(context, shop)
    await begin(page)
    let uploads = 0
    await page.route('**/api/uploads/picture*', async (route) => {
      uploads += 1
      if (uploads === 1) return route.abort('connectionreset')
      if (uploads === 2) return route.fulfill({ status: 500, body: '' })
      await route.continue()
    })
    await choose(page, await Promise.all([80, 90, 70].map((width) => photograph(width))))
    await expect(group(page).getByRole('alert')).toHaveCount(2)
    await expect(tiles(page).nth(1).getByRole('alert')).toContainText('インターネットの接続を確かめて')
    await expect(tiles(page).nth(2).getByRole('alert')).toContainText('お店のサーバーの不具合で')
    const [third] = await sent(page, 1)
    await expect(tiles(page).first()).toContainText('一覧に出る写真')
    await expectNoAxeViolations(page)
    await press(button(page, 'もう一度送る（加えていない写真（IMG_90.jpg））'))
    const [second] = await sent(page, 2)
    expect(await sent(page, 2)).toEqual([second, third])
    // W66: it counts as soon as it is there.
    await expect(status(page, '写真を2枚加えました。1枚は加えていません。IMG_80.jpg：')).toBeVisible()
    await press(button(page, '写真2を前へ'))
    await press(button(page, 'もう一度送る（加えていない写真（IMG_80.jpg））'))
    const [, , first] = await sent(page, 3)
    expect(await sent(page, 3)).toEqual([third, second, first])
    await expect(status(page, '写真を3枚加えました。')).toHaveText('写真を3枚加えました。')
    expect(new Set([first, second, third]).size).toBe(3)
  })
})

test('R46: a photograph that is there already is told where it is chosen, and not added, in an edit as well', async ({
  page,
  context,
  shop,
}) => {
  const { id: author } = await beginSessionOfNewMember(context, shop)
  await begin(page)
  await choose(page, [await photograph(80), await photograph(90), await photograph(80, 'copy.jpg')])
  const [first, second] = await sent(page, 2)
  const copy = '加えていない写真（copy.jpg）'
  await expect(tiles(page).last().getByRole('alert')).toHaveText(
    '同じ写真がもうあります（写真1）。この1枚は加えていません。',
  )
  await expect(button(page, `${copy}を消す`)).toBeVisible()
  await expect(group(page)).toContainText('いちどに何枚も選べます（あと4枚）。')
  await expectNoAxeViolations(page)
  // It follows the one that it is: moved, gone, and back.
  await press(button(page, '写真1を後ろへ'))
  await expect(tiles(page).last().getByRole('alert')).toContainText('（写真2）')
  await press(button(page, '写真2を消す'))
  expect(await sent(page, 2)).toEqual([second, first])
  await expect(group(page).getByRole('alert')).toHaveCount(0)
  await press(group(page).getByRole('button', { name: '元に戻す' }))
  await expect(tiles(page).last().getByRole('alert')).toContainText('（写真2）')
  expect(await sent(page, 2)).toEqual([second, first])
  await fillIn(page)
  await press(page.getByRole('button', { name: '作品を投稿する' }))
  await expect(page).toHaveURL(/\?posted=/)
  expect(photographsOf(shop, author)).toEqual([second, first])

  const id = new URL(page.url()).searchParams.get('posted')
  await page.goto(`/gallery/recipe-edit/${id}`)
  await expect(button(page, '写真を加える（作品の写真）')).toBeVisible()
  await choose(page, [await photograph(70), await photograph(70, 'copy.jpg')])
  const [, , third] = await sent(page, 3)
  await expect(tiles(page).last().getByRole('alert')).toHaveText(
    '同じ写真がもうあります（写真3）。この1枚は加えていません。',
  )
  await press(page.getByRole('button', { name: '保存する' }))
  await expect(page).toHaveURL(/notice=recipe-saved/)
  expect(photographsOf(shop, author)).toEqual([second, first, third])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test(
    'R46: equal photographs are told and given back as one, and the next press saves',
    long,
    async ({ page, context, shop }) => {
      const { id: author } = await beginSessionOfNewMember(context, shop)
      const headers = { origin: shop.origin }
      const upload = async (width: number) => {
        const { buffer } = await photograph(width)
        const answer = await page.request.post('/api/uploads/picture', {
          headers: { ...headers, 'content-type': 'application/octet-stream' },
          data: buffer,
        })
        return z.object({ url: z.string() }).parse(await answer.json()).url
      }
      const [first, second] = [await upload(80), await upload(90)]
      const post = (address: string, photographs: readonly string[], basedOn = '0') => {
        const form = new URLSearchParams({ id, basedOn, title: '巾着', description: '縫う' })
        form.set('cookingTime', '1hour')
        form.set('difficulty', '初級')
        for (const [at, url] of photographs.entries())
          form.append(at === 0 ? 'mainImageUrl' : 'moreImage[]', url)
        return page.request.post(address, {
          headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
          data: form.toString(),
          maxRedirects: 0,
        })
      }
      const id = randomUUID()
      for (const address of ['/gallery/upload', `/gallery/recipe-edit/${id}`]) {
        const stored = readData(shop.dataDir, `select updated_at from recipe where id = '${id}'`)[0]
          ?.updated_at
        const basedOn = String(stored ?? 0)
        const refused = await post(address, [first, second, first, second], basedOn)
        expect(refused.status()).toBe(422)
        await page.setContent(await refused.text())
        await expect(group(page)).toContainText(
          '同じ写真がもうあります。2枚は加えていません。このままでよければ、もう一度ボタンを押してください。',
        )
        expect(await sent(page, 2)).toEqual([first, second])
        await expect(page.getByRole('textbox', { name: 'タイトル' })).toHaveValue('巾着')
        expect((await post(address, await sent(page, 2), basedOn)).status()).toBe(302)
        expect(photographsOf(shop, author)).toEqual([first, second])
      }
    },
  )
})
