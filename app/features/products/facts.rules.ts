import { type Facts, plainFact, sumFact, wordFact } from '~/kernel/facts.ts'
import { formatYen, parsePriceOrZero } from '~/kernel/money.ts'
import { eachFact } from './fabric-facts.rules.ts'
import { facts } from './fields.rules.ts'
import { kitLevels, levelName } from './rules.ts'

/** What acts on products are done to. */
export const productSubject = { kind: 'product', name: '商品' } as const

const pictures = '写真の枚数'
const place = wordFact('順番', { first: 'いちばん前', last: 'いちばん後ろ' })

/** What the log keeps of a saved product. */
export const productFacts = {
  ...eachFact((name) => facts[name].name),
  name: '名前',
  reading: 'よみ',
  description: '説明',
  priceText: {
    label: '価格',
    // As it was typed: in a list 520円, at the desk 530.
    text: (value: unknown) => {
      const text = plainFact(value)
      const yen = parsePriceOrZero(text)
      return yen === null ? text : `${formatYen(yen)}円`
    },
  },
  waitingPrice: sumFact('確認を待つ価格'),
  status: '公開',
  level: wordFact('レベル', Object.fromEntries(kitLevels.map((level) => [level, levelName(level)]))),
  fabricSize: '使う布のサイズ',
  fabricNumbers: '使う布の番号',
  place,
  pictures,
} as const satisfies Facts

/** Of a kit moved in the list, and of a fabric of the feed that was given a place and photographs. */
export const placeFacts = { place } as const satisfies Facts
export const additionFacts = { position: '順番', pictures } as const satisfies Facts

/** Who describes a fabric (N40). */
export const sourceFacts = {
  source: wordFact('どこの商品', { feed: '商品の一覧', own: 'お店の画面', demo: '練習用' }),
} as const satisfies Facts
