import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareCodeUnits, sortByKana } from './kana-order.ts'

describe('P6: dictionary order', () => {
  const sorted = (...names: string[]) => sortByKana(names, (name) => name)

  test('kana go by sound, hiragana and katakana and half-width together', () => {
    expect(sorted('リネン', 'あさ', 'ｶﾞｰｾﾞ', 'ウール', 'きぬ')).toEqual([
      'あさ',
      'ウール',
      'ｶﾞｰｾﾞ',
      'きぬ',
      'リネン',
    ])
  })

  test('half-width kana stand where full-width ones do, and full-width first where all else is equal', () => {
    expect(sorted('ｶﾞｰｾﾞB', 'ガーゼA')).toEqual(['ガーゼA', 'ｶﾞｰｾﾞB'])
    expect(sorted('ｷｯﾄ', 'キット')).toEqual(['キット', 'ｷｯﾄ'])
    expect(sorted('キット', 'ｷｯﾄ')).toEqual(['キット', 'ｷｯﾄ'])
  })

  test('numbers go by size, also full-width ones', () => {
    expect(sorted('柄10', '柄２', '柄1')).toEqual(['柄1', '柄２', '柄10'])
  })

  test('the order does not depend on the order given', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
        expect(sorted(...names.toReversed())).toEqual(sorted(...names))
      }),
    )
  })

  test('the list given is left alone', () => {
    const names = ['い', 'あ']
    sortByKana(names, (name) => name)
    expect(names).toEqual(['い', 'あ'])
  })
})

test('compareCodeUnits orders ids', () => {
  expect(['b', 'a', 'B', 'a'].sort(compareCodeUnits)).toEqual(['B', 'a', 'a', 'b'])
})
