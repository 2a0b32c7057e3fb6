import { type Refusals, tooManyRequests } from '~/kernel/refusal.ts'
import type { ReactionFailure, ReactionKind } from './rules.ts'

/** For visitors who are not signed in. */
export const promptTexts: Readonly<Record<ReactionKind, string>> = {
  like: 'いいねするにはログインが必要です（Login is required to like）',
  favourite: '作品を保存するにはログインが必要です',
}

/** What follows the sign-in of who pressed before. */
export const wantedTexts: Readonly<Record<ReactionKind, string>> = {
  like: '作品にいいねを付けて',
  favourite: '作品を保存して',
}

const failed: Readonly<Record<ReactionKind, string>> = {
  like: 'いいねの更新に失敗しました。',
  favourite: '保存の更新に失敗しました。',
}

/** Messages for taps that had no effect. */
export const reactionRefusals: Refusals<ReactionFailure> = {
  not_signed_in: { status: 401, text: 'ログアウトされています。もう一度ログインしてください。' },
  too_many: tooManyRequests,
  // The words of who may not comment (A27): nobody is told of a block (R61).
  muted: {
    status: 403,
    text: 'お店があなたのコメントを止めているため、いまはいいねを付けられません。お心当たりのないときは、お店にお問い合わせください。',
  },
  not_found: { status: 404, text: 'この作品は削除されました。' },
  failed: { status: 500, text: '通信の状態をお確かめのうえ、もう一度お試しください。' },
}

export const reactionFailureText = (kind: ReactionKind, reason: ReactionFailure): string =>
  `${failed[kind]}${reactionRefusals[reason].text}`
