import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { beginSession, beginSessionOfNewMember } from '../support/member-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import {
  animatedGif,
  heicHeader,
  phoneJpeg,
  pixelBomb,
  smallPdf,
  svgWithScript,
} from '../support/pictures-for-tests.ts'
import { readData } from '../support/shop-database.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import { expect, press, test } from './fixtures.ts'

const editAddress = '/gallery/profile-edit'
const photoAddress = /^\/Image\/uploads\/[0-9a-f]{32}-\d+x\d+\.jpg$/

const field = (page: Page) => page.getByRole('group', { name: 'プロフィール写真' })
const hidden = (page: Page) => page.locator('input[name="photoURL"]')
const choose = (page: Page, name: string, buffer: Buffer, mimeType = 'image/jpeg') =>
  field(page).locator('input[type="file"]').last().setInputFiles({ name, mimeType, buffer })
/** The buttons work once the page's script runs. */
const openEditor = async (page: Page) => {
  await page.goto(editAddress)
  await expect(async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser', { timeout: 500 }),
      press(field(page).getByRole('button', { name: /写真を選ぶ/ })),
    ])
    expect(chooser.isMultiple()).toBe(false)
  }).toPass()
}
const stored = (shop: ShopProcess, id: string) =>
  String(
    readData(shop.dataDir, `select photo_url from member_profile where member_id = '${id}'`)[0]?.photo_url,
  )

test.use({ writes: true })

test('R1, R5: a photograph from a phone is chosen, made small, sent, saved, shown, and removed', async ({
  page,
  context,
  shop,
}) => {
  const { id } = await beginSessionOfNewMember(context, shop)
  await openEditor(page)
  await expectNoAxeViolations(page)
  await choose(page, 'IMG_0001.jpg', await phoneJpeg())
  await expect(hidden(page)).toHaveValue(photoAddress)
  const url = await hidden(page).inputValue()
  const circle = page.getByRole('region', { name: 'プレビュー' }).locator('img')
  await expect(circle).toHaveAttribute('src', /-400\.webp$/)
  await expectNoAxeViolations(page)
  // Stored rotated it was 1600 x 1200: upright it is scaled to a height of 900.
  expect(url).toContain('-675x900.jpg')
  for (const address of [url, url.replace('.jpg', '-400.avif'), url.replace('.jpg', '-675.webp')]) {
    const answer = await page.request.get(address)
    expect([answer.status(), answer.headers()['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    const { exif, icc, orientation } = await sharp(await answer.body()).metadata()
    expect({ exif, icc, orientation }).toEqual({})
  }
  expect(stored(shop, id)).toBe('')
  await press(page.getByRole('button', { name: '保存する' }))
  await expect(page).toHaveURL(/notice=profile-saved/)
  expect(stored(shop, id)).toBe(url)
  const small = url.replace('.jpg', '-400.webp')
  await expect(page.getByRole('main').locator(`img[src="${small}"]`)).toBeVisible()
  await expect(page.getByRole('banner').locator(`img[src="${small}"]`)).toBeVisible()
  await page.goto(editAddress)
  await press(field(page).getByRole('button', { name: '写真を外す' }))
  await expect(field(page).getByRole('button', { name: '写真を選ぶ' })).toBeFocused()
  await expect(hidden(page)).toHaveValue('')
  await press(page.getByRole('button', { name: '保存する' }))
  await expect(page).toHaveURL(/notice=profile-saved/)
  expect(stored(shop, id)).toBe('')
})

test.describe('refusals', () => {
  test.use({ expectedInConsole: /status of 422/ })
  test('R4: what is no photograph gets its text beside the field, and the one from before stays', async ({
    page,
    context,
    shop,
  }) => {
    await beginSessionOfNewMember(context, shop)
    await openEditor(page)
    await choose(page, 'a.jpg', await phoneJpeg(400, 300))
    await expect(hidden(page)).toHaveValue(photoAddress)
    const before = await hidden(page).inputValue()
    for (const [name, bytes, text] of [
      ['text.jpg', Buffer.from('こんにちは'), '写真として読み取れませんでした'],
      ['script.svg', svgWithScript, '写真として読み取れませんでした'],
      ['moving.gif', await animatedGif(), '動く画像'],
      ['IMG_0002.HEIC', heicHeader, 'HEIC'],
      [
        'large.jpg',
        Buffer.concat([await phoneJpeg(40, 30), Buffer.alloc(10_485_760)]),
        '画像サイズは10MB以下にしてください。',
      ],
      ['half.jpg', (await phoneJpeg()).subarray(0, 3_000), 'こわれている'],
    ] as const) {
      await choose(page, name, bytes)
      await expect(field(page), name).toContainText(text)
      await expect(hidden(page)).toHaveValue(before)
    }
    await expectNoAxeViolations(page)
    await choose(page, 'b.jpg', await phoneJpeg(300, 400))
    await expect(hidden(page)).not.toHaveValue(before)
    await expect(field(page)).not.toContainText('こわれている')
  })
})

test.describe('on a bad line', () => {
  test.use({ expectedInConsole: /ERR_CONNECTION_RESET/ })
  test('a photograph that did not get through is sent again, and one on its way can be given up', async ({
    page,
    context,
    shop,
  }) => {
    await beginSessionOfNewMember(context, shop)
    await openEditor(page)
    await page.route('**/api/uploads/picture*', (route) => route.abort('connectionreset'))
    await choose(page, 'a.jpg', await phoneJpeg(400, 300))
    await expect(field(page)).toContainText('送信できませんでした')
    await page.unroute('**/api/uploads/picture*')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/uploads/picture*', async (route) => {
      await held.promise
      await route.continue().catch(() => {})
    })
    await press(field(page).getByRole('button', { name: 'もう一度送る' }))
    await expect(page.getByRole('button', { name: '写真を送信しています…' })).toBeDisabled()
    await press(field(page).getByRole('button', { name: 'プロフィール写真の送信をやめる' }))
    await expect(page.getByRole('button', { name: '保存する' })).toBeEnabled()
    await expect(hidden(page)).toHaveValue('')
    held.resolve()
    await page.unroute('**/api/uploads/picture*')
    await choose(page, 'a.jpg', await phoneJpeg(400, 300))
    await expect(hidden(page)).toHaveValue(photoAddress)
  })
})

test('ASVS 5.2.1, 5.2.2, 5.2.6, 5.3.2, 14.2.8, R5, R8: the calls check what they get by its content, whatever it is called', async ({
  page,
  context,
  shop,
}) => {
  const { id } = await beginSessionOfNewMember(context, shop)
  const send = async (path: string, data: Buffer, headers: Record<string, string> = {}) => {
    const answer = await page.request.post(path, { data, headers: { origin: shop.origin, ...headers } })
    return { status: answer.status(), said: await answer.json().catch(() => null) }
  }
  const picture = await send('/api/uploads/picture', await phoneJpeg(), { 'content-type': 'application/pdf' })
  expect(picture).toEqual({
    status: 201,
    said: { url: expect.stringMatching(photoAddress), width: 900, height: 1200 },
  })
  expect(await send('/api/uploads/picture', smallPdf)).toMatchObject({ status: 422 })
  expect(await send('/api/uploads/picture', pixelBomb())).toMatchObject({
    status: 422,
    said: { error: expect.stringContaining('4,000万画素') },
  })
  expect(await send('/api/uploads/picture', Buffer.alloc(10_485_761))).toMatchObject({ status: 413 })
  expect(await send('/api/uploads/pdf', await phoneJpeg(40, 30))).toMatchObject({ status: 422 })
  expect(await send('/api/uploads/pdf', smallPdf, { origin: 'https://evil.example' })).toMatchObject({
    status: 403,
  })
  const pdf = await send('/api/uploads/pdf', smallPdf)
  expect(pdf).toMatchObject({
    status: 201,
    said: { url: expect.stringMatching(/^\/Image\/uploads\/[0-9a-f]{32}\.pdf$/) },
  })
  const file = await page.request.get(pdf.said.url)
  expect(await file.body()).toEqual(smallPdf)
  expect(file.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  // A4: only a photograph that was uploaded here.
  const [{ updatedAt } = {}] = readData(
    shop.dataDir,
    `select updated_at as updatedAt from member_profile where member_id = '${id}'`,
  )
  const foreign = await page.request.post(editAddress, {
    headers: { origin: shop.origin },
    form: { displayName: '布の花子', basedOn: String(updatedAt), photoURL: 'https://evil.example/x.jpg' },
  })
  expect([foreign.status(), await foreign.text()]).toEqual([
    422,
    expect.stringContaining('この写真は使えない'),
  ])
  expect(stored(shop, id)).toBe('')
  await beginSession(context, shop, 'no-posting@demo.example')
  expect(await send('/api/uploads/picture', await phoneJpeg(40, 30))).toMatchObject({ status: 403 })
  expect(await send('/api/uploads/pdf', smallPdf)).toMatchObject({ status: 403 })
  expect(await send('/api/uploads/picture?for=photo', await phoneJpeg(40, 30))).toMatchObject({ status: 201 })
  await context.clearCookies()
  expect(await send('/api/uploads/picture?for=photo', await phoneJpeg(40, 30))).toMatchObject({ status: 401 })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the field says what a photograph needs, and the rest is saved', async ({ page, context, shop }) => {
    await beginSessionOfNewMember(context, shop)
    await page.goto(editAddress)
    await expectValidHtml(await page.content())
    await expect(field(page)).toContainText('JavaScriptを有効にしてください')
    await expect(field(page).getByRole('button')).toHaveCount(0)
    await press(page.getByRole('button', { name: '保存する' }))
    await expect(page).toHaveURL(/notice=profile-saved/)
  })
})
