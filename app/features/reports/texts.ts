import type { Refusals } from '~/kernel/refusal.ts'
import { longestWords } from './rules.ts'

export type ReportRefusal =
  | 'not_there'
  | 'own'
  | 'no_reason'
  | 'too_long'
  | 'email_invalid'
  | 'too_many'
  | 'failed'

/** What the form of a report is refused with; never whether a thing is hidden, gone or was never there (R50). */
export const reportRefusals: Refusals<ReportRefusal> = {
  not_there: { status: 404, text: 'この投稿は、いま公開されていません。通報の必要はありません。' },
  own: {
    status: 403,
    text: 'ご自分の投稿は通報できません。消したいときは、マイページやコメントの欄からどうぞ。',
  },
  no_reason: { status: 422, text: '理由をひとつ選んでください。', field: 'reason' },
  too_long: {
    status: 422,
    text: `くわしい内容は${longestWords}文字以内で入力してください。`,
    field: 'words',
  },
  email_invalid: {
    status: 422,
    text: 'メールアドレスの形が正しくありません。「名前@example.com」の形で入力するか、空のままにしてください。',
    field: 'email',
  },
  too_many: {
    status: 429,
    text: '短い時間にたくさんの通報をいただきました。1時間ほどあとで、もう一度お送りください。',
  },
  failed: {
    status: 500,
    text: '通報を送れませんでした。しばらくしてから、もう一度お試しください。',
  },
}

export const reportLost = '通報を送れませんでした。'
