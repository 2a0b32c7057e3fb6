import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { holdScript } from '../support/hold-script.ts'
import { beginSession, beginSessionOfNewMember } from '../support/member-session.ts'
import { countShifts, expectNoAxeViolations, expectValidHtml, shifted } from '../support/page-checks.ts'
import { setVisibility } from '../support/page-visibility.ts'
import { phoneJpeg, smallPdf } from '../support/pictures-for-tests.ts'
import { changeData, readData } from '../support/shop-database.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import { stopTime } from '../support/shopping.ts'
import { standAtEdge } from '../support/stand-at-edge.ts'
import { expect, long, phone, press, test, walks } from './fixtures.ts'

const uploadAddress = '/gallery/upload'
const uploaded = /^\/Image\/uploads\/[0-9a-f]{32}-\d+x\d+\.jpg$/

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, name: string) => {
  const named = { name: new RegExp(`^${name}\\s*(任意)?$`) }
  // A line of the materials has products proposed once it had the focus.
  return main(page).getByRole('textbox', named).or(main(page).getByRole('combobox', named))
}
/** React resets a text area when it hydrates it: text that a test types before is typed again. */
const type = (page: Page, name: string, text: string) =>
  expect(async () => {
    await field(page, name).fill(text)
    await expect(field(page, name)).toHaveValue(text, { timeout: 500 })
  }).toPass()
const pressNamed = (page: Page, name: string) => press(main(page).getByRole('button', { name, exact: true }))
const choosePicture = async (page: Page, group: string) =>
  main(page)
    .getByRole('group', { name: group })
    .locator('input[type="file"]')
    .last()
    .setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await phoneJpeg() })
const kept = (page: Page) => expect(main(page)).toContainText(/下書きを保存しました \d{1,2}:\d{2}/)

const recipesOf = (shop: ShopProcess, author: string) =>
  readData(shop.dataDir, `select * from recipe where author_id = '${author}' and source = 'own'`)
const ownRecipe = (shop: ShopProcess, author: string) => {
  const [recipe] = recipesOf(shop, author)
  if (recipe === undefined) throw new Error('no recipe was posted')
  return recipe
}

/** Everything that must be there, typed once the page's script runs. */
const fillIn = async (page: Page, title: string) => {
  await page.goto(uploadAddress)
  await type(page, 'タイトル', title)
  await type(page, '説明', '一行目\n二行目')
  await main(page).getByLabel('制作時間').selectOption('2hours')
}
const sendForm = (page: Page, shop: ShopProcess, address: string, fields: object) =>
  page.request.post(address, { headers: { origin: shop.origin }, form: { ...fields }, maxRedirects: 0 })

test.use({ writes: true })

test('R1, R19, R20: a member posts a recipe with photographs, shares it, edits it and deletes it @walk', async ({
  page,
  context,
  shop,
}) => {
  walks('/gallery/upload', '/gallery/recipe-edit/:recipeId')
  const { id: author } = await beginSessionOfNewMember(context, shop)
  await fillIn(page, '</script>の巾着')
  // A button half under the sticky header counts as too small.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoAxeViolations(page)
  await choosePicture(page, '作品の写真')
  await expect(page.locator('input[name="mainImageUrl"]')).toHaveValue(uploaded)

  // W7: several are chosen at once; a file that is no picture and one too many do not stop the others; they are moved by keyboard.
  const more = page.locator('input[name="moreImage[]"]')
  const small = async (width: number) => ({
    name: `IMG_${width}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await phoneJpeg(width, 60),
  })
  const chooseMore = async (files: { name: string; mimeType: string; buffer: Buffer }[]) =>
    main(page)
      .getByRole('group', { name: '作品の写真' })
      .locator('input[type="file"]')
      .last()
      .setInputFiles(files)
  await chooseMore(await Promise.all([80, 90].map(small)))
  await expect(more.nth(1)).toHaveValue(uploaded)
  const third = await more.nth(1).inputValue()
  const up = (at: number) => main(page).getByRole('button', { name: `写真${at}を前へ` })
  await up(3).press('Enter')
  await expect(more.first()).toHaveValue(third)
  await expect(up(2)).toBeFocused()
  const noPicture = { name: 'x.jpg', mimeType: 'image/jpeg', buffer: smallPdf }
  await chooseMore([noPicture, ...(await Promise.all([70, 50, 40].map(small)))])
  await expect(main(page).getByText('写真は6枚までです。あとの1枚は加えていません。')).toBeVisible()
  // W7: what failed neither counts nor is named as one of them.
  await expect(
    main(page).getByRole('button', { name: '加えていない写真（x.jpg）を消す', exact: true }),
  ).toBeVisible()
  await expect(main(page).getByText('いちどに何枚も選べます（あと1枚）。')).toBeVisible()
  await expect(more.nth(3)).toHaveValue(uploaded)
  await expect(more).toHaveCount(4)
  const photographs = main(page).getByRole('list', { name: '写真' }).getByRole('listitem')
  const topOf = async (at: number) => (await photographs.nth(at).boundingBox())?.y
  expect(await topOf(1)).toBe(await topOf(0))
  expect(await topOf(2)).toBe(await topOf(0))
  await expectNoAxeViolations(page)
  await press(main(page).getByText('●●○'))
  await type(page, '材料1', '木綿布 50cm')
  await field(page, '材料1').press('Enter')
  await expect(field(page, '材料2')).toBeFocused()
  await type(page, '手順1の説明', '切る')
  await type(page, '手順2の説明', '縫う')
  await choosePicture(page, '手順2の写真')
  await expect(page.locator('input[name="stepImage[]"]').last()).toHaveValue(uploaded)
  await pressNamed(page, '手順2を上へ')
  await expect(field(page, '手順1の説明')).toHaveValue('縫う')

  // W5, W6: products are suggested while a line is typed, and chosen by keyboard; a number in a text can be refused.
  await field(page, '材料2').pressSequentially('表布 あさのは')
  const offers = page.getByRole('listbox', { name: 'お店の生地とキット' })
  await expect(offers.getByRole('option').first()).toContainText('F-1001')
  // The next line stays in sight below the offers.
  const below = await offers.boundingBox()
  const nextLine = await field(page, '材料3').boundingBox()
  expect(nextLine?.y).toBeGreaterThanOrEqual((below?.y ?? Number.NaN) + (below?.height ?? 0))
  await expectNoAxeViolations(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, '材料2')).toHaveValue('表布 麻の葉 シーチング 50cm【藍】')
  await expect(field(page, '材料2')).toBeFocused()
  await field(page, '材料2').press('End')
  await page.keyboard.type(' 3枚')
  const units = main(page).getByRole('combobox', { name: '麻の葉 シーチング 50cm【藍】の枚数' })
  await expect(units).toHaveValue('3')
  await expect(offers).toBeHidden()
  // W1: cut sizes tell the squares, until she chooses a number herself.
  await type(page, '材料2', '表布 麻の葉 シーチング 50cm【藍】 20×20cmを6枚')
  await expect(units).toHaveValue('2')
  await units.selectOption('4')
  await type(page, '材料2', '表布 麻の葉 シーチング 50cm【藍】 3枚')
  await expect(units).toHaveValue('4')
  await pressNamed(page, '材料2を上へ')
  await type(page, '材料3', '裏布 f-1002 2枚')
  await pressNamed(page, 'お店の品ではない')
  await expect(main(page).getByRole('list', { name: '材料' })).toContainText('お店の品にはつなぎません。')
  await kept(page)
  await pressNamed(page, '作品を投稿する')
  await expect(page).toHaveURL(/\?posted=/)
  const { id, title, difficulty, steps, ingredients, material_ties, main_image_url } = ownRecipe(shop, author)
  expect({ title, difficulty, ingredients }).toEqual({
    title: '</script>の巾着',
    difficulty: '中級',
    ingredients: '["表布 麻の葉 シーチング 50cm【藍】 3枚","木綿布 50cm","裏布 f-1002 2枚"]',
  })
  expect(JSON.parse(String(material_ties))).toEqual([
    { line: 0, product: { number: 'F-1001', units: 4, name: '麻の葉 シーチング 50cm' } },
    { line: 2, product: null },
  ])
  expect(JSON.parse(String(steps))).toEqual([
    { id: 2, description: '縫う', imageUrl: expect.stringMatching(uploaded) },
    { id: 1, description: '切る' },
  ])
  expect(main_image_url).toMatch(uploaded)

  await expect(page.getByRole('heading', { name: 'SNSでシェアしますか？' })).toBeVisible()
  await expectNoAxeViolations(page)
  for (const [name, host] of [
    ['X（旧Twitter）', 'twitter.com'],
    ['Facebook', 'facebook.com'],
    ['LINE', 'social-plugins.line.me'],
  ] as const)
    await expect(
      main(page).getByRole('link', { name: new RegExp(`^${name.replace(/[（）]/g, '.')}`) }),
    ).toHaveAttribute('href', new RegExp(`https://(www\\.)?${host}/.*%2Fgallery`))
  const text = main(page).getByLabel('Instagramに貼る文章')
  await expect(text).toHaveValue(new RegExp(`/gallery/detail/${id}$`))
  await expect(main(page).getByRole('link', { name: 'シェアせずにギャラリーへ' })).toHaveAttribute(
    'href',
    '/gallery',
  )
  await page.goto(uploadAddress)
  await expect(field(page, 'タイトル')).toHaveValue('')
  await expect(main(page)).not.toContainText('書きかけの内容を戻しました')

  // W7: all photographs in order, by swipe, keyboard and thumbnail; nothing moves while they are read.
  const moreImages = z.array(z.string()).parse(JSON.parse(String(ownRecipe(shop, author).more_images)))
  expect(moreImages).toHaveLength(4)
  expect(moreImages[0]).toBe(third)
  await countShifts(page)
  await page.goto(`/gallery/detail/${id}`)
  const strip = main(page).getByRole('region', { name: '作品の写真（5枚）' })
  const photograph = (at: number) => strip.getByRole('img', { name: new RegExp(` ${at}枚目$`) })
  const thumbnail = (at: number) => main(page).getByRole('link', { name: `${at}枚目の写真を見る` })
  await expect(thumbnail(1)).toHaveAttribute('aria-current', 'true')
  await thumbnail(3).press('Enter')
  await expect(photograph(3)).toBeInViewport({ ratio: 0.9 })
  await expect(thumbnail(3)).toHaveAttribute('aria-current', 'true')
  await strip.press('ArrowLeft')
  await expect(photograph(2)).toBeInViewport({ ratio: 0.9 })
  await expect(thumbnail(2)).toHaveAttribute('aria-current', 'true')
  await expectNoAxeViolations(page)
  expect(await shifted(page)).toBeLessThan(0.005)

  await page.goto(`/gallery/recipe-edit/${id}`)
  await expect(field(page, 'タイトル')).toHaveValue('</script>の巾着')
  await pressNamed(page, '写真2を消す')
  await expectNoAxeViolations(page)
  await type(page, 'タイトル', '春の巾着')
  await expect(units).toHaveValue('4')
  await pressNamed(page, '番号のとおりにつなぐ')
  await pressNamed(page, '保存する')
  await expect(page).toHaveURL('/gallery/mypage?tab=recipes&notice=recipe-saved')
  await expect(page.getByText('作品を保存しました。')).toBeVisible()
  const edited = ownRecipe(shop, author)
  expect(edited).toMatchObject({ title: '春の巾着', main_image_url })
  expect(JSON.parse(String(edited.more_images))).toEqual(moreImages.slice(1))
  expect(JSON.parse(String(edited.material_ties))).toEqual(JSON.parse(String(material_ties)).slice(0, 1))

  await press(main(page).getByRole('button', { name: '春の巾着を削除' }))
  await press(main(page).getByRole('button', { name: '削除する' }))
  await expect(page).toHaveURL(/notice=recipe-deleted/)
  expect(recipesOf(shop, author)).toEqual([])
})

test.describe('faults', () => {
  test.use({ expectedInConsole: /status of 4(09|22|01|03)|ERR_FAILED/ })

  test('R10: are told beside their fields in the named words, and nothing typed is lost', async ({
    page,
    context,
    shop,
  }) => {
    const { id: author } = await beginSessionOfNewMember(context, shop)
    // W6: the script of the suggestions never arrives; the line is plain text.
    await page.route('**/api/material-products?*', (route) => route.abort())
    await page.goto(uploadAddress)
    const asked = page.waitForRequest('**/api/material-products?q=*')
    await type(page, '材料1', '木綿布')
    await asked
    await press(main(page).getByRole('radio', { name: '動画' }))
    await type(page, 'YouTubeのURL', 'https://evil.example/watch?v=abcdefghijk')
    await expect(field(page, 'YouTubeのURL')).toHaveAccessibleDescription('')
    await field(page, 'YouTubeのURL').press('Tab')
    await expect(field(page, 'YouTubeのURL')).toHaveAccessibleDescription(
      '有効なYouTube URLを入力してください',
    )
    await pressNamed(page, '作品を投稿する')
    await expect(field(page, 'タイトル')).toHaveAccessibleDescription(/タイトルを入力してください/)
    await expect(field(page, 'タイトル')).toBeFocused()
    await expect(field(page, '説明')).toHaveAccessibleDescription(/説明を入力してください/)
    await expect(main(page).getByLabel('制作時間')).toHaveAccessibleDescription('制作時間を選択してください')
    await expect(field(page, 'YouTubeのURL')).toHaveAccessibleDescription(
      /有効なYouTube URLを入力してください/,
    )
    await expect(field(page, '材料1')).toHaveValue('木綿布')
    await expectNoAxeViolations(page)
    expect(recipesOf(shop, author)).toEqual([])

    // R10: another kind of explanation clears the one before, and 元に戻す brings it back.
    await press(main(page).getByRole('radio', { name: 'ウェブサイト' }))
    await type(page, 'ウェブサイトの説明', '長い説明')
    await press(main(page).getByRole('radio', { name: 'PDF' }))
    await expect(field(page, 'ウェブサイトの説明')).toHaveCount(0)
    await main(page)
      .locator('input[accept="application/pdf"]')
      .setInputFiles({ name: '型紙.pdf', mimeType: 'application/pdf', buffer: smallPdf })
    await expect(main(page)).toContainText('アップロードしたPDF：型紙.pdf（1KB）')
    await expect(page.locator('input[name="pdfUrl"]')).toHaveValue(/^\/Image\/uploads\/[0-9a-f]{32}\.pdf$/)
    await kept(page)
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expect(main(page)).toContainText('アップロードしたPDF：型紙.pdf（1KB）')
    await press(main(page).getByRole('radio', { name: 'なし' }))
    await expect(main(page)).toContainText('「PDF」に入力した内容を消しました。')
    await pressNamed(page, '元に戻す')
    await expect(main(page).getByRole('radio', { name: 'PDF' })).toBeFocused()
    await expect(page.locator('input[name="pdfUrl"]')).toHaveValue(/\.pdf$/)
    await expect(main(page)).toContainText('アップロードしたPDF：型紙.pdf（1KB）')
    await expectNoAxeViolations(page)
    await pressNamed(page, 'PDFを外す')
    await expect(main(page).getByRole('button', { name: 'PDFをアップロードする' })).toBeFocused()
  })

  test('R18: the later save of two is refused, keeps what was typed, and may overwrite knowingly', async ({
    page,
    context,
    shop,
  }) => {
    const { id: author } = await beginSessionOfNewMember(context, shop)
    const form = {
      id: randomUUID(),
      title: '巾着',
      description: '説明',
      cookingTime: '1hour',
      difficulty: '初級',
    }
    expect((await sendForm(page, shop, uploadAddress, form)).status()).toBe(302)
    const editAddress = `/gallery/recipe-edit/${form.id}`
    await page.goto(editAddress)
    await type(page, 'タイトル', 'こちらの画面から')
    const basedOn = String(ownRecipe(shop, author).updated_at)
    const elsewhere = { ...form, title: '別の端末から', basedOn }
    expect((await sendForm(page, shop, editAddress, elsewhere)).status()).toBe(302)
    await pressNamed(page, '保存する')
    const alert = main(page).getByRole('alert')
    await expect(alert).toContainText('別の画面や端末で先に更新されています')
    await expect(field(page, 'タイトル')).toHaveValue('こちらの画面から')
    expect(ownRecipe(shop, author).title).toBe('別の端末から')
    await expectNoAxeViolations(page)
    await press(alert.getByRole('button', { name: 'この内容で上書きする' }))
    await expect(page).toHaveURL(/notice=recipe-saved/)
    expect(ownRecipe(shop, author).title).toBe('こちらの画面から')

    // R19: what was saved is no longer a draft; what another device deleted meanwhile stays one.
    const draft = () =>
      page.evaluate((key) => localStorage.getItem(key), `galleryRecipeDraft:${author}:${form.id}`)
    expect(await draft()).toBeNull()
    await page.goto(editAddress)
    await type(page, 'タイトル', '消えた作品の続き')
    await kept(page)
    expect((await sendForm(page, shop, '/gallery/mypage', { recipeId: form.id })).status()).toBe(302)
    await pressNamed(page, '保存する')
    await expect(page).toHaveURL(/notice=recipe-not-found/)
    expect(await draft()).toContain('消えた作品の続き')
  })

  test('R19: what does not get through stays in the form, and the next press posts it', async ({
    page,
    context,
    shop,
  }) => {
    const { id: author } = await beginSessionOfNewMember(context, shop)
    await fillIn(page, '巾着')
    await page.route(/\.data(\?|$)/, (route) => route.abort())
    await pressNamed(page, '作品を投稿する')
    await expect(main(page).getByRole('alert')).toContainText('レシピのアップロードに失敗しました。')
    await expect(field(page, 'タイトル')).toHaveValue('巾着')
    await page.unroute(/\.data(\?|$)/)

    // R19: what is sent after the session has ended is kept too, and the same press posts it after the next sign-in.
    const cookies = await context.cookies()
    await context.clearCookies()
    await pressNamed(page, '作品を投稿する')
    await expect(main(page).getByRole('alert')).toContainText('ログインの期限が切れました。')
    await expect(field(page, 'タイトル')).toHaveValue('巾着')
    await context.addCookies(cookies)
    await pressNamed(page, '作品を投稿する')
    await expect(page).toHaveURL(/\?posted=/)
    expect(recipesOf(shop, author)).toHaveLength(1)
  })

  test.describe('on a phone', () => {
    test.use(phone(375, 667))

    test('what comes of the press at the end of the form is in view: offline, refused, posted', async ({
      page,
      context,
      shop,
    }) => {
      await beginSessionOfNewMember(context, shop)
      await fillIn(page, '巾着')
      const progress = page.getByRole('navigation', { name: '入力の進みぐあい' }).locator('..')
      await field(page, 'タイトル').focus()
      await expect(progress).toHaveCSS('position', 'static')
      await main(page).getByLabel('制作時間').focus()
      await expect(progress).toHaveCSS('position', 'sticky')
      const alert = main(page).getByRole('alert')
      const send = main(page).getByRole('button', { name: '作品を投稿する', exact: true })
      await standAtEdge(send, 'end')
      await context.setOffline(true)
      await press(send)
      await expect(alert).toContainText('通信エラーが発生しました。')
      await expect(alert).toBeInViewport({ ratio: 1 })
      await context.setOffline(false)
      await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true)

      const cookies = await context.cookies()
      await context.clearCookies()
      await press(send)
      await expect(alert).toContainText('ログインの期限が切れました。')
      const below = await progress.boundingBox()
      const top = (await alert.boundingBox())?.y
      expect(top).toBeGreaterThan((below?.y ?? Number.NaN) + (below?.height ?? 0))
      await expect(alert).toBeInViewport({ ratio: 1 })

      await context.addCookies(cookies)
      await press(send)
      const heading = page.getByRole('heading', { name: '作品を投稿しました' })
      await expect(heading).toBeFocused()
      await expect(heading).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('heading', { name: 'SNSでシェアしますか？' })).toBeInViewport({ ratio: 1 })
    })
  })

  test(
    'at 320 px with text of twice the size nothing is wider than the screen',
    long,
    async ({ page, context, shop }) => {
      await beginSession(context, shop, 'admin@demo.example')
      await page.setViewportSize({ width: 320, height: 568 })
      for (const path of [uploadAddress, '/gallery/admin']) {
        await page.goto(path)
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
        })
        const widths = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(widths, path).toBeLessThanOrEqual(320)
      }
    },
  )
})

test('R19, R44: a draft is not left without asking, is left for later first of all, survives a reload and what is typed before it is back, and goes when it is given up', async ({
  page,
  context,
  shop,
}) => {
  await beginSessionOfNewMember(context, shop)
  await fillIn(page, '書きかけの巾着')
  await type(page, '手順2の説明', '縫う')
  await pressNamed(page, '手順2のあとに追加')
  await type(page, '手順3の説明', '返す')
  await kept(page)
  await press(
    page
      .getByRole('banner')
      .getByRole('link', { name: /ギャラリー/ })
      .first(),
  )
  const question = page.getByRole('dialog', { name: '保存していない変更があります' })
  await expect(question).toBeVisible()
  await expect(question).not.toContainText('失われます')
  await press(question.getByRole('button', { name: '編集を続ける' }))
  await expect(field(page, 'タイトル')).toHaveValue('書きかけの巾着')
  const home = page
    .getByRole('banner')
    .getByRole('link', { name: /ギャラリー/ })
    .first()
  await field(page, 'タイトル').fill('書きかけの巾着袋')
  await press(home)
  await expectNoAxeViolations(page)
  await expect(question.getByRole('button').nth(1)).toHaveText('下書きを残して移動')
  await press(question.getByRole('button', { name: '下書きを残して移動' }))
  await expect(page).toHaveURL('/gallery')
  await page.goto(uploadAddress)
  await expect(field(page, 'タイトル')).toHaveValue('書きかけの巾着袋')
  await field(page, 'タイトル').fill('書きかけの巾着')
  await kept(page)
  const release = await holdScript(page)
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload({ waitUntil: 'commit' })
  await field(page, 'タグ').fill('早い')
  release()
  await expect(main(page)).toContainText('書きかけの内容を戻しました')
  await expect(field(page, 'タイトル')).toHaveValue('書きかけの巾着')
  await expect(field(page, '手順3の説明')).toHaveValue('返す')
  await expect(field(page, 'タグ')).toHaveValue('早い')
  await expect(field(page, 'タグ')).toBeFocused()
  await expect(main(page).getByLabel('制作時間')).toHaveValue('2hours')
  await expectNoAxeViolations(page)
  await pressNamed(page, '下書きを消して、最初から書く')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(field(page, 'タイトル')).toHaveValue('')
  await page.reload()
  await expect(field(page, 'タイトル')).toHaveValue('')

  // Deleting is the second choice, and where nothing can be kept the question says so.
  await type(page, 'タイトル', 'いらない下書き')
  await kept(page)
  await press(home)
  await press(question.getByRole('button', { name: '下書きを消して移動' }))
  await expect(page).toHaveURL('/gallery')
  await page.goto(uploadAddress)
  await expect(field(page, 'タイトル')).toHaveValue('')
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await type(page, 'タイトル', '残せない下書き')
  await press(home)
  await expect(question).toContainText('入力した内容は失われます')
  await expect(question.getByRole('button', { name: '下書きを残して移動' })).toHaveCount(0)
})

for (const width of [375, 1280])
  test(`P39: at ${width} px no field that gets the focus is cut by what sticks to the upper edge`, async ({
    page,
    context,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 700 })
    await beginSessionOfNewMember(context, shop)
    await fillIn(page, '巾着')
    const lowest = () =>
      page.evaluate(() => {
        const sticky = [
          document.querySelector('header'),
          document.querySelector('[aria-label="入力の進みぐあい"]')?.parentElement,
        ]
        return Math.max(...sticky.map((each) => each?.getBoundingClientRect().bottom ?? 0))
      })
    await main(page).getByRole('button', { name: '作品を投稿する', exact: true }).focus()
    for (const name of ['手順2の説明', '手順1の説明', '材料3', '材料1', 'タグ', '説明', 'タイトル']) {
      await field(page, name).focus()
      const top = (await field(page, name).boundingBox())?.y
      expect(top, name).toBeGreaterThanOrEqual(await lowest())
    }
  })

test('R19, S33: what was just typed is written when the tab is hidden, and told when she is back', async ({
  page,
  context,
  shop,
}) => {
  await beginSessionOfNewMember(context, shop)
  await page.goto(uploadAddress)
  await type(page, 'タイトル', '巾着')
  await kept(page)
  await stopTime(page)
  const isStored = (text: string) =>
    page.evaluate((part) => Object.values({ ...localStorage }).some((draft) => draft.includes(part)), text)
  await field(page, 'タイトル').pressSequentially('袋です')
  expect(await isStored('巾着袋です')).toBe(false)
  await setVisibility(page, 'hidden')
  expect(await isStored('巾着袋です')).toBe(true)
  await setVisibility(page, 'visible')

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await field(page, 'タイトル').pressSequentially('よ')
  for (const state of ['hidden', 'visible'] as const) await setVisibility(page, state)
  await expect(main(page)).toContainText('この端末には下書きを保存できません。')
})

test('R19: a second tab has an id and a draft of its own, and a draft whose tab was closed is found again', async ({
  page,
  context,
  shop,
}) => {
  const { id: author } = await beginSessionOfNewMember(context, shop)
  await fillIn(page, '巾着')
  await kept(page)
  const second = await context.newPage()
  await fillIn(second, 'クッション')
  await kept(second)
  const third = await context.newPage()
  await fillIn(third, 'エプロン')
  await kept(third)
  await third.close()
  for (const [tab, title] of [
    [page, '巾着'],
    [second, 'クッション'],
  ] as const) {
    tab.once('dialog', (dialog) => dialog.accept())
    await tab.reload()
    await expect(main(tab)).toContainText('書きかけの内容を戻しました')
    await expect(field(tab, 'タイトル')).toHaveValue(title)
    await pressNamed(tab, '作品を投稿する')
    await expect(tab).toHaveURL(/\?posted=/)
  }
  expect(
    recipesOf(shop, author)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['クッション', '巾着'])
  const later = await context.newPage()
  await later.goto(uploadAddress)
  await expect(field(later, 'タイトル')).toHaveValue('エプロン')
  await pressNamed(later, '下書きを消して、最初から書く')
  await later.reload()
  await expect(field(later, 'タイトル')).toHaveValue('')
  await page.goto(uploadAddress)
  await expect(main(page)).toContainText('入力すると、下書きがこの端末に保存されます。')
})

test('R17, R19: what is sent twice is one recipe; counts, author and dates in the body are ignored', async ({
  page,
  context,
  shop,
}) => {
  const { id: author } = await beginSessionOfNewMember(context, shop)
  const cookies = await context.cookies()
  const { id: other } = await beginSessionOfNewMember(context, shop)
  const cookiesOfOther = await context.cookies()
  await context.addCookies(cookies)
  const from = shop.output().length
  const form = {
    id: randomUUID(),
    title: '巾着',
    description: '説明',
    cookingTime: '1hour',
    difficulty: '初級',
    likes: '999',
    views: '999',
    authorId: other,
    createdAt: '1',
  }
  const send = (address: string, fields: object) => sendForm(page, shop, address, fields)
  for (let times = 0; times < 2; times += 1) expect((await send(uploadAddress, form)).status()).toBe(302)
  expect(recipesOf(shop, author)).toMatchObject([{ id: form.id, likes: 0, views: 0, author_id: author }])
  await expect.poll(() => shop.output().slice(from)).toMatch(/may not write were ignored/)

  const refused = await send(uploadAddress, { ...form, title: '別の作品' })
  expect(refused.status()).toBe(409)
  const answer = await refused.text()
  expect(answer).toContain('先に更新されています')
  expect(answer).toContain('value="別の作品"')
  const offered = (name: string) =>
    new RegExp(`<button[^>]* value="([^"]+)"[^>]* name="${name}"`).exec(answer)?.[1] ?? ''
  expect(recipesOf(shop, author)).toMatchObject([{ title: '巾着' }])
  const asNew = { ...form, title: '別の作品', newId: offered('newId') }
  for (let times = 0; times < 2; times += 1) expect((await send(uploadAddress, asNew)).status()).toBe(302)
  const overwrite = { ...form, title: '上書き', overwrite: offered('overwrite') }
  expect((await send(uploadAddress, overwrite)).status()).toBe(302)
  expect(
    recipesOf(shop, author)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['上書き', '別の作品'])

  await context.addCookies(cookiesOfOther)
  expect((await send(uploadAddress, { ...form, title: '横取り' })).status()).toBe(409)
  const edit = await send(`/gallery/recipe-edit/${form.id}`, { ...form, title: '横取り', basedOn: '0' })
  expect(edit.headers().location).toBe('/gallery/mypage?notice=recipe-not-hers')
  await page.goto(`/gallery/recipe-edit/${form.id}`)
  await expect(main(page)).toContainText('このレシピを編集する権限がありません')
  await page.goto('/gallery/recipe-edit/nobody-has-this')
  await expect(main(page)).toContainText('レシピが見つかりません')
  expect(
    recipesOf(shop, author)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['上書き', '別の作品'])
})

test('without the right to post there is no form, and no recipe', async ({ page, context, shop }) => {
  await page.goto(uploadAddress)
  await expect(page.getByRole('heading', { name: 'ログインが必要です' })).toBeVisible()
  const author = await beginSession(context, shop, 'no-posting@demo.example')
  await page.goto(uploadAddress)
  await expect(page.getByRole('heading', { name: '投稿の権限がありません' })).toBeVisible()
  await expectNoAxeViolations(page)
  const form = {
    id: randomUUID(),
    title: '巾着',
    description: '説明',
    cookingTime: '1hour',
    difficulty: '初級',
  }
  const answer = await page.request.post(uploadAddress, { headers: { origin: shop.origin }, form })
  expect(answer.status()).toBe(403)
  expect(recipesOf(shop, author)).toEqual([])
})

test('R66: what she has written stays to be read and copied while posting is stopped, and is hers to go on with afterwards', async ({
  page,
  context,
  shop,
}) => {
  const { id, email } = await beginSessionOfNewMember(context, shop)
  await fillIn(page, '藍の巾着')
  await kept(page)
  const may = (flag: number) =>
    changeData(shop.dataDir, `update member_profile set can_upload = ${flag} where member_id = '${id}'`)
  may(0)
  page.once('dialog', (dialog) => dialog.accept())
  await page.goto(uploadAddress)
  await expect(page.getByRole('heading', { name: '投稿の権限がありません' })).toBeVisible()
  const drafts = page.getByRole('region', { name: '書きかけの作品' })
  await expect(drafts).toContainText('藍の巾着')
  await expect(drafts).toContainText('二行目')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(drafts.getByRole('button', { name: 'コピー' }))
  await expect(drafts.getByText('書きかけの作品をコピーしました。')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('藍の巾着\n\n一行目\n二行目')
  await expectNoAxeViolations(page)
  // Another member of the same device reads nothing of it.
  await beginSession(context, shop, 'no-posting@demo.example')
  await page.goto(uploadAddress)
  await expect(page.getByRole('heading', { name: '投稿の権限がありません' })).toBeVisible()
  await expect(page.getByText('藍の巾着')).toHaveCount(0)
  may(1)
  await beginSession(context, shop, email)
  await page.goto(uploadAddress)
  await expect(field(page, 'タイトル')).toHaveValue('藍の巾着')
})

test('R48: name and size of a PDF are shown to its author when she edits another day, and its name to nobody else', async ({
  page,
  context,
  browser,
  shop,
}) => {
  const { id: author } = await beginSessionOfNewMember(context, shop)
  await fillIn(page, '巾着')
  await press(main(page).getByRole('radio', { name: 'PDF' }))
  await main(page)
    .locator('input[accept="application/pdf"]')
    .setInputFiles({ name: '型紙と作り方.pdf', mimeType: 'application/pdf', buffer: smallPdf })
  const told = 'アップロードしたPDF：型紙と作り方.pdf（1KB）'
  await expect(main(page)).toContainText(told)
  await pressNamed(page, '作品を投稿する')
  await expect(page).toHaveURL(/\?posted=/)
  const editAddress = `/gallery/recipe-edit/${ownRecipe(shop, author).id}`
  await page.goto(editAddress)
  await expect(main(page)).toContainText(told)
  await type(page, 'タイトル', '春の巾着')
  await kept(page)
  await pressNamed(page, '保存する')
  await expect(page).toHaveURL(/notice=recipe-saved/)

  const withoutScript = await browser.newContext({
    baseURL: shop.origin,
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  })
  const plain = await withoutScript.newPage()
  await plain.goto(editAddress)
  await expect(main(plain)).toContainText(told)
  await field(plain, 'タイトル').fill('夏の巾着')
  await pressNamed(plain, '保存する')
  await expect(plain).toHaveURL(/notice=recipe-saved/)
  await plain.goto(editAddress)
  await expect(field(plain, 'タイトル')).toHaveValue('夏の巾着')
  await expect(main(plain)).toContainText(told)
  await plain.goto(`/gallery/detail/${ownRecipe(shop, author).id}`)
  await expect(main(plain).getByRole('link', { name: 'PDFをダウンロード（1KB）' })).toBeVisible()
  expect(await plain.content()).not.toContain('型紙と作り方')
  // A recipe of before: its size is that of the file.
  changeData(shop.dataDir, "update recipe_upload set file_name = ''")
  await plain.goto(editAddress)
  await expect(main(plain)).toContainText('アップロードしたPDF（1KB）')
  await withoutScript.close()
})

test('by keyboard alone a recipe is posted, its rows added, moved and removed with the focus in sight', async ({
  page,
  context,
  shop,
}) => {
  const { id: author } = await beginSessionOfNewMember(context, shop)
  await fillIn(page, '巾着')
  await field(page, '材料1').focus()
  await page.keyboard.type('布')
  await page.keyboard.press('Enter')
  await expect(field(page, '材料2')).toBeFocused()
  await page.keyboard.type('糸')
  const button = (name: string) => main(page).getByRole('button', { name, exact: true })
  await button('材料2を上へ').focus()
  await page.keyboard.press('Enter')
  await expect(field(page, '材料1')).toHaveValue('糸')
  // The first row cannot move up: the focus stays with the row.
  await expect(button('材料1を下へ')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button('材料2を下へ')).toBeFocused()
  await button('材料2を消す').focus()
  await page.keyboard.press('Enter')
  await expect(field(page, '材料2')).toBeFocused()
  await button('元に戻す').focus()
  await page.keyboard.press('Enter')
  await expect(field(page, '材料2')).toHaveValue('糸')
  // Where no row is left, the button that adds one has the focus.
  for (const _ of [1, 2]) {
    await button('手順1を消す').focus()
    await page.keyboard.press('Enter')
  }
  await expect(button('＋ 手順を追加')).toBeFocused()
  await button('作品を投稿する').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?posted=/)
  expect(ownRecipe(shop, author).ingredients).toBe('["布","糸"]')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedInConsole: /status of 422/ })
  test('a recipe is posted, refused and edited all the same', long, async ({ page, context, shop }) => {
    const { id: author } = await beginSessionOfNewMember(context, shop)
    await page.goto(uploadAddress)
    await expectValidHtml(await page.content())
    await field(page, '材料1').fill('布')
    await pressNamed(page, '作品を投稿する')
    await expect(field(page, 'タイトル')).toHaveAccessibleDescription(/タイトルを入力してください/)
    await expect(field(page, '材料1')).toHaveValue('布')
    await fillIn(page, '巾着')
    await pressNamed(page, '作品を投稿する')
    await expect(page).toHaveURL(/\?posted=/)
    await expectValidHtml(await page.content())
    await page.goto(`/gallery/recipe-edit/${ownRecipe(shop, author).id}`)
    await field(page, 'タイトル').fill('春の巾着')
    await pressNamed(page, '保存する')
    await expect(page).toHaveURL(/notice=recipe-saved/)
    expect(ownRecipe(shop, author).title).toBe('春の巾着')

    // W5: a product that was chosen for a line stays, gets other units, and is removed.
    const tie = { line: 0, product: { number: 'F-1001', units: 2, name: '麻の葉' } }
    changeData(
      shop.dataDir,
      `update recipe set ingredients = '["布"]', material_ties = '${JSON.stringify([tie])}' where author_id = '${author}'`,
    )
    for (const [choice, ties] of [
      ['3枚', [{ line: 0, product: { ...tie.product, units: 3 } }]],
      ['外す', []],
    ] as const) {
      await page.goto(`/gallery/recipe-edit/${ownRecipe(shop, author).id}`)
      await main(page).getByRole('combobox', { name: '麻の葉の枚数' }).selectOption(choice)
      await pressNamed(page, '保存する')
      await expect(page).toHaveURL(/notice=recipe-saved/)
      expect(JSON.parse(String(ownRecipe(shop, author).material_ties))).toEqual(ties)
    }
  })
})
