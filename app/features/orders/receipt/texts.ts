import type { Refusals } from '~/kernel/refusal.ts'
import { tooManyRequests } from '~/kernel/refusal.ts'
import { longestNameLine, mostRevisions, type ReceiptHindrance } from './rules.ts'

const askTheShop =
  'この注文の領収書は、いまはこの画面から発行できません。お手数ですが、お店へお問い合わせください。'

/** Why a buyer gets no receipt; of disputes she reads nothing (N10). */
export const hindranceTexts: Readonly<Record<ReceiptHindrance, string>> = {
  practice: '練習用の注文です。領収書は発行しません。',
  unpaid: 'お支払いがまだ確認できていないため、領収書は発行できません。',
  review: askTheShop,
  disputed: askTheShop,
  'given-back': '代金を全額お返しするご注文のため、領収書は発行しません。',
}

/** The same for the owner. */
export const ownersHindranceTexts: Readonly<Record<ReceiptHindrance, string>> = {
  ...hindranceTexts,
  unpaid: '支払われていない注文です。領収書は発行できません。',
  review: '確認が必要な注文です。確認を片づけてから発行してください。',
  disputed: 'カード会社から異議申し立てを受けている注文です。領収書は発行できません。',
  'given-back': '代金を全額返す注文です。領収書は発行しません。',
}

const conflict = (text: string) => ({ status: 409, text })

const common = {
  'name-too-long': {
    status: 422,
    text: `宛名は${longestNameLine}文字までにしてください。`,
    field: 'nameLine',
  },
  'too-many': {
    status: 409,
    text: `宛名を変えて発行できるのは、${mostRevisions}回までです。`,
    field: 'nameLine',
  },
  'no-refund': conflict('この返金の明細書は、まだ発行できません。'),
} as const

export type ReceiptRefusal = 'not-found' | ReceiptHindrance | keyof typeof common

export const receiptRefusals = {
  ...common,
  'not-found': { status: 404, text: 'このページはありません。' },
  busy: tooManyRequests,
  practice: conflict(hindranceTexts.practice),
  unpaid: conflict(hindranceTexts.unpaid),
  review: conflict(hindranceTexts.review),
  disputed: conflict(hindranceTexts.disputed),
  'given-back': conflict(hindranceTexts['given-back']),
  failed: {
    status: 503,
    text: '発行できませんでした。入力した宛名は、このまま残っています。少し待ってから、もう一度押してください。',
  },
} as const satisfies Refusals<ReceiptRefusal | 'busy' | 'failed'>

export const deskReceiptRefusals = {
  ...common,
  'not-found': { status: 404, text: 'この番号の注文はありません。' },
  stale: conflict('ほかの画面で先に変わりました。いまの内容をたしかめて、もう一度押してください。'),
  practice: conflict(ownersHindranceTexts.practice),
  unpaid: conflict(ownersHindranceTexts.unpaid),
  review: conflict(ownersHindranceTexts.review),
  disputed: conflict(ownersHindranceTexts.disputed),
  'given-back': conflict(ownersHindranceTexts['given-back']),
} as const satisfies Refusals<ReceiptRefusal | 'stale'>

export const printRefusals = {
  'not-found': { status: 404, text: 'このページはありません。' },
} as const satisfies Refusals<string>
