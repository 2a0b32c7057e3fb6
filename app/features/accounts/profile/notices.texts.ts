import { tooManyRequests } from '~/kernel/refusal.ts'
import { type MemberNotice, recipeNotice } from './recipe-notices.texts.ts'

/** By name in `?notice=`, beside those of a recipe. */
const notices: ReadonlyMap<string, MemberNotice> = new Map([
  [
    'email-change-requested',
    {
      kind: 'good',
      text: '新しいメールアドレスに確認のメールを送信しました。メールのリンクで確認が済むまでは、今までのメールアドレスでログインできます。',
    },
  ],
  [
    'email-changed',
    {
      kind: 'good',
      text: 'メールアドレスを変更しました。新しいメールアドレスでログインしてください。',
    },
  ],
  [
    'email-restored',
    {
      kind: 'good',
      text: 'メールアドレスを元に戻し、すべての端末からログアウトしました。パスワードは使えなくなっています。お送りしたメールのリンクから新しいパスワードを設定してください。',
    },
  ],
  ['recipe-deleted', { kind: 'good', text: '作品を削除しました。' }],
  [
    'recipe-not-deleted',
    {
      kind: 'error',
      text: 'レシピの削除に失敗しました。ページを読み込み直してから、もう一度お試しください。',
    },
  ],
  [
    'favourite-not-removed',
    {
      kind: 'error',
      text: 'お気に入りの削除に失敗しました。ページを読み込み直してから、もう一度お試しください。',
    },
  ],
  ['profile-saved', { kind: 'good', text: 'プロフィールを保存しました。' }],
  ['recipe-saved', { kind: 'good', text: '作品を保存しました。' }],
  ['recipe-not-found', { kind: 'error', text: 'レシピが見つかりません' }],
  ['recipe-not-hers', { kind: 'error', text: 'このレシピを編集する権限がありません' }],
  ['email-verified', { kind: 'good', text: 'メールアドレスを確認しました。ありがとうございます。' }],
  [
    'session-ended',
    {
      kind: 'error',
      text: 'ログアウトされているため、まだ保存や変更はできていません。もう一度ログインしてください。',
    },
  ],
  ['signed-out', { kind: 'good', text: 'ログアウトしました。' }],
  [
    'reset-sent',
    {
      kind: 'good',
      text: 'パスワードリセットメールを送信しました。メールのリンクから、1時間以内に新しいパスワードを設定してください。届かないときは、迷惑メールのフォルダーもお確かめください。',
    },
  ],
  [
    'password-reset',
    {
      kind: 'good',
      text: '新しいパスワードを設定し、すべての端末からログアウトしました。新しいパスワードでログインしてください。',
    },
  ],
  [
    'password-changed',
    {
      kind: 'good',
      text: 'パスワードを変更し、すべての端末からログアウトしました。新しいパスワードでログインしてください。',
    },
  ],
  [
    'account-deleted',
    { kind: 'good', text: 'アカウントを削除しました。ご利用いただき、ありがとうございました。' },
  ],
  [
    'verification-sent',
    {
      kind: 'good',
      text: '確認のメールを送信しました。届いたメールのリンクを開いて、確認を済ませてください。',
    },
  ],
  [
    'verification-not-sent',
    { kind: 'error', text: '確認のメールを送信できませんでした。もう一度お試しください。' },
  ],
  ['passkey-added', { kind: 'good', text: 'パスキーを追加しました。お知らせのメールもお送りしました。' }],
  ['passkey-removed', { kind: 'good', text: 'パスキーを削除しました。お知らせのメールもお送りしました。' }],
  [
    'passkey-not-removed',
    { kind: 'error', text: 'パスキーを削除できませんでした。もう一度お試しください。' },
  ],
  ['device-not-ended', { kind: 'error', text: '端末をログアウトできませんでした。もう一度お試しください。' }],
  ['device-ended', { kind: 'good', text: '選んだ端末をログアウトしました。' }],
  ['other-devices-ended', { kind: 'good', text: 'この端末のほかは、すべてログアウトしました。' }],
  ['too-many-requests', { kind: 'error', text: tooManyRequests.text }],
])

export const memberNotice = (name: string | null): MemberNotice | undefined =>
  name === null ? undefined : (notices.get(name) ?? recipeNotice(name))
