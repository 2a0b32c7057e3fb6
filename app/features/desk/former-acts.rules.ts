import { eachFact, facts } from '~/features/products/fields.rules.ts'
import { kitLevels, levelName } from '~/features/products/rules.ts'
import { type Facts, momentFact, plainFact, sumFact, wordFact } from '~/kernel/facts.ts'
import { formatYen, parsePriceOrZero } from '~/kernel/money.ts'

/** What rows of the log keep that no act keeps today. */
export const formerFacts: Facts = {
  ...eachFact((name) => facts[name].name),
  address: '住所',
  amount: sumFact('金額'),
  applyUrl: '申込みのURL',
  content: '本文',
  counts: wordFact('在庫', { true: '数えられる', false: '数えられない' }),
  date: '日付',
  description: '説明',
  fabricNumbers: '使う布の番号',
  fabricSize: '使う布のサイズ',
  from: '最初の日',
  fromDay: '出しはじめる日',
  holiday: 'お休み',
  imageUrl: '写真',
  influencerUrl: 'インフルエンサーのURL',
  label: '端末',
  level: wordFact('レベル', Object.fromEntries(kitLevels.map((level) => [level, levelName(level)]))),
  message: 'お知らせ',
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
  role: wordFact('役割', { owner: '店主', packer: '発送係' }),
  since: momentFact('はじめ'),
  source: wordFact('どこの商品', { feed: '商品の一覧', own: 'お店の画面', demo: '練習用' }),
  state: '状態',
  status: '公開',
  title: '題名',
  to: '最後の日',
  toDay: '最後の日',
  number: null,
  passkey: null,
}
