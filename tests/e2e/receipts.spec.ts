import type { Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { changeData, readData } from '../support/shop-database.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import { expect, phone, press, test, walks } from './fixtures.ts'

const number = 'K7P4-9WXD'
const company = '株式会社とてもながいなまえのぬのとてげいようひんのかいしゃほんてんそうむぶけい'

test.use({
  ...phone(375, 812),
  ownShop: true,
  shopSettings: { DEMO_ORDERS: '1' },
  expectedInConsole: /status of 422/,
})

/** A sample order as one that was paid in earnest; gives the address of its page. */
const earnest = ({ dataDir }: Pick<ShopProcess, 'dataDir'>, of = number): string => {
  changeData(dataDir, `update orders set practice = 0 where order_number = '${of}'`)
  const [order] = readData(dataDir, `select access_token as token from orders where order_number = '${of}'`)
  return `/order/${order?.token}`
}

/** How many sheets of A4 a page prints. */
const sheetsOf = async (page: Page): Promise<number> => {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return (pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length
}

const fitsWidth = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height: 812 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

test('M19, M20, M23: a buyer makes a receipt with her company’s name on a phone, prints it on one sheet, and a second print says 再発行 @walk', async ({
  page,
  shop,
}) => {
  walks('/order/:token/receipt')
  await page.goto(earnest(shop))
  await press(page.getByRole('link', { name: '領収書を発行する' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('領収書')
  const field = page.getByLabel('宛名')
  await expect(field).toHaveValue('山田 花子')
  await expectNoAxeViolations(page)

  await test.step('a name that is too long is refused under its field, and stays', async () => {
    await field.fill('布'.repeat(41))
    await press(page.getByRole('button', { name: '発行する' }))
    await expect(page.getByText('宛名は40文字までにしてください。')).toBeVisible()
    await expect(field).toHaveValue('布'.repeat(41))
  })

  await test.step('it is issued, and leads on', async () => {
    await field.fill(company)
    await press(page.getByRole('button', { name: '発行する' }))
    await expect(page.getByText('領収書 000001を発行しました')).toBeVisible()
    await expect(page.getByRole('region', { name: '発行した領収書' })).toContainText(`宛名 ${company} 御中`)
    await expectNoAxeViolations(page)
  })

  await test.step('it is looked at, which counts no print', async () => {
    await press(page.getByRole('link', { name: '領収書 000001の内容を確かめる' }))
    await expect(page.getByText('確認用', { exact: true })).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)
    await expectNoAxeViolations(page)
    await press(page.getByRole('link', { name: '領収書のページに戻る' }))
  })

  await test.step('the document: read aloud, printed on one sheet, without what is not of it', async () => {
    await press(page.getByRole('button', { name: '印刷・保存のために開く' }))
    await expect(page).toHaveURL(/\/receipt\/000001\?print=first$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('領収書')
    await expect(page.getByRole('main')).toContainText('クレジットカード利用')
    for (const mark of ['再発行', '確認用']) await expect(page.getByText(mark)).toHaveCount(0)
    await expect(page.getByRole('button', { name: '印刷する・PDFに保存する' })).toBeVisible()
    await expectNoAxeViolations(page)
    expect(await sheetsOf(page)).toBe(1)
    for (const width of [320, 375, 1280]) await fitsWidth(page, width)
    await expectNoAxeViolations(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { includeHidden: true })).toBeHidden()
    await expect(page.getByText(company)).toBeVisible()
    await page.emulateMedia({ media: null })
  })

  await test.step('its button prints', async () => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await press(page.getByRole('button', { name: '印刷する・PDFに保存する' }))
    await expect(page.locator('body[data-printed]')).toHaveCount(1)
  })

  await test.step('a second print says so, also on paper', async () => {
    await page.setViewportSize({ width: 375, height: 812 })
    await press(page.getByRole('link', { name: '領収書のページに戻る' }))
    await press(page.getByRole('button', { name: 'もう一度開く（再発行）' }))
    await expect(page).toHaveURL(/\/receipt\/000001$/)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(/^再発行 \d+年\d+月\d+日$/)).toBeVisible()
    await page.emulateMedia({ media: null })
    expect(await sheetsOf(page)).toBe(1)
    await expectNoAxeViolations(page)
  })

  await test.step('another name is a second revision, beside the first', async () => {
    await press(page.getByRole('link', { name: '領収書のページに戻る' }))
    await page.getByRole('textbox', { name: '宛名' }).fill('')
    await press(page.getByRole('button', { name: '発行する' }))
    await expect(page.getByText('領収書 000001-2を発行しました')).toBeVisible()
    await expect(page.getByRole('region', { name: '発行した領収書' }).getByRole('listitem')).toHaveCount(2)
  })
})

test('M23: a receipt of fifty lines goes on to a further sheet, with the head of its table on each', async ({
  page,
  shop,
}) => {
  const path = earnest(shop)
  const lines = Array.from({ length: 50 }, (_, at) => at + 10)
  changeData(
    shop.dataDir,
    lines
      .map(
        (
          at,
        ) => `insert into order_line (order_id, position, number, type, name, description, unit_price, quantity, free)
          select id, ${at}, 'F-9${at}', 'fabric', '手織りの藍染め木綿 麻の葉文様の大柄プリント ${at}', '', 1100, 2, 0 from orders where order_number = '${number}';`,
      )
      .join('\n'),
  )
  await page.goto(`${path}/receipt`)
  await press(page.getByRole('button', { name: '発行する' }))
  await press(page.getByRole('button', { name: '印刷・保存のために開く' }))
  await expect(page.getByRole('row')).toHaveCount(53)
  expect(await sheetsOf(page)).toBe(2)
  await fitsWidth(page, 320)
})

test('M21: after a refund a statement of it is made beside the receipt; a practice order has neither', async ({
  page,
  shop,
}) => {
  const [refunded] = readData(
    shop.dataDir,
    `select orders.order_number as number from refund join payment on payment.payment_intent = refund.payment_intent
     join orders on orders.id = payment.order_id where refund.amount = 550 and refund.state = 'succeeded'`,
  )
  const path = earnest(shop, String(refunded?.number))
  await page.goto(`${path}/receipt`)
  await press(page.getByRole('button', { name: '返金明細書を発行する' }))
  await expect(page.getByText('返金明細書 000001を発行しました')).toBeVisible()
  await expectNoAxeViolations(page)
  await press(page.getByRole('button', { name: '印刷・保存のために開く' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('返金明細書')
  await expect(page.getByRole('main')).toContainText('550円')
  await expectNoAxeViolations(page)
  expect(await sheetsOf(page)).toBe(1)

  await test.step('twelve lines, a name of forty signs and what went back stand on one sheet', async () => {
    changeData(
      shop.dataDir,
      Array.from(
        { length: 11 },
        (
          _,
          at,
        ) => `insert into order_line (order_id, position, number, type, name, description, unit_price, quantity, free)
          select id, ${at + 10}, 'F-9${at}', 'fabric', '手織りの藍染め木綿 麻の葉文様の大柄プリント ${at}', '', 1100, 2, 0 from orders where order_number = '${refunded?.number}';`,
      ).join('\n'),
    )
    await page.goto(`${path}/receipt`)
    await page.getByRole('textbox', { name: '宛名' }).fill(company)
    await press(page.getByRole('button', { name: '発行する', exact: true }))
    await expect(page.getByText('領収書 000002を発行しました')).toBeVisible()
    const issued = page.getByRole('region', { name: '発行した領収書' })
    await press(issued.getByRole('button', { name: '印刷・保存のために開く' }))
    await expect(page.getByText('この領収書の発行までのご返金')).toBeVisible()
    expect(await sheetsOf(page)).toBe(1)
  })

  const [order] = readData(
    shop.dataDir,
    `select access_token as token from orders where order_number = '${number}'`,
  )
  await page.goto(`/order/${order?.token}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ご注文の内容')
  await expect(page.getByRole('link', { name: '領収書を発行する' })).toHaveCount(0)
  await expect(page.getByText('練習用のご注文なので、領収書はありません。')).toBeVisible()
  await page.goto(`/order/${order?.token}/receipt`)
  await expect(page.getByText('練習用の注文です。')).toBeVisible()
})

test('M19, N3: the owner issues a receipt for a buyer who telephones, sees it with the order and opens the same bytes @walk', async ({
  page,
  shop,
}) => {
  walks('/admin/orders/:number/receipt')
  earnest(shop)
  await enterDesk(page, 'owner', shop)
  await page.goto(`/admin/orders/${number}`)
  await press(page.getByRole('link', { name: '領収書', exact: true }))
  await expect(page.getByText('まだ発行していません。')).toBeVisible()
  await page.getByLabel('宛名').fill('ぬの手芸学園')
  await expectNoAxeViolations(page)
  await press(page.getByRole('button', { name: '発行する' }))
  await expect(page.getByText('領収書 000001を発行しました')).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('宛名 ぬの手芸学園 御中')).toBeVisible()
  for (const width of [320, 768, 1280]) await fitsWidth(page, width)
  await expectNoAxeViolations(page)

  await page.goto(`/admin/orders/${number}`)
  await expect(page.getByRole('region', { name: '経過' })).toContainText('領収書 000001')
  const section = page.getByRole('region', { name: '領収書' })
  await press(section.getByRole('link', { name: '領収書 000001を開く' }))
  await expect(page.getByRole('main')).toContainText('ぬの手芸学園')
  await expect(page.getByText('再発行')).toHaveCount(0)
  const [row] = readData(shop.dataDir, 'select html from receipt')
  const answer = await page.request.get(page.url())
  expect((await answer.text()).replace(/<header[\s\S]*?<\/script>\n/, '')).toBe(row?.html)
  await press(page.getByRole('link', { name: '注文の領収書に戻る' }))
  await expect(page.getByText('宛名 ぬの手芸学園 御中')).toBeVisible()
  await press(page.getByRole('button', { name: '領収書 000001を印刷のために開く' }))
  await expect(page).toHaveURL(/\/receipt\/000001\?print=first$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('領収書')
  for (const mark of ['再発行', '確認用']) await expect(page.getByText(mark)).toHaveCount(0)
  await press(page.getByRole('link', { name: '注文の領収書に戻る' }))
  await press(page.getByRole('link', { name: '領収書 000001を開く' }))
  await expect(page.getByText(/^再発行 /)).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('M19: a receipt is made and opened', async ({ page, shop }) => {
    await page.goto(`${earnest(shop)}/receipt`)
    await press(page.getByRole('button', { name: '発行する' }))
    await press(page.getByRole('button', { name: '印刷・保存のために開く' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('領収書')
    await expect(page).toHaveURL(/print=first$/)
    await expect(page.getByRole('button')).toHaveCount(0)
  })
})
