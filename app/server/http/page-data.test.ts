import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainPageData } from './page-data.ts'

/** What a browser's script has of it. */
const readBack = (text: string): unknown => JSON.parse(JSON.stringify(runInNewContext(`(${text})`)))

describe("a page's data", () => {
  test('is an expression that gives back what it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (data) => {
        const text = plainPageData({ data })
        if (text === null) return
        expect(readBack(text)).toEqual({ data })
        expect(text).not.toMatch(/[<\u2028\u2029]/)
      }),
    )
  })

  test('cannot end the script that it stands in', () => {
    const data = { text: '</script><!--<script>\u2028\u2029"\\' }
    const text = plainPageData(data) ?? ''
    expect(text).not.toMatch(/[<\u2028\u2029]/)
    expect(readBack(text)).toEqual(data)
  })

  test.each([
    ['a date', new Date(0)],
    ['an error', new Error('lost')],
    ['a promise', Promise.resolve(1)],
    ['a map', new Map()],
    ['a big number', 1n],
    ['undefined', undefined],
    ['undefined in a list', [1, undefined]],
    ['a gap in a list', Array(1)],
    ['a function', () => 1],
    ['no number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a negative zero', -0],
    ['what a class made', new (class Answer {})()],
    ['the name of a prototype', JSON.parse('{"__proto__":{"a":1}}')],
  ])('is left to the router with %s in it', (_, value) => {
    expect(plainPageData({ loaderData: { root: { list: [{ value }] } } })).toBeNull()
  })

  test('is its own with what stands beside it in texts', () => {
    const data = { text: '"__proto__":1', list: [null, true, false, 0, 1.5, ''] }
    expect(readBack(plainPageData(data) ?? '')).toEqual(data)
  })
})
