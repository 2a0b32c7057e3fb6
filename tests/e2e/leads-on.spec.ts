import { linkInMail } from '../support/mailbox.ts'
import { ownerCommand } from '../support/owner-command.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { untilServed } from '../support/shopping.ts'
import { expect, press, test, walks } from './fixtures.ts'

test.use({ ownShop: true, expectedInConsole: /status of 4(?:10|22)/, viewport: { width: 375, height: 667 } })

test('W10, W11, W14: a stopped fabric shows others, keeps what was typed, mails a link, and its button confirms @walk', async ({
  page,
  shop,
}) => {
  walks('/restock/:token')
  await ownerCommand(shop, 'shop', 'close', 'F-1001')
  await untilServed(page, '/all-products/F-1001', (html) => html.includes('再入荷のお知らせ'))
  await page.goto('/all-products/F-1001')
  const near = page.getByRole('region', { name: '似た柄と合う無地' }).getByRole('listitem')
  await expect(near).toHaveCount(6)
  await expect(near.filter({ hasText: '無地' }).first()).toContainText('円（税込）')
  const restock = page.getByRole('region', { name: '再入荷のお知らせ' })
  const address = restock.getByLabel('メールアドレス')
  await address.fill('hanako')
  await press(restock.getByRole('button'))
  await expect(restock).toContainText('形が正しくありません')
  await expect(address).toHaveValue('hanako')
  await expectNoAxeViolations(page)
  await address.fill('hanako@mail.example')
  await press(restock.getByRole('button'))
  await expect(restock.getByRole('status')).toContainText(
    'hanako@mail.example に確認のメールをお送りします。',
  )
  await expect(restock.getByRole('status')).toBeFocused()
  await page.goto(await linkInMail(page, '再入荷のお知らせの確認'))
  const other = await page.context().newPage()
  await other.goto(page.url())
  await press(page.getByRole('button', { name: 'お知らせを受け取る' }))
  await expect(page.getByRole('status').filter({ hasText: 'お申し込みが済みました' })).toBeFocused()
  await press(page.getByRole('button', { name: 'お知らせをやめる' }))
  await expect(page.getByRole('status').filter({ hasText: 'お知らせをやめました' })).toBeFocused()
  await press(other.getByRole('button', { name: 'お知らせを受け取る' }))
  await expect(other.getByText('お申し込みが見つかりませんでした')).toBeVisible()
})

test('the headers of both areas lead to the other, and the first recipe of the gallery stands high', async ({
  page,
}) => {
  await page.goto('/kits')
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 667 })
    const links = page.getByRole('navigation', { name: 'お店の売り場' }).getByRole('link')
    const tops = await links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(tops).size, `rows at ${width} px`).toBe(1)
  }
  await page.setViewportSize({ width: 375, height: 667 })
  await press(page.getByRole('navigation', { name: 'お店の売り場' }).getByRole('link', { name: '作品' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('作品ギャラリー')
  const first = page.getByRole('region', { name: '人気の作品' }).getByRole('listitem').first()
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(320)
  await press(
    page.getByRole('navigation', { name: 'お店', exact: true }).getByRole('link', { name: 'キット' }),
  )
  await expect(page).toHaveURL('/kits')
})
