import { describe, expect, test } from 'vitest'
import { demoPictures } from './demo-pictures.ts'
import { demoUploadNames } from './demo-uploads.ts'
import { demoFabrics } from './fabrics.ts'
import { demoKits } from './kits.ts'
import { demoLinks } from './links.ts'

const allowed = new Set(
  'svg defs g path rect circle ellipse use pattern clipPath linearGradient radialGradient stop filter feGaussianBlur'.split(
    ' ',
  ),
)
const token = /<(\/?)([A-Za-z]+)((?: [A-Za-z][A-Za-z0-9-]*="[^"<&]*")*)(\/?)>/gy

type Element = { readonly name: string; readonly attributes: ReadonlyArray<readonly [string, string]> }

const attributesIn = (text: string) =>
  [...text.matchAll(/ ([A-Za-z][A-Za-z0-9-]*)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )

const elementsOf = (svg: string): Element[] => {
  const open: string[] = []
  const elements: Element[] = []
  let end = 0
  for (const [whole, slash, name = '', attributes = '', selfClosed] of svg.matchAll(token)) {
    if (slash === '/') expect(open.pop()).toBe(name)
    else elements.push({ name, attributes: attributesIn(attributes) })
    if (slash === '' && selfClosed === '') open.push(name)
    end += whole.length
    if (open.length === 0) break
  }
  expect(open).toEqual([])
  expect(end, 'nothing stands outside the tags').toBe(svg.length)
  return elements
}

describe.each(demoPictures)('$path', ({ path, svg }) => {
  test('is well-formed, with attributes named once and elements that draw', () => {
    const elements = elementsOf(svg)
    expect(elements[0]?.name).toBe('svg')
    for (const { name, attributes } of elements) {
      expect(allowed).toContain(name)
      expect(new Set(attributes.map(([key]) => key)).size).toBe(attributes.length)
    }
  })

  test('carries no style, script, event or reference out of itself', () => {
    const elements = elementsOf(svg)
    const ids = elements.flatMap(({ attributes }) =>
      attributes.filter(([key]) => key === 'id').map(([, id]) => id),
    )
    expect(new Set(ids).size, 'ids are unique').toBe(ids.length)
    for (const [key, value] of elements.flatMap(({ attributes }) => attributes)) {
      expect(key).not.toMatch(/^(style|class|on.*|xlink.*|src)$/i)
      const target = key === 'href' ? value : /url\(([^)]*)\)/.exec(value)?.[1]
      if (target !== undefined) expect(ids.map((id) => `#${id}`)).toContain(target)
      expect(value).not.toMatch(/NaN|undefined|Infinity/)
    }
  })

  test('is small', () => {
    const limit = path === 'demo/hero.svg' || path === 'demo/social-card.svg' ? 16 : 6
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(limit * 1024)
  })
})

test('every picture that the content names is there, and the default logo too', () => {
  const drawn = new Set(demoPictures.map(({ path }) => `/Image/${path}`))
  const named = [...demoFabrics, ...demoKits, ...demoLinks].flatMap(({ imageUrl, ...more }) => [
    imageUrl,
    ...('moreImages' in more && more.moreImages ? more.moreImages.split('\n') : []),
  ])
  const isThere = (address: string) =>
    drawn.has(address) || demoUploadNames.includes(address.replace('/Image/uploads/', ''))
  expect(named.filter((address) => !isThere(address))).toEqual([])
  expect(drawn).toContain('/Image/logo.svg')
})
