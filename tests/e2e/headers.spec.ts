import type { Locator } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { beginSession } from '../support/member-session.ts'
import { expect, test } from './fixtures.ts'

const screens = [
  { width: 320, height: 568 },
  { width: 375, height: 667 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1000, height: 800 },
  { width: 1280, height: 800 },
]

/** How many of them stand in each row, from above: in one row are those that share a height. */
const rowsOf = async (parts: Locator): Promise<readonly number[]> => {
  const boxes = await parts.evaluateAll((all) =>
    all
      .map((part) => part.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ top, bottom }) => ({ top, bottom }))
      .sort((one, other) => one.top - other.top),
  )
  const rows: { bottom: number; parts: number }[] = []
  for (const { top, bottom } of boxes) {
    const last = rows.at(-1)
    if (last === undefined || top >= last.bottom - 2) rows.push({ bottom, parts: 1 })
    else {
      last.bottom = Math.max(last.bottom, bottom)
      last.parts += 1
    }
  }
  return rows.map((row) => row.parts)
}

for (const text of ['100%', '200%'])
  for (const { width, height } of screens)
    test(`W59: at ${width} px with text of ${text} no part of a header stands alone, and it takes a quarter of the height`, async ({
      page,
      context,
      shop,
    }) => {
      await page.setViewportSize({ width, height })
      const header = page.getByRole('banner')
      const isFit = async (path: string) => {
        const answer = await page.goto(path)
        expect(answer?.status(), path).toBe(200)
        await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text)
        expect((await header.boundingBox())?.height, path).toBeLessThanOrEqual(height / 4)
        expect(await header.evaluate((it) => it.scrollWidth), path).toBeLessThanOrEqual(width)
      }
      for (const path of ['/', '/all-products', '/login']) {
        await isFit(path)
        const name = header.getByText('ぬのスクエア', { exact: true })
        const lines = await name.evaluate((it) => {
          const range = document.createRange()
          range.selectNodeContents(it)
          return range.getClientRects().length
        })
        expect(lines, 'lines of the shop’s name').toBe(1)
        // A page with a list has its own field; between 60rem and 72rem large text leaves room for the lens alone.
        if (path === '/' && !(width === 1000 && text === '200%')) {
          const left = await header.locator('input[name="q"]').evaluate((field) => {
            const { paddingInlineStart, paddingInlineEnd, fontSize } = getComputedStyle(field)
            const [start = 0, end = 0, letter = 0] = [paddingInlineStart, paddingInlineEnd, fontSize].map(
              Number.parseFloat,
            )
            return field.clientWidth - start - end - 'さがす'.length * letter
          })
          expect(left, 'room of the search field beside さがす').toBeGreaterThanOrEqual(0)
        }
        const rows = await rowsOf(
          header.getByRole('navigation', { name: 'お店の売り場' }).getByRole('listitem'),
        )
        expect(Math.min(...rows), `${path}: ${rows}`).toBeGreaterThan(1)
      }
      const isInOneRow = async (path: string) => {
        await isFit(path)
        const parts = header.locator(':is(a, summary, button):not(nav *, search *, details div *)')
        expect(await rowsOf(parts), path).toHaveLength(1)
      }
      for (const path of ['/gallery', '/gallery/login']) await isInOneRow(path)
      await beginSession(context, shop)
      await isInOneRow('/gallery/mypage')
      await enterDesk(page, 'owner', shop)
      await isFit('/admin')
    })
