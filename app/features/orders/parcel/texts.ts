import { type Parcel, parcelsText } from '~/features/orders/carriers.rules.ts'
import { undoMinutes } from '~/features/orders/shipping.rules.ts'
import { parcelRefusals } from '~/features/orders/texts.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import type { DoneOrders, ParcelSheet } from './rules.ts'

export const foreignFormText = 'この画面はお店の机のものではありません。開き直してください。'

export const nothingUndone = `元に戻せる荷物がありません。発送から${undoMinutes}分たったものは、注文のページから取り消してください。`

export const nothingPacked =
  'まだ発送できるものがありません。ご注文の商品すべてに「入れた」の印を付けてから、押してください。'

/** At a line that the stock has no cloth for (K32). */
export const withoutFabricText = '約束より在庫が少ない'

/** On a delivery note without prices (N97, S22). */
export const noPricesText = '金額と消費税は、ご注文の確認メールに記載しています。'

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

/** One sentence for each order of a form that was refused. */
export const refusedText = ({ refused }: DoneOrders): string =>
  refused.map(({ number, why }) => `${number}：${parcelRefusals[why].text}`).join('\n')

/** A parcel's fields that another screen changed meanwhile. */
export const staleParcel = (
  typed: { readonly parcels: readonly Parcel[]; readonly shippedOn: string },
  now: Pick<ParcelSheet, 'parcel' | 'shippedOn'>,
) => [
  {
    name: '配送会社と番号',
    typed: parcelsText(typed.parcels) || 'なし',
    now: now.parcel || 'なし',
  },
  ...(typed.shippedOn === ''
    ? []
    : [{ name: '発送日', typed: typed.shippedOn, now: now.shippedOn ?? 'まだ' }]),
]

/** Refusals of a typed number, shown beside its field. */
export const refusedFields = ({ refused }: DoneOrders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    refused
      .filter(
        ({ why }) => why === 'bad-tracking' || why === 'shortened-tracking' || why === 'too-many-parcels',
      )
      .map(({ number, why }) => [`tracking:${number}`, parcelRefusals[why].text]),
  )
