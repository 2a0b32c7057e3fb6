import { inYen } from '~/features/orders/money.rules.ts'
import type { KeptRefund } from '~/features/orders/payment/types.ts'
import { wordFact } from '~/kernel/facts.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import type { PartRefusal } from './rules.ts'
import type { Settlement } from './settling.rules.ts'

export const moneyRefusals = {
  'not-found': { status: 404, text: 'この番号の注文はありません。' },
  stale: {
    status: 409,
    text: 'ほかの画面で先に変わりました。いまの内容を確かめて、もう一度押してください。',
  },
  unpaid: { status: 409, text: 'まだ支払われていない注文です。' },
  'other-mode': {
    status: 409,
    text: '本番と練習の支払いが入れちがった注文です。返金ではなく、「練習の支払いでした」として片づけてください。',
  },
  'no-payment': {
    status: 409,
    text: 'お支払いの記録を、まだ決済会社から受け取っていません。しばらくしてから、もう一度押してください。',
  },
  disputed: {
    status: 409,
    text: '異議申し立ての結果が出るまで、返金できません。二重に返すことになります。',
  },
  currency: { status: 409, text: '円の支払いではないため、全額を返すことだけができます。' },
  shipped: { status: 409, text: '先に発送済みになりました。取り消せません。' },
  cancelled: { status: 409, text: 'もう取り消してある注文です。' },
  'nothing-open': { status: 409, text: '確認の要ることは、もうありません。' },
  'wrong-end': { status: 422, text: '片づけ方を選んでください。', field: 'how' },
  'note-missing': { status: 422, text: '確かめたことを書いてください。', field: 'note' },
  'no-failed-refund': {
    status: 409,
    text: 'できなかった返金が見つかりません。もう片づいているかもしれません。',
  },
  'too-much': { status: 409, text: '返せる金額が残っていません。ほかの返金で、もう返してあります。' },
  'nothing-left': { status: 409, text: 'この支払いは、もうすべて返してあります。' },
  'not-shipped': {
    status: 409,
    text: 'まだ発送していない注文です。返品ではなく、取り消しか返金をしてください。',
  },
  'no-return': { status: 409, text: 'その返品は見つかりません。' },
  arrived: {
    status: 409,
    text: 'もう届いた返品です。取り消すには、先に「まだ届いていない」を押してください。',
  },
  refunded: { status: 409, text: 'もう返金した返品です。元には戻せません。' },
  'because-missing': {
    status: 422,
    text: 'なぜ返さなくてよいのかを書いてください。',
    field: 'because',
  },
  'must-go-back': {
    status: 409,
    text: '取り消した注文や、二つ目の支払いのお金は、お返しするものです。もう一度カードへ返すか、振込で返したことを書きとめてください。',
  },
  'left-without': {
    status: 409,
    text: 'この分の商品を入れずに発送しています。もう一度カードへ返すか、振込で返したことを書きとめてください。',
  },
  'came-back': {
    status: 409,
    text: 'この分の商品は、返品で戻っています。もう一度カードへ返すか、振込で返したことを書きとめてください。',
  },
  'no-piece': {
    status: 409,
    text: 'この分の布が、もうひと続きで足りません。もう一度カードへ返すか、布を受け取ってから押してください。',
  },
  'rest-cut': {
    status: 409,
    text: '残りの布をもう裁ってあるため、荷物に戻せません。もう一度カードへ返すか、裁った印を外してから押してください。',
  },
  'no-lines': { status: 422, text: '返ってくる商品の数を入れてください。' },
} as const satisfies Refusals<string>

export const partRefusalText = ({ why, left }: PartRefusal): string => {
  if (why === 'nothing') return '返すものを入れてください。'
  if (why === 'units') return `0から${left}までの数にしてください。`
  if (why === 'fewer')
    return `できなかった返金の${left}つは、まだお店にあります。${left}より少なくはできません。`
  if (why === 'shipping') return `送料は、あと${inYen(left)}まで返せます。`
  if (why === 'reason') return '何の分かを書いてください。お客様へのメールに載ります。'
  return `返せるのは、あと${inYen(left)}までです。`
}

/** By field; where a line and the sum are wrong at one, the line is told. */
export const partErrors = (faults: readonly PartRefusal[]): Readonly<Record<string, string>> =>
  Object.fromEntries(faults.toReversed().map((fault) => [fault.field, partRefusalText(fault)]))

export const partsTold = (faults: readonly PartRefusal[]) => ({ status: 422, errors: partErrors(faults) })

const failures: Readonly<Record<string, string>> = {
  lost_or_stolen_card: 'カードの紛失・盗難',
  expired_or_canceled_card: 'カードの期限切れ・解約',
  declined: 'カード会社が受けつけませんでした',
  insufficient_funds: '決済会社の残高が足りません',
  merchant_request: 'お店の依頼で取りやめ',
  charge_for_pending_refund_disputed: '異議申し立てがあったため',
  charge_already_refunded: 'もう全額が返金されています',
  charge_disputed: '異議申し立て中のため',
  amount: '返せる金額を超えています',
  resource_missing: '決済会社に、この支払いがありません',
}

const pending: Readonly<Record<string, string>> = {
  insufficient_funds: '手続き中（決済会社の残高が足りるのを待っています）',
  charge_pending: '手続き中（お支払いの確定を待っています）',
}

const endText = (droppedAt: number | null, forgoneBecause: string | null): string => {
  if (droppedAt === null) return ''
  return forgoneBecause === null
    ? '。この分は、ほかの形でお返ししたか、お返しする必要がなくなりました'
    : `。この分は、返金しないことにしました（${forgoneBecause}）`
}

export const refundStateText = ({
  state,
  via,
  failureReason,
  pendingReason,
  droppedAt,
  forgoneBecause,
}: Pick<
  KeptRefund,
  'state' | 'via' | 'failureReason' | 'pendingReason' | 'droppedAt' | 'forgoneBecause'
>): string => {
  if (via === 'transfer') return '銀行振込で返しました'
  if (state === 'asked') return '返金を依頼しました。結果はまもなく表示されます'
  if (state === 'pending') return pending[pendingReason ?? ''] ?? '手続き中'
  if (state === 'requires_action') return 'お客様のお手続きを待っています'
  if (state === 'failed')
    return `返金できませんでした（${failures[failureReason ?? ''] ?? '決済会社が受けつけませんでした'}）${endText(droppedAt, forgoneBecause)}`
  return state === 'canceled' ? '返金は取りやめになりました' : '返金しました'
}

export const settlementTexts: Readonly<
  Record<Settlement, { readonly label: string; readonly what: string }>
> = {
  'piece-found': {
    label: '布がありました',
    what: '布が見つかったものとして、このご注文を受けます。確認メールを送り、発送待ちにします。',
  },
  accepted: {
    label: 'この金額で受ける',
    what: '支払われた金額でご注文を受け、確認のメールを送ります。書類の金額も、支払われた金額になります。',
  },
  'given-back': {
    label: '全額を返して取り消す',
    what: '支払われた金額をすべて返金し、ご注文を取り消します。',
  },
  practice: {
    label: '練習の支払いでした',
    what: '本物の支払いではないものとして片づけます。返金はしません。',
  },
  'second-given-back': {
    label: '二つ目を返金',
    what: '二つ目の支払いをすべて返金します。ご注文はそのまま続きます。',
  },
  checked: { label: '確かめました', what: '確かめたことを書いて片づけます。同じことは、もう聞きません。' },
}

/** Which end the owner chose, in the log. */
export const settledFact = wordFact(
  '片づけ方',
  Object.fromEntries(Object.entries(settlementTexts).map(([how, { label }]) => [how, label])),
)
