import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pixelBomb, pngChunk, pngWithTexts } from '../../../tests/support/pictures-for-tests.ts'
import { withoutTexts } from './picture-task.ts'

const plain = pixelBomb(40)
const afterHead = 8 + 12 + 13
const withBeside = (...beside: readonly Buffer[]) =>
  Buffer.concat([plain.subarray(0, afterHead), ...beside, plain.subarray(afterHead)])
const typesOf = (png: Buffer) => png.toString('latin1').match(/[a-zA-Z]{4}(?=content)/g) ?? []
const content = Buffer.from('content')

test('a PNG of pixels alone stays as it is', () => {
  expect(withoutTexts(plain)).toEqual(plain)
})

test('R5: texts, packed or not, and all that is no picture are left out, and what comes after its end', () => {
  expect(withoutTexts(pngWithTexts('zTXt', 2))).toEqual(plain)
  expect(withoutTexts(pngWithTexts('iTXt', 2))).toEqual(plain)
  const beside = ['tEXt', 'tIME', 'pHYs', 'acTL', 'prVt', 'XXXX'].map((type) => pngChunk(type, content))
  expect(withoutTexts(withBeside(...beside))).toEqual(plain)
  expect(withoutTexts(Buffer.concat([plain, pngChunk('zTXt', content)]))).toEqual(plain)
})

test('colours, transparency and the way up are kept, each once', () => {
  const kept = ['PLTE', 'tRNS', 'cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'sBIT', 'eXIf']
  const once = kept.map((type) => pngChunk(type, content))
  expect(typesOf(withoutTexts(withBeside(...once, ...once)))).toEqual(kept)
})

test('what is cut off or says a wrong length is never read beyond its end', () => {
  expect(withoutTexts(withBeside().subarray(0, 19))).toEqual(plain.subarray(0, 8))
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(40), (bytes, at) => {
      const odd = Buffer.from(withBeside())
      odd.set(bytes.subarray(0, odd.length - at), at)
      expect(withoutTexts(odd).length).toBeLessThanOrEqual(odd.length)
    }),
  )
})
