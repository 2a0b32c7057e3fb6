import type { Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { readData } from '../support/shop-database.ts'
import { expect, press, test, walks } from './fixtures.ts'

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({
      ownShop: true,
      javaScriptEnabled,
      expectedInConsole: /status of (?:409|422)/,
      viewport: { width: 375, height: 740 },
    })

    test(`N82, N83: of two tabs the second writes only what it then shows${javaScriptEnabled ? ' @walk' : ''}`, async ({
      page,
      context,
      shop,
    }) => {
      walks('/admin/products/:number')
      await enterDesk(page, 'owner', shop)
      const [row] = readData(
        shop.dataDir,
        "select number from product where type = 'fabric' and status = '公開中' and source <> 'feed' order by position limit 1",
      )
      const address = `/admin/products/${row?.number}`
      const stored = () =>
        readData(shop.dataDir, `select name, price, reading from product where number = '${row?.number}'`)[0]
      const other = await context.newPage()
      const open = async (at: Page) => {
        await at.goto(address)
        await expect(at.getByLabel(/^価格/)).not.toHaveValue('')
      }
      const save = (at: Page) => press(at.getByRole('button', { name: '保存する', exact: true }))
      const change = async (price: string) => {
        await open(other)
        await other.getByLabel(/^価格/).fill(price)
        await save(other)
        await expect(other.getByText('保存しました。')).toBeVisible()
      }
      const price = Number(stored()?.price)

      await test.step('a price that this tab has not touched is the present one', async () => {
        await open(page)
        await page.getByLabel('名前').fill('別の名前')
        await change(String(price + 10))
        await save(page)
        const alert = page.getByRole('alert').filter({ hasText: 'ほかの画面で先に変わりました' })
        await expect(alert).toBeInViewport()
        await expect(alert).toContainText(`価格：${price + 10}`)
        await expect(page.getByLabel(/^価格/)).toHaveValue(String(price + 10))
        await expect(page.getByLabel('名前')).toHaveValue('別の名前')
        expect(stored()?.name).not.toBe('別の名前')
        if (javaScriptEnabled) await expectNoAxeViolations(page)
        await save(page)
        await expect(page.getByText('保存しました。')).toBeVisible()
        expect(stored()).toMatchObject({ name: '別の名前', price: price + 10 })
      })

      await test.step('what both have changed is chosen, each time anew, and without a choice nothing is written', async () => {
        await open(page)
        await page.getByLabel(/^価格/).fill(String(price + 20))
        await page.getByLabel('よみ').fill('べつのなまえ')
        await change(String(price + 30))
        await save(page)
        const asked = page.getByRole('group', { name: '価格', exact: false })
        await expect(
          asked.getByRole('radio', { name: new RegExp(`あなたの入力.*${price + 20}`, 's') }),
        ).toBeVisible()
        await expect(page.getByLabel(/^価格（円/)).toBeHidden()
        if (javaScriptEnabled) await expectNoAxeViolations(page)
        await save(page)
        await expect(page.getByText('どちらの値にするかを、選んでください。')).toBeInViewport()
        expect(stored()?.price).toBe(price + 30)
        await change(String(price + 40))
        await press(asked.getByRole('radio', { name: /いまの値/ }))
        await save(page)
        await expect(page.getByLabel(/^価格/)).toHaveValue(String(price + 40))
        await expect(page.getByLabel('よみ')).toHaveValue('べつのなまえ')
        await save(page)
        await expect(page.getByText('保存しました。')).toBeVisible()
        expect(stored()).toMatchObject({ price: price + 40, reading: 'べつのなまえ' })
      })
    })
  })
