import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeForm, type Parameter, sameParametersText } from './form-encoding.ts'

const encoded = (name: string, value: Parameter): string[] => {
  if (typeof value === 'string') return [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`]
  return Object.entries(value).flatMap(([member, each]) => encoded(`${name}[${member}]`, each))
}

const name = fc.stringMatching(/^[a-z_]{1,8}$/)
const { parameter } = fc.letrec<{ parameter: Parameter }>((tie) => ({
  parameter: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.array(tie('parameter'), { minLength: 1, maxLength: 4 }),
    fc.dictionary(name, tie('parameter'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
  ),
}))

test('what is written with brackets comes back as it was', () => {
  fc.assert(
    fc.property(fc.dictionary(name, parameter, { noNullPrototype: true }), (parameters) => {
      const text = Object.entries(parameters)
        .flatMap(([each, value]) => encoded(each, value))
        .join('&')
      expect(decodeForm(text)).toEqual({ parameters })
    }),
  )
})

test('any text at all is decoded or refused, never thrown at', () => {
  fc.assert(fc.property(fc.string(), (text) => void decodeForm(text)))
})

test('unmatched brackets, a member of a text and a bottomless nest are malformed', () => {
  expect(decodeForm('a[b=1')).toEqual({ malformed: 'a[b' })
  expect(decodeForm('a=1&a[b]=2')).toEqual({ malformed: 'a[b]' })
  expect(decodeForm(`a${'[b]'.repeat(40)}=1`)).toHaveProperty('malformed')
})

test('a member called __proto__ is a member like any other', () => {
  expect(decodeForm('a[__proto__][b]=1')).toEqual({
    parameters: { a: Object.fromEntries([['__proto__', { b: '1' }]]) },
  })
  expect(Object.prototype).not.toHaveProperty('b')
})

test('the order of parameters makes no difference to whether two calls are the same', () => {
  expect(sameParametersText('a=1&b[0]=2')).toBe(sameParametersText('b%5B0%5D=2&a=1'))
  expect(sameParametersText('a=1&b=2')).not.toBe(sameParametersText('a=1&b=3'))
})
