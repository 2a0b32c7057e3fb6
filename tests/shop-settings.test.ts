import { expect, test } from 'vitest'
import { shopSettings } from '#settings'
import { safeLink } from '~/kernel/links.ts'

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

test('P13: nothing that the shop says of itself is empty or left in braces', () => {
  for (const text of textsIn(shopSettings)) expect(text).toMatch(/^[^{}]*[^{}\s][^{}]*$/)
})

test('P12: every link that leads out is safe', () => {
  const links = [...Object.values(shopSettings.links), ...shopSettings.subscriptions.map(({ link }) => link)]
  for (const link of links) if (link !== null) expect(safeLink(link)).toBe(link)
})

test('the named constants stand', () => {
  expect(shopSettings.cart).toEqual({
    unitsPerLine: 99,
    kinds: 99,
    freeKits: 2,
    shippingBands: [
      { below: 4400, fee: 400 },
      { below: 24200, fee: 900 },
    ],
  })
  expect(shopSettings.subscriptions.map(({ monthlyPrice }) => monthlyPrice)).toEqual([1815, 2475])
  expect(shopSettings.terms).toMatchObject({ deliveryDays: { from: 3, to: 5 }, returnDays: 7 })
  expect(shopSettings).toMatchObject({ pageSize: 6, copyrightYear: 2024 })
})
