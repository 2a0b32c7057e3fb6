import { afterEach, describe, expect, test, vi } from 'vitest'
import { readProducts } from './read-products.ts'

afterEach(() => void vi.unstubAllGlobals())

const asked = [{ number: 'F-1', name: '麻の葉' }]

const fabric = {
  number: 'F-1',
  type: 'fabric',
  name: '麻の葉',
  description: '【藍】綿100%',
  imageUrl: '/Image/a.svg',
  price: 550,
}

const shopAnswers = (answer: unknown, status = 200) => {
  const fetched = vi.fn(async (_address: string) => Response.json(answer, { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

describe('P32: what is kept, as the shop shows it now', () => {
  test('is asked for by number alone, in one call', async () => {
    const fetched = shopAnswers({ fabrics: [{ ...fabric, suspended: true }], kits: [] })
    expect(await readProducts(asked)).toEqual({ fabrics: [{ ...fabric, suspended: true }], kits: [] })
    expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/products?number=F-1'])
  })

  test('an empty list asks nothing', async () => {
    const fetched = shopAnswers(null, 400)
    expect(await readProducts([])).toEqual({ fabrics: [], kits: [] })
    expect(fetched).not.toHaveBeenCalled()
  })

  test.each([undefined, null, '', 'abc', 1.5])('C9: a price of %j is 価格確認中', async (price) => {
    shopAnswers({ fabrics: [{ ...fabric, price }], kits: [] })
    expect((await readProducts(asked))?.fabrics).toEqual([{ ...fabric, price: null }])
  })

  test('what is no product is left out, and a level that nobody knows is その他', async () => {
    const kit = { ...fabric, number: 'K-1', type: 'kit', level: 'new', createdAt: 1 }
    const broken = ['number', 'name', 'description', 'imageUrl', 'type'].map((field) => ({
      ...fabric,
      [field]: null,
    }))
    shopAnswers({ fabrics: [null, 'F-1', ...broken, fabric], kits: [kit] })
    expect(await readProducts(asked)).toEqual({
      fabrics: [fabric],
      kits: [{ ...kit, level: 'other', fabricSize: '' }],
    })
  })

  test.each([
    ['no lists', {}, 200],
    ['one list', { fabrics: [] }, 200],
    ['nothing', null, 200],
    ['that it cannot', { fabrics: [], kits: [] }, 503],
  ])('a shop that answers %s is none: nothing that is kept looks sold out', async (_what, answer, status) => {
    shopAnswers(answer, status)
    expect(await readProducts(asked)).toBeNull()
  })

  test('a shop that cannot be reached throws nothing', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await readProducts(asked)).toBeNull()
  })
})
