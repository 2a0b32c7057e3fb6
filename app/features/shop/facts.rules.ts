import { type Facts, momentFact } from '~/kernel/facts.ts'

/** What acts on the whole shop are done to. */
export const shopSubject = { kind: 'shop', name: 'お店' } as const

/** Why nothing is sold, or will not be: by hand, or for a holiday. */
export const closureFacts = {
  since: momentFact('はじめ'),
  holiday: 'お休み',
  from: '最初の日',
  to: '最後の日',
  message: 'お知らせ',
} as const satisfies Facts
