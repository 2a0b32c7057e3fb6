import type { EmailFault } from '~/kernel/email.ts'
import { type Refusals, tooManyRequests } from '~/kernel/refusal.ts'
import { type ConfirmPurpose, longestPassword, type PasswordFault, shortestPassword } from './rules.ts'
import type { SignInView } from './sign-in.rules.ts'

export const authTexts = {
  failed: '認証に失敗しました。',
  emailTaken: 'このメールアドレスは既に使用されています。',
  wrongCredentials: 'メールアドレスまたはパスワードが正しくありません。',
  passwordsDiffer: 'パスワードが一致しません。',
  passwordMissing: 'パスワードを入力してください。',
} as const

export const emailTexts: Readonly<Record<EmailFault, string>> = {
  email_missing: 'メールアドレスを入力してください。',
  email_invalid: '有効なメールアドレスを入力してください。',
}

/** For registration and reset; a change has other texts for some. */
export const passwordTexts: Readonly<Record<PasswordFault, string>> = {
  password_too_short: `パスワードは${shortestPassword}文字以上で入力してください。`,
  password_too_long: `パスワードは${longestPassword}文字以内で入力してください。`,
  password_weak: `パスワードが弱すぎます。${shortestPassword}文字以上で入力してください。`,
}

export const resetTexts = {
  failed: 'パスワードリセットに失敗しました。',
  unknown: 'このメールアドレスは登録されていません。',
  mailOff: 'パスワードリセット機能が無効になっています。管理者にお問い合わせください。',
} as const

export const signInFailures: Readonly<Record<SignInView, string>> = {
  'sign-in': authTexts.failed,
  register: authTexts.failed,
  reset: resetTexts.failed,
}

export const gateTexts = {
  wrong: 'パスワードが正しくありません',
  failed: '管理の画面を開けませんでした。もう一度お試しください。',
  tooMany: tooManyRequests.text,
} as const

export const signInRefusals = {
  wrong: { status: 422, text: authTexts.wrongCredentials },
  too_many_requests: tooManyRequests,
} as const satisfies Refusals<string>

export const registrationRefusals = {
  email_taken: { status: 409, text: authTexts.emailTaken, field: 'email' },
  too_many_requests: tooManyRequests,
} as const satisfies Refusals<string>

export const resetRefusals = {
  unknown: { status: 422, text: resetTexts.unknown, field: 'email' },
  mail_off: { status: 503, text: resetTexts.mailOff },
  too_many_requests: tooManyRequests,
} as const satisfies Refusals<string>

export const accountTexts = {
  currentPasswordMissing: '現在のパスワードを入力してください。',
  wrongPassword: '現在のパスワードが正しくありません。',
  newPasswordShort: `新しいパスワードは${shortestPassword}文字以上で入力してください。`,
  newPasswordsDiffer: '新しいパスワードが一致しません。',
  emailUnchanged: '今と同じメールアドレスです。新しいメールアドレスを入力してください。',
  notUnderstood: '内容をご確認のうえ、チェックを入れてください。',
} as const

/** With each new password (A32). */
export const passkeysEnd = 'パスキーは、追加し直すまで使えなくなります。'

/** The only reasons that an alert may give (A21). */
const reasons = {
  too_many_requests: tooManyRequests.text,
  email_taken: 'このメールアドレスは既に使用されています。',
  failed: '何も変更されていません。しばらくしてから、もう一度お試しください。',
  lost: 'お店からの返事を受け取れませんでした。しばらくしてから、もう一度お試しください。',
} as const

type FailureReason = keyof typeof reasons

type What = 'メールアドレスの変更' | 'メールアドレスの確認' | 'パスワードの変更' | 'アカウントの削除'

export const accountFailureText = (what: What, reason: FailureReason): string =>
  `${what}に失敗しました: ${reasons[reason]}`

export const whatOf = (purpose: ConfirmPurpose) =>
  purpose === 'verify' ? 'メールアドレスの確認' : 'メールアドレスの変更'

const currentPasswordIn = (field: string) =>
  ({
    password_missing: { status: 422, text: accountTexts.currentPasswordMissing, field },
    wrong_password: { status: 422, text: accountTexts.wrongPassword, field },
  }) as const satisfies Refusals<string>

const formRefusals = (what: What) =>
  ({
    too_many_requests: { status: 429, text: accountFailureText(what, 'too_many_requests') },
    failed: { status: 500, text: accountFailureText(what, 'failed') },
  }) as const satisfies Refusals<string>

export const emailChangeRefusals = {
  ...formRefusals('メールアドレスの変更'),
  email_unchanged: { status: 422, text: accountTexts.emailUnchanged, field: 'newEmail' },
  email_taken: { status: 409, text: authTexts.emailTaken, field: 'newEmail' },
  ...currentPasswordIn('password'),
} as const satisfies Refusals<string>

export const passwordChangeRefusals = {
  ...formRefusals('パスワードの変更'),
  ...currentPasswordIn('current'),
  password_too_short: { status: 422, text: accountTexts.newPasswordShort, field: 'next' },
  password_too_long: { status: 422, text: passwordTexts.password_too_long, field: 'next' },
  password_weak: { status: 422, text: passwordTexts.password_weak, field: 'next' },
} as const satisfies Refusals<string>

export const deletionRefusals = {
  ...formRefusals('アカウントの削除'),
  ...currentPasswordIn('password'),
  last_owner: {
    status: 409,
    text: 'お店の机のただひとりの店主のため、アカウントを削除できません。先に、ほかの方を店主として招待してください。',
  },
} as const satisfies Refusals<string>

export const confirmRefusals = (purpose: ConfirmPurpose) =>
  ({
    ...formRefusals(whatOf(purpose)),
    email_taken: { status: 409, text: accountFailureText(whatOf(purpose), 'email_taken') },
    ...currentPasswordIn('password'),
  }) as const satisfies Refusals<string>
