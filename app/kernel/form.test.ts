import { describe, expect, test } from 'vitest'
import { basedOnOf, fieldOf, formOf, requestIdOf, versionOf } from './form.ts'

const formWith = (fields: Readonly<Record<string, string | Blob>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const post = (body: BodyInit, type?: string) =>
  new Request('http://shop.example/', {
    method: 'POST',
    body,
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
  })

test('a body that is no form is read as an empty one', async () => {
  expect([...(await formOf(post(new URLSearchParams({ a: '1' }))))]).toEqual([['a', '1']])
  expect([...(await formOf(post('{"a":1}', 'application/json')))]).toEqual([])
  expect([...(await formOf(post('--x\r\n', 'multipart/form-data; boundary=x')))]).toEqual([])
})

test('a field is text, cut where it says so; a file and a missing field are empty', () => {
  const form = formWith({ text: 'あいう', file: new Blob(['x']) })
  expect(fieldOf(form, 'text')).toBe('あいう')
  expect(fieldOf(form, 'text', 2)).toBe('あい')
  expect(fieldOf(formWith({ text: 'a\0b\0' }), 'text', 2), 'no database of ours stores NUL').toBe('ab')
  expect(fieldOf(form, 'file')).toBe('')
  expect(fieldOf(form, 'other')).toBe('')
})

test.each([
  ['r', 'r'],
  ['0199-aa up F-1', '0199-aa up F-1'],
  ['r'.repeat(300), 'r'.repeat(300)],
  ['r'.repeat(301), ''],
  [' r', ''],
  ['あ', ''],
  ['', ''],
])('N2: the act id %j is %j', (sent, read) => {
  expect(requestIdOf(formWith({ requestId: sent }))).toBe(read)
  expect(requestIdOf(formWith({}))).toBe('')
})

describe('versions', () => {
  test.each([
    ['12', 12],
    ['0', 0],
    ['', -1],
    ['x', -1],
    ['-1', -1],
    ['1.5', -1],
    ['9'.repeat(16), -1],
  ])('R18, N2: the version %j is %i', (sent, read) => {
    expect(versionOf(formWith({ version: sent }))).toBe(read)
    expect(versionOf(formWith({ basedOn: sent }), 'basedOn')).toBe(read)
    expect(versionOf(formWith({}))).toBe(-1)
  })

  test('R18: she may choose to overwrite a newer version than the one that she began with', () => {
    expect(basedOnOf(formWith({ basedOn: '1' }))).toBe(1)
    expect(basedOnOf(formWith({ basedOn: '1', overwrite: '3' }))).toBe(3)
    expect(basedOnOf(formWith({ basedOn: '1', overwrite: 'x' }))).toBe(-1)
  })
})
