import { undoMinutes } from '~/features/orders/shipping.rules.ts'
import { parcelRefusals } from '~/features/orders/texts.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { twinAdvice } from './numbers.rules.ts'
import type { DoneOrders } from './rules.ts'

export const foreignFormText = 'この画面はお店の机のものではありません。開き直してください。'

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

/** One sentence for each order of a form that was refused. */
export const refusedText = ({ refused }: DoneOrders): string =>
  refused.map(({ number, why }) => `${number}：${parcelRefusals[why].text}`).join('\n')

/** Refusals of a typed number, shown beside its field. */
export const refusedFields = ({ refused }: DoneOrders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    refused
      .filter(
        ({ why }) => why === 'bad-tracking' || why === 'shortened-tracking' || why === 'too-many-parcels',
      )
      .map(({ number, why }) => [`tracking:${number}`, parcelRefusals[why].text]),
  )
