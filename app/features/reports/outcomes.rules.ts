import { longestReason, type StopChange } from '~/features/accounts/standing/rules.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { codePointLength, isVisible, oneLine } from '~/kernel/text.ts'
import type { OutcomeWay, ReportReason, SeenThing } from './rules.ts'

/** Its button, what the log and earlier outcomes say, and what is told beside the button. */
export const wayTexts: Readonly<
  Record<OutcomeWay, { readonly button: string; readonly done: string; readonly about: string }>
> = {
  keep: {
    button: 'そのままにする',
    done: 'そのままにしました',
    about: '投稿は変わりません。書いた方には知らせません。',
  },
  hide: {
    button: '隠す',
    done: '投稿を隠しました',
    about: '書いた方だけに、理由といっしょに見えます。',
  },
  'stop-posting': {
    button: '投稿を止める',
    done: '作品の投稿を止めました',
    about: '新しい作品を投稿できなくなります。コメントは書けます。',
  },
  'stop-both': {
    button: 'コメントも止める',
    done: '作品の投稿とコメントを止めました',
    about: '新しい作品もコメントも書けなくなります。',
  },
  suspend: {
    button: '会員を停止する',
    done: '会員を停止しました',
    about: 'ログインできなくなり、作品とコメントが隠れます。ご注文はそのまま残ります。',
  },
}

/** What each way takes from the author. */
export const stopsOfWay: Readonly<Record<OutcomeWay, readonly StopChange[]>> = {
  keep: [],
  hide: [],
  'stop-posting': ['stop-posting'],
  'stop-both': ['stop-posting', 'stop-commenting'],
  suspend: ['suspend'],
}

export const waysThatStop = ['stop-posting', 'stop-both', 'suspend'] as const satisfies readonly OutcomeWay[]

export const stopNames: Readonly<Record<StopChange, string>> = {
  'stop-posting': '作品の投稿',
  'stop-commenting': 'コメント',
  suspend: '会員のご利用',
}

/** Such as 作品の投稿とコメント. */
export const namesOfStops = (stops: readonly StopChange[]): string =>
  stops.map((stop) => stopNames[stop]).join('と')

/** What the author reads, by what was reported most; the owner may write her own words instead. */
export const reasonTemplates: Readonly<Record<ReportReason, string>> = {
  hurtful: 'ほかの方を傷つけるおそれのある内容のため',
  indecent: 'ほかの方が不快に感じるおそれのある内容のため',
  advertising: '宣伝やくり返しの投稿のため',
  copied: 'ほかの方の写真や文章、型紙が使われているおそれがあるため',
  other: 'ギャラリーの利用のきまりに合わない内容のため',
}

export { longestReason }

/** Her own words, one line, in place of a template; '' where nothing can be seen. */
export const ownReason = (typed: string): string => {
  const line = oneLine(typed)
  return isVisible(line) ? line : ''
}

export const isTooLongReason = (reason: string): boolean => codePointLength(reason) > longestReason

export const outcomeRefusals = {
  stale: {
    status: 409,
    text: '先に新しい通報が届いたか、ほかの画面で変わりました。いまの内容を確かめて、もう一度押してください。',
  },
  settled: { status: 409, text: 'この通報は、もう片づいています。' },
  'no-reason': { status: 422, text: '理由を選ぶか、入力してください。ご本人が読みます。', field: 'own' },
  'long-reason': { status: 422, text: `理由は${longestReason}文字までで入力してください。`, field: 'own' },
  'thing-gone': {
    status: 409,
    text: 'この投稿はもう削除されています。「そのままにする」で片づけるか、会員のことを決めてください。',
  },
  'no-author': { status: 409, text: '書いた方は、もう会員ではありません。' },
  'not-hideable': { status: 409, text: 'プロフィールは隠せません。会員のことを決めてください。' },
  'at-desk': {
    status: 409,
    text: 'お店の人は停止できません。先に「お店の人」の画面で外してください。',
  },
  'last-owner': { status: 409, text: 'ただひとりの店主は停止できません。' },
  'nothing-to-undo': { status: 409, text: '元に戻せるものは、もうありません。' },
} as const satisfies Refusals<string>

export type OutcomeRefusal = keyof typeof outcomeRefusals

/** One line of the queue. */
export interface WaitingCase {
  readonly id: string
  readonly what: string
  /** The beginning of it. */
  readonly text: string
  readonly since: number
  readonly waiting: number
  /** Of other cases that wait with the same author. */
  readonly others: number
}

export interface ShownReport {
  readonly id: string
  readonly reason: string
  readonly words: string
  readonly createdAt: number
  readonly byMember: boolean
  readonly wantsOutcome: boolean
  /** Where it is not what the first one saw. */
  readonly sawOther: SeenThing | null
}

export interface ShownOutcome {
  readonly id: string
  readonly caseId: string
  /** Of its case. */
  readonly version: number
  readonly what: string
  readonly text: string
  readonly reason: string
  readonly happenedAt: number
  readonly actorName: string
  readonly isUndone: boolean
  /** What is still stopped by it, and what she got back on her page since (N148); both empty once it is undone. */
  readonly held: readonly StopChange[]
  readonly ended: readonly StopChange[]
  /** Whether this one may be undone: the last of its case. */
  readonly mayUndo: boolean
}

/** What was reported of one member. */
export interface ReportsOfAuthor {
  readonly waiting: readonly WaitingCase[]
  /** Newest first; they are undone where their case is shown. */
  readonly outcomes: readonly ShownOutcome[]
}

/** What the page of a case shows. */
export interface ShownCase {
  readonly id: string
  readonly version: number
  readonly what: string
  readonly waiting: number
  /** Waiting reports of which only the number is kept. */
  readonly counted: number
  readonly reports: readonly ShownReport[]
  readonly seen: SeenThing | null
  readonly isComment: boolean
  readonly mayHide: boolean
  readonly template: ReportReason
  readonly author: {
    readonly id: string
    readonly name: string
    /** What is stopped now, by whatever. */
    readonly stops: ReadonlyArray<{ readonly stop: StopChange; readonly reason: string }>
  } | null
  /** How it stands now. */
  readonly now: 'shown' | 'hidden' | 'changed' | 'gone'
  /** Null where it is gone. */
  readonly path: string | null
  readonly earlier: readonly ShownOutcome[]
  readonly ofAuthor: readonly WaitingCase[]
  readonly outcomesOfAuthor: readonly ShownOutcome[]
}
