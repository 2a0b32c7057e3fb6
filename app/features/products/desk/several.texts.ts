import { mostMarked } from '~/kernel/desk-list.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import type { Refusals } from '~/kernel/refusal.ts'

/** Why an act on several products leaves one out, and what to do with it (N90). */
const reasons = {
  'no-product': ['もうありません', '一覧を開き直してください。'],
  stale: ['ほかの画面で先に変わりました', 'いまの内容を確かめて、もう一度選んでください。'],
  'not-own': ['商品の表で直します', '表を直すか、商品のページで「この生地を画面で持つ」を押してください。'],
  'is-closed': ['もう休止しています', 'そのままでかまいません。'],
  'not-closed': ['休止していません', 'そのままでかまいません。'],
  'is-sold-out': ['もう売り切れです', 'そのままでかまいません。'],
  'nothing-to-undo': ['元に戻せません', '「在庫」のページで数を入れてください。'],
  'other-content': ['ほかの押しかたで先に変わりました', '一覧を開き直してください。'],
  'feed-place': ['表の生地です', '商品のページの「順番とほかの写真」で決めてください。'],
  kit: ['キットです', '「キットの順番」のページで並べてください。'],
  'no-price': ['価格が決まっていないため、足し引きできません', '「この価格にする」で入れてください。'],
} as const satisfies Readonly<Record<string, readonly [why: string, whatToDo: string]>>

type NotDone = keyof typeof reasons

const isReason = (why: string): why is NotDone => Object.hasOwn(reasons, why)

/** A product that an act on several has left out. */
export const leftBecause = (number: string, why: string): LeftOut => {
  const [text, whatToDo] = reasons[isReason(why) ? why : 'stale']
  return { what: number, why: text, whatToDo }
}

/** Also for more than an act takes. */
export const noneMarked = `一覧で、1点から${mostMarked}点までの商品に印を付けてから、押してください。`

/** Why no fabric is moved. */
export const orderRefusals = {
  'none-marked': { status: 422, text: noneMarked },
  'no-place': {
    status: 422,
    text: 'お店で持っている生地の管理番号を入力してください。印を付けた生地と表の生地の後ろには置けません。',
    field: 'behind',
  },
} as const satisfies Refusals<string>
