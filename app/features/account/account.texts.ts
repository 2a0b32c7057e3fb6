import type { ConfirmPurpose } from './confirm.rules.ts'

export const accountTexts = {
  wrongPassword: '現在のパスワードが正しくありません。',
  newPasswordShort: '新しいパスワードは6文字以上で入力してください。',
  newPasswordsDiffer: '新しいパスワードが一致しません。',
  emailUnchanged: '今と同じメールアドレスです。新しいメールアドレスを入力してください。',
  notUnderstood: '内容をご確認のうえ、チェックを入れてください。',
} as const

/** All that an alert may say of why something failed (A21). */
const reasons = {
  too_many_requests: 'リクエストが多すぎます。しばらく時間をおいてから再試行してください。',
  email_taken: 'このメールアドレスは既に使用されています。',
  failed: '何も変更されていません。しばらくしてから、もう一度お試しください。',
  lost: 'お店からの返事を受け取れませんでした。しばらくしてから、もう一度お試しください。',
} as const

export type FailureReason = keyof typeof reasons

/** `what` is such as メールアドレスの変更. */
export const failureText = (
  what: 'メールアドレスの変更' | 'メールアドレスの確認' | 'パスワードの変更' | 'アカウントの削除',
  reason: FailureReason,
): string => `${what}に失敗しました: ${reasons[reason]}`

/** What the link of a mail does. */
export const whatOf = (purpose: ConfirmPurpose) =>
  purpose === 'verify' ? 'メールアドレスの確認' : 'メールアドレスの変更'
