import { codePointLength, isVisible, plainLines } from '~/kernel/text.ts'

export const reportKinds = ['recipe', 'comment', 'profile'] as const
export type ReportKind = (typeof reportKinds)[number]

export type OutcomeWay = 'keep' | 'hide' | 'stop-posting' | 'stop-both' | 'suspend'

export const kindNames: Readonly<Record<ReportKind, string>> = {
  recipe: '作品',
  comment: 'コメント',
  profile: 'プロフィール',
}

/** In the log: what was decided about a case. */
export const caseSubject = { kind: 'report', name: '通報', idText: () => '', namedBy: 'thing' } as const

/** In the order of the form (R50). */
export const reportReasons = ['hurtful', 'indecent', 'advertising', 'copied', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const reasonNames: Readonly<Record<ReportReason, string>> = {
  hurtful: 'だれかを傷つける・差別する内容',
  indecent: '性的・暴力的で、見たくない内容',
  advertising: '宣伝・いたずら・同じ内容のくり返し',
  copied: '写真や文章、型紙を無断で使っている',
  other: 'そのほか（個人の情報がのっているなど）',
}

/** In code points (R50). */
export const longestWords = 500

/** Of one thing so many reports that wait are stored; of further ones only the number rises (R52). */
export const mostStored = 50

export const reportsKeptDays = 365

/** So long mails about an outcome wait, and an undo leaves none sent (N145). */
export const undoMinutes = 10

/** 1 to 500 characters as stored, or none. */
export const wordsTyped = (typed: string): string => {
  const text = plainLines(typed).replace(/\n{3,}/g, '\n\n')
  return isVisible(text) ? text : ''
}

export const areTooLong = (words: string): boolean => codePointLength(words) > longestWords

export const reportKindOf = (typed: string): ReportKind | undefined =>
  reportKinds.find((kind) => kind === typed)

/** A thing as somebody saw it, bounded (R51). */
export interface SeenThing {
  /** Of a comment its recipe's. */
  readonly title: string
  readonly text: string
  /** Paths of uploads, or addresses of other sites' pictures. */
  readonly pictures: readonly string[]
}

export interface ReportableThing {
  readonly kind: ReportKind
  readonly id: string
  /** Null for what a deleted account has left. */
  readonly authorId: string | null
  readonly authorName: string
  readonly path: string
  readonly seen: SeenThing
}

interface TypedReport {
  readonly reason: string
  readonly words: string
  readonly email: string
}

export interface ReportAnswer {
  readonly typed: TypedReport
  readonly failure?: string
  readonly errors?: Readonly<Record<string, string>>
}
