import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fieldsOf } from '~/kernel/json.ts'
import { useUnsavedWork } from '~/ui/navigation-guard.tsx'
import { useDraft } from '~/ui/use-draft.ts'
import {
  type CuratedList,
  curationView,
  type EditedItem,
  type ItemAnswer,
  isSameTyped,
  type TypedItem,
  typedIn,
  typedItem,
} from '../curation.rules.ts'

export interface ItemFormParts {
  readonly list: CuratedList
  /** Null of a new one. */
  readonly item: EditedItem | null
  readonly id: string
  readonly answer: ItemAnswer | undefined
}

interface Draft {
  readonly typed: TypedItem
  readonly id: string
  readonly basedOn: number
  readonly placeWas: string
}

const draftIn = (stored: unknown): Draft | null => {
  const { typed, id, basedOn, placeWas } = fieldsOf(stored)
  const { name, image, tags, place } = fieldsOf(typed)
  const texts = [name, image, tags, place, id, placeWas].map((text) => (typeof text === 'string' ? text : ''))
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = texts
  if (e === '' || typeof basedOn !== 'number') return null
  return { typed: { name: a, image: b, tags: c, place: d }, id: e, basedOn, placeWas: f }
}

/** What stands in the form of an item, and its draft on this device (R19). */
export const useItemForm = ({ list, item, id, answer }: ItemFormParts) => {
  const saved = typedItem(item)
  const isNew = answer?.isNew ?? item === null
  const draft = useDraft(
    `curationDraft:${list}:${isNew ? 'new' : id}`,
    ({ search }) => curationView(new URLSearchParams(search)).done === 'saved',
  )
  const frame = useRef<HTMLDivElement>(null)
  const [fields, setFields] = useState(() => ({
    round: 0,
    start: answer?.typed ?? saved,
    id: answer?.id ?? id,
    isNew,
    basedOn: answer?.basedOn ?? item?.updatedAt ?? 0,
    placeWas: saved.place,
    isRestored: false,
  }))
  const [typed, setTyped] = useState(fields.start)
  const [isPictureBusy, setPictureBusy] = useState(false)

  const begin = (own: Draft, isRestored: boolean) => {
    const { typed: start, ...rest } = own
    setFields(({ round }) => ({ ...rest, start, isNew, round: round + 1, isRestored }))
    setTyped(start)
  }
  const note = (now: TypedItem) => {
    setTyped(now)
    if (isSameTyped(now, saved)) draft.forget()
    else draft.keep({ typed: now, id: fields.id, basedOn: fields.basedOn, placeWas: fields.placeWas })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is looked for once, before anything is typed
  useEffect(() => {
    const form = frame.current?.querySelector('form')
    const inForm = form ? typedIn(new FormData(form)) : fields.start
    const kept = draftIn(draft.read())
    // What was typed before the script came, or sent without it, is newer than any draft.
    if (!isSameTyped(inForm, saved)) note(inForm)
    else if (kept !== null && !isSameTyped(kept.typed, saved)) begin(kept, true)
  }, [])

  useEffect(() => {
    if (answer === undefined) return
    const wrong = frame.current?.querySelector('[aria-invalid="true"]')
    if (wrong instanceof HTMLElement) wrong.focus()
  }, [answer])

  const isTyped = !isSameTyped(typed, saved) && !draft.isSaved
  useUnsavedWork(isTyped, draft.forget)
  return {
    ...fields,
    frame,
    typed,
    isPictureBusy,
    setPictureBusy,
    noteTyped: ({ currentTarget }: FormEvent<HTMLFormElement>) => note(typedIn(new FormData(currentTarget))),
    discard: () => {
      draft.forget()
      begin({ typed: saved, id, basedOn: item?.updatedAt ?? 0, placeWas: saved.place }, false)
    },
  }
}
