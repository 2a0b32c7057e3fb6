import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { expect, press, test, walks } from './fixtures.ts'

test.use({ ownShop: true, viewport: { width: 375, height: 740 }, expectedInConsole: /status of 409/ })

test('D107, D108: an owner of a demo makes a backup on her phone, and reads how old the last one is @walk', async ({
  page,
  shop,
}) => {
  walks('/admin/backup')
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/more')
  await press(page.getByRole('link', { name: '控え' }))
  await expect(page.getByText('まだ取っていません')).toBeVisible()
  await expectNoAxeViolations(page)
  await expectValidHtml(await (await page.request.get('/admin/backup')).text())
  await press(page.getByRole('button', { name: 'いま控えを取る' }))
  await expect(page.getByText('控えを取っています。')).toBeVisible()
  // By itself, when the job has made it.
  await expect(page.getByText('（いま）')).toBeVisible({ timeout: 60_000 })
  const archives = readdirSync(join(shop.dataDir, 'demo-backups')).filter((name) => /\.tar$/.test(name))
  expect(archives).toHaveLength(1)
  await press(page.getByRole('button', { name: 'いま控えを取る' }))
  await expect(page.getByText('前の控えから10分たつと')).not.toHaveCount(0)
  await expect(page.getByRole('alert').getByText('控えを取ったばかりです。')).toBeVisible()
  await expectNoAxeViolations(page)
})
