import type { Refusals } from '~/kernel/refusal.ts'
import { longestReason } from './rules.ts'

export type StandingRefusal =
  | 'gone'
  | 'stale'
  | 'already'
  | 'no-reason'
  | 'long-reason'
  | 'at-desk'
  | 'last-owner'

export const standingRefusals = {
  gone: { status: 409, text: 'この会員は、もういません。' },
  stale: {
    status: 409,
    text: 'ほかの画面で先に変わりました。いまの状態をお確かめのうえ、もう一度お試しください。',
  },
  already: { status: 409, text: 'もう、そのようになっています。' },
  'no-reason': { status: 422, text: '理由を入力してください。ご本人が読みます。', field: 'reason' },
  'long-reason': {
    status: 422,
    text: `理由は${longestReason}文字までで入力してください。`,
    field: 'reason',
  },
  'at-desk': {
    status: 409,
    text: 'お店の人は停止できません。先に「お店の人」の画面で外してください。',
  },
  'last-owner': {
    status: 409,
    text: 'ただひとりの店主は停止できません。',
  },
} as const satisfies Refusals<StandingRefusal>

const reasonText = (reason: string): string => (reason === '' ? '' : `理由：「${reason}」`)

/** What a suspended member reads after a right password (A27.2); the lines are separate paragraphs of a mail too. */
export const suspendedLines = (reason: string, shopEmail: string): string[] => [
  'ご利用を停止しています。',
  ...(reason === '' ? [] : [reasonText(reason)]),
  `お心当たりのないとき、退会をご希望のときは、お店（${shopEmail}）までメールでお知らせください。`,
  'ご注文は、お送りしたメールのリンクから、これまでどおりご覧になれます。',
]

export const suspendedText = (reason: string, shopEmail: string): string =>
  suspendedLines(reason, shopEmail).join('')

/** What a member who may not post or comment reads below the text that tells her so (A27.4); '' where no reason was given. */
export const withReason = (text: string, reason: string): string =>
  reason === '' ? text : `${text}${reasonText(reason)}`
