/** All reports of one thing. */
export interface ReportCaseTable {
  id: string
  kind: 'recipe' | 'comment' | 'profile'
  /** Of the recipe, the comment or the member. */
  thingId: string
  /** Null where it has none any more. */
  authorId: string | null
  /** What the first of those that wait saw, as JSON. */
  seen: string
  /** Epoch ms of the oldest report that waits for the owner; null while none does. */
  waitingSince: number | null
  /** Those that wait, also those of which only the number is kept. */
  waiting: number
  /** Raised by each report and each outcome. */
  version: number
  /** Epoch ms of the last report or outcome. */
  touchedAt: number
}

export interface ReportTable {
  id: string
  caseId: string
  /** `m:` and a member's id, `v:` and a digest that only this thing has, `g:` and anything for a member who is gone. */
  reporter: string
  reason: 'hurtful' | 'indecent' | 'advertising' | 'copied' | 'other'
  words: string
  /** Until the outcome was told. */
  email: string | null
  /** What this one saw, as JSON; '' where it is what the case has. */
  seen: string
  createdAt: number
  /** Null while it waits. */
  outcomeId: string | null
}

/** What the owner decided about a case. */
export interface ReportOutcomeTable {
  id: string
  caseId: string
  way: 'keep' | 'hide' | 'stop-posting' | 'stop-both' | 'suspend'
  /** Read by the author. */
  reason: string
  happenedAt: number
  actorName: string
  /** What an undo takes back, as JSON. */
  changed: string
  /** When author and reporters were written to, or nothing was left to write; null until then. */
  toldAt: number | null
  undoneAt: number | null
}

/** An upload that a reported thing showed, which stays as long as its reports. */
export interface ReportUploadTable {
  caseId: string
  name: string
}
