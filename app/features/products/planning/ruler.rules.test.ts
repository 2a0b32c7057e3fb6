import { describe, expect, test } from 'vitest'
import { shopSettings } from '#settings'
import { fabricPlan } from './queries.server.ts'
import { rulerText } from './ruler.rules.ts'
import { usualAnswers } from './sewing.rules.ts'

describe('W40: the ruler in words', () => {
  test.each([
    [
      { motif: 3, repeat: null, picture: null },
      1,
      '50cm角1枚に、10cmごとの線を引いた図です。柄ひとつは約3cmで、丸が柄の大きさです（間隔は一例です）。',
    ],
    [
      { motif: 3, repeat: 12, picture: null },
      3,
      '3枚をつなげた50cm×150cmに、10cmごとの線を引いた図です。柄ひとつは約3cm、くり返しは約12cmで、丸が柄の大きさです。50cmの辺に、約4回くり返します。',
    ],
    [
      { motif: null, repeat: 60, picture: 30 },
      1,
      '50cm角1枚に、10cmごとの線を引いた図です。くり返しは約60cm、写真の横幅は約30cmで、写真を実際の割合で並べています。',
    ],
  ])('%j, %i units', (scale, units, text) => {
    expect(rulerText(scale, units)).toBe(text)
  })
})

describe('W40: where the scale comes from', () => {
  const fabric = { number: 'F-1', name: '小鳥', description: '綿100％。柄の大きさ 3cm' }
  const motif = (patternScales: Record<string, string>) =>
    fabricPlan({ settings: { ...shopSettings, patternScales } }, fabric).scale?.motif

  test('the number goes before the name, both before the description', () => {
    expect(motif({ 'F-1': '柄の大きさ 5cm', 小鳥: '柄の大きさ 6cm' })).toBe(5)
    expect(motif({ 小鳥: '柄の大きさ 6cm' })).toBe(6)
    expect(motif({ 'F-2': '柄の大きさ 6cm' })).toBe(3)
  })

  test('W43, W45: the usual answers lie on one piece only where the owner joins units', () => {
    const usual = (joined: typeof shopSettings.joined) =>
      fabricPlan({ settings: { ...shopSettings, joined } }, fabric).usual
    expect(usual('lengthwise')).toEqual(usualAnswers(true))
    expect(usual(null)).toEqual(usualAnswers(false))
    // Of the usual sizes both are the same numbers.
    expect(usual('lengthwise')).not.toBe(usual(null))
  })

  test('W41: 無地 has no top', () => {
    const mayHaveTop = (name: string) =>
      fabricPlan({ settings: shopSettings }, { ...fabric, name }).mayHaveTop
    expect([mayHaveTop('無地 ブロード'), mayHaveTop('小鳥')]).toEqual([false, true])
  })
})
