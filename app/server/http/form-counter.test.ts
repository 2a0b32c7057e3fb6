import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { formCounter } from './request-body.ts'

const limits = { fields: 3, lines: 5 }
const pairs = 'application/x-www-form-urlencoded'
const parts = 'multipart/form-data; boundary=x'

const takes = (contentType: string | undefined, ...pieces: string[]) => {
  const take = formCounter(contentType, limits)
  return pieces.map((piece) => take(Buffer.from(piece)))
}

test.each([
  pairs,
  'Application/X-WWW-Form-URLEncoded; charset=utf-8',
  `text/plain, ${pairs}`,
  `${parts}, ${pairs}`,
])('D6: a form of the type %s is refused at the piece with its fourth field', (type) => {
  expect(takes(type, 'a=1&b=2', '&c=3', '&', 'd=4')).toEqual([true, true, false, false])
})

test.each([parts, 'Multipart/Form-Data; boundary=x', `text/plain, ${parts}`, `${pairs}, ${parts}`])(
  'D6: a form of the type %s is refused at the piece with its sixth line',
  (type) => {
    expect(takes(type, '--x\r\na: b\r\n\r\n', 'c\r\n--x', '\r\n', '\r\n')).toEqual([true, true, true, false])
  },
)

test('D6: the & of a form in parts and the lines of one in pairs are text', () => {
  expect(takes(parts, 'a&b&c&d&e')).toEqual([true])
  expect(takes(pairs, 'a=\n\n\n\n\n\n')).toEqual([true])
})

test.each([undefined, 'application/json', 'image/jpeg', ''])('a body of the type %s is no form', (type) => {
  const body = Buffer.from('&+\n'.repeat(10))
  expect(formCounter(type, limits)(body)).toBe(true)
  expect(body.toString()).toBe('&+\n'.repeat(10))
})

test('what a form says is the same before and after it is counted', async () => {
  const parsed = async (body: BodyInit, type: string) => [
    ...(await new Request('https://shop.example', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    }).formData()),
  ]
  const fields = fc.array(fc.tuple(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter })))
  await fc.assert(
    fc.asyncProperty(fields, fc.array(fc.nat()), async (typed, cuts) => {
      const wide = { fields: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY }
      const text = new URLSearchParams(typed).toString()
      const body = Buffer.from(text)
      const take = formCounter(pairs, wide)
      const places = [0, ...cuts.map((cut) => cut % (body.length + 1)).sort((a, b) => a - b), body.length]
      for (const [at, place] of places.entries()) take(body.subarray(place, places[at + 1] ?? place))
      expect(await parsed(body, pairs)).toEqual(await parsed(text, pairs))
    }),
  )
})

test('a plus in a form in parts stays one', () => {
  const body = Buffer.from('1+1')
  formCounter(parts, limits)(body)
  expect(body.toString()).toBe('1+1')
})
