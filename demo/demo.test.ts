import { describe, expect, test } from 'vitest'
import type { DemoFabric } from '../app/features/products/desk/demo.commands.server.ts'
import { readingOf } from '../app/features/products/rules.ts'
import { parseDate } from '../app/kernel/dates.ts'
import { safeLink } from '../app/kernel/links.ts'
import { parsePrice, parsePriceOrZero } from '../app/kernel/money.ts'
import { readPatternScale } from '../app/kernel/pattern-scale.ts'
import { nfkc } from '../app/kernel/text.ts'
import { demoFabrics } from './fabrics.ts'
import { demoKits } from './kits.ts'
import { demoLinks } from './links.ts'
import { demoNews } from './news.ts'
import { demoSettings } from './settings.ts'

const distinct = (values: readonly string[]): number => new Set(values).size

test('C13, S2: fabrics and kits share one number space, and none takes the number of the shipping line', () => {
  const numbers = [...demoFabrics.map((one) => one.number), ...demoKits.map((one) => one.id)]
  expect(distinct(numbers)).toBe(numbers.length)
  expect(numbers).not.toContain('shipping')
  for (const number of numbers) expect(number).toMatch(/^[FK]-\d{4}$/)
})

describe('fabrics', () => {
  test('P1: at least 24 are published, and at least four are not', () => {
    const published = demoFabrics.filter(({ status }) => status === '公開中')
    expect(published.length).toBeGreaterThanOrEqual(24)
    const others = demoFabrics.filter(({ status }) => status !== '公開中').map(({ status }) => status)
    expect(others.length).toBeGreaterThanOrEqual(4)
    expect(distinct(others)).toBe(2)
  })

  test('C9: every price parses, in whatever form it is written', () => {
    expect(demoFabrics.filter(({ priceText }) => parsePrice(priceText) === null)).toEqual([])
    expect(
      distinct(
        demoFabrics.map(({ priceText }) => priceText.replace(/[0-9]/g, '9').replace(/[０-９]/g, '９')),
      ),
    ).toBeGreaterThan(3)
  })

  test('P6: the names make a dropdown of kinds, several of which hold more than one colour', () => {
    const names = demoFabrics.map(({ name }) => name)
    expect(distinct(names)).toBeGreaterThan(12)
    expect(distinct(names)).toBeLessThan(names.length)
    expect(names.some((name) => name.includes('50cm'))).toBe(true)
  })

  test('P6: every name has a reading in kana', () => {
    for (const { reading } of demoFabrics) expect(readingOf(reading ?? '')).toBe(nfkc(reading ?? '-'))
    for (const { name, reading = name } of demoKits) expect(readingOf(reading)).toBe(nfkc(reading))
  })

  test('S19: every description says colour, material, width and weight', () => {
    for (const { description } of demoFabrics) {
      expect(description).toMatch(/^【.+】.+100％|^【.+】綿55％麻45％/)
      expect(description).toMatch(/生地巾1\d\dcm、約\d+g\/㎡。.+。$/)
    }
    expect(distinct(demoFabrics.map(({ description }) => description))).toBe(demoFabrics.length)
  })
})

describe('settings', () => {
  const published = demoFabrics.filter(({ status, name }) => status === '公開中' && !name.includes('無地'))
  const scaleOf = ({ number, name }: DemoFabric) =>
    readPatternScale(demoSettings.patternScales[number] ?? demoSettings.patternScales[name] ?? '')

  test('P38, W40: the ruler lays out the flat print of every fabric on sale that has a pattern', () => {
    for (const fabric of published) {
      const scale = scaleOf(fabric)
      const pictures = [fabric.imageUrl, ...(fabric.moreImages ?? '').split('\n')]
      expect(scale?.picture, fabric.number).toBeGreaterThan(0)
      expect(pictures[(scale?.photograph ?? 1) - 1], fabric.number).toMatch(/^\/Image\/demo\/.+\.svg$/)
    }
  })

  test('P38: a size that a name tells is that of the ruler, and no scale is without its fabric', () => {
    for (const fabric of published) {
      const [, mm] = /（(\d+)mm）/.exec(fabric.name) ?? []
      if (mm !== undefined) expect(scaleOf(fabric)?.motif).toBe(Number(mm) / 10)
    }
    const known = demoFabrics.flatMap(({ number, name }) => [number, name])
    for (const key of Object.keys(demoSettings.patternScales)) expect(known).toContain(key)
  })
})

describe('kits', () => {
  test('C5: exactly one is given away, and every price parses', () => {
    const prices = demoKits.map(({ price }) => parsePriceOrZero(price))
    expect(prices).not.toContain(null)
    expect(prices.filter((price) => price === 0)).toHaveLength(1)
  })

  test('there are at least three of each level', () => {
    expect(demoKits.length).toBeGreaterThanOrEqual(12)
    for (const level of ['beginner', 'intermediate', 'advanced'])
      expect(demoKits.filter((one) => one.level === level).length).toBeGreaterThanOrEqual(3)
  })

  test('C8: one bears 50cm in its name and is a kit all the same; all fields are filled', () => {
    expect(demoKits.some(({ name }) => name.includes('50cm'))).toBe(true)
    for (const { name, fabricSize, comment, createdAt } of demoKits) {
      expect([name, fabricSize, comment]).not.toContain('')
      expect(parseDate(createdAt ?? '')).toBe(createdAt)
    }
    expect(distinct(demoKits.map(({ imageUrl }) => imageUrl))).toBe(demoKits.length)
  })
})

test('P12: the four collaborations lead to https addresses of example hosts', () => {
  expect(demoLinks).toHaveLength(4)
  expect(distinct(demoLinks.map(({ id }) => id))).toBe(4)
  for (const { applyUrl, influencerUrl, price } of demoLinks) {
    for (const address of [applyUrl, influencerUrl])
      expect(safeLink(address)).toMatch(/^https:\/\/\w+\.example\.com\//)
    expect(parsePrice(price)).not.toBeNull()
  }
})

test('P15, P16: news has known dates in several forms, plain text of several lines, and a link', () => {
  expect(demoNews.length).toBeGreaterThanOrEqual(6)
  const moments = demoNews.map(({ date }) => parseDate(date))
  expect(moments).not.toContain(null)
  expect(distinct(moments.map(String))).toBe(demoNews.length)
  expect(distinct(demoNews.map(({ date }) => date.replace(/\d+/g, '9')))).toBeGreaterThan(3)
  for (const { content } of demoNews) expect(content).not.toMatch(/[<>]/)
  expect(demoNews.some(({ content }) => content.includes('\n'))).toBe(true)
  expect(demoNews.some(({ content }) => content.includes('https://'))).toBe(true)
})
