import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pinnedNode, root } from '../../scripts/install-when-missing.js'
import { shopSettings as sample } from '../../shop.settings.ts'
import { ownerCommand } from '../support/owner-command.ts'
import { realShopSettings } from '../support/real-shop-settings.ts'
import { buyButtons, goToPayment, openCart, pay, putFabricsIntoCart, sumsOf } from '../support/shopping.ts'
import { expect, test } from './fixtures.ts'

const cart = { shippingBands: [{ below: 3_000, fee: 730 }] }
const delivery = 'ご注文の確定後、翌日に発送します。'

test.describe('P13: the owner changes a fee and her own facts', () => {
  test.use({
    ownSettings: { ...realShopSettings, name: '布の試野', cart, terms: { delivery }, pageSize: 3 },
  })

  test('the cart shows it, the server charges it, page, order and mail carry it', async ({ shop, page }) => {
    await page.goto('/all-products')
    await expect(buyButtons(page)).toHaveCount(3)
    await putFabricsIntoCart(page, 2)
    const panel = await openCart(page)
    expect(await sumsOf(panel)).toEqual({ 小計: '1,100円', 送料: '730円', '合計（税込）': '1,830円' })
    await expect(panel.getByLabel('ご注文前の確認')).toContainText(delivery)

    await goToPayment(page)
    await expect(page.locator('body')).toContainText(delivery)
    await expect(page.locator('body')).toContainText('送料730円')
    await pay(page)
    await expect(page.getByRole('main')).toContainText('1,830円')
    await expect(page.getByRole('main')).toContainText(realShopSettings.seller.phone)
    const order = await ownerCommand(shop, 'orders', 'list')
    expect(order).toMatch(/1,830円\s+発送待ち/)

    const mail = page.locator('details', { hasText: '【布の試野】ご注文を承りました' })
    await expect
      .poll(async () => {
        await page.goto('/mailbox')
        return mail.count()
      })
      .toBe(1)
    for (const fact of ['送料 730円', delivery, realShopSettings.seller.legalName])
      await expect(mail).toContainText(fact)
  })

  test('pages, legal notice and manifest say what is hers, and hide what she has not', async ({ page }) => {
    await page.goto('/legal')
    await expect(page).toHaveTitle(/布の試野/)
    await expect(page.getByRole('main')).toContainText('商品の小計が3,000円未満：730円')
    await expect(page.getByRole('main')).toContainText(realShopSettings.seller.personInCharge)
    await expect(page.getByRole('contentinfo')).toContainText(realShopSettings.seller.address)
    await expect(page.getByRole('contentinfo')).not.toContainText('ニュースレター')
    await page.goto('/contact')
    await expect(page.getByRole('main')).not.toContainText('FAX')
    await page.goto('/subscription')
    await expect(page.getByRole('main')).toContainText('ただいまご案内できる定期便はありません')
    const manifest = await (await page.request.get('/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({ name: '布の試野' })
  })
})

test('the scripts of the browser carry no fact of a seller', async () => {
  const folder = join(root, 'build/client')
  const scripts = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.js'))
  const texts = await Promise.all(scripts.map((path) => readFile(join(folder, path), 'utf8')))
  expect(texts.join('').length).toBeGreaterThan(100_000)
  for (const fact of Object.values(sample.seller)) expect(texts.join('')).not.toContain(fact)
})

const real = {
  DEMO: '0',
  SITE_ORIGIN: 'https://shop.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  NODE_OPTIONS: '--import ./tests/support/without-provider.js',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'shop@shop.example',
  OWNER_EMAIL: 'owner@shop.example',
}

/** The exit code and the whole output of a script that refuses to start. */
const refusal = async (
  dataDir: string,
  settings: Record<string, string>,
  script: string,
  ...words: string[]
) => {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: '0', ...settings }
  return promisify(execFile)(pinnedNode(), [`scripts/${script}.js`, ...words], {
    cwd: root,
    env,
    timeout: 60_000,
  }).then(
    () => 'it opened',
    ({ code, stdout, stderr }) => `${code} ${stdout}${stderr}`,
  )
}

test.describe('opening for real', () => {
  test.use({ ownShop: true })

  test('D73: a start that is refused makes nothing: no folder, no database, no marker', async ({ shop }) => {
    await shop.stop()
    const wrong = join(shop.dataDir, 'wrong')
    const { SMTP_URL: _, ...lacking } = real
    expect(await refusal(wrong, lacking, 'serve')).toMatch(/^1 SMTP_URL：書かれていません/)
    expect(existsSync(wrong)).toBe(false)
    await mkdir(wrong)
    await writeFile(join(wrong, 'auth-secret'), 'short')
    await writeFile(join(wrong, 'shop.settings.json'), JSON.stringify(realShopSettings))
    expect(await refusal(wrong, real, 'serve')).toMatch(/^1 \S+auth-secret holds no secret/)
    expect((await readdir(wrong)).sort()).toEqual(['auth-secret', 'shop.settings.json'])
  })

  test('P13: the sample’s facts and faults of the file are refused by name, for the shop and its commands', async ({
    shop,
  }) => {
    await shop.stop()
    const file = join(shop.dataDir, 'shop.settings.json')
    const sampled = await refusal(shop.dataDir, real, 'serve')
    expect(sampled).toContain(
      `${file}：seller.phone が、見本（03-0000-0000）のままです。ご自分のお店のことを書いてください。\n`,
    )
    expect(sampled).not.toContain('    at ')

    await writeFile(file, '{ "pageSize": "six",\n "invoiceNumber": "T1" }')
    const faults = [
      `${file}: invoiceNumber must be T and 13 digits, or null.`,
      `${file}: pageSize must be a whole number from 1 to 100, without quotation marks.`,
      '',
    ].join('\n')
    expect(await refusal(shop.dataDir, real, 'serve')).toBe(`1 ${faults}`)
    expect(await refusal(shop.dataDir, real, 'run-owner-command', 'orders', 'list')).toBe(`2 ${faults}`)

    await writeFile(file, '{ "pageSize": 6,,\n "name": "x" }')
    expect(await refusal(shop.dataDir, real, 'serve')).toMatch(
      /^1 \S+ cannot be read: line 1, column 17, .*\.\n$/,
    )
  })
})

test.describe('a real shop', () => {
  test.use({ shopSettings: real })

  test('opens with the owner’s own facts; DEMO=1 is refused in a sentence and changes nothing', async ({
    shop,
  }) => {
    expect(await (await fetch(`${shop.listens}/legal`)).text()).toContain(realShopSettings.seller.address)
    await shop.stop()
    expect(await refusal(shop.dataDir, { DEMO: '1' }, 'serve')).toBe(
      '1 このデータのフォルダーは本物のお店のもので、練習用にはできません。練習には別の DATA_DIR を使ってください。\n',
    )
    await shop.startAgain()
    expect((await fetch(`${shop.listens}/mailbox`)).status).toBe(404)
  })
})
