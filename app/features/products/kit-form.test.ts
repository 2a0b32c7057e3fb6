import { expect, test } from 'vitest'
import { moneySigns } from '~/kernel/typed-money.ts'
import { kitRow } from './form.server.ts'

const row = {
  id: 'K-1',
  name: 'きんちゃくのキット',
  reading: '',
  price: '880',
  level: '初級',
  fabricSize: '',
  fabricNumbers: '',
  comment: '',
  imageUrl: '',
  moreImages: '',
  createdAt: '',
}

const problemsOf = (cells: Partial<typeof row>) => {
  const read = kitRow.safeParse({ ...row, ...cells })
  return read.success ? [] : read.error.issues.map(({ message }) => message)
}

test('a row of the owner’s file is read in the shop’s own spelling', () => {
  expect(
    kitRow.parse({
      ...row,
      id: 'Ｋ－１',
      reading: 'ｷﾝﾁｬｸ',
      fabricNumbers: 'Ａ－１、A-2, A-1',
      moreImages: 'https://shop.example/a.jpg /Image/b.jpg',
    }),
  ).toMatchObject({
    id: 'K-1',
    reading: 'キンチャク',
    level: 'beginner',
    fabricNumbers: 'A-1\nA-2',
    moreImages: 'https://shop.example/a.jpg\n/Image/b.jpg',
    createdAt: null,
  })
})

test.each<[Partial<typeof row>, string]>([
  [{ id: 'shipping' }, 'この番号（id）は使えません。'],
  [{ reading: '巾着' }, '読みは、ひらがなかカタカナで書いてください。'],
  [{ price: '1,000,000' }, `価格は0から999999までの整数ひとつにしてください。${moneySigns}`],
  [{ price: '66O' }, `価格は0から999999までの整数ひとつにしてください。${moneySigns}`],
  [{ price: '500〜800' }, `価格は0から999999までの整数ひとつにしてください。${moneySigns}`],
  [{ fabricNumbers: 'A-1、shipping' }, '使う布の番号に、番号として使えないものがあります。'],
  [
    { moreImages: '/Image/a.jpg javascript:alert(1)' },
    'ほかの画像は、https:// か /Image/ で始まるURLを、空白や改行で区切って書いてください。',
  ],
  [
    { moreImages: '/Image/../../secret.jpg' },
    'ほかの画像は、https:// か /Image/ で始まるURLを、空白や改行で区切って書いてください。',
  ],
  [{ createdAt: 'いつか' }, '登録日は 2026/4/1 のように書いてください。'],
])('P12, S2: %j is refused by name', (cells, problem) => {
  expect(problemsOf(row)).toEqual([])
  expect(problemsOf(cells)).toEqual([problem])
})

test.each(
  Object.keys(row).flatMap((name) => ['#REF!', '#N/A', '#NAME?', 'Loading...'].map((error) => [name, error])),
)('P36: in %s %s is told once, as an error of the spreadsheet', (name, error) => {
  expect(problemsOf({ [name ?? '']: error })).toEqual([expect.stringContaining('表計算のエラー')])
})

test.each(['令和8年4月1日', 'R8.4.1', '20260401', '2026/4'])('P15: the day %s is read', (createdAt) => {
  expect(kitRow.parse({ ...row, createdAt })).toMatchObject({
    createdAt: Date.parse('2026-04-01T00:00+09:00'),
  })
})
