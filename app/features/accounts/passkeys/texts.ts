import { type Refusals, tooManyRequests } from '~/kernel/refusal.ts'
import { mostPasskeys } from '../rules.ts'
import { accountTexts } from '../texts.ts'
import { longestLabel } from './rules.ts'

export const passkeyTexts = {
  what: 'パスキーがあると、端末の顔認証・指紋・画面ロックを外すのと同じ操作でログインできます。パスワードでのログインも、これまでどおり使えます。',
  notHere: 'この端末やブラウザーでは、パスキーを追加できません。',
  notAdded: 'パスキーを追加できませんでした。',
  notRemoved: 'パスキーを削除できませんでした。もう一度お試しください。',
} as const

export const addingRefusals = {
  password_missing: { status: 422, text: accountTexts.currentPasswordMissing, field: 'password' },
  wrong_password: { status: 422, text: accountTexts.wrongPassword, field: 'password' },
  too_many_requests: tooManyRequests,
  no_label: {
    status: 422,
    text: `パスキーの名前を${longestLabel}文字までで入力してください。`,
    field: 'label',
  },
  not_here: { status: 422, text: passkeyTexts.notHere },
  too_many_passkeys: {
    status: 409,
    text: `パスキーは${mostPasskeys}個までです。使わないものを削除してから、もう一度お試しください。`,
  },
  wrong_answer: {
    status: 422,
    text: `${passkeyTexts.notAdded}時間がたちすぎたか、端末で確かめられませんでした。もう一度、はじめからお試しください。`,
  },
  failed: { status: 500, text: `${passkeyTexts.notAdded}しばらくしてから、もう一度お試しください。` },
} as const satisfies Refusals<string>

/** Whatever was wrong with it: nobody learns who is a member (A11). */
export const passkeySignInRefusals = {
  wrong_passkey: {
    status: 422,
    text: 'このパスキーではログインできませんでした。もう一度お試しいただくか、メールアドレスとパスワードでログインしてください。',
  },
  too_many_requests: tooManyRequests,
} as const satisfies Refusals<string>
