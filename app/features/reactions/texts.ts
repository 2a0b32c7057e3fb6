import type { ReactionFailure, ReactionKind } from './types.ts'

/** For whoever is not signed in. */
export const promptTexts: Readonly<Record<ReactionKind, string>> = {
  like: 'いいねするにはログインが必要です（Login is required to like）',
  favourite: 'お気に入りに保存するにはログインが必要です',
}

const failed: Readonly<Record<ReactionKind, string>> = {
  like: 'いいねの更新に失敗しました。',
  favourite: 'お気に入りの更新に失敗しました。',
}

const reasons: Readonly<Record<ReactionFailure, string>> = {
  not_signed_in: 'ログアウトされています。もう一度ログインしてください。',
  too_many: 'リクエストが多すぎます。しばらく時間をおいてから再試行してください。',
  not_found: 'この作品は削除されました。',
  failed: '通信の状態をお確かめのうえ、もう一度お試しください。',
}

export const failureText = (kind: ReactionKind, reason: ReactionFailure): string =>
  `${failed[kind]}${reasons[reason]}`
