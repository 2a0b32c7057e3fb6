import { longestMessage, messageText } from '~/features/shop/holidays/rules.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { testMailsPerHour } from '~/kernel/mail.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { codePointLength, oneLine } from '~/kernel/text.ts'

/** `since` is in epoch ms; `message`, the owner's notice, may be ''. */
export interface Closure {
  readonly since: number
  readonly message: string
  /** Begins and ends by itself (N60). */
  readonly holiday?: string
}

/** Trimmed; null unless it is one line of plain characters, at most `longestMessage`. */
export const closureMessage = (text: string): string | null => {
  const line = text.trim()
  return oneLine(line) === line && codePointLength(line) <= longestMessage ? line : null
}

/** Lets a form be refused after another screen changed the state that it showed. */
export const closureMark = (closure: Closure | null): string =>
  closure === null ? 'open' : `${closure.since} ${closure.message}`

/** What the forms of a closed shop show; null for a page whose form is gone (N60). */
export const presentClosure = (closure: Closure | null) => ({
  version: closureMark(closure),
  values: { message: closure?.message ?? '' },
  labels: { message: 'お客様へのお知らせの1行' },
  ...(closure === null || closure.holiday !== undefined ? { failure: closingRefusals.stale.text } : {}),
})

export const closingRefusals = {
  stale: {
    status: 409,
    text: 'ほかの画面で先に変わりました。いまの様子を確かめて、もう一度押してください。',
  },
  message: { status: 422, text: messageText, field: 'message' },
} as const satisfies Refusals<string>

export const productClosingRefusals = {
  'no-number': { status: 422, text: '商品を選んでください。', field: 'number' },
  'no-product': { status: 422, text: 'この管理番号の商品はありません。', field: 'number' },
  'not-closed': { status: 409, text: 'この商品は、もう販売しています。' },
} as const satisfies Refusals<string>

export const shopUsage = [
  '使い方：',
  '  npm run shop -- close                         お店を休業（見るだけ）にする（販売をすぐに止め、ページにお知らせを出す）',
  `  npm run shop -- close --message "1月4日から営業します"   お知らせに1行を添える（${longestMessage}文字まで。付けずに close すると外れる）`,
  '  npm run shop -- open                          お店を開ける（営業中に戻す）',
  '  npm run shop -- close 管理番号                その商品だけ、販売を休止する',
  '  npm run shop -- open 管理番号                 その商品の販売を再開する',
  '  npm run shop -- holiday 2026-12-28 2027-01-04   この日だけ休業にする（自動で閉まり、自動で開く。--message で1行を添える）',
  '  npm run shop -- holiday cancel                お休みの予定を取り消す',
  '  npm run shop -- settings                      画面で変えた設定を表示する',
  '  npm run shop -- settings forget fees          画面で変えた送料などを、設定ファイルの値に戻す（fees, terms, hours, seller）',
  `  npm run shop -- test-mail                     お店のメールサーバーから OWNER_EMAIL へ1通送り、どこまで進んだかを表示する（1時間に${testMailsPerHour}通まで）`,
  '  npm run shop -- test-mail アドレス            そのアドレスへ送ってみる',
  '  npm run shop -- status                        いまの様子を表示する',
]

/** `name` includes the colour; null while the shop has no product of this number. */
export interface ClosedItem {
  readonly number: string
  readonly name: string | null
  readonly closedAt: number
}

/** For the owner; the first line says whether the shop is open. */
export const shopText = (closure: Closure | null, items: readonly ClosedItem[]): string[] => [
  closure === null
    ? 'お店は開いています。'
    : `お店は休業中です（${closure.holiday ?? `${displayMoment(closure.since)}から`}）。`,
  ...(closure === null || closure.message === '' ? [] : [`お知らせの文：${closure.message}`]),
  items.length === 0 ? '販売を休止している商品：ありません。' : `販売を休止している商品：${items.length}点`,
  ...items.map(
    ({ number, name, closedAt }) =>
      `  ${number}　${name ?? '（いまの一覧にはありません）'}（${displayMoment(closedAt)}から）`,
  ),
]

export const openPaymentsText = (open: number): string =>
  open === 0
    ? 'お支払いの途中のお客様：いません。'
    : `お支払いの途中のお客様：${open}人。いま開いている支払いページでは、最長1時間、お支払いができます。支払われた注文は有効で、いつもどおりメールでお知らせします。`
