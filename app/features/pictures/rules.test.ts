import { expect, test } from 'vitest'
import { pictureSources, uploadNameOf } from './rules.ts'

const hash = '0123456789abcdef0123456789abcdef'

test('R1: the address of a picture tells its sizes and formats', () => {
  expect(pictureSources(`/Image/uploads/${hash}-1200x900.jpg`)).toEqual({
    src: `/Image/uploads/${hash}-1200x900.jpg`,
    avif: [400, 800, 1200].map((w) => `/Image/uploads/${hash}-1200x900-${w}.avif ${w}w`).join(', '),
    webp: [400, 800, 1200].map((w) => `/Image/uploads/${hash}-1200x900-${w}.webp ${w}w`).join(', '),
    width: 1200,
    height: 900,
  })
})

test.each([
  [100, [100]],
  [400, [400]],
  [675, [400, 675]],
  [801, [400, 800, 801]],
])('R3: a picture %d wide is never enlarged', (width, expected) => {
  const { avif } = pictureSources(`/Image/uploads/${hash}-${width}x900.jpg`)
  expect(avif?.match(/\d+(?=w)/g)?.map(Number)).toEqual(expected)
})

test.each([
  ['', '/Image/logo.svg'],
  [null, '/Image/logo.svg'],
  ['data:image/jpeg;base64,AAAA', '/Image/logo.svg'],
  ['/Image/demo/cloth.svg', '/Image/demo/cloth.svg'],
  ['https://other.example/a.jpg', 'https://other.example/a.jpg'],
  [`https://other.example/Image/uploads/${hash}-1200x900.jpg`, undefined],
  [`/Image/uploads/${hash}-1200x900.jpg?x`, undefined],
  [`/Image/uploads/${hash}-0x900.jpg`, undefined],
])('P18: %j is no upload of ours and has one address at most', (url, src) => {
  expect(pictureSources(url)).toEqual({ src: src ?? url })
  expect(uploadNameOf(url ?? '')).toBeUndefined()
})

test('an upload is known by its address', () => {
  expect(uploadNameOf(`/Image/uploads/${hash}-1200x900.jpg`)).toBe(`${hash}-1200x900`)
  expect(uploadNameOf(`/Image/uploads/${hash}.pdf`)).toBe(hash)
  expect(uploadNameOf(`/Image/uploads/${hash}.pdf.html`)).toBeUndefined()
})
