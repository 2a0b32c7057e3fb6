import { describe, expect, test } from 'vitest'
import { readDisplayName, shopNamesOf } from './display-name.rules.ts'

const shops = shopNamesOf({
  name: 'ぬのスクエア',
  nameInLatin: 'Nuno Square',
  seller: { legalName: '株式会社ぬのスクエア' },
})
const nameOf = (typed: string) => {
  const name = readDisplayName(typed, shops)
  return name.ok ? name.value : name.error
}

describe('A18: display names', () => {
  test.each([
    ['はなこ', 'はなこ'],
    ['  花子  ', '花子'],
    ['はな　こ', 'はな こ'],
    ['ﾊﾅｺ', 'ハナコ'],
    ['Ｈａｎａ', 'Hana'],
    ['👩‍🍳お針子', '👩‍🍳お針子'],
    ['★', '★'],
    ['葛󠄀城', '葛󠄀城'],
    ['あ'.repeat(30), 'あ'.repeat(30)],
    ['𠮷'.repeat(30), '𠮷'.repeat(30)],
    ['badminton好き', 'badminton好き'],
    ['スタッフィング', 'スタッフィング'],
    ['Elmo', 'Elmo'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(nameOf(typed)).toBe(kept)
  })

  test.each([
    ['', 'name_missing'],
    [' 　\u00a0', 'name_missing'],
    ['\u2800', 'name_missing'],
    ['\u200d', 'name_missing'],
    ['あ'.repeat(31), 'name_too_long'],
    ['㍿'.repeat(8), 'name_too_long'],
    ['x'.repeat(1_000), 'name_too_long'],
    ['はな\u0000こ', 'name_unreadable'],
    ['はな\nこ', 'name_unreadable'],
    ['はな\u202eこ', 'name_unreadable'],
    ['はな\u2066こ', 'name_unreadable'],
    ['はな\u200bこ', 'name_unreadable'],
    ['\u3164', 'name_unreadable'],
    ['はな\u2028こ', 'name_unreadable'],
    ['は\ud800な', 'name_unreadable'],
    ['は\ue000な', 'name_unreadable'],
    [`Z${'\u0301\u0302'.repeat(4)}`, 'name_unreadable'],
    ['管理者', 'name_reserved'],
    ['【運営】', 'name_reserved'],
    ['管 理 者', 'name_reserved'],
    ['菅理者', 'name_reserved'],
    ['admin', 'name_reserved'],
    ['ＡＤＭＩＮ', 'name_reserved'],
    ['a.d.m.i.n', 'name_reserved'],
    ['Admin 01', 'name_reserved'],
    ['admin01', 'name_reserved'],
    ['adm1n', 'name_reserved'],
    ['аdmіn', 'name_reserved'],
    ['ádmin', 'name_reserved'],
    ['site admin', 'name_reserved'],
    ['ぬのスクエア', 'name_reserved'],
    ['ヌノすくえあ', 'name_reserved'],
    ['ぬのスクエア公認', 'name_reserved'],
    ['nuno_square', 'name_reserved'],
    ['Staff', 'name_reserved'],
    ['匿名ユーザー', 'name_reserved'],
  ])('%j is refused: %s', (typed, fault) => {
    expect(nameOf(typed)).toBe(fault)
  })

  test('a shop of two letters keeps its own name, and no more', () => {
    expect(readDisplayName('布布', ['布布']).ok).toBe(false)
    expect(readDisplayName('布布ちゃん', ['布布']).ok).toBe(true)
    expect(readDisplayName('はなこ', ['', '・']).ok).toBe(true)
  })
})
