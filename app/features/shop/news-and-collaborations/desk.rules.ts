import { machineDate } from '~/kernel/dates.ts'
import type { Facts } from '~/kernel/facts.ts'
import { fieldOf } from '~/kernel/form.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { inOneField, withLineEnds } from '~/kernel/text.ts'

interface EntryField {
  readonly name: string
  readonly label: string
  readonly kind: 'line' | 'text' | 'link'
  readonly hint?: string
  readonly optional?: true
}

/** Fields are in the form's order. */
export const deskLists = {
  news: {
    title: 'お知らせ',
    fields: [
      { name: 'date', label: '日付', kind: 'line', hint: '例：2026年11月24日。新しい順に並びます。' },
      { name: 'title', label: '題名', kind: 'line' },
      { name: 'content', label: '本文', kind: 'text', optional: true },
    ],
  },
  collaborations: {
    title: 'コラボ',
    fields: [
      { name: 'title', label: '題名', kind: 'line' },
      {
        name: 'price',
        label: '価格',
        kind: 'line',
        optional: true,
        hint: '例：3,300円。書いたとおりに出ます。',
      },
      {
        name: 'applyUrl',
        label: '申込みのURL',
        kind: 'link',
        optional: true,
        hint: 'https:// で始まるもの。',
      },
      {
        name: 'influencerUrl',
        label: 'インフルエンサーのURL',
        kind: 'link',
        optional: true,
        hint: 'https:// で始まるもの。',
      },
    ],
  },
} as const satisfies Readonly<
  Record<string, { readonly title: string; readonly fields: readonly EntryField[] }>
>

export type ListName = keyof typeof deskLists

/** Undefined for any other word. */
export const listName = (word: string): ListName | undefined =>
  word === 'news' || word === 'collaborations' ? word : undefined

export const entryFields = (list: ListName): readonly EntryField[] => deskLists[list].fields

/** Fields by name, with `imageUrl`, `fromDay` and `toDay` ('' for none). */
export type TypedEntry = Readonly<Record<string, string>>

export const namesOfEntry = (list: ListName): string[] => [
  ...entryFields(list).map(({ name }) => name),
  ...(list === 'collaborations' ? ['imageUrl'] : []),
  'fromDay',
  'toDay',
]

const longestText = 12_000

/** What was typed, without checking it. */
export const entryOf = (list: ListName, text: (name: string) => string): TypedEntry =>
  Object.fromEntries(
    namesOfEntry(list).map((name) => [name, withLineEnds(text(name)).trim().slice(0, longestText)]),
  )

/** The same of a form, sent or on the screen. */
export const typedEntry = (list: ListName, form: FormData): TypedEntry =>
  entryOf(list, (name) => fieldOf(form, name))

/** A stored entry as the untouched fields of its form give it back. */
export const inFields = (list: ListName, entry: TypedEntry): TypedEntry => {
  const texts = entryFields(list).flatMap(({ name, kind }) => (kind === 'text' ? [name] : []))
  return Object.fromEntries(
    Object.entries(entry).map(([name, text]) => [name, texts.includes(name) ? text : inOneField(text)]),
  )
}

const furtherLabels: Readonly<Record<string, string>> = {
  imageUrl: '写真',
  fromDay: '出しはじめる日',
  toDay: '最後の日',
}

/** By name, in the form's order. */
const entryLabels = (list: ListName): Readonly<Record<string, string>> => {
  const labels = new Map(entryFields(list).map(({ name, label }) => [name, label]))
  return Object.fromEntries(
    namesOfEntry(list).map((name) => [name, labels.get(name) ?? furtherLabels[name] ?? name]),
  )
}

const picturesIn = ({ imageUrl = '' }: TypedEntry): string[] => (imageUrl === '' ? [] : [imageUrl])

/** What its form shows; from when to when is one value (N83), and a photograph has no text of its own. */
export const presentEntry = (list: ListName, version: number, values: TypedEntry) => ({
  version,
  values,
  labels: entryLabels(list),
  wholes: [
    { name: 'days', label: '出す日', fields: ['fromDay', 'toDay'] },
    {
      name: 'photo',
      label: '写真',
      fields: list === 'collaborations' ? ['imageUrl'] : [],
      said: (entry: TypedEntry) => (picturesIn(entry).length === 0 ? 'なし' : ''),
      pictures: picturesIn,
    },
  ].filter(({ fields }) => fields.length > 0),
})

/** Columns of a list of the desk that sort it. */
export type EntrySort = 'title' | 'date' | 'state'

export type EntryFilterKey = 'state'

/** Each list at most this long at the desk; a file may hold more. */
export const mostEntries = 500

/** Visibility on the Tokyo day of `now` (epoch ms). */
export const entryState = (
  { fromDay, toDay }: { readonly fromDay: string | null; readonly toDay: string | null },
  now: number,
): 'shown' | 'coming' | 'over' => {
  const today = machineDate(now) ?? ''
  if (fromDay !== null && today < fromDay) return 'coming'
  return toDay !== null && toDay < today ? 'over' : 'shown'
}

export const entryStates = { shown: '公開中', coming: 'これから', over: '終わり' } as const

const aDay = /^\d{4}-\d{2}-\d{2}$/

/** As a field of type date sends it. */
export const isCalendarDay = (text: string): boolean =>
  aDay.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

export const entryRefusals = {
  stale: {
    status: 409,
    text: 'ほかの画面で先に変わりました。いまの内容を確かめて、もう一度押してください。',
  },
  full: { status: 422, text: `${mostEntries}件までです。古いものを消してから、加えてください。` },
  'picture-gone': { status: 422, text: '写真をもう一度選んでください。', field: 'imageUrl' },
  'nothing-to-undo': { status: 409, text: '元に戻せる変更がありません。' },
} as const satisfies Refusals<string>

export type EntryFailure = keyof typeof entryRefusals

export const entryDone = {
  saved: '保存しました。',
  removed: '消しました。',
  undone: '元に戻しました。',
  moved: '順番を変えました。',
} as const

export type EntryDone = keyof typeof entryDone

/** Null for any other word. */
export const entryDoneOf = (word: string | null): EntryDone | null =>
  word === 'saved' || word === 'removed' || word === 'undone' || word === 'moved' ? word : null

/** What acts on entries are done to; their ids are known to the shop alone. */
export const entrySubjects = {
  news: { kind: 'news', name: 'お知らせ', idText: () => '' },
  collaborations: { kind: 'collaborations', name: 'コラボ商品', idText: () => '' },
} as const

export const subjectOfEntry = (list: ListName, id: string): string => `${entrySubjects[list].kind}:${id}`

/** Of both lists. */
export const entryFacts: Facts = {
  ...entryLabels('news'),
  ...entryLabels('collaborations'),
  position: '順番',
}
