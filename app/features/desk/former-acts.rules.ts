import { eachFact } from '~/features/products/fabric-facts.rules.ts'
import { facts } from '~/features/products/fields.rules.ts'
import { kitLevels, levelName } from '~/features/products/rules.ts'
import { type Facts, plainFact, type Subject, sumFact, wordFact } from '~/kernel/facts.ts'
import { formatYen, parsePriceOrZero } from '~/kernel/money.ts'

/** What rows of the log were done to that no act of the list is done to. */
export const formerSubjects: readonly Subject[] = [{ kind: 'product-file', name: 'ファイル' }]

/** What rows of the log keep that no act keeps today. */
export const formerFacts: Facts = {
  ...eachFact((name) => facts[name].name),
  address: '住所',
  amount: sumFact('金額'),
  description: '説明',
  fabricNumbers: '使う布の番号',
  fabricSize: '使う布のサイズ',
  imageUrl: '写真',
  label: '端末',
  level: wordFact('レベル', Object.fromEntries(kitLevels.map((level) => [level, levelName(level)]))),
  name: '名前',
  pictures: '写真の枚数',
  place: wordFact('順番', { first: 'いちばん前', last: 'いちばん後ろ' }),
  position: '順番',
  price: sumFact('価格'),
  priceText: {
    label: '価格',
    // As it was typed: in a list 520円, at the desk 530.
    text: (value) => {
      const text = plainFact(value)
      const yen = parsePriceOrZero(text)
      return yen === null ? text : `${formatYen(yen)}円`
    },
  },
  reading: 'よみ',
  source: wordFact('どこの商品', { feed: '商品の一覧', own: 'お店の画面', demo: '練習用' }),
  state: '状態',
  status: '公開',
  number: null,
  passkey: null,
}
