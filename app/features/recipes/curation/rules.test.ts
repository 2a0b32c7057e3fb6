import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readItemForm } from './form.server.ts'
import {
  curationPath,
  curationView,
  longestItemName,
  movedBy,
  placedAt,
  readItemName,
  readPlace,
} from './rules.ts'
import { nameText } from './texts.ts'

const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 })

describe('A22: the order', () => {
  test('an item stands at the place typed or the nearest one, and the others keep their order', () => {
    fc.assert(
      fc.property(
        ids,
        fc.nat(),
        fc.integer({ min: -3, max: 20 }),
        fc.boolean(),
        (list, which, place, isNew) => {
          const id = isNew ? 'a new one' : (list[which % list.length] ?? '')
          const others = list.filter((other) => other !== id)
          const placed = placedAt(list, id, place)
          expect(placed.filter((other) => other !== id)).toEqual(others)
          expect(placed.indexOf(id)).toBe(Math.min(Math.max(place, 1), others.length + 1) - 1)
          expect(placedAt(placed, id, place)).toEqual(placed)
        },
      ),
    )
  })

  test('one step exchanges two neighbours, the step back brings all back, and the ends stay', () => {
    fc.assert(
      fc.property(ids, fc.nat(), fc.constantFrom(-1 as const, 1 as const), (list, which, by) => {
        const at = which % list.length
        const id = list[at] ?? ''
        const moved = movedBy(list, id, by)
        if (at + by < 0 || at + by >= list.length) {
          expect(moved).toBeNull()
          return
        }
        const exchanged = [...list]
        exchanged[at] = list[at + by] ?? ''
        exchanged[at + by] = id
        expect(moved).toEqual(exchanged)
        expect(movedBy(moved ?? [], id, by === 1 ? -1 : 1)).toEqual(list)
      }),
    )
  })

  test.each([
    ['3', 3],
    [' １２ ', 12],
    ['', null],
    ['0', 0],
    ['1.5', undefined],
    ['-1', undefined],
    ['二', undefined],
    ['99999', undefined],
  ])('the place typed as %j is %j', (typed, place) => {
    expect(readPlace(typed)).toBe(place)
  })
})

describe('a name', () => {
  test.each([
    [' ｷｯﾄ\u3000用\n品 ', 'キット 用 品'],
    ['🎀', '🎀'],
    ['あ'.repeat(longestItemName), 'あ'.repeat(longestItemName)],
  ])('%j is kept as %j', (typed, name) => {
    expect(readItemName(typed)).toEqual({ ok: true, value: name })
  })
  test.each([
    ['', 'name_missing'],
    [' \u3000\u202e\n', 'name_missing'],
    ['\u3164\u200b', 'name_missing'],
    ['あ'.repeat(longestItemName + 1), 'name_too_long'],
    ['！？', 'name_without_word'],
  ])('%j is refused: %s', (typed, fault) => {
    expect(readItemName(typed)).toEqual({ ok: false, error: fault })
  })
  test('the named texts say which name is missing', () => {
    expect(nameText('keywords', 'name_missing')).toBe('キーワード名を入力してください')
    expect(nameText('situations', 'name_missing')).toBe('カテゴリ名を入力してください')
  })
})

describe('the form', () => {
  const formOf = (fields: Readonly<Record<string, string>>) => {
    const form = new FormData()
    for (const [name, text] of Object.entries({ id: 'x', name: '祝い', basedOn: '7', place: '2', ...fields }))
      form.set(name, text)
    return form
  }
  const read = (fields: Readonly<Record<string, string>>, list: 'keywords' | 'situations' = 'situations') =>
    readItemForm(formOf(fields), list).save

  test('R22: tags are separated like those of a recipe, each once as search compares it', () => {
    expect(read({ tags: '#母の日、プレゼント\r\nﾌﾟﾚｾﾞﾝﾄ,！？ 父の日' })).toMatchObject({
      value: { content: { tags: ['母の日', 'プレゼント', '父の日'] } },
    })
    expect(read({ tags: '母の日' }, 'keywords')).toMatchObject({ value: { content: { tags: [] } } })
  })
  test('a place that nobody touched is left out', () => {
    expect(read({ placeWas: '2' })).toMatchObject({ value: { place: null } })
    expect(read({ placeWas: '3' })).toMatchObject({ value: { place: 2 } })
    expect(read({ placeWas: '2', isNew: '1' })).toMatchObject({ value: { place: 2, isNew: true } })
  })
  test('R18: she may overwrite knowingly, and add again what is gone', () => {
    expect(read({})).toMatchObject({ value: { basedOn: 7, isNew: false } })
    expect(read({ overwrite: '9' })).toMatchObject({ value: { basedOn: 9 } })
    expect(read({ again: '1' })).toMatchObject({ value: { isNew: true } })
  })
  test.each([
    [{ name: '' }, 'name'],
    [{ place: '二番' }, 'place'],
    [{ tags: Array.from({ length: 31 }, (_, at) => `t${at}`).join(' ') }, 'tags'],
    [{ tags: 'あ'.repeat(21) }, 'tags'],
  ])('%j is told beside its field', (fields, field) => {
    const done = read(fields)
    expect(done.ok ? [] : Object.keys(done.error)).toEqual([field])
  })
  test('R22: 30 tags of 20 characters are taken', () => {
    const tags = Array.from({ length: 30 }, (_, at) => `${'あ'.repeat(18)}${at + 10}`).join('、')
    expect(read({ tags }).ok).toBe(true)
  })
  test.each(['', 'a b', 'x'.repeat(65), '%00'])('an id like %j is none', (id) => {
    expect(read({ id }).ok).toBe(false)
  })
})

test('an address of the page opens what it names, and nothing else', () => {
  for (const view of [
    { list: 'keywords' },
    { list: 'situations', edit: 'new' },
    { list: 'situations', remove: 'gift' },
    { list: 'keywords', done: 'up', item: 'bag' },
  ] as const)
    expect(curationView(new URL(curationPath(view), 'https://x.invalid').searchParams)).toEqual(view)
  expect(curationPath({ list: 'keywords' })).toBe('/gallery/admin')
  expect(curationView(new URLSearchParams('tab=x&edit=a&remove=b&done=boom'))).toEqual({
    list: 'keywords',
    edit: 'a',
  })
})
