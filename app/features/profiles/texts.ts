import type { Refusals } from '~/kernel/refusal.ts'
import type { EmailFault, NameFault, PasswordFault, SignInView } from './rules.ts'

/** The named texts of signing in, of registration and of a reset. */
export const authTexts = {
  failed: '認証に失敗しました。',
  emailTaken: 'このメールアドレスは既に使用されています。',
  wrongCredentials: 'メールアドレスまたはパスワードが正しくありません。',
  passwordsDiffer: 'パスワードが一致しません。',
  passwordMissing: 'パスワードを入力してください。',
  tooMany: 'リクエストが多すぎます。しばらく時間をおいてから再試行してください。',
} as const

export const emailTexts: Readonly<Record<EmailFault, string>> = {
  email_missing: 'メールアドレスを入力してください。',
  email_invalid: '有効なメールアドレスを入力してください。',
}

/** Of a registration and a reset; a change has its own words for the first two. */
export const passwordTexts: Readonly<Record<PasswordFault, string>> = {
  password_too_short: 'パスワードは6文字以上で入力してください。',
  password_too_long: 'パスワードは200文字以内で入力してください。',
  password_weak: 'パスワードが弱すぎます。6文字以上で入力してください。',
}

export const nameTexts: Readonly<Record<NameFault, string>> = {
  name_missing: '表示名を入力してください。',
  name_too_long: '表示名は30文字以内で入力してください。',
  name_unreadable: '表示名に使えない文字が含まれています。',
  name_reserved: 'この表示名はお店と間違えられるため使えません。別の表示名を入力してください。',
}

export const resetTexts = {
  failed: 'パスワードリセットに失敗しました。',
  unknown: 'このメールアドレスは登録されていません。',
  mailOff: 'パスワードリセット機能が無効になっています。管理者にお問い合わせください。',
} as const

/** Of the forms of /gallery/login, when a surprise happened. */
export const signInFailures: Readonly<Record<SignInView, string>> = {
  'sign-in': authTexts.failed,
  register: authTexts.failed,
  reset: resetTexts.failed,
}

export const gateTexts = {
  wrong: 'パスワードが正しくありません',
  failed: '管理の画面を開けませんでした。もう一度お試しください。',
  tooMany: authTexts.tooMany,
} as const

const tooManyRequests = { status: 429, text: authTexts.tooMany }

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
