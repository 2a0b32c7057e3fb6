import { mostParcels } from '~/features/orders/carriers.rules.ts'
import { undoMinutes } from '~/features/orders/shipping.rules.ts'
import { parcelRefusals } from '~/features/orders/texts.ts'
import { type LeftOut, namesTold } from '~/kernel/left-out.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { twinAdvice } from './numbers.rules.ts'
import { type DoneOrders, mostTicks } from './rules.ts'

export const nothingUndone = `元に戻せる荷物がありません。発送から${undoMinutes}分たったものは、注文のページから取り消してください。`

export const nothingPacked =
  'まだ発送できるものがありません。ご注文の商品すべてに「入れた」の印を付けてから、押してください。'

export const noNumbers = '番号の入った注文がありません。番号を入れてから、押してください。'

export const nothingNamed = 'どの注文にも印がありません。発送する注文に印を付けてから、押してください。'

export const nothingChanged = 'どの番号も、まだ変わっていません。'

/** That other orders have this tracking number, by their own numbers as far as she may read them (N12). */
export const twinText = (orders: readonly string[]): string =>
  `この番号は、${orders.length === 0 ? 'ほかの注文' : `注文 ${orders.slice(0, 3).join('、')}`}にも入っています。${twinAdvice}`

/** Of a number that stays after its shipping was taken back. */
export const oldNumberText =
  '発送を取り消したときの番号です。新しい送り状で出すなら、その番号に直してください。'

/** At a line that the stock has no cloth for (K32). */
export const withoutFabricText = '約束より在庫が少ない'

/** On a delivery note without prices (N97, S22). */
export const noPricesText = '金額と消費税は、ご注文の確認メールに記載しています。'

/** Why ticks of 発送作業 are not kept. */
export const tickRefusals = {
  'too-many': { status: 422, text: `一度に付けられる印は${mostTicks}までです。ページを分けてください。` },
} as const satisfies Refusals<string>

/** Why labels or delivery notes are not made. */
export const exportRefusals = {
  'nothing-chosen': { status: 422, text: '注文を選んでください。' },
  'too-many': { status: 422, text: '一度に選べる注文の数を超えています。' },
  'nothing-fits': {
    status: 409,
    text: '選んだ注文は、どれもファイルに入れられません。直すところがあれば直し、発送の準備にあるものを選んでください。',
  },
  sender: { status: 409, text: 'お店の設定の送り主か内容品を、この送り状に印刷できません。' },
} as const satisfies Refusals<string>

/** Why nobody can say of a line that its cloth was there (K33). */
export const foundRefusals = {
  'not-to-ship': { status: 409, text: 'このご注文は、もう発送の準備にありません。' },
  'is-there': { status: 409, text: 'この商品の布は、もう在庫にあります。箱に印を付けてください。' },
} as const satisfies Refusals<string>

/** Why a line cannot move to another bolt (K20). */
export const boltRefusals = {
  'not-to-ship': { status: 409, text: 'このご注文は、もう発送の準備にありません。' },
  'not-promised': { status: 409, text: 'この商品は、反物で数えていません。' },
  'is-cut': {
    status: 409,
    text: 'もう裁った布です。裁ち直すときは、先に「裁った」の印を外してください。',
  },
  stale: {
    status: 409,
    text: 'ほかの画面で先に変わりました。いまの反物を確かめて、もう一度選んでください。',
  },
  'too-short': { status: 409, text: 'この反物からは裁てません。ほかの反物を選んでください。' },
} as const satisfies Refusals<string>

const notSent = '箱を出さないでください。'
const numberToMend = '番号を直してから、もう一度押してください。'
const again = 'いまの内容を確かめてから、もう一度押してください。'

/** Why a label is not in a file, beside what keeps its order from being shipped. */
export const whysNotInFile = ['other-day', 'unfit', 'in-later-file'] as const

type Why = keyof typeof parcelRefusals | (typeof whysNotInFile)[number]

/** Why an order of several was left out, and what to do with it (N90). */
const whyLeft = {
  'other-day': {
    why: 'その日に発送した注文ではなくなりました',
    whatToDo: '注文のページで、いまの発送日を確かめてください。',
  },
  unfit: {
    why: '直すところがあるので、ファイルに入っていません',
    whatToDo: '「送り状」で直してから、もう一度ファイルにしてください。',
  },
  'in-later-file': {
    why: 'あとから別のファイルに入れたので、このファイルには入っていません',
    whatToDo: 'そのファイルから送り状を作ってください。',
  },
  'not-found': { why: '見つかりません', whatToDo: notSent },
  confirm: { why: 'ご本人と確かめるまで、そのままです', whatToDo: again },
  'other-content': { why: '同じ画面から、別の内容が先に送られています', whatToDo: again },
  stale: { why: 'ほかの画面で先に変わりました', whatToDo: again },
  cancelled: { why: '取り消されました', whatToDo: notSent },
  shipped: { why: '先に発送済みになりました', whatToDo: '箱が2つになっていないか、確かめてください。' },
  'not-shipped': { why: 'まだ発送済みではありません', whatToDo: '元に戻すものはありません。' },
  refunded: { why: '代金を全額お返ししました', whatToDo: notSent },
  unpaid: { why: 'まだ支払われていません', whatToDo: notSent },
  'needs-review': { why: 'お店の確認が済んでいません', whatToDo: `済むまで${notSent}` },
  'old-number': {
    why: '発送を取り消したときの番号のままです',
    whatToDo: 'その番号で送るときは、その注文の「発送」か「番号を入れる」で確かめてから発送してください。',
  },
  disputed: {
    why: 'カード会社から異議申し立てを受けています',
    whatToDo: 'それでも出すときは、その注文の「発送」で「それでも発送する」に印を付けてください。',
  },
  'without-fabric': {
    why: '約束より在庫が少ない商品があります',
    whatToDo: '布があれば、発送作業の「布はありました」を押してから発送してください。',
  },
  'bad-carrier': {
    why: '配送会社が決まっていません',
    whatToDo: '配送会社を選んで、もう一度押してください。',
  },
  'bad-tracking': { why: 'お問い合わせ番号を読めません', whatToDo: numberToMend },
  'shortened-tracking': { why: 'お問い合わせ番号が、Excelで縮められています', whatToDo: numberToMend },
  'too-many-parcels': { why: `荷物が${mostParcels}個より多くなります`, whatToDo: numberToMend },
  'bad-date': { why: '発送日を読めません', whatToDo: again },
  'note-missing': {
    why: `発送から${undoMinutes}分たちました`,
    whatToDo: '取り消すときは、その注文の「発送」で理由を書いてください。',
  },
  'note-too-long': { why: 'メモが長すぎます', whatToDo: 'メモを短くしてください。' },
  'mail-begun': {
    why: '発送のメールをもう送り始めています',
    whatToDo: '取り消すときは、その注文の「発送」で理由を書いてください。',
  },
} as const satisfies Readonly<Record<Why, Pick<LeftOut, 'why' | 'whatToDo'>>>

/** Each order that an act on several has left out. */
export const leftOut = (refused: readonly { readonly number: string; readonly why: Why }[]): LeftOut[] =>
  refused.map(({ number, why }) => ({ what: number, ...whyLeft[why] }))

const say = (numbers: readonly string[], what: string): string =>
  numbers.length === 0 ? '' : `${namesTold(numbers, '件')} ${what}。`

interface LeftAfter {
  readonly left: LeftOut[]
  /** What was done beside that, by name. */
  readonly doneText?: string
}

const leftAfter = (refused: DoneOrders['refused'], doneText: string): LeftAfter => ({
  left: leftOut(refused),
  ...(doneText === '' ? {} : { doneText }),
})

/** What an undo of several shippings says where it left orders out, after those that it did. */
export const undoLeft = ({ done, refused }: DoneOrders): LeftAfter =>
  leftAfter(refused, say(done, 'の発送を取り消しました'))

/** What 番号を入れる says where it left orders out: these, and before them by their numbers those that it shipped or whose numbers it keeps. */
export const numbersLeft = (
  { done, refused }: DoneOrders,
  orders: readonly { readonly number: string; readonly ships: boolean }[],
): LeftAfter => {
  const ships = new Set(orders.flatMap(({ number, ships }) => (ships ? number : [])))
  const doneText = [
    say(
      done.filter((number) => ships.has(number)),
      'は発送済みにしました',
    ),
    say(
      done.filter((number) => !ships.has(number)),
      'の番号は保存しました',
    ),
  ].join('')
  return leftAfter(refused, doneText)
}

/** Refusals of a typed number, shown beside its field. */
export const refusedFields = ({ refused }: DoneOrders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    refused
      .filter(
        ({ why }) => why === 'bad-tracking' || why === 'shortened-tracking' || why === 'too-many-parcels',
      )
      .map(({ number, why }) => [`tracking:${number}`, parcelRefusals[why].text]),
  )
